//! /search: titles by words and filters.

mod access;
mod choices;
mod counts;
mod filters;
mod help;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use services::titles::Search;

use crate::books::Book;
use crate::fields::Query;
use crate::page::{Link, Page, Section, show};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::problem::Result;
use crate::search::access::Group;
use crate::search::choices::{Choice, Choices, orders};
use crate::search::counts::Counts;
use crate::search::filters::{Filter, Filters};
use crate::search::help::Ways;
use crate::state::Pages;
use crate::visitor::Visitor;

/// A condition that the visitor can remove.
struct Active {
    text: String,
    without: String,
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage<'a> {
    page: Page<'a>,
    heading: String,
    filters: &'a Filters,
    active: Vec<Active>,
    unknown: Vec<String>,
    choices: Choices,
    groups: Vec<Group>,
    orders: Vec<Choice>,
    open: bool,
    summary: String,
    books: Vec<Book>,
    /// No title has the words as they are written.
    similar: bool,
    suggestions: Vec<Link>,
    help: Vec<Link>,
    pager: Pager,
}

/// GET /search
pub(crate) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    let filters = Filters::read(&fields);
    let search = Search::new(&visitor.caller, filters.query())?.with_kinds().with_accessibility();
    let found = match Start::read(&fields)? {
        Start::After(after) => search.page(&pages.library, after, PER_PAGE).await?,
        Start::Before(before) => search.page_before(&pages.library, before, PER_PAGE).await?,
    };
    let counts = Counts::of(&pages, &visitor, &filters, &found).await?;
    let ways = Ways::of(&pages, &visitor, &filters, &found).await?;
    let page = Page::new(&pages, &visitor, Section::Search);
    let open = fields.get("more").is_some() || !filters.unknown.is_empty();
    Ok(show(&SearchPage {
        heading: heading(&page, &filters),
        active: filters.iter().map(|filter| active(&page, &filters, filter)).collect(),
        unknown: filters.unknown.iter().map(|filter| filter.value.clone()).collect(),
        choices: Choices::new(&page, &filters, &counts),
        groups: access::groups(&page, &filters, &found.access_facets),
        orders: orders(&page, &filters),
        open,
        summary: page.n("search-found", found.total),
        books: Book::list(&page, &found.titles),
        similar: found.similar_words,
        suggestions: ways.suggestions(&page),
        help: ways.links(&page, &filters, &counts),
        pager: Pager::new(&filters.path(), found.previous.as_ref(), found.next.as_ref()),
        filters: &filters,
        page,
    }))
}

fn heading(page: &Page<'_>, filters: &Filters) -> String {
    match filters.value("words") {
        "" => page.t("search-heading"),
        words => page.named("search-heading-words", words),
    }
}

fn active(page: &Page<'_>, filters: &Filters, filter: &Filter) -> Active {
    Active { text: choices::named(page, filter), without: filters.without(filter).path() }
}
