//! POST /v2/accounts/{userIdentifier}/subscriptions (docs/rules/memberships.md#rule-9).

use services::subscriptions;

use super::SubscriptionForm;
use crate::http::{CreatedResource, InRole, MembershipStaff, ParamDraft, Result, Segments};
use crate::records::UserSubscription;
use crate::routes;

/// Give an account a subscription
///
/// In addition to existing ones.
#[endpoint::post(
    "/v2/accounts/{userIdentifier}/subscriptions", returns "The subscription",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
    ),
)]
pub async fn create_account_subscription(
    InRole { api, op, .. }: InRole<MembershipStaff>,
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
