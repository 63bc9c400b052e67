//! Reading lists.

use axum::extract::Path;
use services::lists::{self, ListScope, ListSort, ListView, OwnedLists};
use services::shelves::TitleShelf;

use crate::shelf::shelf_response;
use crate::{Feed, NavigationEntry, PageQuery, Params, Result, Visitor, percent_encode};

/// GET /lists
pub(crate) async fn list_lists(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    let account = visitor.op.account()?;
    let part = page.parse_part()?;
    let mine = OwnedLists { owner: account, scope: ListScope::Mine };
    let rows = lists::list(&visitor.op, mine, part.to_request(ListSort::Name, false)).await?;
    let entry = |view: &ListView| {
        let path = format!("/lists/{}", percent_encode(&view.list.id));
        let entry = NavigationEntry::for_publications(view.list.name.clone(), path).with_count(view.titles);
        let about = Some(view.list.description.clone()).filter(|text| !text.trim().is_empty());
        NavigationEntry { summary: about, ..entry }
    };
    let messages = ("nav-lists", "feed-no-lists");
    visitor.feed_response(&Feed::navigation_page(&visitor, ("/lists", &page), messages, &rows, entry))
}

/// GET /lists/{list}
pub(crate) async fn show_list(
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result {
    let path = format!("/lists/{}", percent_encode(&id));
    shelf_response(&visitor, TitleShelf::List(&id), &path, (None, "feed-nothing"), &page).await
}
