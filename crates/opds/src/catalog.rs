//! Titles as a search finds them: all of them, the newest, and those with some words.

use services::offers;
use services::titles::{CollectionSearch, Sort};

use crate::facets::build_facets;
use crate::filters::{AuthorSearch, TitleFilters};
use crate::paging::page_links;
use crate::{Feed, PageQuery, Params, Result, SearchScope, Visitor, answer, atom, media_types, publications};

/// GET /all
pub(crate) async fn list_all(
    visitor: Visitor,
    Params(filters): Params<TitleFilters>,
    Params(page): Params<PageQuery>,
) -> Result {
    let title = filters.feed_name(visitor.wording()).unwrap_or_else(|| visitor.wording().text("feed-all"));
    let usual = if filters.series.is_some() { Sort::SeriesNumber } else { Sort::Title };
    search_response(&visitor, ("/all", title), &filters, usual, &page).await
}

/// GET /new
pub(crate) async fn list_newest(
    visitor: Visitor,
    Params(filters): Params<TitleFilters>,
    Params(page): Params<PageQuery>,
) -> Result {
    let title = visitor.wording().text("shelf-new");
    search_response(&visitor, ("/new", title), &filters, Sort::DateAdded, &page).await
}

/// GET /search
pub(crate) async fn search_titles(
    visitor: Visitor,
    Params(filters): Params<TitleFilters>,
    Params(page): Params<PageQuery>,
) -> Result {
    let words = [&filters.query, &filters.title, &filters.author, &filters.narrator, &filters.isbn];
    let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
    let title = visitor.wording().with_name("feed-search", &words.join(" "));
    let sort = if words.is_empty() { Sort::Title } else { Sort::Relevance };
    search_response(&visitor, ("/search", title), &filters, sort, &page).await
}

/// GET /search.xml
pub(crate) async fn show_description(visitor: Visitor) -> Result {
    Ok(answer::localized_response(
        atom::search_description(&visitor, SearchScope::Catalog)?,
        media_types::SEARCH,
        visitor.language,
    ))
}

async fn search_response(
    visitor: &Visitor,
    (path, title): (&str, String),
    filters: &TitleFilters,
    usual: Sort,
    page: &PageQuery,
) -> Result {
    let alone = if path == "/search" { AuthorSearch::Words } else { AuthorSearch::Name };
    let search = search_for(visitor, filters, usual, alone)?.with_format_facets().with_accessibility();
    let part = page.parse_part()?;
    let _turn = visitor.take_search_turn(&search).await?;
    let (results, details) = offers::search(&visitor.op, search, part).await?;
    let first = filters.to_path(path);
    let paging = page_links(&first, results.total, results.previous.as_ref(), results.next.as_ref());
    let facets = build_facets(visitor.wording(), path, filters, usual, &results);
    let publications = publications::from_details(visitor, results.titles, &details);
    let texts = (title, "feed-nothing-found");
    visitor.feed_response(&Feed::publications(visitor, (&first, page), texts, publications, paging, facets))
}

/// A search of the titles that the visitor may find.
pub(crate) fn search_for<'a>(
    visitor: &'a Visitor,
    filters: &TitleFilters,
    usual: Sort,
    alone: AuthorSearch,
) -> Result<CollectionSearch<'a>> {
    Ok(CollectionSearch::new(&visitor.op, filters.to_query(usual, alone, visitor.op.today())?)?)
}
