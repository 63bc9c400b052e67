//! POST /v2/accounts/{userIdentifier}/subscriptions (document 3).

use axum::extract::State;
use domain::ids::SubscriptionId;
use store::subscriptions::Holder;

use super::SubscriptionForm;
use crate::accounts::{WHO, held};
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::params::Draft;
use crate::http::path::Segments;
use crate::http::roles::MembershipStaff;
use crate::records::UserSubscription;
use crate::routes;
use crate::state::Api;

/// Give an account a subscription
///
/// Beside those that it has, if any.
#[utoipa::path(
    post, path = "/v2/accounts/{userIdentifier}/subscriptions", tag = "Membership: accounts",
    operation_id = "create_account_subscription",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = SubscriptionForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO))),
    responses(
        (status = 201, description = "The subscription", body = UserSubscription),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: no membership staff; OPERATION_NOT_ALLOWED: an \
            administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: nobody of the own site, or removed", body = ErrorBody),
    )
)]
pub async fn create_account_subscription(
    State(api): State<Api>,
    staff: MembershipStaff,
    Segments(name): Segments<String>,
    mut draft: Draft<SubscriptionForm>,
) -> Result<Created<UserSubscription>> {
    let mut tx = api.db.begin().await?;
    // Whether there is such an account is told after what is wrong with the parameters (spec 4, 4.10).
    let account = held(&mut tx, &staff, &name).await;
    let offered = match &account {
        Ok(account) => Some(store::subscription_types::of_site(&mut tx, &account.site).await?),
        Err(_) => None,
    };
    SubscriptionForm::judge(&mut draft, None, offered.as_deref());
    let form = draft.finish()?;
    let (account, offered) = (account?, offered.unwrap_or_default());
    let (kind, span) = form.read(None, &offered)?;
    let id = SubscriptionId(store::random_id(&mut api.rng()));
    let mut subscription = kind.ok_or(ErrorKey::InvalidParameter)?.open(id, span.0);
    form.apply(&mut subscription, kind, span);
    store::subscriptions::insert(&mut tx, Holder::Account(&account.id), &subscription).await?;
    tx.commit().await?;
    Ok(Created {
        location: api.url(&routes::account_subscription(&account.id, &subscription.id)),
        record: UserSubscription::new(&api, &account.id, subscription, &offered),
    })
}
