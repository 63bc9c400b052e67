//! Popular lists.

use axum::extract::Path;
use layout::popular::popular_name;
use services::popular_lists;
use services::shelves::TitleShelf;

use crate::shelf::{open_shelf, shelf_title, titles_response};
use crate::{Feed, NavigationEntry, PageQuery, Params, Result, Visitor, percent_encode};

/// GET /popular
pub(crate) async fn list_popular(visitor: Visitor) -> Result {
    let lists = popular_lists::list(&visitor.op).await?;
    let entry = |list| {
        let path = format!("/popular/{}", percent_encode(&popular_lists::list_id(list)));
        NavigationEntry::for_publications(popular_name(visitor.wording(), list), path)
    };
    let entries = lists.iter().map(entry).collect();
    let (title, nothing) =
        (visitor.wording().text("home-popular"), visitor.wording().text("popular-nothing"));
    visitor.feed_response(&Feed::navigation("/popular", &title, &nothing, visitor.op.now, entries))
}

/// GET /popular/{list}
pub(crate) async fn show_popular(
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result {
    let titles = open_shelf(&visitor, TitleShelf::Popular(&id), &page).await?;
    let path = format!("/popular/{}", percent_encode(&id));
    let title = shelf_title(&visitor, &titles.name);
    titles_response(&visitor, &path, (&title, "popular-nothing"), titles, &page)
}
