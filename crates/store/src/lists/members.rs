//! The members that sponsors put on a list.

use std::collections::HashSet;

use domain::{Account, AccountId, OrganizationId};
use jiff::Timestamp;

use super::touch;
use crate::accounts::fold_login;
use crate::sql::ROWS_PER_STATEMENT;
use crate::{Conn, OnConflict, Result, Sql, Tx, insert_rows, parse_record, placeholders};

/// Returns true if a sponsor put the account on the list.
pub async fn is_member(mut conn: impl Conn, list: &str, account: &AccountId) -> Result<bool> {
    let statement =
        Sql::new("SELECT COUNT(*) FROM reading_list_members WHERE list_id = $1 AND account_id = $2")
            .bind(list)
            .bind(account.as_str());
    Ok(conn.fetch_one::<(i64,)>(statement).await?.0 > 0)
}

/// Puts members on a list and subscribes those that were not on it. False if all were there already.
pub async fn add_members(
    tx: &mut Tx,
    list: &str,
    members: &[AccountId],
    by: &AccountId,
    now: Timestamp,
) -> Result<bool> {
    let at = now.as_microsecond();
    let mut changed = false;
    for some in members.chunks(ROWS_PER_STATEMENT) {
        let columns = ["list_id", "account_id", "assigned_by", "date_added"];
        let row = |member: &AccountId| [list.into(), member.as_str().into(), by.as_str().into(), at.into()];
        let rows = some.iter().map(row).collect();
        let insert = insert_rows("reading_list_members", columns, rows, OnConflict::Keep);
        let added = tx.fetch_all::<(String,)>(insert.append(" RETURNING account_id")).await?;
        if added.is_empty() {
            continue;
        }
        changed = true;
        let columns = ["list_id", "account_id", "date_added"];
        let rows = added.into_iter().map(|(member,)| [list.into(), member.into(), at.into()]).collect();
        tx.execute(insert_rows("reading_list_subscriptions", columns, rows, OnConflict::Keep)).await?;
    }
    touch(tx, list, changed, now).await
}

/// The accounts among these that sponsors put on a list.
pub async fn find_members(
    mut conn: impl Conn,
    list: &str,
    accounts: &[AccountId],
) -> Result<HashSet<AccountId>> {
    let select =
        Sql::new("SELECT account_id FROM reading_list_members WHERE list_id = $1 AND account_id IN (?)");
    let statements = select.bind(list).for_keys(accounts.iter().map(AccountId::as_str));
    Ok(conn.fetch_each::<(String,)>(statements).await?.into_iter().map(|(id,)| AccountId(id)).collect())
}

/// Takes a member off a list, and its subscription with it. False if it is not on the list.
pub async fn remove_member(tx: &mut Tx, list: &str, member: &AccountId, now: Timestamp) -> Result<bool> {
    let of = |table| {
        Sql::new(format!("DELETE FROM {table} WHERE list_id = $1 AND account_id = $2"))
            .bind(list)
            .bind(member.as_str())
    };
    let removed = tx.affects_rows(of("reading_list_members")).await?;
    if removed {
        tx.execute(of("reading_list_subscriptions")).await?;
    }
    touch(tx, list, removed, now).await
}

/// The members of an organization that these identifiers, user names or email addresses name, in the order
/// of the names; `None` for an unknown name. One statement.
pub async fn find_members_of_organization(
    mut conn: impl Conn,
    organization: &OrganizationId,
    names: &[String],
) -> Result<Vec<Option<Account>>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let ids = placeholders(2, names.len());
    let logins = placeholders(2 + names.len(), names.len());
    let statement = Sql::new(format!(
        "SELECT DISTINCT a.id, a.document FROM accounts a LEFT JOIN logins l ON l.account_id = a.id \
         WHERE a.organization_id = $1 AND a.is_member AND NOT a.deleted \
         AND (a.id IN ({ids}) OR l.folded IN ({logins}))"
    ))
    .bind(organization.as_str())
    .bind_list(names.iter().map(String::as_str))
    .bind_list(names.iter().map(|name| fold_login(name)));
    let rows = conn.fetch_all::<(String, String)>(statement).await?;
    let found: Vec<Account> =
        rows.iter().map(|(_, document)| parse_record(document)).collect::<Result<_>>()?;
    let is_called = |account: &Account, name: &str| {
        let mut own = [&account.username, &account.email].into_iter().flatten();
        account.id.as_str() == name || own.any(|login| fold_login(login) == fold_login(name))
    };
    Ok(names.iter().map(|name| found.iter().find(|account| is_called(account, name)).cloned()).collect())
}
