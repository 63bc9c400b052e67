//! Leaving an organization (docs/rules/organizations.md#rule-6).

use std::slice;

use domain::{Account, AccountId, OrganizationId, Role};
use jiff::Timestamp;

use crate::sql::ROWS_PER_STATEMENT;
use crate::{Conn, Result, Sql, Tx, accounts, closing, enrollment_codes, quick_lists};

/// Takes a role in the organization from a person, and everything that came with it: from a member what
/// [`remove_members`] takes; from a sponsor their quick list, the codes on cards that they made for members,
/// and what was made for the organization (its org lists, and lists with members), which is the heir's from
/// then on. Who gives up the last role subscribes to no org list of the organization any more. An account
/// that is nothing else becomes deleted: its tokens are revoked, its shared lists are the heir's too when it
/// was a sponsor, and its other lists are gone.
///
/// Lock the organization first, then the account; any other order can deadlock.
pub async fn remove_person(
    tx: &mut Tx,
    organization: &OrganizationId,
    account: &mut Account,
    role: Role,
    heir: &AccountId,
    now: Timestamp,
) -> Result<()> {
    if role != Role::OrganizationSponsor {
        return remove_members(tx, organization, slice::from_mut(account), now).await;
    }
    account.leave_organization(role);
    hand_over(tx, organization, account, heir).await?;
    quick_lists::forget_sponsor(&mut *tx, &account.id).await?;
    enrollment_codes::void_codes_of_sponsor(tx, &account.id).await?;
    finish_removal(tx, organization, &[&*account], now).await
}

/// Removes members from the organization, from its reading lists, quick lists and groups, and unassigns their
/// titles. Otherwise like [`remove_person`], with a constant number of statements for every 500 members.
///
/// Lock the organization first, then the accounts; any other order can deadlock.
pub async fn remove_members(
    tx: &mut Tx,
    organization: &OrganizationId,
    accounts: &mut [Account],
    now: Timestamp,
) -> Result<()> {
    for chunk in accounts.chunks_mut(ROWS_PER_STATEMENT) {
        for account in &mut *chunk {
            account.leave_organization(Role::OrganizationMember);
        }
        let chunk: Vec<&Account> = chunk.iter().collect();
        let ids: Vec<&AccountId> = chunk.iter().map(|account| &account.id).collect();
        take_off_lists(tx, &ids, now).await?;
        finish_removal(tx, organization, &chunk, now).await?;
    }
    Ok(())
}

/// Removes the data that requires a role, and writes the accounts.
async fn finish_removal(
    tx: &mut Tx,
    organization: &OrganizationId,
    accounts: &[&Account],
    now: Timestamp,
) -> Result<()> {
    let ids = |is_meant: fn(&Account) -> bool| -> Vec<&AccountId> {
        accounts.iter().filter(|account| is_meant(account)).map(|account| &account.id).collect()
    };
    unsubscribe(tx, organization, &ids(|account| account.membership.is_none())).await?;
    let deleted = ids(|account| account.deleted);
    if !deleted.is_empty() {
        let delete = Sql::new("DELETE FROM reading_lists WHERE owner_id IN (?)");
        tx.execute(delete.bind_in(deleted.iter().copied())).await?;
        closing::end_access_of_accounts(tx, &deleted, now).await?;
    }
    accounts::update_records(tx, accounts).await
}

/// The organization's lists pass to the heir, who does not subscribe to their own lists.
async fn hand_over(
    tx: &mut Tx,
    organization: &OrganizationId,
    account: &Account,
    heir: &AccountId,
) -> Result<()> {
    let shared = if account.deleted { "OR access = 'shared'" } else { "" };
    let statement = Sql::new(format!(
        "UPDATE reading_lists SET owner_id = $3 WHERE owner_id = $1 AND (organization_id = $2 {shared} \
         OR EXISTS (SELECT 1 FROM reading_list_members m WHERE m.list_id = reading_lists.id))"
    ))
    .bind_all((&account.id, organization, heir));
    if tx.affects_rows(statement).await? {
        let statement = Sql::new(
            "DELETE FROM reading_list_subscriptions WHERE account_id = $1 \
             AND list_id IN (SELECT id FROM reading_lists WHERE owner_id = $1)",
        );
        tx.execute(statement.bind(heir)).await?;
    }
    Ok(())
}

/// Removes members from lists, quick lists and groups, and unassigns their titles. This also applies to a
/// member who stays a sponsor.
async fn take_off_lists(tx: &mut Tx, accounts: &[&AccountId], now: Timestamp) -> Result<()> {
    let ids = || accounts.iter().copied();
    let touch = Sql::new(
        "UPDATE reading_lists SET updated_at = $1 WHERE updated_at < $1 AND id IN \
         (SELECT list_id FROM reading_list_members WHERE account_id IN (?))",
    );
    tx.execute(touch.bind(now).bind_in(ids())).await?;
    let subscriptions = Sql::new(
        "DELETE FROM reading_list_subscriptions WHERE account_id IN (?) AND EXISTS \
         (SELECT 1 FROM reading_list_members m WHERE m.list_id = reading_list_subscriptions.list_id \
             AND m.account_id = reading_list_subscriptions.account_id)",
    );
    tx.execute(subscriptions.bind_in(ids())).await?;
    for (table, column) in [
        ("reading_list_members", "account_id"),
        ("assignments", "account_id"),
        ("quick_lists", "member_id"),
        ("group_members", "account_id"),
    ] {
        let delete = Sql::new(format!("DELETE FROM {table} WHERE {column} IN (?)"));
        tx.execute(delete.bind_in(ids())).await?;
    }
    Ok(())
}

/// Users who have left the organization do not see its lists.
async fn unsubscribe(tx: &mut Tx, organization: &OrganizationId, accounts: &[&AccountId]) -> Result<()> {
    let delete = Sql::new(
        "DELETE FROM reading_list_subscriptions WHERE account_id IN (?) \
         AND list_id IN (SELECT id FROM reading_lists WHERE organization_id = $1)",
    )
    .bind(organization);
    tx.execute_each(delete.for_keys(accounts.iter().copied())).await.map(drop)
}
