//! PUT /v2/accounts/{userIdentifier}/subscriptions/{subscriptionId} (document 3).

use axum::extract::State;
use domain::accounts::Account;
use domain::ids::SubscriptionId;
use domain::subscription_types::SubscriptionType;
use domain::subscriptions::Subscription;
use store::Tx;
use store::subscriptions::Holder;

use super::SubscriptionForm;
use crate::accounts::{WHO, held};
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::Draft;
use crate::http::path::Segments;
use crate::http::roles::MembershipStaff;
use crate::records::UserSubscription;
use crate::state::Api;

/// Change a subscription of an account
///
/// What is not sent stays. It counts in the next request of its holder.
#[utoipa::path(
    put, path = "/v2/accounts/{userIdentifier}/subscriptions/{subscriptionId}", tag = "Membership: accounts",
    operation_id = "put_account_subscription",
    params(
        ("userIdentifier" = String, Path, description = "User name or userAccountId"),
        ("subscriptionId" = String, Path, description = "The subscription"),
    ),
    request_body(content = SubscriptionForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO))),
    responses(
        (status = 200, description = "The subscription", body = UserSubscription),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: no membership staff; OPERATION_NOT_ALLOWED: an \
            administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: nobody of the own site, or removed; SUBSCRIPTION_NOT_FOUND: \
            none of the account", body = ErrorBody),
    )
)]
pub async fn put_account_subscription(
    State(api): State<Api>,
    staff: MembershipStaff,
    Segments((name, id)): Segments<(String, String)>,
    mut draft: Draft<SubscriptionForm>,
) -> Result<Json<UserSubscription>> {
    let mut tx = api.db.begin().await?;
    // What is not there is told after what is wrong with the parameters (spec 4, 4.10).
    let account = held(&mut tx, &staff, &name).await;
    let (old, offered) = match &account {
        Ok(account) => found(&mut tx, account, SubscriptionId(id)).await?,
        Err(_) => (None, None),
    };
    // Of a subscription that is not there it is not known which type it may keep.
    let known = offered.as_deref().filter(|_| old.is_some());
    SubscriptionForm::judge(&mut draft, old.as_ref(), known);
    let form = draft.finish()?;
    let (account, offered) = (account?, offered.unwrap_or_default());
    let mut subscription = old.ok_or(ErrorKey::SubscriptionNotFound)?;
    let (kind, span) = form.read(Some(&subscription), &offered)?;
    form.apply(&mut subscription, kind, span);
    store::subscriptions::update(&mut tx, &subscription).await?;
    tx.commit().await?;
    Ok(Json(UserSubscription::new(&api, &account.id, subscription, &offered)))
}

/// The subscription, when the account has it, and the types that its site offers.
async fn found(
    tx: &mut Tx,
    account: &Account,
    id: SubscriptionId,
) -> Result<(Option<Subscription>, Option<Vec<SubscriptionType>>)> {
    let old = store::subscriptions::find(&mut *tx, Holder::Account(&account.id), &id).await?;
    let offered = store::subscription_types::of_site(&mut *tx, &account.site).await?;
    Ok((old, Some(offered)))
}
