//! Popular lists.

use axum::extract::Path;
use layout::popular::popular_name;
use services::popular_lists;
use services::shelves::TitleShelf;

use crate::shelf::shelf_response;
use crate::{Feed, NavigationEntry, PageQuery, Params, Result, Visitor, percent_encode};

/// GET /popular
pub(crate) async fn list_popular(visitor: Visitor) -> Result {
    let lists = popular_lists::list(&visitor.op).await?;
    let entry = |list| {
        let path = format!("/popular/{}", percent_encode(&popular_lists::list_id(list)));
        NavigationEntry::for_publications(popular_name(visitor.wording(), list), path)
    };
    let entries = lists.iter().map(entry).collect();
    let messages = ("home-popular", "popular-nothing");
    visitor.feed_response(&Feed::navigation(&visitor, "/popular", messages, entries))
}

/// GET /popular/{list}
pub(crate) async fn show_popular(
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result {
    let path = format!("/popular/{}", percent_encode(&id));
    shelf_response(&visitor, TitleShelf::Popular(&id), &path, (None, "popular-nothing"), &page).await
}
