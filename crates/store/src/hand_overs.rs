//! Requests of sponsors to become the primary contact of their organization
//! (docs/rules/organizations.md#rule-18).

use domain::hand_overs::{HandOver, HandOverDecision};
use domain::{Account, AccountId, Organization, OrganizationId, SiteId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, record};

/// A request that waits, with what staff need to decide on it.
#[derive(Debug, Clone)]
pub struct WaitingHandOver {
    pub request: HandOver,
    pub organization: Organization,
    pub sponsor: Account,
}

/// The condition that the account `a` still is a sponsor of the organization of the request `h`.
pub(crate) const IS_SPONSOR: &str =
    "a.id = h.requested_by AND a.organization_id = h.organization_id AND a.is_sponsor AND NOT a.deleted";

record! {
    HandOver {
        id: "h.id",
        organization: "h.organization_id",
        requested_by: "h.requested_by",
        reason: "h.reason",
        requested: "h.requested_at",
        decision: "h.decided_at, h.decided_by, h.granted" => decision_from_columns,
    }
}

fn decision_from_columns(
    (decided, decided_by, granted): (Option<Timestamp>, Option<AccountId>, Option<bool>),
) -> Option<HandOverDecision> {
    let is_granted = granted.unwrap_or_default();
    decided.map(|decided| HandOverDecision { decided, decided_by, is_granted })
}

/// Adds a request; number and decision in the record are ignored. False if another request of the
/// organization waits.
pub async fn insert(mut conn: impl Conn, new: &HandOver) -> Result<bool> {
    let row = TableRow::new("hand_overs")
        .set("organization_id", &new.organization)
        .set("requested_by", &new.requested_by)
        .set("reason", &new.reason)
        .set("requested_at", new.requested);
    conn.affects_rows(row.insert_if_new()).await
}

/// Removes the pending request of a person who is no longer a sponsor of the organization.
pub async fn remove_orphan(mut conn: impl Conn, organization: &OrganizationId) -> Result<bool> {
    let statement = Sql::new(
        "DELETE FROM hand_overs WHERE organization_id = $1 AND decided_at IS NULL AND requested_by NOT IN \
         (SELECT id FROM accounts WHERE organization_id = $1 AND is_sponsor AND NOT deleted)",
    );
    conn.affects_rows(statement.bind(organization)).await
}

/// Removes the waiting request of a sponsor. False if the sponsor has none.
pub async fn withdraw(
    mut conn: impl Conn,
    organization: &OrganizationId,
    sponsor: &AccountId,
) -> Result<bool> {
    let statement = Sql::new(
        "DELETE FROM hand_overs WHERE organization_id = $1 AND requested_by = $2 AND decided_at IS NULL",
    );
    conn.affects_rows(statement.bind(organization).bind(sponsor)).await
}

/// One request, decided or not.
pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<HandOver>> {
    conn.fetch_optional(HandOver::select_from("hand_overs h WHERE h.id = $1").bind(id)).await
}

/// The waiting request of an organization, with its author. `None` if there is none.
pub async fn find_waiting(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Option<(HandOver, Account)>> {
    let statement = Sql::new(format!(
        "SELECT {}, a.document FROM hand_overs h JOIN accounts a ON {IS_SPONSOR} \
         WHERE h.organization_id = $1 AND h.decided_at IS NULL",
        HandOver::COLUMNS
    ));
    conn.fetch_optional(statement.bind(organization)).await
}

/// Waiting requests of a site, or of every site, longest wait first: at most `limit` after a time and a
/// number.
pub async fn list_waiting(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    after: (Timestamp, i64),
    limit: u32,
) -> Result<Vec<WaitingHandOver>> {
    let (requested, id) = after;
    let statement = Sql::new(format!(
        "SELECT {}, o.document, a.document FROM hand_overs h \
         JOIN organizations o ON o.id = h.organization_id JOIN accounts a ON {IS_SPONSOR} \
         WHERE h.decided_at IS NULL \
         AND (h.requested_at > $1 OR (h.requested_at = $1 AND h.id > $2))",
        HandOver::COLUMNS
    ))
    .bind_all((requested, id))
    .and_if_some("o.site_id = ?", site)
    .append(&format!(" ORDER BY h.requested_at, h.id LIMIT {limit}"));
    let waiting = |(request, organization, sponsor)| WaitingHandOver { request, organization, sponsor };
    let rows = conn.fetch_all::<(HandOver, Organization, Account)>(statement).await?;
    Ok(rows.into_iter().map(waiting).collect())
}

/// Decides on a request. False if it does not wait any more.
pub async fn decide(mut conn: impl Conn, id: i64, decision: &HandOverDecision) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE hand_overs SET decided_at = $2, decided_by = $3, granted = $4 \
         WHERE id = $1 AND decided_at IS NULL",
    )
    .bind(id)
    .bind(decision.decided)
    .bind(decision.decided_by.as_ref().map(AccountId::as_str))
    .bind(decision.is_granted);
    conn.affects_rows(statement).await
}
