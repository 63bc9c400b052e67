//! POST /v2/myAccount/subscription (docs/rules/memberships.md#rule-2).

use services::subscriptions::own::{self, SubscriptionOrder};

use crate::http::{CreatedResource, InRole, IndividualMember, ParamDraft, Result, ShortText, ValidatedParam};
use crate::records::SubscriptionSummary;
use crate::{params, routes};

params! {
    /// A subscription to take out.
    pub struct TakeSubscription {
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
    let (own, now) = own::take_out(&op, form.order(), faults).await?;
    Ok(CreatedResource {
        location: api.absolute_url(routes::MY_SUBSCRIPTION),
        record: super::active_summary(&api, own, now),
    })
}

impl TakeSubscription {
    fn order(self) -> SubscriptionOrder {
        SubscriptionOrder {
            kind: self.user_subscription_type.0.map(|name| name.0),
            promo_code: self.promo_code.map(|code| code.0),
        }
    }
}
