//! The visitor's own titles: copies (of editions of periodicals, too), assigned titles, what is being read,
//! and recommendations.

use axum::response::Response;
use domain::downloads::Item;
use domain::ids::TitleId;
use serde::Serialize;
use services::shelves::{self, ShelfFilter};
use services::{items, titles};
use transport::places;

use crate::facets::shelf_facets;
use crate::feed::{Feed, FeedContent, SearchScope};
use crate::filters::TitleFilters;
use crate::paging::{PUBLICATIONS_PER_PAGE, PageLinks, PageQuery, PageStart, page_links};
use crate::params::Params;
use crate::problem::Result;
use crate::publication::Publication;
use crate::publications;
use crate::visitor::Visitor;
use crate::{answer, atom, media_types};

/// GET /shelf: all of the reader's copies, or those with some words, formats and a language.
pub(crate) async fn show_shelf(
    visitor: Visitor,
    Params(filters): Params<TitleFilters>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let filters = filters.for_shelf();
    let by = filters.to_narrowing()?;
    let narrowed = shelves::narrow_downloads(&visitor.op, &by).await?;
    let first = filters.to_path(SearchScope::Shelf.search_path());
    let (shown, paging) = page_of(&first, &narrowed.items, &page.parse_start()?, Item::to_string);
    let held = items::view_many(&visitor.op, shown).await?;
    let publications = publications::from_views(&visitor, held).await?;
    let (words, is_whole) = (visitor.wording(), by == ShelfFilter::default());
    let title = filters.query.as_deref().filter(|text| !text.trim().is_empty());
    let title = title.map_or_else(|| words.text("nav-shelf"), |query| words.with_name("feed-search", query));
    let nothing = if is_whole { "shelf-downloaded-nothing" } else { "feed-nothing-found" };
    let mut feed = publications_feed(&first, (&title, nothing), &visitor, &page, publications, paging);
    if let FeedContent::Publications { facets, .. } = &mut feed.content {
        *facets = shelf_facets(words, &filters, &narrowed);
    }
    feed.search = SearchScope::Shelf;
    visitor.feed_response(&feed)
}

/// GET /shelf/search.xml
pub(crate) async fn show_description(visitor: Visitor) -> Result<Response> {
    let document = atom::search_description(&visitor, SearchScope::Shelf)?;
    Ok(answer::localized_response(document, media_types::SEARCH, visitor.language))
}

/// GET /reading
pub(crate) async fn list_reading(visitor: Visitor, Params(page): Params<PageQuery>) -> Result<Response> {
    let ids = shelves::list_reading(&visitor.op).await?;
    let title = visitor.wording().text("shelf-reading");
    list_titles(&visitor, "/reading", (&title, "shelf-reading-nothing"), &ids, &page).await
}

/// GET /assigned
pub(crate) async fn list_assigned(visitor: Visitor, Params(page): Params<PageQuery>) -> Result<Response> {
    let ids = shelves::list_assigned(&visitor.op).await?;
    let title = visitor.wording().text("shelf-assigned");
    list_titles(&visitor, "/assigned", (&title, "shelf-assigned-nothing"), &ids, &page).await
}

/// GET /recommended: 404 in the catalog of a member, because recommendations are for the signed-in reader.
pub(crate) async fn list_recommended(visitor: Visitor, Params(page): Params<PageQuery>) -> Result<Response> {
    visitor.require_own_catalog()?;
    let ids = shelves::list_recommended(&visitor.op).await?;
    let title = visitor.wording().text("shelf-recommended");
    list_titles(&visitor, "/recommended", (&title, "shelf-recommended-nothing"), &ids, &page).await
}

/// Responds with a feed of these titles, in this order. If there are none, it shows the message `nothing`.
pub(crate) async fn list_titles(
    visitor: &Visitor,
    path: &str,
    (title, nothing): (&str, &str),
    ids: &[TitleId],
    page: &PageQuery,
) -> Result<Response> {
    let (shown, paging) = page_of(path, ids, &page.parse_start()?, |id| id.0);
    let seen = titles::view_page(&visitor.op, shown).await?;
    let publications = publications::from_views(visitor, seen).await?;
    visitor.feed_response(&publications_feed(path, (title, nothing), visitor, page, publications, paging))
}

/// A feed of a page of publications.
fn publications_feed(
    path: &str,
    (title, nothing): (&str, &str),
    visitor: &Visitor,
    page: &PageQuery,
    publications: Vec<Publication>,
    paging: PageLinks,
) -> Feed {
    let updated = publications.iter().map(|of| of.modified).max();
    Feed {
        path: page.page_path(path),
        title: title.to_owned(),
        summary: (paging.total == 0).then(|| visitor.wording().text(nothing)),
        updated: updated.unwrap_or(visitor.op.now),
        parent_path: Some(String::new()),
        search: SearchScope::Catalog,
        content: FeedContent::Publications { publications, paging, facets: Vec::new() },
    }
}

/// The items of a list on a page, and links to the other pages. A position in the list is the key of an
/// item; one that is no longer on the list leads to the first page, or the last.
fn page_of<'a, T, K: PartialEq + Serialize>(
    path: &str,
    items: &'a [T],
    start: &PageStart<K>,
    key: impl Fn(&T) -> K,
) -> (&'a [T], PageLinks) {
    let (place, backward) = start.as_parts();
    let part = places::page_around(items, place, backward, PUBLICATIONS_PER_PAGE, key);
    let paging = page_links(path, items.len() as u64, part.previous.as_ref(), part.next.as_ref());
    (part.items, paging)
}

#[cfg(test)]
mod tests {
    use domain::ids::TitleId;

    use crate::paging::{PageLinks, PageStart};

    fn shelf_page<'a>(path: &str, ids: &'a [TitleId], start: &PageStart<i64>) -> (&'a [TitleId], PageLinks) {
        super::page_of(path, ids, start, |id| id.0)
    }

    #[test]
    fn pages_of_a_list_cover_it_in_both_directions() {
        let ids: Vec<TitleId> = (0..120).map(|n| TitleId(1000 - n)).collect();
        let numbers = |of: &[TitleId]| (of.first().map(|id| id.0), of.last().map(|id| id.0));
        let (first, paging) = shelf_page("/shelf", &ids, &PageStart::After(None));
        assert_eq!(numbers(first), (Some(1000), Some(951)));
        assert!(paging.previous.is_none() && paging.next.is_some());
        let (second, _) = shelf_page("/shelf", &ids, &PageStart::After(Some(951)));
        assert_eq!(numbers(second), (Some(950), Some(901)));
        let (last, paging) = shelf_page("/shelf", &ids, &PageStart::Before(None));
        assert_eq!(numbers(last), (Some(930), Some(881)));
        assert!(paging.next.is_none() && paging.previous.is_some());
        assert_eq!(shelf_page("/shelf", &ids, &PageStart::Before(Some(950))).0, first);
        assert_eq!(shelf_page("/shelf", &ids, &PageStart::After(Some(5))).0, first, "a title that is gone");
        assert!(shelf_page("/shelf", &[], &PageStart::After(Some(5))).0.is_empty());
        assert!(shelf_page("/shelf", &ids, &PageStart::After(Some(881))).0.is_empty());
    }
}
