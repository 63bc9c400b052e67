//! GET /v2/popularLists/{popularListId}.

use std::cmp::Reverse;
use std::collections::HashMap;

use axum::extract::State;
use domain::ids::TitleId;
use domain::popular_lists::{LENGTH, Popular};

use super::{known, view_of};
use crate::access::{page, summaries};
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::paging::{Cursors, cut};
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::values::{Limit, Start};
use crate::params;
use crate::records::{PopularTitles, TitleListHead};
use crate::state::Api;

params! {
    /// Parameters of a popular list.
    pub struct GetPopularList {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
    }
}

/// A place in a list: readers, the most first, and the title's number.
type Place = (Reverse<u64>, TitleId);

fn place(popular: &Popular) -> Place {
    (Reverse(popular.readers), popular.title)
}

/// List the titles of a popular list
///
/// At most a hundred, the most popular first. Somebody who downloads a title often counts once.
#[utoipa::path(
    get, path = "/v2/popularLists/{popularListId}", tag = "Popular lists and recommendations",
    operation_id = "get_popular_list",
    params(("popularListId" = String, Path, description = "Popular list identifier"), GetPopularList),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "A page of titles", body = PopularTitles),
        (status = 400, description = "INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 404, description = "POPULAR_LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_popular_list(
    State(api): State<Api>,
    caller: Caller,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(params): Params<GetPopularList>,
) -> Result<Json<PopularTitles>> {
    let limit = params.limit.map_or(10, |limit| limit.0);
    let cursors = Cursors::new(&api.cursor_key, caller.now, &("popularList", &id));
    let after: Option<Place> = params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let found = store::popular_lists::get(&api.db, caller.view_site(), &id).await?;
    let (list, popular) = found.ok_or(ErrorKey::PopularListNotFound)?;
    let list = known(&api, &caller, vec![list]).await?.pop().ok_or(ErrorKey::PopularListNotFound)?;
    let shown = shown(&api, &caller, &popular).await?;
    let total_results = shown.len() as u64;
    let beyond = shown.iter().map(place).filter(|place| after.as_ref().is_none_or(|last| place > last));
    let mut rows: Vec<(Place, ())> = beyond.take(limit + 1).map(|place| (place, ())).collect();
    let next = cut(&mut rows, limit).map(|last| cursors.encode(&last)).transpose()?;
    let ids: Vec<TitleId> = rows.iter().map(|((_, title), ())| *title).collect();
    let titles = page(&api, &caller, &ids).await?;
    let links = address.links(next.as_deref());
    Ok(Json(PopularTitles {
        head: TitleListHead { limit, links, next, total_results, ..TitleListHead::default() },
        id,
        description: list.description(),
        popular_titles: summaries(&api, &caller, &titles),
    }))
}

/// Those of a list's titles that the caller may be shown: what is of another site, adult, closed or withdrawn
/// since is left out.
async fn shown(api: &Api, caller: &Caller, popular: &[Popular]) -> Result<Vec<Popular>> {
    let view = view_of(caller);
    let ids: Vec<TitleId> = popular.iter().map(|popular| popular.title).collect();
    let by_id: HashMap<TitleId, &Popular> = popular.iter().map(|popular| (popular.title, popular)).collect();
    let titles = store::titles::read_many(&api.db, &ids).await?;
    let shown = titles.iter().filter(|title| view.shows(title)).filter_map(|title| by_id.get(&title.id));
    Ok(shown.take(LENGTH).map(|popular| **popular).collect())
}
