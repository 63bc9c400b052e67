//! The visitor's own titles: copies (of editions of periodicals, too), assigned titles, what is being read,
//! and recommendations.

use layout::popular::popular_name;
use services::offers::{self, OfferedCopies, OfferedTitles};
use services::shelves::{ShelfFilter, ShelfName, TitleShelf};

use crate::facets::shelf_facets;
use crate::filters::TitleFilters;
use crate::paging::links_around;
use crate::{Feed, PageQuery, Params, Result, SearchScope, Visitor, answer, atom, media_types, publications};

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
    let facets = shelf_facets(words, &filters, &narrowed);
    let feed = Feed::publications(&visitor, (&first, &page), (title, nothing), publications, paging, facets);
    visitor.feed_response(&Feed { search: SearchScope::Shelf, ..feed })
}

/// GET /shelf/search.xml
pub(crate) async fn show_description(visitor: Visitor) -> Result {
    let document = atom::search_description(&visitor, SearchScope::Shelf)?;
    Ok(answer::localized_response(document, media_types::SEARCH, visitor.language))
}

/// GET /reading
pub(crate) async fn list_reading(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    let messages = (Some("shelf-reading"), "shelf-reading-nothing");
    shelf_response(&visitor, TitleShelf::Reading, "/reading", messages, &page).await
}

/// GET /assigned
pub(crate) async fn list_assigned(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    let messages = (Some("shelf-assigned"), "shelf-assigned-nothing");
    shelf_response(&visitor, TitleShelf::Assigned, "/assigned", messages, &page).await
}

/// GET /recommended: 404 in the catalog of a member, because recommendations are for the signed-in reader.
pub(crate) async fn list_recommended(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    visitor.require_own_catalog()?;
    let messages = (Some("shelf-recommended"), "shelf-recommended-nothing");
    shelf_response(&visitor, TitleShelf::Recommended, "/recommended", messages, &page).await
}

/// Responds with a page of a shelf, in its order. The message `title` may contain the shelf's name; without
/// one the name is the title. If there are no titles, the feed shows the message `nothing`.
pub(crate) async fn shelf_response(
    visitor: &Visitor,
    shelf: TitleShelf<'_>,
    path: &str,
    (title, nothing): (Option<&str>, &str),
    page: &PageQuery,
) -> Result {
    let part = page.parse_part()?;
    let OfferedTitles { name, rows, details } = offers::list_titles(&visitor.op, shelf, &part).await?;
    let name = match name {
        ShelfName::Own => String::new(),
        ShelfName::Popular(list) => popular_name(visitor.wording(), &list),
        ShelfName::Text(name) => name,
    };
    let title = title.map_or_else(|| name.clone(), |title| visitor.wording().with_name(title, &name));
    let paging = links_around(path, &rows);
    let publications = publications::from_details(visitor, rows.items, &details);
    let feed = Feed::publications(visitor, (path, page), (title, nothing), publications, paging, Vec::new());
    visitor.feed_response(&feed)
}
