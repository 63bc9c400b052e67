//! Organizations that joined on the pages, and the decisions of staff on them
//! (docs/rules/memberships.md#rule-16).

use domain::staff_decisions::AdmissionOutcome;
use domain::{AccountId, OrganizationId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, record};

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
    let row = TableRow::new("organization_admissions")
        .set("organization_id", organization)
        .set("requested_at", now);
    conn.execute(row.insert()).await.map(drop)
}

/// Decides on an organization. False if it does not wait.
pub async fn decide(
    mut conn: impl Conn,
    organization: &OrganizationId,
    decision: &AdmissionDecision,
) -> Result<bool> {
    let row = TableRow::new("organization_admissions")
        .set("organization_id", organization)
        .set("decided_at", decision.decided)
        .set("decided_by", &decision.decided_by)
        .set("outcome", decision.outcome)
        .set("remark", decision.remark.as_deref());
    conn.affects_rows(row.update().append(" AND decided_at IS NULL")).await
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
