//! The subscriptions that a site offers (docs/rules/memberships.md#rule-3).
//! `GET /v2/subscriptiontypes`: a short list without pages. The camel case is accepted too.

use services::subscription_types;

use crate::http::{InRole, Json, Link, ListAddress, Params, Result, ShortText, SignedIn};
use crate::records::SubscriptionTypeRecord;
use crate::{endpoints, params};

endpoints! {
    "Membership: accounts": list_subscription_types;
}

params! {
    /// The site whose subscription types are listed.
    pub struct ListSubscriptionTypes {
        /// For administrators; the caller's own site by default.
        site: Option<ShortText>,
    }
}

/// All subscriptions that a site offers.
#[endpoint::record]
pub struct UserSubscriptionTypes {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Number of types: the list has one page.
    pub limit: usize,
    /// self.
    pub links: Vec<Link>,
    /// Always null.
    pub next: Option<String>,
    /// Number of types.
    pub total_results: usize,
    /// The types, by name.
    pub user_subscription_types: Vec<SubscriptionTypeRecord>,
}

/// List the types of subscriptions
///
/// Those of the caller's site, for people and for organizations.
#[endpoint::get(
    "/v2/subscriptiontypes", returns "All types of the site",
    errors(InvalidParameter: "no such site", Forbidden: "another site, without being an administrator"),
)]
pub async fn list_subscription_types(
    InRole { op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(params): Params<ListSubscriptionTypes>,
) -> Result<Json<UserSubscriptionTypes>> {
    let types = subscription_types::list(&op, params.site.as_ref()).await?;
    Ok(Json(UserSubscriptionTypes {
        allows: None,
        limit: types.len(),
        links: vec![address.self_link()],
        next: None,
        total_results: types.len(),
        user_subscription_types: types.into_iter().map(SubscriptionTypeRecord::from).collect(),
    }))
}
