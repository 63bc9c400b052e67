//! Organizations that joined on the pages, and the decisions of staff on them
//! (docs/rules/memberships.md#rule-16).

use domain::staff_decisions::AdmissionOutcome;
use domain::{AccountId, OrganizationId};
use jiff::Timestamp;

use crate::{Conn, Result, Sql, parse_enum, to_opt_timestamp, to_timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationAdmission {
    pub requested: Timestamp,
    /// `None` while it waits.
    pub decision: Option<AdmissionDecision>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdmissionDecision {
    pub decided: Timestamp,
    /// The staff member. `None` for the operator.
    pub decided_by: Option<AccountId>,
    pub outcome: AdmissionOutcome,
    pub remark: Option<String>,
}

/// Notes that an organization waits to be admitted.
pub async fn request(mut conn: impl Conn, organization: &OrganizationId, now: Timestamp) -> Result<()> {
    let statement =
        Sql::new("INSERT INTO organization_admissions (organization_id, requested_at) VALUES ($1, $2)");
    conn.execute(statement.bind(organization.as_str()).bind_time(now)).await.map(drop)
}

/// Decides on an organization. False if it does not wait.
pub async fn decide(
    mut conn: impl Conn,
    organization: &OrganizationId,
    decision: &AdmissionDecision,
) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE organization_admissions SET decided_at = $2, decided_by = $3, outcome = $4, remark = $5 \
         WHERE organization_id = $1 AND decided_at IS NULL",
    )
    .bind(organization.as_str())
    .bind_time(decision.decided)
    .bind(decision.decided_by.as_ref().map(AccountId::as_str))
    .bind(decision.outcome.as_str())
    .bind(decision.remark.as_deref());
    conn.affects_rows(statement).await
}

type AdmissionRow = (i64, Option<i64>, Option<String>, Option<String>, Option<String>);

/// The admission of an organization. `None` if it needs none.
pub async fn get(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Option<OrganizationAdmission>> {
    let statement = Sql::new(
        "SELECT requested_at, decided_at, decided_by, outcome, remark FROM organization_admissions \
         WHERE organization_id = $1",
    );
    let row = conn.fetch_optional::<AdmissionRow>(statement.bind(organization.as_str())).await?;
    let Some((requested, decided, by, outcome, remark)) = row else { return Ok(None) };
    let decision = match (to_opt_timestamp(decided)?, outcome) {
        (Some(decided), Some(outcome)) => Some(AdmissionDecision {
            decided,
            decided_by: by.map(AccountId),
            outcome: parse_enum(&outcome)?,
            remark,
        }),
        _ => None,
    };
    Ok(Some(OrganizationAdmission { requested: to_timestamp(requested)?, decision }))
}
