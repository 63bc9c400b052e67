//! GET /v2/myAccount/subscription (docs/rules/memberships.md#rule-2, docs/rules/records.md#rule-23).

use services::subscriptions::own;

use crate::http::{ErrorKey, InRole, Json, Result, SignedIn};
use crate::records::SubscriptionSummary;

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
    Ok(Json(super::active_summary(&api, own.ok_or(ErrorKey::SubscriptionNotFound)?, op.now)))
}
