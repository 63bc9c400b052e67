//! Many accounts in few statements.

use std::collections::HashMap;

use domain::{Account, AccountId};

use super::{fold_login, insert_names, login_names, new_row, roster_row};
use crate::json::lock_and_change_documents;
use crate::sql::{ROWS_PER_STATEMENT, TableRow, update_rows};
use crate::{Conn, OnConflict, Result, Sql, Tx, insert_rows, password_resets, sessions};

/// The accounts that sign in by these names, by the folded name ([`fold_login`]). Unknown names are left out.
pub async fn find_by_logins(mut conn: impl Conn, logins: &[&str]) -> Result<HashMap<String, AccountId>> {
    let select = Sql::new("SELECT folded, account_id FROM logins WHERE folded IN (?)");
    conn.fetch_each(select.for_keys(logins.iter().map(|login| fold_login(login)))).await
}

/// Adds accounts, each with the hash of its password. Conflict `logins_pkey` as for
/// [`insert`](super::insert).
pub async fn insert_many(tx: &mut Tx, accounts: &[(&Account, Option<&str>)]) -> Result<()> {
    for chunk in accounts.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<TableRow<'_>> =
            chunk.iter().map(|(account, hash)| new_row(account, *hash)).collect::<Result<_>>()?;
        tx.execute_each(insert_rows(rows, OnConflict::Fail)).await?;
        insert_names(tx, sign_in_names(chunk)).await?;
    }
    Ok(())
}

/// Replaces the records of accounts whose names, grade, roster tag, birth date and settings have changed.
/// Those in `sign_ins` get a user name that they did not have, with the hash of a password. Conflict
/// `logins_pkey` as for [`insert`](super::insert).
pub async fn update_many(tx: &mut Tx, accounts: &[&Account], sign_ins: &[(&Account, &str)]) -> Result<()> {
    for chunk in accounts.chunks(ROWS_PER_STATEMENT) {
        let records: Vec<(&str, &Account)> =
            chunk.iter().map(|account| (account.id.as_str(), *account)).collect();
        let documents = lock_and_change_documents(tx, &records).await?;
        let rows = chunk.iter().zip(documents).map(|(account, document)| roster_row(account, document));
        tx.execute_each(update_rows(rows)).await?;
    }
    for chunk in sign_ins.chunks(ROWS_PER_STATEMENT) {
        let row = |(account, hash): &(&Account, &str)| {
            TableRow::new("accounts").set("id", &account.id).set("password_hash", *hash)
        };
        tx.execute_each(update_rows(chunk.iter().map(row))).await?;
        // Keys in sent emails become void, as with every new password and every changed name, and sessions
        // end.
        let ids: Vec<&AccountId> = chunk.iter().map(|(account, _)| &account.id).collect();
        let delete = Sql::new("DELETE FROM logins WHERE account_id IN (?)");
        tx.execute(delete.bind_in(ids.iter().map(|id| id.as_str()))).await?;
        password_resets::void_open_keys_of_accounts(tx, &ids).await?;
        sessions::end_all_of_accounts(&mut *tx, &ids).await?;
        insert_names(tx, sign_in_names(chunk)).await?;
    }
    Ok(())
}

fn sign_in_names<'a, T>(accounts: &[(&'a Account, T)]) -> Vec<(String, &'a AccountId)> {
    let names = |(account, _): &(&'a Account, T)| {
        let id = &account.id;
        login_names(account).into_iter().map(move |name| (name, id)).collect::<Vec<_>>()
    };
    accounts.iter().flat_map(names).collect()
}
