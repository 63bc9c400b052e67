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
use crate::http::listing::Paging;
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::roles::As;
use crate::records::{PopularTitles, TitleListHead};
use crate::state::Api;

/// List the titles of a popular list
///
/// At most a hundred, the most popular first. Somebody who downloads a title often counts once.
#[utoipa::path(
    get, path = "/v2/popularLists/{popularListId}", tag = "Popular lists and recommendations",
    operation_id = "get_popular_list",
    params(("popularListId" = String, Path, description = "Popular list identifier"), Paging),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "A page of titles", body = PopularTitles),
        (status = 400, description = "INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 404, description = "POPULAR_LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_popular_list(
    State(api): State<Api>,
    As(caller): As<Caller>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(paging): Params<Paging>,
) -> Result<Json<PopularTitles>> {
    let list = paging.open(&api.cursor_key, caller.now, &("popularList", &id))?;
    let found = store::popular_lists::get(&api.db, caller.view_site(), &id).await?;
    let (named, popular) = found.ok_or(ErrorKey::PopularListNotFound)?;
    let named = known(&api, &caller, vec![named]).await?.pop().ok_or(ErrorKey::PopularListNotFound)?;
    let shown = shown(&api, &caller, &popular).await?;
    let total_results = shown.len() as u64;
    let rows = list.among(shown.iter().map(|one| ((Reverse(one.readers), one.title), one.title)));
    let part = list.cut(rows, total_results, &address)?;
    let titles = page(&api.library, &caller, &part.items).await?;
    Ok(Json(PopularTitles {
        head: TitleListHead::of(part),
        id,
        description: named.description(),
        popular_titles: summaries(&api, &titles),
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
