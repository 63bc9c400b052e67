//! A user's own subscription, or that of their organization (docs/rules/records.md#rule-23).

use domain::quotas::{self, Quota};
use domain::subscription_types::Payment;
use domain::{AuditedAct, Reader, Role, SiteId, Subscription, SubscriptionId, SubscriptionType};
use jiff::Timestamp;
use store::Tx;
use store::subscriptions::Holder;

use super::not_offered;
use crate::accounts::lock_open;
use crate::{Error, ErrorKey, Fault, Faults, Field, Operation, RequiredField, Result};

/// An active subscription as its user sees it.
#[derive(Debug, Clone)]
pub struct OwnSubscription {
    pub subscription: Subscription,
    pub quota: Quota,
    /// The types that the site offers.
    pub types: Vec<SubscriptionType>,
    pub payment: Payment,
}

/// A subscription that a user takes out.
#[derive(Debug, Clone)]
pub struct SubscriptionOrder {
    /// Name of a type that the site offers.
    pub user_subscription_type: RequiredField<String>,
    /// Reduces the price.
    pub promo_code: Option<String>,
}

/// The active subscription that counts for a reader, with its quota: for individual members their own,
/// otherwise the organization's.
fn find_active(reader: &Reader, now: Timestamp) -> Option<(&Subscription, Quota)> {
    let own = reader.subscription(now).filter(|_| reader.account.has_role(Role::Individual));
    if let Some(own) = own {
        return Some((own, quotas::individual_quota(reader, now)));
    }
    let standing = reader.organization.as_ref()?;
    let shared = standing.subscriptions.iter().find(|subscription| subscription.is_active_at(now))?;
    Some((shared, quotas::organization_quota(standing)))
}

/// The quota of the active subscription that counts for a reader. `None` if there is none.
pub fn active_quota(reader: &Reader, now: Timestamp) -> Option<Quota> {
    find_active(reader, now).map(|(_, quota)| quota)
}

/// The user's active subscription. `None` if there is none.
pub async fn view_own(op: &Operation) -> Result<Option<OwnSubscription>> {
    view_at(op, op.reader()?, op.now).await
}

async fn view_at(op: &Operation, reader: &Reader, now: Timestamp) -> Result<Option<OwnSubscription>> {
    let Some((subscription, quota)) = find_active(reader, now) else { return Ok(None) };
    let types = store::subscription_types::list_for_site(op.db(), &reader.account.site).await?;
    let payment = store::subscription_types::get_payment(op.db(), &subscription.id).await?;
    Ok(Some(OwnSubscription { subscription: subscription.clone(), quota, types, payment }))
}

/// The subscription of a member, or what the member may choose from.
#[derive(Debug)]
pub struct SubscriptionOffer {
    pub own: Option<OwnSubscription>,
    /// The types that the member's site offers. Empty if there is an active subscription.
    pub types: Vec<SubscriptionType>,
}

/// The active subscription of a member, or the types to choose from.
pub async fn find_offer(op: &Operation) -> Result<SubscriptionOffer> {
    let own = view_own(op).await?;
    let types = match own {
        Some(_) => Vec::new(),
        None => store::subscription_types::list_for_site(op.db(), &op.account()?.site).await?,
    };
    Ok(SubscriptionOffer { own, types })
}

#[derive(Debug)]
pub enum OrderOutcome {
    Taken,
    /// The order is wrong: its faults, and what there is to choose from.
    Refused(Vec<Fault>, Box<SubscriptionOffer>),
}

/// Takes out a subscription as [`take_out`] does, and returns the offer again if the order is wrong.
///
/// # Errors
/// Those of [`take_out`], except the faults of the request.
pub async fn place_order(op: &Operation, order: SubscriptionOrder, faults: Faults) -> Result<OrderOutcome> {
    match take_out(op, order, faults).await {
        Ok(_) => Ok(OrderOutcome::Taken),
        Err(Error::Invalid(faults)) => Ok(OrderOutcome::Refused(faults, Box::new(find_offer(op).await?))),
        Err(error) => Err(error),
    }
}

/// Takes out a subscription. Credits are used first; the rest is due. Returns the subscription, and the
/// moment it began.
///
/// # Errors
/// The faults of the request, among them `PROMO_CODE_INVALID`; `SUBSCRIPTION_EXISTS`.
pub async fn take_out(
    op: &Operation,
    order: SubscriptionOrder,
    faults: Faults,
) -> Result<(OwnSubscription, Timestamp)> {
    op.require_individual_member()?;
    let choice = OwnSubscriptionChoice::from_order(op, order, faults).await?;
    let holder = Holder::Account(op.account_id()?);
    let mut tx = op.db().begin().await?;
    // The account's row is the lock: of two concurrent requests one finds the other's subscription. The time
    // is read after it, so that what the other one began has begun.
    lock_open(&mut tx, op.account_id()?).await?;
    let now = op.library().current_time();
    if store::subscriptions::list_all(&mut tx, holder).await?.iter().any(|held| held.is_active_at(now)) {
        return Err(ErrorKey::SubscriptionExists.into());
    }
    let id = SubscriptionId(op.random_id());
    let subscription = choice.kind.begin(id, now).ok_or_else(|| too_many_months(&choice.kind))?;
    store::subscriptions::insert(&mut tx, holder, &subscription).await?;
    choice.pay(op, &mut tx, &subscription.id).await?;
    op.commit_change(tx, AuditedAct::AddSubscription, op.account_id()?).await?;
    let reader = store::readers::find_by_account(op.db(), op.account_id()?, now).await?;
    let own = view_at(op, &reader.ok_or(ErrorKey::UserNotFound)?, now).await?;
    Ok((own.ok_or(ErrorKey::SubscriptionNotFound)?, now))
}

/// The chosen subscription and its price.
struct OwnSubscriptionChoice {
    kind: SubscriptionType,
    promo_code: Option<String>,
    /// The discount of the code in percent.
    percent: u8,
}

impl OwnSubscriptionChoice {
    async fn from_order(op: &Operation, order: SubscriptionOrder, mut faults: Faults) -> Result<Self> {
        let kind = match order.user_subscription_type.into_value() {
            Some(name) => find_offered(op, op.view_site(), &name, &mut faults).await?,
            None => None,
        };
        let percent = match &order.promo_code {
            None => Some(0),
            Some(code) => {
                store::subscription_types::find_discount(op.db(), op.view_site(), code, op.now).await?
            }
        };
        if percent.is_none() {
            faults.add(ErrorKey::PromoCodeInvalid, Field::PromoCode, "is not valid");
        }
        let (kind, percent) = faults.complete_with(kind.zip(percent))?;
        Ok(Self { kind, promo_code: order.promo_code, percent })
    }

    /// Credits are used first; the rest is due.
    async fn pay(self, op: &Operation, tx: &mut Tx, subscription: &SubscriptionId) -> Result<()> {
        let cost = Payment::cost(self.kind.price, self.percent);
        let credits_used = store::credits::take_up_to(&mut *tx, op.account_id()?, cost).await?;
        let amount_due = cost - credits_used;
        let payment = Payment { promo_code: self.promo_code, cost, credits_used, amount_due };
        Ok(store::subscription_types::record_payment(&mut *tx, subscription, &payment).await?)
    }
}

/// A type of the site that people may take out for themselves.
async fn find_offered(
    op: &Operation,
    site: &SiteId,
    name: &str,
    faults: &mut Faults,
) -> Result<Option<SubscriptionType>> {
    let types = store::subscription_types::list_for_site(op.db(), site).await?;
    let open: Vec<SubscriptionType> = types.into_iter().filter(|kind| kind.open_to_people).collect();
    if !open.iter().any(|kind| kind.name == name) {
        faults.push(not_offered(Field::UserSubscriptionType, &open));
    }
    Ok(open.into_iter().find(|kind| kind.name == name))
}

/// A type that the operator gave more months than the calendar has.
fn too_many_months(kind: &SubscriptionType) -> Error {
    tracing::error!(kind = kind.name, months = kind.months, "a subscription that ends beyond the calendar");
    ErrorKey::InternalError.into()
}
