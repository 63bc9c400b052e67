//! Organizations that joined on the pages, and the decisions of staff on them
//! (docs/rules/memberships.md#rule-16).

use domain::staff_decisions::AdmissionOutcome;
use domain::{AccountId, OrganizationId};
use jiff::Timestamp;

use crate::{Conn, Record as _, Result, Sql, record};

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
    conn.execute(statement.bind(organization).bind_time(now)).await.map(drop)
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
    .bind(organization)
    .bind_time(decision.decided)
    .bind(decision.decided_by.as_ref().map(AccountId::as_str))
    .bind(decision.outcome.as_str())
    .bind(decision.remark.as_deref());
    conn.affects_rows(statement).await
}

record! {
    OrganizationAdmission {
        requested: "requested_at",
        decision: "decided_at, decided_by, outcome, remark" => decision_from_columns,
    }
}

type DecisionColumns = (Option<Timestamp>, Option<AccountId>, Option<AdmissionOutcome>, Option<String>);

fn decision_from_columns(
    (decided, decided_by, outcome, remark): DecisionColumns,
) -> Option<AdmissionDecision> {
    Some(AdmissionDecision { decided: decided?, decided_by, outcome: outcome?, remark })
}

/// The admission of an organization. `None` if it needs none.
pub async fn get(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Option<OrganizationAdmission>> {
    let statement = OrganizationAdmission::select_from("organization_admissions WHERE organization_id = $1");
    conn.fetch_optional(statement.bind(organization)).await
}
