//! The visitor's own titles: copies (of editions of periodicals, too), assigned titles, what is being read,
//! and recommendations.

use axum::extract::State;
use axum::response::Response;
use domain::downloads::Item;
use domain::ids::TitleId;
use serde::Serialize;
use services::shelves::{self, Narrowing};
use services::titles;
use transport::places;

use crate::facets::of_shelf;
use crate::feed::{Content, Feed, Scope};
use crate::filters::Filters;
use crate::paging::{PER_PAGE, PageQuery, Paging, Start, pages};
use crate::params::Params;
use crate::problem::Result;
use crate::publication::Publication;
use crate::shown;
use crate::state::Opds;
use crate::visitor::Visitor;
use crate::{answer, atom, media_types};

/// GET /shelf: all of the reader's copies, or those with some words, formats and a language.
pub(crate) async fn shelf(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(filters): Params<Filters>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let filters = filters.of_shelf();
    let by = filters.narrowing()?;
    let narrowed = shelves::narrowed(&opds.library, &visitor.caller, &by).await?;
    let first = filters.path(Scope::Shelf.path());
    let (shown, paging) = part(&first, &narrowed.items, &page.start()?, Item::to_string);
    let held = shelves::page(&opds.library, &visitor.caller, shown).await?;
    let publications = shown::held(&opds, &visitor, &held).await?;
    let (words, is_whole) = (visitor.words(), by == Narrowing::default());
    let title = filters.query.as_deref().filter(|text| !text.trim().is_empty());
    let title = title.map_or_else(|| words.text("nav-shelf"), |query| words.with_name("feed-search", query));
    let nothing = if is_whole { "shelf-downloaded-nothing" } else { "feed-nothing-found" };
    let mut feed = of(&first, (&title, nothing), &visitor, &page, publications, paging);
    if let Content::Publications { facets, .. } = &mut feed.content {
        *facets = of_shelf(words, &filters, &narrowed);
    }
    feed.search = Scope::Shelf;
    visitor.feed(&feed)
}

/// GET /shelf/search.xml
pub(crate) async fn description(visitor: Visitor) -> Result<Response> {
    let document = atom::search_description(&visitor, Scope::Shelf)?;
    Ok(answer::worded(document, media_types::SEARCH, visitor.language))
}

/// GET /reading
pub(crate) async fn reading(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let ids = shelves::reading(&opds.library, &visitor.caller).await?;
    let title = visitor.words().text("shelf-reading");
    chosen(&opds, &visitor, "/reading", (&title, "shelf-reading-nothing"), &ids, &page).await
}

/// GET /assigned
pub(crate) async fn assigned(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let ids = shelves::assigned(&opds.library, &visitor.caller).await?;
    let title = visitor.words().text("shelf-assigned");
    chosen(&opds, &visitor, "/assigned", (&title, "shelf-assigned-nothing"), &ids, &page).await
}

/// GET /recommended: 404 in the catalog of a member. Recommendations are for the reader who signed in.
pub(crate) async fn recommended(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    visitor.require_own_catalog()?;
    let ids = shelves::recommended(&opds.library, &visitor.caller).await?;
    let title = visitor.words().text("shelf-recommended");
    chosen(&opds, &visitor, "/recommended", (&title, "shelf-recommended-nothing"), &ids, &page).await
}

/// A feed of chosen titles, in this order. If there are none, the message `nothing` says so.
pub(crate) async fn chosen(
    opds: &Opds,
    visitor: &Visitor,
    path: &str,
    (title, nothing): (&str, &str),
    ids: &[TitleId],
    page: &PageQuery,
) -> Result<Response> {
    let (shown, paging) = part(path, ids, &page.start()?, |id| id.0);
    let seen = titles::page(&opds.library, &visitor.caller, shown).await?;
    let publications = shown::titles(opds, visitor, &seen).await?;
    visitor.feed(&of(path, (title, nothing), visitor, page, publications, paging))
}

/// A feed of a page of publications.
fn of(
    path: &str,
    (title, nothing): (&str, &str),
    visitor: &Visitor,
    page: &PageQuery,
    publications: Vec<Publication>,
    paging: Paging,
) -> Feed {
    let updated = publications.iter().map(|of| of.modified).max();
    Feed {
        path: page.own(path),
        title: title.to_owned(),
        about: (paging.total == 0).then(|| visitor.words().text(nothing)),
        updated: updated.unwrap_or(visitor.caller.now),
        up: Some(String::new()),
        search: Scope::Catalog,
        content: Content::Publications { publications, paging, facets: Vec::new() },
    }
}

/// What a page has of a list, and where the others are. A place in the list is the key of an item; one that
/// is not on the list any more leads to the first page, or the last.
fn part<'a, T, K: PartialEq + Serialize>(
    path: &str,
    items: &'a [T],
    start: &Start<K>,
    key: impl Fn(&T) -> K,
) -> (&'a [T], Paging) {
    let (place, backward) = start.parts();
    let part = places::part(items, place, backward, PER_PAGE, key);
    let paging = pages(path, items.len() as u64, part.previous.as_ref(), part.next.as_ref());
    (part.shown, paging)
}

#[cfg(test)]
mod tests {
    use domain::ids::TitleId;

    use crate::paging::{Paging, Start};

    fn part<'a>(path: &str, ids: &'a [TitleId], start: &Start<i64>) -> (&'a [TitleId], Paging) {
        super::part(path, ids, start, |id| id.0)
    }

    #[test]
    fn pages_of_a_list_cover_it_in_both_directions() {
        let ids: Vec<TitleId> = (0..120).map(|n| TitleId(1000 - n)).collect();
        let numbers = |of: &[TitleId]| (of.first().map(|id| id.0), of.last().map(|id| id.0));
        let (first, paging) = part("/shelf", &ids, &Start::After(None));
        assert_eq!(numbers(first), (Some(1000), Some(951)));
        assert!(paging.previous.is_none() && paging.next.is_some());
        let (second, _) = part("/shelf", &ids, &Start::After(Some(951)));
        assert_eq!(numbers(second), (Some(950), Some(901)));
        let (last, paging) = part("/shelf", &ids, &Start::Before(None));
        assert_eq!(numbers(last), (Some(930), Some(881)));
        assert!(paging.next.is_none() && paging.previous.is_some());
        assert_eq!(part("/shelf", &ids, &Start::Before(Some(950))).0, first);
        assert_eq!(part("/shelf", &ids, &Start::After(Some(5))).0, first, "a title that is gone");
        assert!(part("/shelf", &[], &Start::After(Some(5))).0.is_empty());
        assert!(part("/shelf", &ids, &Start::After(Some(881))).0.is_empty());
    }
}
