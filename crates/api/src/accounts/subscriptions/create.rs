//! POST /v2/accounts/{userIdentifier}/subscriptions (docs/rules/memberships.md#rule-9).

use axum::extract::State;
use services::subscriptions;

use super::SubscriptionForm;
use crate::accounts::WHO_MAY_CALL;
use crate::http::created::CreatedResource;
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::ParamDraft;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::UserSubscription;
use crate::routes;
use crate::state::Api;

/// Give an account a subscription
///
/// In addition to existing ones.
#[utoipa::path(
    post, path = "/v2/accounts/{userIdentifier}/subscriptions", tag = "Membership: accounts",
    operation_id = "create_account_subscription",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = SubscriptionForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 201, description = "The subscription", body = UserSubscription),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff; OPERATION_NOT_ALLOWED: an \
            administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site, or removed", body = ErrorBody),
    )
)]
pub async fn create_account_subscription(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<SubscriptionForm>,
) -> Result<CreatedResource<UserSubscription>> {
    let (form, faults) = draft.valid_params()?;
    let held = subscriptions::create(&op, &name, form.into_new(), faults).await?;
    Ok(CreatedResource {
        location: api.absolute_url(&routes::account_subscription(&held.owner.id, &held.subscription.id)),
        record: UserSubscription::new(&api, &held.owner.id, held.subscription, &held.offered_types),
    })
}
