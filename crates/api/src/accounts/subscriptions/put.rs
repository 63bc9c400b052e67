//! PUT /v2/accounts/{userIdentifier}/subscriptions/{subscriptionId} (docs/rules/memberships.md#rule-9).

use axum::extract::State;
use services::subscriptions;

use super::SubscriptionForm;
use crate::accounts::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::ParamDraft;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::UserSubscription;
use crate::state::Api;

/// Change a subscription of an account
///
/// Omitted parameters keep their value. It takes effect with its holder's next request.
#[utoipa::path(
    put, path = "/v2/accounts/{userIdentifier}/subscriptions/{subscriptionId}", tag = "Membership: accounts",
    operation_id = "put_account_subscription",
    params(
        ("userIdentifier" = String, Path, description = "User name or userAccountId"),
        ("subscriptionId" = String, Path, description = "The subscription"),
    ),
    request_body(content = SubscriptionForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "The subscription", body = UserSubscription),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff; OPERATION_NOT_ALLOWED: an \
            administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site, or removed; SUBSCRIPTION_NOT_FOUND: \
            none of the account", body = ErrorBody),
    )
)]
pub async fn put_account_subscription(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
    draft: ParamDraft<SubscriptionForm>,
) -> Result<Json<UserSubscription>> {
    let (form, faults) = draft.valid_params()?;
    let held = subscriptions::change(&op, &name, &id.into(), form.into_change(), faults).await?;
    Ok(Json(UserSubscription::new(&api, &held.owner.id, held.subscription, &held.offered_types)))
}
