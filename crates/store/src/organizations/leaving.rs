//! Leaving an organization (docs/rules/organizations.md#rule-6).

use domain::accounts::{Account, Role};
use domain::ids::{AccountId, OrganizationId};
use jiff::Timestamp;

use crate::conn::Conn;
use crate::error::Result;
use crate::sql::Sql;
use crate::tx::Tx;
use crate::{accounts, closing, quick_lists};

/// Takes a role in the organization from a person, and everything that came with it: from a member the places
/// on reading lists and quick lists, and what was assigned; from a sponsor their quick list, and what was
/// made for the organization (its org lists, and lists with members), which is the heir's from then on. Who
/// gives up the last role subscribes to no org list of the organization any more. An account that is nothing
/// else becomes deleted: its tokens are revoked, its shared lists are the heir's too when it was a sponsor,
/// and its other lists are gone.
///
/// Lock the organization first, then the account: this is the one order.
pub async fn remove_person(
    tx: &mut Tx,
    organization: &OrganizationId,
    account: &mut Account,
    role: Role,
    heir: &AccountId,
    now: Timestamp,
) -> Result<()> {
    account.leave_organization(role);
    if role == Role::OrganizationSponsor {
        hand_over(tx, organization, account, heir).await?;
        quick_lists::forget_sponsor(&mut *tx, &account.id).await?;
    } else {
        take_off_lists(tx, &account.id, now).await?;
        quick_lists::forget_member(&mut *tx, &account.id).await?;
    }
    if account.membership.is_none() {
        unsubscribe(tx, organization, &account.id).await?;
    }
    if account.deleted {
        tx.execute(Sql::new("DELETE FROM reading_lists WHERE owner_id = $1").bind(account.id.as_str()))
            .await?;
        closing::end_access(tx, &account.id, now).await?;
    }
    accounts::update(tx, account).await.map(|_| ())
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
    .bind(account.id.as_str())
    .bind(organization.as_str())
    .bind(heir.as_str());
    if tx.affects_rows(statement).await? {
        let statement = Sql::new(
            "DELETE FROM reading_list_subscriptions WHERE account_id = $1 \
             AND list_id IN (SELECT id FROM reading_lists WHERE owner_id = $1)",
        );
        tx.execute(statement.bind(heir.as_str())).await?;
    }
    Ok(())
}

/// Only members are on lists and have titles assigned: a member who is a sponsor too loses both with the
/// membership.
async fn take_off_lists(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<()> {
    let on_lists = "SELECT list_id FROM reading_list_members WHERE account_id = $1";
    let touch =
        format!("UPDATE reading_lists SET updated_at = $2 WHERE updated_at < $2 AND id IN ({on_lists})");
    tx.execute(Sql::new(touch).bind(account.as_str()).bind_time(now)).await?;
    let subscriptions =
        format!("DELETE FROM reading_list_subscriptions WHERE account_id = $1 AND list_id IN ({on_lists})");
    tx.execute(Sql::new(subscriptions).bind(account.as_str())).await?;
    for table in ["reading_list_members", "assignments"] {
        let statement = Sql::new(format!("DELETE FROM {table} WHERE account_id = $1"));
        tx.execute(statement.bind(account.as_str())).await?;
    }
    Ok(())
}

/// A user who has left the organization does not see its lists.
async fn unsubscribe(tx: &mut Tx, organization: &OrganizationId, account: &AccountId) -> Result<()> {
    let statement = Sql::new(
        "DELETE FROM reading_list_subscriptions WHERE account_id = $1 \
         AND list_id IN (SELECT id FROM reading_lists WHERE organization_id = $2)",
    );
    tx.execute(statement.bind(account.as_str()).bind(organization.as_str())).await.map(|_| ())
}
