//! PUT /v2/accounts/{userIdentifier}/subscriptions/{subscriptionId} (docs/rules/memberships.md#rule-9).

use services::subscriptions::{self, SubscriptionAddress};

use super::SubscriptionForm;
use crate::http::{InRole, Json, MembershipStaff, ParamDraft, Result, Segments};
use crate::records::UserSubscription;

/// Change a subscription of an account
///
/// Omitted parameters keep their value. It takes effect with its holder's next request.
#[endpoint::put(
    "/v2/accounts/{userIdentifier}/subscriptions/{subscriptionId}", returns "The subscription",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        SubscriptionNotFound: "none of the account",
    ),
)]
pub async fn put_account_subscription(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
    draft: ParamDraft<SubscriptionForm>,
) -> Result<Json<UserSubscription>> {
    let (form, faults) = draft.valid_params()?;
    let address = SubscriptionAddress { person: &name, id: &id.into() };
    let held = subscriptions::change(&op, address, form.into_change(), faults).await?;
    Ok(Json(UserSubscription::new(&api, &held.owner.id, held.subscription, &held.offered_types)))
}
