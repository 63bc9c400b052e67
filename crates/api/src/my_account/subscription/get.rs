//! GET /v2/myAccount/subscription (docs/rules/records.md#rule-23).

use axum::extract::State;
use services::subscriptions::own;

use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::roles::{InRole, SignedIn};
use crate::records::SubscriptionSummary;
use crate::state::Api;

/// Get the active subscription
///
/// The caller's own; for organization members and sponsors that of the organization.
#[utoipa::path(
    get, path = "/v2/myAccount/subscription", tag = "My account", operation_id = "get_my_subscription",
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "The subscription", body = SubscriptionSummary),
        (status = 404, description = "SUBSCRIPTION_NOT_FOUND: none is active", body = ErrorBody),
    )
)]
pub async fn get_my_subscription(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
) -> Result<Json<SubscriptionSummary>> {
    let own = own::view_own(&op).await?;
    Ok(Json(super::active_summary(&api, own.ok_or(ErrorKey::SubscriptionNotFound)?, op.now)))
}
