//! GET /v2/accounts/{userIdentifier}/subscriptions (docs/rules/memberships.md#rule-9).

use services::subscriptions;

use crate::accounts::post_verb;
use crate::http::{InRole, Json, Link, ListAddress, MembershipStaff, PagingParams, Params, Result, Segments};
use crate::records::UserSubscription;

/// A page of subscriptions.
#[endpoint::record]
pub struct UserSubscriptions {
    /// Exact count.
    pub total_results: u64,
    /// Token of the next page.
    pub next: Option<String>,
    /// Effective page size.
    pub limit: usize,
    /// The page.
    pub user_subscriptions: Vec<UserSubscription>,
    /// POST if the caller may change the account.
    pub allows: Option<Vec<&'static str>>,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
}

/// List the subscriptions of an account
///
/// Newest start first.
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/subscriptions", returns "A page of subscriptions",
    errors(UserNotFound: "no account of the caller's site"),
)]
pub async fn list_account_subscriptions(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments(name): Segments<String>,
    Params(paging): Params<PagingParams>,
) -> Result<Json<UserSubscriptions>> {
    // Bound to the account in the path: an invalid token is reported before a missing account.
    let list = paging.open(&api.cursor_key, op.now, &("subscriptions", &name))?;
    let listed = subscriptions::list(&op, &name, &list.page()).await?;
    let page = list.cut_rows(listed.rows, listed.total, &address)?;
    let record = |held| UserSubscription::new(&api, &listed.owner.id, held, &listed.offered_types);
    Ok(Json(UserSubscriptions {
        total_results: page.total_results,
        limit: page.limit,
        user_subscriptions: page.items.into_iter().map(record).collect(),
        allows: post_verb(&op, &listed.owner),
        links: page.links,
        next: page.next,
    }))
}
