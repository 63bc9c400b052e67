//! Agreements that staff record at the desk.

use domain::work::WorkKind;
use domain::{Account, AccountId, Agreement, AgreementType, Organization};
use store::work_claims::{WorkAddress, WorkClaim};

use super::{DecisionOutcome, FormOutcome, end_own_claim, find_other_claim};
use crate::accounts::find_managed;
use crate::agreements::{self, NewAgreement};
use crate::queries::find_if_some;
use crate::{Error, ErrorKey, Faults, Operation, Result};

#[derive(Debug, Clone)]
pub struct AgreementView {
    pub owner: Account,
    /// The organization for which the person signs. `None` for people who sign for themselves.
    pub organization: Option<Organization>,
    /// True if the person has a current agreement.
    pub is_signed: bool,
    /// The claim of somebody else. `None` if nobody else has taken it.
    pub other_claim: Option<WorkClaim>,
}

/// The work that an agreement of this person ends; `organization` is the one for which the person signs.
fn address<'a>(owner: &'a Account, organization: Option<&'a Organization>) -> WorkAddress<'a> {
    match organization {
        Some(organization) => {
            WorkAddress { kind: WorkKind::OrganizationAgreement, subject: organization.id.as_str() }
        }
        None => WorkAddress { kind: WorkKind::ReaderAgreement, subject: owner.id.as_str() },
    }
}

/// A person whose agreement staff record.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn open_agreement(op: &Operation, id: &AccountId) -> Result<AgreementView> {
    op.require_membership_staff()?;
    read_signer(op, id).await
}

/// Records the agreement of a person, as [`agreements::record`] does, unless somebody else has taken the
/// work.
///
/// # Errors
/// Those of [`agreements::record`], except the faults of the request and `AGREEMENT_EXISTS`.
pub async fn record_agreement(
    op: &Operation,
    id: &AccountId,
    form: NewAgreement,
    faults: Faults,
) -> Result<FormOutcome<AgreementView>> {
    op.require_membership_staff()?;
    match write_agreement(op, id, form, faults).await {
        Ok(outcome) => Ok(FormOutcome::Processed(outcome)),
        Err(Error::Invalid(faults)) => Ok(FormOutcome::Refused(faults, Box::new(read_signer(op, id).await?))),
        Err(error) if error.key() == Some(ErrorKey::AgreementExists) => {
            Ok(FormOutcome::Processed(DecisionOutcome::DecidedBefore))
        }
        Err(error) => Err(error),
    }
}

async fn write_agreement(
    op: &Operation,
    id: &AccountId,
    form: NewAgreement,
    faults: Faults,
) -> Result<DecisionOutcome> {
    let mut tx = op.db().begin().await?;
    let (owner, organization) = agreements::lock_signer(op, &mut tx, id.as_str()).await?;
    let work = address(&owner, organization.as_ref());
    if let Some(claim) = find_other_claim(op, &mut tx, work).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    let paper = form.into_paper(Some(&owner), op.now, faults)?;
    agreements::record_paper(op, &mut tx, (&owner, organization.as_ref()), paper).await?;
    end_own_claim(op, &mut tx, work).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}

async fn read_signer(op: &Operation, id: &AccountId) -> Result<AgreementView> {
    let owner = find_managed(op, id.as_str()).await?;
    let own = owner.membership.as_ref().map(|place| &place.organization);
    let own = own.filter(|own| owner.is_sponsor_of(own));
    let organization = find_if_some(own.map(|own| store::organizations::get(op.db(), own))).await?;
    let all = store::agreements::list_for_account(op.db(), &owner.id).await?;
    let is_current = |agreement: &Agreement| {
        agreement.kind == AgreementType::TermsOfUse && agreement.date_expired.is_none_or(|end| end > op.now)
    };
    let is_signed = all.iter().any(is_current);
    let other_claim = find_other_claim(op, op.db(), address(&owner, organization.as_ref())).await?;
    Ok(AgreementView { owner, organization, is_signed, other_claim })
}
