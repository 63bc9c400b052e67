//! GET /v2/accounts/{userIdentifier}/subscriptions/{subscriptionId} (docs/rules/memberships.md#rule-9).

use axum::extract::State;
use services::subscriptions;

use crate::accounts::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::UserSubscription;
use crate::state::Api;

/// Get a subscription of an account
#[utoipa::path(
    get, path = "/v2/accounts/{userIdentifier}/subscriptions/{subscriptionId}", tag = "Membership: accounts",
    operation_id = "get_account_subscription",
    params(
        ("userIdentifier" = String, Path, description = "User name or userAccountId"),
        ("subscriptionId" = String, Path, description = "The subscription"),
    ),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "The subscription", body = UserSubscription),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site; SUBSCRIPTION_NOT_FOUND: none of the \
            account", body = ErrorBody),
    )
)]
pub async fn get_account_subscription(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
) -> Result<Json<UserSubscription>> {
    let held = subscriptions::get(&op, &name, &id.into()).await?;
    Ok(Json(UserSubscription::new(&api, &held.owner.id, held.subscription, &held.offered_types)))
}
