//! Popular lists.

use axum::extract::{Path, State};
use axum::response::Response;
use services::popular_lists;

use crate::base::encoded;
use crate::entry::Entry;
use crate::feed::Feed;
use crate::paging::PageQuery;
use crate::params::Params;
use crate::problem::Result;
use crate::shelf::chosen;
use crate::state::Opds;
use crate::visitor::Visitor;

/// GET /popular
pub(crate) async fn all(State(opds): State<Opds>, visitor: Visitor) -> Result<Response> {
    let lists = popular_lists::list(&opds.library, &visitor.caller).await?;
    let entry = |list| {
        let path = format!("/popular/{}", encoded(&popular_lists::id(list)));
        Entry::books(domain::popular_lists::PopularList::description(list), path)
    };
    let entries = lists.iter().map(entry).collect();
    let (nothing, updated) = ("Nothing has been counted yet.", visitor.caller.now);
    visitor.feed(&Feed::ways("/popular", "Popular", nothing, updated, entries))
}

/// GET /popular/{list}
pub(crate) async fn get(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let (list, popular) = popular_lists::get(&opds.library, &visitor.caller, &id).await?;
    let ids: Vec<_> = popular.iter().map(|popular| popular.title).collect();
    let path = format!("/popular/{}", encoded(&id));
    chosen(&opds, &visitor, &path, &list.description(), &ids, &page).await
}
