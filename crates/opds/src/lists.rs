//! Reading lists.

use axum::extract::{Path, State};
use axum::response::Response;
use services::lists::{self, ListSort, ListView, Scope};
use services::roles::{FromCaller as _, SignedIn};
use services::{Part, shelves};

use crate::base::encoded;
use crate::entry::Entry;
use crate::feed::Feed;
use crate::paging::{PageQuery, Start, limit};
use crate::params::Params;
use crate::problem::Result;
use crate::shelf::chosen;
use crate::state::Opds;
use crate::visitor::Visitor;

/// GET /lists
pub(crate) async fn list(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let user = SignedIn::from_caller(&visitor.caller)?;
    let start: Start<_> = page.start()?;
    let (after, backward) = start.parts();
    let part = Part { sort: ListSort::Name, descending: false, after, backward, limit: limit() };
    let rows = lists::list(&opds.library, &user.reader.account, Scope::Mine, part).await?;
    let entry = |view: &ListView| {
        let path = format!("/lists/{}", encoded(&view.list.id));
        let entry = Entry::books(view.list.name.clone(), path).count(view.titles);
        let about = Some(view.list.description.clone()).filter(|text| !text.trim().is_empty());
        Entry { about, ..entry }
    };
    let (title, nothing) = (visitor.words().text("nav-lists"), visitor.words().text("feed-no-lists"));
    let updated = visitor.caller.now;
    visitor.feed(&Feed::page_of_ways(("/lists", &page), &title, &nothing, updated, &rows, entry))
}

/// GET /lists/{list}
pub(crate) async fn get(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let (name, ids) = shelves::listed(&opds.library, &visitor.caller, &id).await?;
    chosen(&opds, &visitor, &format!("/lists/{}", encoded(&id)), (&name, "feed-nothing"), &ids, &page).await
}
