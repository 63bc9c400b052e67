//! One organization at the desk, and its admission.

use std::collections::HashMap;

use domain::organization_types::OrganizationType;
use domain::staff_decisions::{AdmissionOutcome, MAX_REMARK_CHARS};
use domain::work::WorkKind;
use domain::{AccountId, Agreement, AuditedAct, Organization, OrganizationId, Reader, Site, Subscription};
use store::organization_admissions::{self, AdmissionDecision, OrganizationAdmission};
use store::subscriptions::Holder;
use store::work_claims::{self, WorkAddress, WorkClaim};

use super::{DecisionOutcome, end_own_claim, find_other_claim};
use crate::accounts::list_display_names;
use crate::organizations::{self, OrganizationView};
use crate::values::Text;
use crate::{Operation, Result};

/// An organization as membership staff see it.
#[derive(Debug, Clone)]
pub struct OrganizationOverview {
    pub organization: Organization,
    /// `None` if it no longer exists.
    pub site: Option<Site>,
    /// `None` if the type was removed.
    pub kind: Option<OrganizationType>,
    /// Primary contact. `None` if it has none.
    pub contact: Option<Reader>,
    /// Agreements that the primary contact has signed, newest first, those that have ended too.
    pub agreements: Vec<Agreement>,
    /// Newest start first.
    pub subscriptions: Vec<Subscription>,
    /// `None` if it needed none.
    pub admission: Option<OrganizationAdmission>,
    /// Display names of those who recorded an agreement or decided.
    pub names: HashMap<AccountId, String>,
    /// Claims on work about the organization, also the actor's own.
    pub claims: Vec<WorkClaim>,
}

/// Everything about one organization that staff need to admit it.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`.
pub async fn open_organization(op: &Operation, id: &OrganizationId) -> Result<OrganizationOverview> {
    op.require_membership_staff()?;
    let OrganizationView { organization, contact } = organizations::get(op, id.as_str()).await?;
    let db = op.db();
    let agreements = match &contact {
        Some(contact) => store::agreements::list_for_account(db, &contact.account.id).await?,
        None => Vec::new(),
    };
    let admission = organization_admissions::get(db, &organization.id).await?;
    let decided_by =
        admission.as_ref().and_then(|admission| admission.decision.as_ref()?.decided_by.as_ref());
    let recorders = agreements.iter().filter_map(|agreement| agreement.recorded_by.as_ref());
    let names = list_display_names(op, recorders.chain(decided_by)).await?;
    let claims = work_claims::list_of_subjects(db, &[organization.id.as_str()], op.now).await?;
    let types = store::organization_types::list(db).await?;
    Ok(OrganizationOverview {
        site: store::sites::get(db, &organization.site).await?,
        kind: types.into_iter().find(|kind| kind.name == organization.kind),
        subscriptions: store::subscriptions::list_all(db, Holder::Organization(&organization.id)).await?,
        names,
        claims: claims.into_iter().filter(|claim| claim.kind.is_about_organization()).collect(),
        organization,
        contact,
        agreements,
        admission,
    })
}

#[derive(Debug, Clone)]
pub struct AdmissionRequest {
    pub outcome: AdmissionOutcome,
    /// A remark for staff.
    pub remark: Option<Text<MAX_REMARK_CHARS>>,
}

/// Admits an organization that has joined, or declines it: then it stays suspended. The primary contact gets
/// an email.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`; `OPERATION_NOT_ALLOWED` to admit an organization that is erased, or is going to
/// be.
pub async fn decide_organization(
    op: &Operation,
    id: &OrganizationId,
    request: AdmissionRequest,
) -> Result<DecisionOutcome> {
    op.require_membership_staff()?;
    let mut tx = op.db().begin().await?;
    let mut organization = organizations::lock_managed(op, &mut tx, id.as_str()).await?;
    let organization_id = organization.id.clone();
    let work = WorkAddress { kind: WorkKind::OrganizationAdmission, subject: organization_id.as_str() };
    if let Some(claim) = find_other_claim(op, &mut tx, work).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    let decision = AdmissionDecision {
        decided: op.now,
        decided_by: op.signed_in_id().cloned(),
        outcome: request.outcome,
        remark: request.remark.map(|remark| remark.0),
    };
    if !organization_admissions::decide(&mut tx, &organization_id, &decision).await? {
        return Ok(DecisionOutcome::DecidedBefore);
    }
    let act = match request.outcome {
        AdmissionOutcome::Admitted => {
            organizations::refuse_erased(&mut tx, &organization).await?;
            organization.suspended = false;
            organization.can_create_users = true;
            store::organizations::update(&mut tx, &organization).await?;
            AuditedAct::AdmitOrganization
        }
        AdmissionOutcome::Declined => AuditedAct::DeclineOrganization,
    };
    op.record_change(&mut tx, act, &organization_id).await?;
    organizations::send_admission_notice(op, &mut tx, &organization).await?;
    end_own_claim(op, &mut tx, work).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}
