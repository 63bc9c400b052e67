//! /search: titles by words and filters.

mod access;
mod choices;
mod counts;
mod filters;
mod help;

use askama::Template;
use askama::filters::HtmlSafeOutput;
use axum::extract::State;
use axum::response::Response;
use services::titles;
use transport::guests::{Cost, Turn};

use crate::books::Book;
use crate::category_names::CategoryNames;
use crate::fields::Query;
use crate::page::{Link, Page, Section, show};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::problem::{Problem, Result};
use crate::search::access::Group;
use crate::search::choices::{Choice, Choices, orders};
use crate::search::counts::{Counts, counting};
use crate::search::filters::Filter;
pub(crate) use crate::search::filters::Filters;
use crate::search::help::Ways;
use crate::state::Pages;
use crate::turns::take_turn;
use crate::visitor::Visitor;

/// Longest address of a search, in bytes: the page repeats it for each condition that can be removed.
const MAX_SEARCH_BYTES: usize = 8 * 1024;

/// A condition that the visitor can remove.
struct Active {
    text: String,
    /// The same as HTML, if the value is in another language than the page.
    foreign: Option<HtmlSafeOutput<String>>,
    without: String,
}

/// A condition that cannot be understood.
struct Unknown {
    text: String,
    /// The identifier of its field. `None` if the form has several for it.
    field: Option<&'static str>,
}

impl Unknown {
    fn new(page: &Page<'_>, filter: &Filter) -> Self {
        let field = filters::SINGLE.contains(&filter.name).then_some(filter.name);
        if filter.name == "words" {
            return Self { text: page.with_name("filter-words", &filter.value), field };
        }
        let label = match filter.name {
            "format" => page.text("field-format"),
            "series" => page.text("fact-series"),
            "publishedFrom" => page.text("field-published-from"),
            "publishedTo" => page.text("field-published-to"),
            filters::MY_FORMAT => page.text("filter-my-format"),
            filters::MY_FORMATS => page.text("filter-my-formats"),
            name if field.is_some() => page.text(&format!("field-{name}")),
            name => access::filter_name(page, name),
        };
        let said = [("label", label.as_str().into()), ("name", filter.value.as_str().into())];
        Self { text: page.format("filter-access", &said), field }
    }
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage<'a> {
    page: Page<'a>,
    heading: String,
    filters: &'a Filters,
    active: Vec<Active>,
    unknown: Vec<Unknown>,
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
    /// The same search as a feed for reading apps.
    feed: String,
    pager: Pager,
}

/// GET /search
pub(crate) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    let filters = Filters::read(&fields);
    if filters.path().len() > MAX_SEARCH_BYTES {
        return Err(Problem::LongAddress);
    }
    let search = counting(&visitor.caller, filters.query(visitor.caller.today()))?;
    let start = Start::read(&fields)?;
    let _turn = take_search_turn(&pages, &visitor, &filters, &search).await?;
    let found = match start {
        Start::After(after) => search.page(&pages.library, after, PER_PAGE).await?,
        Start::Before(before) => search.page_before(&pages.library, before, PER_PAGE).await?,
    };
    let counts = Counts::of(&pages, &visitor, &filters, &found, &visitor.preferences).await?;
    let ways = Ways::of(&pages, &visitor, &filters, &found).await?;
    let names = &CategoryNames::of(&pages).await?;
    let page = Page::new(&pages, &visitor, Section::Search);
    let open = fields.get("more").is_some() || !filters.unknown.is_empty();
    Ok(show(&SearchPage {
        heading: heading(&page, &filters),
        active: filters.iter().map(|filter| active(&page, (&filters, filter), &counts, names)).collect(),
        unknown: filters.unknown.iter().map(|filter| Unknown::new(&page, filter)).collect(),
        choices: Choices::new(&page, &filters, &counts, names),
        groups: access::groups(&page, &filters, &counts.access),
        orders: orders(&page, &filters),
        open,
        summary: page.count("search-found", found.total),
        books: Book::list(&page, &found.titles),
        similar: found.similar_words,
        suggestions: ways.suggestions(&page),
        help: ways.links(&page, &filters, &counts),
        pager: Pager::new(&filters.path(), found.previous.as_ref(), found.next.as_ref()),
        feed: filters.feed(),
        filters: &filters,
        page,
    }))
}

/// The turn of a guest's search: it costs as much as the titles that its passes over the index visit.
async fn take_search_turn(
    pages: &Pages,
    visitor: &Visitor,
    filters: &Filters,
    search: &titles::Search<'_>,
) -> Result<Option<Turn>> {
    if visitor.is_signed_in() {
        return Ok(None);
    }
    let titles = search.titles_to_visit(&pages.library).await?;
    take_turn(pages, visitor, Cost::of_search(titles.saturating_mul(counts::passes(filters)))).await
}

fn heading(page: &Page<'_>, filters: &Filters) -> String {
    match (filters.value("words"), filters.value("series")) {
        ("", "") => page.text("search-heading"),
        ("", series) => page.with_name("filter-series", series),
        (words, _) => page.with_name("search-heading-words", words),
    }
}

fn active(
    page: &Page<'_>,
    (filters, filter): (&Filters, &Filter),
    counts: &Counts,
    names: &CategoryNames,
) -> Active {
    Active {
        text: choices::named(page, filter),
        foreign: choices::marked(page, filter, counts, names),
        without: filters.without(filter).path(),
    }
}
