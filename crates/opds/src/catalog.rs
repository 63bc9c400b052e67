//! Titles as a search finds them: all of them, the newest, and those with some words.

use axum::extract::State;
use axum::response::Response;
use services::titles::{Found, Search, Sort};

use crate::facets::facets;
use crate::feed::{Content, Feed, Scope};
use crate::filters::{AuthorAlone, Filters};
use crate::paging::{PER_PAGE, PageQuery, Start, pages};
use crate::params::Params;
use crate::problem::Result;
use crate::shown;
use crate::state::Opds;
use crate::visitor::Visitor;
use crate::{answer, atom, media_types};

/// GET /all
pub(crate) async fn all(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(filters): Params<Filters>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let title = filters.name(visitor.words()).unwrap_or_else(|| visitor.words().text("feed-all"));
    let usual = if filters.series.is_some() { Sort::SeriesNumber } else { Sort::Title };
    answer(&opds, &visitor, ("/all", title), &filters, usual, &page).await
}

/// GET /new
pub(crate) async fn new(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(filters): Params<Filters>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let title = visitor.words().text("shelf-new");
    answer(&opds, &visitor, ("/new", title), &filters, Sort::DateAdded, &page).await
}

/// GET /search
pub(crate) async fn search(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(filters): Params<Filters>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let words = [&filters.query, &filters.title, &filters.author, &filters.narrator, &filters.isbn];
    let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
    let title = visitor.words().with_name("feed-search", &words.join(" "));
    let sort = if words.is_empty() { Sort::Title } else { Sort::Relevance };
    answer(&opds, &visitor, ("/search", title), &filters, sort, &page).await
}

/// GET /search.xml
pub(crate) async fn description(visitor: Visitor) -> Result<Response> {
    Ok(answer::worded(
        atom::search_description(&visitor, Scope::Catalog)?,
        media_types::SEARCH,
        visitor.language,
    ))
}

async fn answer(
    opds: &Opds,
    visitor: &Visitor,
    (path, title): (&str, String),
    filters: &Filters,
    usual: Sort,
    page: &PageQuery,
) -> Result<Response> {
    let alone = if path == "/search" { AuthorAlone::Words } else { AuthorAlone::Name };
    let search = search_for(visitor, filters, usual, alone)?.with_kinds().with_accessibility();
    let start = page.start()?;
    let _turn = visitor.take_search_turn(&search).await?;
    let found = match start {
        Start::After(after) => search.page(&opds.library, after, PER_PAGE).await?,
        Start::Before(before) => search.page_before(&opds.library, before, PER_PAGE).await?,
    };
    let first = filters.path(path);
    let paging = pages(&first, found.total, found.previous.as_ref(), found.next.as_ref());
    visitor.feed(&Feed {
        path: page.own(&first),
        title,
        about: (found.total == 0).then(|| visitor.words().text("feed-nothing-found")),
        updated: updated(&found, visitor),
        up: Some(String::new()),
        search: Scope::Catalog,
        content: Content::Publications {
            facets: facets(visitor.words(), path, filters, usual, &found),
            publications: shown::titles(opds, visitor, &found.titles).await?,
            paging,
        },
    })
}

/// A search of the titles that the visitor may find.
pub(crate) fn search_for<'a>(
    visitor: &'a Visitor,
    filters: &Filters,
    usual: Sort,
    alone: AuthorAlone,
) -> Result<Search<'a>> {
    Ok(Search::new(&visitor.caller, filters.wanted(usual, alone, visitor.caller.today())?)?)
}

fn updated(found: &Found, visitor: &Visitor) -> jiff::Timestamp {
    found.titles.iter().map(|seen| seen.title.dates.updated).max().unwrap_or(visitor.caller.now)
}
