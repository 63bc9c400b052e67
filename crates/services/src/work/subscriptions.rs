//! Subscriptions that staff begin and extend at the desk.

use domain::dates::start_of;
use domain::work::WorkKind;
use domain::{AuditedAct, SiteId, Subscription, SubscriptionId, SubscriptionType};
use jiff::civil::Date;
use store::Tx;
use store::subscriptions::Holder;
use store::work_claims::{WorkAddress, WorkClaim};

use super::{DecisionOutcome, FormOutcome, end_own_claim, find_other_claim};
use crate::subscriptions::{self, NewSubscription};
use crate::{Error, ErrorKey, Faults, Field, Operation, RequiredField, Result, accounts, organizations};

/// The work of giving a person or an organization a subscription.
fn work_address(holder: Holder<'_>) -> WorkAddress<'_> {
    let (kind, subject) = match holder {
        Holder::Account(id) => (WorkKind::ReaderSubscription, id.as_str()),
        Holder::Organization(id) => (WorkKind::OrganizationSubscription, id.as_str()),
    };
    WorkAddress { kind, subject }
}

/// Contents of the forms for extending a subscription and for beginning another one.
#[derive(Debug, Clone)]
pub struct SubscriptionsView {
    /// Name of the person or the organization.
    pub name: String,
    /// Newest start first.
    pub subscriptions: Vec<Subscription>,
    /// The types that the site of the person or the organization offers.
    pub offered_types: Vec<SubscriptionType>,
    /// The claim of somebody else. `None` if nobody else has taken it.
    pub other_claim: Option<WorkClaim>,
}

#[derive(Debug, Clone)]
pub struct Extension {
    pub subscription: SubscriptionId,
    /// The day with which it ends, in UTC: later than today and than its end so far.
    pub end_date: RequiredField<Date>,
}

/// A subscription that staff begin for a person or an organization.
#[derive(Debug, Clone)]
pub struct SubscriptionBeginning {
    pub subscription: NewSubscription,
    /// Number of subscriptions that the page showed.
    pub subscriptions_before: u64,
}

/// The subscriptions of a person or an organization.
///
/// # Errors
/// `USER_NOT_FOUND`, `ORGANIZATION_NOT_FOUND`.
pub async fn open_subscriptions(op: &Operation, holder: Holder<'_>) -> Result<SubscriptionsView> {
    op.require_membership_staff()?;
    read_subscriptions(op, holder).await
}

/// Extends a subscription.
///
/// # Errors
/// `USER_NOT_FOUND`, `ORGANIZATION_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `SUBSCRIPTION_NOT_FOUND` if the
/// person or the organization has none with this identifier.
pub async fn extend_subscription(
    op: &Operation,
    holder: Holder<'_>,
    extension: Extension,
    faults: Faults,
) -> Result<FormOutcome<SubscriptionsView>> {
    op.require_membership_staff()?;
    to_form_outcome(op, holder, write_extension(op, holder, extension, faults).await).await
}

/// Begins a subscription, besides those that the person or the organization has. A form that is sent twice
/// begins it once.
///
/// # Errors
/// `USER_NOT_FOUND`, `ORGANIZATION_NOT_FOUND`, `OPERATION_NOT_ALLOWED`.
pub async fn begin_subscription(
    op: &Operation,
    holder: Holder<'_>,
    beginning: SubscriptionBeginning,
    faults: Faults,
) -> Result<FormOutcome<SubscriptionsView>> {
    op.require_membership_staff()?;
    to_form_outcome(op, holder, write_beginning(op, holder, beginning, faults).await).await
}

/// The outcome of a form, with the page again if the form is wrong.
async fn to_form_outcome(
    op: &Operation,
    holder: Holder<'_>,
    written: Result<DecisionOutcome>,
) -> Result<FormOutcome<SubscriptionsView>> {
    match written {
        Ok(outcome) => Ok(FormOutcome::Processed(outcome)),
        Err(Error::Invalid(faults)) => {
            Ok(FormOutcome::Refused(faults, Box::new(read_subscriptions(op, holder).await?)))
        }
        Err(error) => Err(error),
    }
}

async fn read_subscriptions(op: &Operation, holder: Holder<'_>) -> Result<SubscriptionsView> {
    let (name, site) = match holder {
        Holder::Account(id) => {
            let account = accounts::find_managed(op, id.as_str()).await?;
            (account.display_name(), account.site)
        }
        Holder::Organization(id) => {
            let organization = organizations::find_managed(op, id.as_str()).await?;
            (organization.name, organization.site)
        }
    };
    Ok(SubscriptionsView {
        name,
        subscriptions: store::subscriptions::list_all(op.db(), holder).await?,
        offered_types: store::subscription_types::list_for_site(op.db(), &site).await?,
        other_claim: find_other_claim(op, op.db(), work_address(holder)).await?,
    })
}

async fn write_extension(
    op: &Operation,
    holder: Holder<'_>,
    extension: Extension,
    mut faults: Faults,
) -> Result<DecisionOutcome> {
    let mut tx = op.db().begin().await?;
    lock_holder(op, &mut tx, holder).await?;
    if let Some(claim) = find_other_claim(op, &mut tx, work_address(holder)).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    let old = store::subscriptions::find(&mut tx, holder, &extension.subscription).await?;
    let mut subscription = old.ok_or(ErrorKey::SubscriptionNotFound)?;
    if let Some(end) = extension.end_date.as_value() {
        let end = start_of(*end);
        if end <= op.now || subscription.end.is_none_or(|old| end <= old) {
            let reason = "must be later than today and than the end so far";
            faults.add(ErrorKey::InvalidDate, Field::EndDate, reason);
        }
    }
    let end = faults.complete_with(extension.end_date.into_value())?;
    subscription.end = Some(start_of(end));
    store::subscriptions::update(&mut tx, &subscription).await?;
    let subject = subscriptions::audit_subject(holder);
    op.record_change(&mut tx, AuditedAct::ChangeSubscription, subject).await?;
    end_own_claim(op, &mut tx, work_address(holder)).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}

async fn write_beginning(
    op: &Operation,
    holder: Holder<'_>,
    beginning: SubscriptionBeginning,
    faults: Faults,
) -> Result<DecisionOutcome> {
    let mut tx = op.db().begin().await?;
    let site = lock_holder(op, &mut tx, holder).await?;
    if let Some(claim) = find_other_claim(op, &mut tx, work_address(holder)).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    if store::subscriptions::count(&mut tx, holder).await? != beginning.subscriptions_before {
        return Ok(DecisionOutcome::DecidedBefore);
    }
    let new = beginning.subscription;
    subscriptions::insert_subscription(op, &mut tx, (holder, &site), new, faults).await?;
    end_own_claim(op, &mut tx, work_address(holder)).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}

/// Locks the person or the organization, on a site that the staff member manages, and returns the site.
async fn lock_holder(op: &Operation, tx: &mut Tx, holder: Holder<'_>) -> Result<SiteId> {
    Ok(match holder {
        Holder::Account(id) => accounts::lock_managed(op, tx, id.as_str()).await?.site,
        Holder::Organization(id) => organizations::lock_managed(op, tx, id.as_str()).await?.site,
    })
}
