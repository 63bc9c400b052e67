//! Requests of sponsors to become the primary contact, and the decisions of staff on them
//! (docs/rules/organizations.md#rule-18).

use domain::hand_overs::{HandOver, HandOverDecision};
use domain::work::WorkKind;
use domain::{Account, AccountId, AuditedAct, Organization};
use jiff::Timestamp;
use jobs::emails::{SendEmail, enqueue};
use serde::{Deserialize, Serialize};
use store::Tx;
use store::hand_overs::WaitingHandOver;
use store::work_claims::{self, WorkAddress, WorkClaim};

use super::{DecisionOutcome, ITEMS_PER_PAGE, end_own_claim, find_other_claim, is_in_the_way};
use crate::queries::cut_page;
use crate::{ErrorKey, Operation, Result, organizations};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandOverPlace {
    pub requested: Timestamp,
    pub id: i64,
}

/// A request as staff see it.
#[derive(Debug, Clone)]
pub struct HandOverView {
    pub request: HandOver,
    pub organization: Organization,
    pub sponsor: Account,
    /// The present primary contact. `None` if there is none.
    pub contact: Option<Account>,
    /// The claim of somebody else on work about the organization. `None` if nobody else has taken any.
    pub other_claim: Option<WorkClaim>,
}

#[derive(Debug, Clone)]
pub struct HandOverPage {
    /// Longest wait first.
    pub hand_overs: Vec<HandOverView>,
    /// The place that the next page begins after. `None` if this is the last page.
    pub next: Option<HandOverPlace>,
}

/// A page of the requests that wait on the sites that the staff member manages: three statements.
pub async fn list_hand_overs(op: &Operation, after: Option<HandOverPlace>) -> Result<HandOverPage> {
    op.require_membership_staff()?;
    let site = (!op.sees_every_site()).then(|| op.view_site());
    let after = after.map_or((Timestamp::MIN, 0), |place| (place.requested, place.id));
    let limit = u32::try_from(ITEMS_PER_PAGE + 1).unwrap_or(u32::MAX);
    let mut waiting = store::hand_overs::list_waiting(op.db(), site, after, limit).await?;
    let place =
        |last: &WaitingHandOver| HandOverPlace { requested: last.request.requested, id: last.request.id };
    let next = cut_page(&mut waiting, ITEMS_PER_PAGE, place);
    let contacts: Vec<AccountId> =
        waiting.iter().filter_map(|one| one.organization.primary_contact.clone()).collect();
    let mut contacts = store::accounts::get_by_ids(op.db(), &contacts).await?;
    contacts.retain(|_, account| !account.deleted);
    let subjects: Vec<&str> = waiting.iter().map(|one| one.organization.id.as_str()).collect();
    let claims = work_claims::list_of_subjects(op.db(), &subjects, op.now).await?;
    let view = |one: WaitingHandOver| {
        let contact = one.organization.primary_contact.as_ref().and_then(|id| contacts.get(id)).cloned();
        let work = WorkAddress { kind: WorkKind::HandOver, subject: one.organization.id.as_str() };
        HandOverView {
            other_claim: claims.iter().find(|claim| is_in_the_way(op, claim, work)).cloned(),
            request: one.request,
            organization: one.organization,
            sponsor: one.sponsor,
            contact,
        }
    };
    Ok(HandOverPage { hand_overs: waiting.into_iter().map(view).collect(), next })
}

/// Grants a request, which names the sponsor primary contact, or declines it. The sponsor gets an email,
/// and so does the primary contact before, who stays a sponsor.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`; `USER_NOT_FOUND` if the author is not a sponsor of it any more.
pub async fn decide_hand_over(op: &Operation, id: i64, is_granted: bool) -> Result<DecisionOutcome> {
    op.require_membership_staff()?;
    let mut tx = op.db().begin().await?;
    let request = store::hand_overs::get(&mut tx, id).await?.ok_or(ErrorKey::OrganizationNotFound)?;
    let organization = organizations::lock_managed(op, &mut tx, request.organization.as_str()).await?;
    let work = WorkAddress { kind: WorkKind::HandOver, subject: request.organization.as_str() };
    if let Some(claim) = find_other_claim(op, &mut tx, work).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    let decision = HandOverDecision { decided: op.now, decided_by: op.signed_in_id().cloned(), is_granted };
    if !store::hand_overs::decide(&mut tx, id, &decision).await? {
        return Ok(DecisionOutcome::DecidedBefore);
    }
    if is_granted {
        name_contact(op, &mut tx, organization, &request).await?;
    } else {
        op.record_change(&mut tx, AuditedAct::DeclineHandOver, &organization.id).await?;
    }
    let email = SendEmail::HandOverDecided { account: request.requested_by.clone(), hand_over: id };
    enqueue(&mut tx, &email, op.now).await?;
    end_own_claim(op, &mut tx, work).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}

/// Names the sponsor who asked primary contact, and tells the one before.
async fn name_contact(
    op: &Operation,
    tx: &mut Tx,
    mut organization: Organization,
    request: &HandOver,
) -> Result<()> {
    let author = request.requested_by.as_str();
    let (sponsor, before) = organizations::replace_contact(op, tx, &mut organization, author).await?;
    if let Some(account) = before.filter(|before| *before != sponsor.id) {
        enqueue(tx, &SendEmail::HandOverDecided { account, hand_over: request.id }, op.now).await?;
    }
    Ok(())
}
