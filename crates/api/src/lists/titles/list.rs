//! GET /v2/lists/{readingListId}/titles.

use axum::extract::State;
use store::lists::TitleSort;

use super::Shelf;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::roles::SignedIn;
use crate::http::values::{Direction, Limit, OneOf, Start};
use crate::lists::seen;
use crate::params;
use crate::records::ReadingListTitles;
use crate::state::Api;

params! {
    /// Parameters of a reading list's titles.
    pub struct ListListTitles {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
        /// title when absent.
        sort_order: Option<OneOf<TitleSort>>,
        /// Ascending when absent.
        direction: Option<OneOf<Direction>>,
    }
}

/// List the titles of a reading list
#[utoipa::path(
    get, path = "/v2/lists/{readingListId}/titles", tag = "Reading lists", operation_id = "list_list_titles",
    params(("readingListId" = String, Path, description = "Reading list identifier"), ListListTitles),
    extensions(("x-who" = json!("Users who can see the list"))),
    responses(
        (status = 200, description = "A page of titles", body = ReadingListTitles),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 404, description = "LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn list_list_titles(
    State(api): State<Api>,
    user: SignedIn,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(params): Params<ListListTitles>,
) -> Result<Json<ReadingListTitles>> {
    let mut shelf = Shelf::first(&user, &id);
    shelf.sort = params.sort_order.map_or(shelf.sort, |sort| sort.0);
    shelf.descending = params.direction.is_some_and(|direction| direction.0 == Direction::Desc);
    shelf.limit = params.limit.map_or(shelf.limit, |limit| limit.0);
    shelf.after = params.start.as_deref().map(|start| shelf.cursors(&api).decode(start)).transpose()?;
    let list = seen(&api, &user, &id).await?.list;
    shelf.page(&api, &list, &address).await
}
