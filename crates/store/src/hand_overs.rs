//! Requests of sponsors to become the primary contact of their organization
//! (docs/rules/organizations.md#rule-18).

use domain::hand_overs::{HandOver, HandOverDecision};
use domain::{Account, AccountId, Organization, OrganizationId, SiteId};
use jiff::Timestamp;

use crate::{Conn, Result, Sql, parse_record, to_opt_timestamp, to_timestamp};

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

const COLUMNS: &str = "h.id, h.organization_id, h.requested_by, h.reason, h.requested_at, h.decided_at, \
     h.decided_by, h.granted";

type HandOverRow = (i64, String, String, String, i64, Option<i64>, Option<String>, Option<bool>);

/// A request, and the document of the sponsor.
type SponsoredRow = (i64, String, String, String, i64, Option<i64>, Option<String>, Option<bool>, String);

/// A request, and the documents of the organization and the sponsor.
type WaitingRow =
    (i64, String, String, String, i64, Option<i64>, Option<String>, Option<bool>, String, String);

fn hand_over_from_row(row: HandOverRow) -> Result<HandOver> {
    let (id, organization, requested_by, reason, requested, decided, decided_by, granted) = row;
    let decision = to_opt_timestamp(decided)?.map(|decided| HandOverDecision {
        decided,
        decided_by: decided_by.map(AccountId),
        is_granted: granted.unwrap_or_default(),
    });
    Ok(HandOver {
        id,
        organization: OrganizationId(organization),
        requested_by: AccountId(requested_by),
        reason,
        requested: to_timestamp(requested)?,
        decision,
    })
}

/// Adds a request; number and decision in the record are ignored. False if another request of the
/// organization waits.
pub async fn insert(mut conn: impl Conn, new: &HandOver) -> Result<bool> {
    let statement = Sql::new(
        "INSERT INTO hand_overs (organization_id, requested_by, reason, requested_at) \
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(new.organization.as_str())
    .bind(new.requested_by.as_str())
    .bind(new.reason.as_str())
    .bind_time(new.requested);
    conn.affects_rows(statement).await
}

/// Removes the pending request of a person who is no longer a sponsor of the organization.
pub async fn remove_orphan(mut conn: impl Conn, organization: &OrganizationId) -> Result<bool> {
    let statement = Sql::new(
        "DELETE FROM hand_overs WHERE organization_id = $1 AND decided_at IS NULL AND requested_by NOT IN \
         (SELECT id FROM accounts WHERE organization_id = $1 AND is_sponsor AND NOT deleted)",
    );
    conn.affects_rows(statement.bind(organization.as_str())).await
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
    conn.affects_rows(statement.bind(organization.as_str()).bind(sponsor.as_str())).await
}

/// One request, decided or not.
pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<HandOver>> {
    let statement = Sql::new(format!("SELECT {COLUMNS} FROM hand_overs h WHERE h.id = $1")).bind(id);
    conn.fetch_optional::<HandOverRow>(statement).await?.map(hand_over_from_row).transpose()
}

/// The waiting request of an organization, with its author. `None` if there is none.
pub async fn find_waiting(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Option<(HandOver, Account)>> {
    let statement = Sql::new(format!(
        "SELECT {COLUMNS}, a.document FROM hand_overs h JOIN accounts a ON {IS_SPONSOR} \
         WHERE h.organization_id = $1 AND h.decided_at IS NULL"
    ))
    .bind(organization.as_str());
    let Some(row) = conn.fetch_optional::<SponsoredRow>(statement).await? else { return Ok(None) };
    let (id, organization, by, reason, requested, decided, decided_by, granted, document) = row;
    let row = (id, organization, by, reason, requested, decided, decided_by, granted);
    Ok(Some((hand_over_from_row(row)?, parse_record(&document)?)))
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
        "SELECT {COLUMNS}, o.document, a.document FROM hand_overs h \
         JOIN organizations o ON o.id = h.organization_id JOIN accounts a ON {IS_SPONSOR} \
         WHERE h.decided_at IS NULL \
         AND (h.requested_at > $1 OR (h.requested_at = $1 AND h.id > $2))"
    ))
    .bind_time(requested)
    .bind(id)
    .and_if_some("o.site_id = ?", site.map(SiteId::as_str))
    .append(&format!(" ORDER BY h.requested_at, h.id LIMIT {limit}"));
    let waiting = |row: WaitingRow| {
        let (id, of, by, reason, requested, decided, decided_by, granted, organization, sponsor) = row;
        Ok(WaitingHandOver {
            request: hand_over_from_row((id, of, by, reason, requested, decided, decided_by, granted))?,
            organization: parse_record(&organization)?,
            sponsor: parse_record(&sponsor)?,
        })
    };
    conn.fetch_all::<WaitingRow>(statement).await?.into_iter().map(waiting).collect()
}

/// Decides on a request. False if it does not wait any more.
pub async fn decide(mut conn: impl Conn, id: i64, decision: &HandOverDecision) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE hand_overs SET decided_at = $2, decided_by = $3, granted = $4 \
         WHERE id = $1 AND decided_at IS NULL",
    )
    .bind(id)
    .bind_time(decision.decided)
    .bind(decision.decided_by.as_ref().map(AccountId::as_str))
    .bind(decision.is_granted);
    conn.affects_rows(statement).await
}
