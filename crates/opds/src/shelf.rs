//! The visitor's own titles: copies (of editions of periodicals, too), assigned titles, what is being read,
//! and recommendations.

use layout::popular::popular_name;
use serde::Serialize;
use services::Rows;
use services::offers::{self, OfferedCopies, OfferedTitles};
use services::shelves::{ShelfFilter, ShelfName, TitleShelf};

use crate::facets::shelf_facets;
use crate::filters::TitleFilters;
use crate::paging::{PageLinks, page_links};
use crate::{
    Feed, FeedContent, PageQuery, Params, Publication, Result, SearchScope, Visitor, answer, atom,
    media_types, publications,
};

/// GET /shelf: all of the reader's copies, or those with some words, formats and a language.
pub(crate) async fn show_shelf(
    visitor: Visitor,
    Params(filters): Params<TitleFilters>,
    Params(page): Params<PageQuery>,
) -> Result {
    let filters = filters.for_shelf();
    let by = filters.to_narrowing()?;
    let part = page.parse_part()?;
    let OfferedCopies { narrowed, rows, details } = offers::list_copies(&visitor.op, &by, &part).await?;
    let first = filters.to_path(SearchScope::Shelf.search_path());
    let paging = links_around(&first, &rows);
    let publications = publications::from_details(&visitor, rows.items, &details);
    let words = visitor.wording();
    let is_whole = by == ShelfFilter::default();
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
pub(crate) async fn show_description(visitor: Visitor) -> Result {
    let document = atom::search_description(&visitor, SearchScope::Shelf)?;
    Ok(answer::localized_response(document, media_types::SEARCH, visitor.language))
}

/// GET /reading
pub(crate) async fn list_reading(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    let titles = open_shelf(&visitor, TitleShelf::Reading, &page).await?;
    let title = visitor.wording().text("shelf-reading");
    titles_response(&visitor, "/reading", (&title, "shelf-reading-nothing"), titles, &page)
}

/// GET /assigned
pub(crate) async fn list_assigned(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    let titles = open_shelf(&visitor, TitleShelf::Assigned, &page).await?;
    let title = visitor.wording().text("shelf-assigned");
    titles_response(&visitor, "/assigned", (&title, "shelf-assigned-nothing"), titles, &page)
}

/// GET /recommended: 404 in the catalog of a member, because recommendations are for the signed-in reader.
pub(crate) async fn list_recommended(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    visitor.require_own_catalog()?;
    let titles = open_shelf(&visitor, TitleShelf::Recommended, &page).await?;
    let title = visitor.wording().text("shelf-recommended");
    titles_response(&visitor, "/recommended", (&title, "shelf-recommended-nothing"), titles, &page)
}

pub(crate) async fn open_shelf(
    visitor: &Visitor,
    shelf: TitleShelf<'_>,
    page: &PageQuery,
) -> Result<OfferedTitles> {
    let part = page.parse_part()?;
    Ok(offers::list_titles(&visitor.op, shelf, &part).await?)
}

/// The name of a shelf. Empty for one of the reader's own.
pub(crate) fn shelf_title(visitor: &Visitor, name: &ShelfName) -> String {
    match name {
        ShelfName::Own => String::new(),
        ShelfName::Popular(list) => popular_name(visitor.wording(), list),
        ShelfName::Text(name) => name.clone(),
    }
}

/// Responds with a feed of these titles, in this order. If there are none, it shows the message `nothing`.
pub(crate) fn titles_response(
    visitor: &Visitor,
    path: &str,
    (title, nothing): (&str, &str),
    titles: OfferedTitles,
    page: &PageQuery,
) -> Result {
    let paging = links_around(path, &titles.rows);
    let publications = publications::from_details(visitor, titles.rows.items, &titles.details);
    visitor.feed_response(&publications_feed(path, (title, nothing), visitor, page, publications, paging))
}

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

fn links_around<K: Serialize, T>(path: &str, rows: &Rows<K, T>) -> PageLinks {
    page_links(path, rows.total, rows.previous.as_ref(), rows.next.as_ref())
}
