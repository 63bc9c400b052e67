//! GET /v2/accounts/{userIdentifier}/subscriptions (spec 4, 1.7).

use axum::extract::State;
use serde::Serialize;
use store::Page;
use store::subscriptions::{self, Holder};
use utoipa::ToSchema;

use crate::accounts::{named, posts};
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::roles::MembershipStaff;
use crate::http::values::{Limit, Start};
use crate::params;
use crate::records::UserSubscription;
use crate::state::Api;

params! {
    /// Parameters of the list of subscriptions.
    pub struct ListSubscriptions {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
    }
}

/// A page of subscriptions.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserSubscriptions {
    /// Exact count.
    pub total_results: u64,
    /// Token of the next page.
    pub next: Option<String>,
    /// Page size in force.
    pub limit: usize,
    /// The page.
    pub user_subscriptions: Vec<UserSubscription>,
    /// POST for those who may change the account.
    pub allows: Option<Vec<&'static str>>,
    /// self, and next when there is more.
    pub links: Vec<Link>,
}

/// List the subscriptions of an account
///
/// Those that began last come first.
#[utoipa::path(
    get, path = "/v2/accounts/{userIdentifier}/subscriptions", tag = "Membership: accounts",
    operation_id = "list_account_subscriptions",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId"), ListSubscriptions),
    extensions(("x-who" = json!("Membership assistants of the account's site, and administrators; with a key that has \
        the privilege membership"))),
    responses(
        (status = 200, description = "A page of subscriptions", body = UserSubscriptions),
        (status = 400, description = "INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: no membership staff", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: nobody of the own site", body = ErrorBody),
    )
)]
pub async fn list_account_subscriptions(
    State(api): State<Api>,
    staff: MembershipStaff,
    address: ListAddress,
    Segments(name): Segments<String>,
    Params(params): Params<ListSubscriptions>,
) -> Result<Json<UserSubscriptions>> {
    let limit = params.limit.map_or(10, |limit| limit.0);
    // Bound to the account as the path names it: a bad token is told before whether there is such an account.
    let cursors = Cursors::new(&api.cursor_key, staff.0.now(), &("subscriptions", &name));
    let after = params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let account = named(&api, &staff, &name).await?;
    let holder = Holder::Account(&account.id);
    let total_results = subscriptions::count(&api.db, holder).await?;
    let page = Page { after, limit: one_more(limit) };
    let mut rows = subscriptions::page(&api.db, holder, &page).await?;
    let next = cut(&mut rows, limit).map(|place| cursors.encode(&place)).transpose()?;
    let offered = store::subscription_types::of_site(&api.db, &account.site).await?;
    let record = |(_, held)| UserSubscription::new(&api, &account.id, held, &offered);
    Ok(Json(UserSubscriptions {
        total_results,
        limit,
        user_subscriptions: rows.into_iter().map(record).collect(),
        allows: posts(&staff, &account),
        links: address.links(next.as_deref()),
        next,
    }))
}
