//! GET /v2/accounts/{userIdentifier}/subscriptions/{subscriptionId} (docs/rules/memberships.md#rule-9).

use services::subscriptions::{self, SubscriptionAddress};

use crate::http::{InRole, Json, MembershipStaff, Result, Segments};
use crate::records::UserSubscription;

/// Get a subscription of an account
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/subscriptions/{subscriptionId}", returns "The subscription",
    errors(UserNotFound: "no account of the caller's site", SubscriptionNotFound: "none of the account"),
)]
pub async fn get_account_subscription(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
) -> Result<Json<UserSubscription>> {
    let address = SubscriptionAddress { person: &name, id: &id.into() };
    let held = subscriptions::get(&op, address).await?;
    Ok(Json(UserSubscription::new(&api, &held.owner.id, held.subscription, &held.offered_types)))
}
