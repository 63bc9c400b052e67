//! The caller's subscription, or that of the organization (docs/rules/records.md#rule-23,
//! docs/rules/memberships.md#rule-2).

use jiff::Timestamp;
use services::subscriptions::own::{self, OwnSubscription, SubscriptionOrder};

use crate::http::{
    CreatedResource, ErrorKey, InRole, IndividualMember, Json, ParamDraft, Result, ShortText, SignedIn,
    ValidatedParam,
};
use crate::records::{SubscriptionSummary, SubscriptionTypeRecord};
use crate::{Api, endpoints, params, routes};

endpoints! {
    "My account": get_my_subscription, take_my_subscription;
}

fn active_summary(api: &Api, own: OwnSubscription, now: Timestamp) -> SubscriptionSummary {
    let kind = SubscriptionTypeRecord::find_or_name(&own.types, &own.subscription.kind);
    let books = (own.quota.allowed, own.quota.books_left());
    SubscriptionSummary::new(api, &own.subscription, kind, books, own.payment, now)
}

/// Get the active subscription
///
/// The caller's own; for organization members and sponsors that of the organization.
#[endpoint::get(
    "/v2/myAccount/subscription", returns "The subscription", errors(SubscriptionNotFound: "none is active"),
)]
pub async fn get_my_subscription(
    InRole { api, op, .. }: InRole<SignedIn>,
) -> Result<Json<SubscriptionSummary>> {
    let own = own::view_own(&op).await?;
    Ok(Json(active_summary(&api, own.ok_or(ErrorKey::SubscriptionNotFound)?, op.now)))
}

params! {
    /// A subscription to take out.
    pub struct TakeSubscription into SubscriptionOrder {
        /// Name of a type offered by the site.
        user_subscription_type: ValidatedParam<ShortText>,
        /// Reduces the price.
        promo_code: Option<ShortText>,
    }
}

/// Take out a subscription
///
/// Credits are used first; the rest is amountDue.
#[endpoint::post(
    "/v2/myAccount/subscription", returns "The subscription",
    errors(PromoCodeInvalid, SubscriptionExists: "one is active"),
)]
pub async fn take_my_subscription(
    InRole { api, op, .. }: InRole<IndividualMember>,
    draft: ParamDraft<TakeSubscription>,
) -> Result<CreatedResource<SubscriptionSummary>> {
    let (form, faults) = draft.valid_params()?;
    let (own, now) = own::take_out(&op, form.into_request(), faults).await?;
    Ok(CreatedResource {
        location: api.absolute_url(routes::MY_SUBSCRIPTION),
        record: active_summary(&api, own, now),
    })
}
