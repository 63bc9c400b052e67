//! Subscriptions that staff begin and extend at the desk.

use domain::dates::start_of;
use domain::work::WorkKind;
use domain::{AccountId, AuditedAct, OrganizationId, SiteId, Subscription, SubscriptionId, SubscriptionType};
use jiff::civil::Date;
use store::Tx;
use store::subscriptions::Holder;
use store::work_claims::{WorkAddress, WorkClaim};

use super::{DecisionOutcome, FormOutcome, end_own_claim, find_other_claim};
use crate::subscriptions::{self, NewSubscription};
use crate::{Error, ErrorKey, Faults, Field, Operation, RequiredField, Result, accounts, organizations};

/// Whose subscriptions staff begin or extend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionHolder<'a> {
    Account(&'a AccountId),
    Organization(&'a OrganizationId),
}

impl<'a> SubscriptionHolder<'a> {
    fn stored_holder(self) -> Holder<'a> {
        match self {
            Self::Account(id) => Holder::Account(id),
            Self::Organization(id) => Holder::Organization(id),
        }
    }

    fn address(self) -> WorkAddress<'a> {
        match self {
            Self::Account(id) => WorkAddress { kind: WorkKind::ReaderSubscription, subject: id.as_str() },
            Self::Organization(id) => {
                WorkAddress { kind: WorkKind::OrganizationSubscription, subject: id.as_str() }
            }
        }
    }
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
pub async fn open_subscriptions(op: &Operation, holder: SubscriptionHolder<'_>) -> Result<SubscriptionsView> {
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
    holder: SubscriptionHolder<'_>,
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
    holder: SubscriptionHolder<'_>,
    beginning: SubscriptionBeginning,
    faults: Faults,
) -> Result<FormOutcome<SubscriptionsView>> {
    op.require_membership_staff()?;
    to_form_outcome(op, holder, write_beginning(op, holder, beginning, faults).await).await
}

/// The outcome of a form, with the page again if the form is wrong.
async fn to_form_outcome(
    op: &Operation,
    holder: SubscriptionHolder<'_>,
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

async fn read_subscriptions(op: &Operation, holder: SubscriptionHolder<'_>) -> Result<SubscriptionsView> {
    let (name, site) = match holder {
        SubscriptionHolder::Account(id) => {
            let account = accounts::find_managed(op, id.as_str()).await?;
            (account.display_name(), account.site)
        }
        SubscriptionHolder::Organization(id) => {
            let organization = organizations::find_managed(op, id.as_str()).await?;
            (organization.name, organization.site)
        }
    };
    Ok(SubscriptionsView {
        name,
        subscriptions: store::subscriptions::list_all(op.db(), holder.stored_holder()).await?,
        offered_types: store::subscription_types::list_for_site(op.db(), &site).await?,
        other_claim: find_other_claim(op, op.db(), holder.address()).await?,
    })
}

async fn write_extension(
    op: &Operation,
    holder: SubscriptionHolder<'_>,
    extension: Extension,
    mut faults: Faults,
) -> Result<DecisionOutcome> {
    let mut tx = op.db().begin().await?;
    lock_holder(op, &mut tx, holder).await?;
    if let Some(claim) = find_other_claim(op, &mut tx, holder.address()).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    let old = store::subscriptions::find(&mut tx, holder.stored_holder(), &extension.subscription).await?;
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
    let subject = subscriptions::audit_subject(holder.stored_holder());
    op.record_change(&mut tx, AuditedAct::ChangeSubscription, subject).await?;
    end_own_claim(op, &mut tx, holder.address()).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}

async fn write_beginning(
    op: &Operation,
    holder: SubscriptionHolder<'_>,
    beginning: SubscriptionBeginning,
    faults: Faults,
) -> Result<DecisionOutcome> {
    let mut tx = op.db().begin().await?;
    let site = lock_holder(op, &mut tx, holder).await?;
    if let Some(claim) = find_other_claim(op, &mut tx, holder.address()).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    let stored_holder = holder.stored_holder();
    if store::subscriptions::count(&mut tx, stored_holder).await? != beginning.subscriptions_before {
        return Ok(DecisionOutcome::DecidedBefore);
    }
    let new = beginning.subscription;
    subscriptions::insert_subscription(op, &mut tx, (stored_holder, &site), new, faults).await?;
    end_own_claim(op, &mut tx, holder.address()).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}

/// Locks the person or the organization, on a site that the staff member manages, and returns the site.
async fn lock_holder(op: &Operation, tx: &mut Tx, holder: SubscriptionHolder<'_>) -> Result<SiteId> {
    Ok(match holder {
        SubscriptionHolder::Account(id) => accounts::lock_managed(op, tx, id.as_str()).await?.site,
        SubscriptionHolder::Organization(id) => organizations::lock_managed(op, tx, id.as_str()).await?.site,
    })
}
