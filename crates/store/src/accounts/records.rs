//! Whole records of many accounts in few statements.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::{Account, AccountId};

use super::{insert_names, login_names, record_row};
use crate::json::lock_and_change_documents;
use crate::sql::{ROWS_PER_STATEMENT, update_rows};
use crate::{Conn, Result, Sql, Tx, group_by_key, password_resets};

/// These accounts, locked and deleted ones too. Unknown ones are left out.
pub async fn get_by_ids(mut conn: impl Conn, ids: &[AccountId]) -> Result<HashMap<AccountId, Account>> {
    let select = Sql::new("SELECT document FROM accounts WHERE id IN (?)");
    Ok(accounts_by_id(conn.fetch_each(select.for_keys(ids)).await?))
}

/// These accounts as by [`get_by_ids`], locked against other writers until the transaction ends.
pub async fn get_by_ids_for_update(tx: &mut Tx, ids: &[AccountId]) -> Result<HashMap<AccountId, Account>> {
    // In a fixed order, so that two transactions do not deadlock.
    let ids: BTreeSet<&AccountId> = ids.iter().collect();
    let select =
        Sql::new(format!("SELECT document FROM accounts WHERE id IN (?) ORDER BY id{}", tx.lock_clause()));
    Ok(accounts_by_id(tx.fetch_each(select.for_keys(ids)).await?))
}

fn accounts_by_id(accounts: Vec<Account>) -> HashMap<AccountId, Account> {
    accounts.into_iter().map(|account| (account.id.clone(), account)).collect()
}

/// Replaces the records and sign-in names of accounts, as [`update`](super::update) does with one.
pub async fn update_records(tx: &mut Tx, accounts: &[&Account]) -> Result<()> {
    let mut renamed = Vec::new();
    for chunk in accounts.chunks(ROWS_PER_STATEMENT) {
        let records: Vec<(&str, &Account)> =
            chunk.iter().map(|account| (account.id.as_str(), *account)).collect();
        let documents = lock_and_change_documents(tx, &records).await?;
        let rows = chunk.iter().zip(documents).map(|(account, document)| record_row(account, document));
        tx.execute_each(update_rows(rows)).await?;
        let statement = Sql::new("SELECT account_id, folded FROM logins WHERE account_id IN (?)")
            .bind_in(chunk.iter().map(|account| account.id.as_str()));
        let rows = tx.fetch_all::<(AccountId, String)>(statement).await?;
        let mut before: HashMap<AccountId, BTreeSet<String>> = group_by_key(rows);
        renamed.extend(
            chunk
                .iter()
                .copied()
                .filter(|account| before.remove(&account.id).unwrap_or_default() != login_names(account)),
        );
    }
    // All of the old names first: a name may pass from one of these accounts to another.
    for chunk in renamed.chunks(ROWS_PER_STATEMENT) {
        let delete = Sql::new("DELETE FROM logins WHERE account_id IN (?)");
        tx.execute(delete.bind_in(chunk.iter().map(|account| account.id.as_str()))).await?;
        let ids: Vec<&AccountId> = chunk.iter().map(|account| &account.id).collect();
        password_resets::void_open_keys_of_accounts(tx, &ids).await?;
    }
    for chunk in renamed.chunks(ROWS_PER_STATEMENT) {
        let names =
            chunk.iter().flat_map(|account| login_names(account).into_iter().map(|name| (name, &account.id)));
        insert_names(tx, names.collect()).await?;
    }
    Ok(())
}

/// The folded names among these that are not available to the account next to them, because another account
/// has the name, or may take it back.
pub async fn find_taken_names(
    mut conn: impl Conn,
    names: &[(String, AccountId)],
) -> Result<HashSet<(String, AccountId)>> {
    let mut taken = HashSet::new();
    for chunk in names.chunks(ROWS_PER_STATEMENT) {
        let statement = Sql::new(
            "SELECT folded, account_id FROM logins WHERE folded IN (?) \
             UNION SELECT email_folded, account_id FROM account_undos \
             WHERE is_undoable AND email_changed AND email_folded IN (?)",
        )
        .bind_in(chunk.iter().map(|(name, _)| name.as_str()));
        let holders = conn.fetch_all::<(String, AccountId)>(statement).await?;
        for (name, account) in chunk {
            if holders.iter().any(|(held, holder)| held == name && holder != account) {
                taken.insert((name.clone(), account.clone()));
            }
        }
    }
    Ok(taken)
}
