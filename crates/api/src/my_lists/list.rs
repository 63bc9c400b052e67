//! GET /v2/myLists: owned, subscribed, assigned, and those of the own organization (spec 4, 4.7).

use axum::extract::State;
use domain::accounts::Account;
use domain::lists::may_create;
use store::lists::{ListSort, Scope};

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::params::Params;
use crate::http::roles::SignedIn;
use crate::http::values::{Direction, Limit, OneOf, Start};
use crate::lists::{ListOfLists, Lists};
use crate::params;
use crate::state::Api;

params! {
    /// Parameters of the caller's lists.
    pub struct ListMyLists {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
        /// name when absent.
        sort_order: Option<OneOf<ListSort>>,
        /// Ascending when absent.
        direction: Option<OneOf<Direction>>,
    }
}

/// List the own reading lists
#[utoipa::path(
    get, path = "/v2/myLists", tag = "Reading lists", operation_id = "list_my_lists", params(ListMyLists),
    extensions(("x-who" = json!("Any user"))),
    responses(
        (status = 200, description = "A page of lists", body = ListOfLists),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
    )
)]
pub async fn list_my_lists(
    State(api): State<Api>,
    user: SignedIn,
    address: ListAddress,
    Params(params): Params<ListMyLists>,
) -> Result<Json<ListOfLists>> {
    params.of(&user, &user.reader.account).page(&api, &address, params.start.as_deref()).await
}

impl ListMyLists {
    /// The lists of an owner, as a user sees them.
    pub fn of<'a>(&self, user: &'a SignedIn, owner: &'a Account) -> Lists<'a> {
        Lists {
            user,
            owner,
            makes: may_create(owner),
            scope: Scope::Mine,
            sort: self.sort_order.map_or(ListSort::Name, |sort| sort.0),
            descending: self.direction.is_some_and(|direction| direction.0 == Direction::Desc),
            limit: self.limit.map_or(10, |limit| limit.0),
        }
    }
}
