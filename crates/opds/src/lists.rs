//! Reading lists.

use axum::extract::Path;
use services::lists::{self, ListScope, ListSort, ListView, OwnedLists};
use services::shelves::TitleShelf;

use crate::shelf::{open_shelf, shelf_title, titles_response};
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
    let (title, nothing) = (visitor.wording().text("nav-lists"), visitor.wording().text("feed-no-lists"));
    let updated = visitor.op.now;
    visitor.feed_response(&Feed::navigation_page(("/lists", &page), &title, &nothing, updated, &rows, entry))
}

/// GET /lists/{list}
pub(crate) async fn show_list(
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result {
    let titles = open_shelf(&visitor, TitleShelf::List(&id), &page).await?;
    let path = format!("/lists/{}", percent_encode(&id));
    let name = shelf_title(&visitor, &titles.name);
    titles_response(&visitor, &path, (&name, "feed-nothing"), titles, &page)
}
