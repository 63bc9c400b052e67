//! The members that sponsors put on a list.

use std::collections::HashSet;

use domain::{Account, AccountId, OrganizationId};
use jiff::Timestamp;

use super::{member_row, touch};
use crate::accounts::fold_login;
use crate::{Conn, OnConflict, Result, Sql, Tx, insert_rows, placeholders};

/// Returns true if a sponsor put the account on the list.
pub async fn is_member(mut conn: impl Conn, list: &str, account: &AccountId) -> Result<bool> {
    let statement =
        Sql::new("SELECT COUNT(*) FROM reading_list_members WHERE list_id = $1 AND account_id = $2")
            .bind_all((list, account));
    Ok(conn.fetch_one::<i64>(statement).await? > 0)
}

/// Puts members on a list and subscribes those that were not on it. False if all were there already.
pub async fn add_members(
    tx: &mut Tx,
    list: &str,
    members: &[AccountId],
    by: &AccountId,
    now: Timestamp,
) -> Result<bool> {
    let row = |member: &AccountId| {
        member_row("reading_list_members", list, member).set("assigned_by", by).set("date_added", now)
    };
    let insert = insert_rows(members.iter().map(row), OnConflict::Keep).into_iter();
    let insert = insert.map(|statement| statement.append(" RETURNING account_id")).collect();
    let added: Vec<AccountId> = tx.fetch_each(insert).await?;
    let row =
        |member: &AccountId| member_row("reading_list_subscriptions", list, member).set("date_added", now);
    tx.execute_each(insert_rows(added.iter().map(row), OnConflict::Keep)).await?;
    touch(tx, list, !added.is_empty(), now).await
}

/// The accounts among these that sponsors put on a list.
pub async fn find_members(
    mut conn: impl Conn,
    list: &str,
    accounts: &[AccountId],
) -> Result<HashSet<AccountId>> {
    let select =
        Sql::new("SELECT account_id FROM reading_list_members WHERE list_id = $1 AND account_id IN (?)");
    conn.fetch_each(select.bind(list).for_keys(accounts)).await
}

/// Takes a member off a list, and its subscription with it. False if it is not on the list.
pub async fn remove_member(tx: &mut Tx, list: &str, member: &AccountId, now: Timestamp) -> Result<bool> {
    let removed = tx.affects_rows(member_row("reading_list_members", list, member).delete()).await?;
    if removed {
        tx.execute(member_row("reading_list_subscriptions", list, member).delete()).await?;
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
    .bind(organization)
    .bind_list(names)
    .bind_list(names.iter().map(|name| fold_login(name)));
    let found = conn.fetch_all::<(AccountId, Account)>(statement).await?;
    let is_called = |account: &Account, name: &str| {
        let mut own = [&account.username, &account.email].into_iter().flatten();
        account.id.as_str() == name || own.any(|login| fold_login(login) == fold_login(name))
    };
    let find = |name: &String| {
        let (_, account) = found.iter().find(|(_, account)| is_called(account, name))?;
        Some(account.clone())
    };
    Ok(names.iter().map(find).collect())
}
