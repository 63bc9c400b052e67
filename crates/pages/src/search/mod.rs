//! /search: titles by words and filters.

mod access;
mod choices;
mod filters;
mod form;
mod help;

use askama::filters::HtmlSafeOutput;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use layout::access::to_message_spelling;
use services::ListPart;
use services::search_page::{self, FilterCounts, LoadedSearch, SearchRequest};
use services::titles::{CollectionSearch, Cursor};
use transport::guests::{GuestTurn, WorkCost};

use crate::books::Book;
use crate::category_names::CategoryNames;
use crate::inputs::Choice;
use crate::paging::{Pager, list_part};
use crate::search::access::FilterGroup;
use crate::search::choices::{SearchChoices, order_choices};
pub(crate) use crate::search::filters::Filters;
use crate::search::filters::{ADDED_PERIODS, Filter};
use crate::turns::take_turn;
use crate::{Fields, Link, Page, Pages, Problem, Query, Result, Section, Visitor, render};

/// Maximum length of the address of a search, in bytes, because the page repeats it for each condition that
/// can be removed.
const MAX_SEARCH_BYTES: usize = 8 * 1024;

/// A condition that the visitor can remove.
struct ActiveFilter {
    text: String,
    /// The text as HTML, if the value is in another language than the page.
    html: Option<HtmlSafeOutput<String>>,
    removal_path: String,
}

/// A condition that cannot be understood.
struct UnknownFilter {
    text: String,
    /// The identifier of its field. `None` if the form has several for it.
    field: Option<&'static str>,
}

impl UnknownFilter {
    fn new(page: &Page<'_>, filter: &Filter) -> Self {
        let field = filters::SINGLE_FIELDS.contains(&filter.name).then_some(filter.name);
        if filter.name == "words" {
            return Self { text: page.with_name("filter-words", &filter.value), field };
        }
        let label = match filter.name {
            "series" => page.text("fact-series"),
            filters::MY_FORMAT => page.text("filter-my-format"),
            filters::MY_FORMATS => page.text("filter-my-formats"),
            name if access::FILTER_NAMES.contains(&name) => access::filter_name(page, name),
            name => page.text(&format!("field-{}", to_message_spelling(name))),
        };
        let said = [("label", label.as_str().into()), ("name", filter.value.as_str().into())];
        Self { text: page.format("filter-access", &said), field }
    }
}

/// Filters that links on other pages lead to. One of them alone is the subject of the page.
const SUBJECT_FILTERS: [&str; 4] = ["author", "narrator", "series", "category"];

#[derive(askama::Template)]
#[template(path = "search.html")]
struct SearchPage<'a> {
    page: Page<'a>,
    heading: String,
    filters: &'a Filters,
    active_filters: Vec<ActiveFilter>,
    invalid_filters: Vec<UnknownFilter>,
    choices: SearchChoices,
    groups: Vec<FilterGroup>,
    orders: Vec<Choice>,
    open: bool,
    summary: String,
    books: Vec<Book>,
    /// No title has the words as they are written.
    is_approximate: bool,
    suggestions: Vec<Link>,
    help: Vec<Link>,
    /// The search as a feed for reading apps.
    feed: String,
    pager: Pager,
}

/// A search that may be performed: nothing is read for a guest before the turn.
pub(crate) struct AdmittedSearch {
    fields: Fields,
    filters: Filters,
    part: ListPart<Cursor>,
    /// A guest's turn, which ends with the request.
    turn: Option<GuestTurn>,
}

impl FromRequestParts<Pages> for AdmittedSearch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self> {
        let visitor = Visitor::from_request_parts(parts, pages).await?;
        let Query(fields) = Query::from_request_parts(parts, pages).await?;
        let filters = Filters::from_fields(&fields);
        if filters.search_path().len() > MAX_SEARCH_BYTES {
            return Err(Problem::LongAddress);
        }
        let search = search_page::counting_search(&visitor.op, &filters, ADDED_PERIODS)?;
        let part = list_part(&fields)?;
        let turn = take_search_turn(&visitor, &filters, &search).await?;
        Ok(Self { fields, filters, part, turn })
    }
}

pub(crate) async fn show_page(
    visitor: Visitor,
    AdmittedSearch { fields, filters, part, turn: _turn }: AdmittedSearch,
    names: CategoryNames,
) -> Result {
    let request = SearchRequest {
        form: &filters,
        part,
        preferences: &visitor.preferences,
        added_periods: ADDED_PERIODS,
    };
    let LoadedSearch { found, counts, ways_out } = search_page::load(&visitor.op, request).await?;
    let names = &names;
    let page = visitor.page(Section::Search);
    let open = fields.get("more").is_some() || !filters.invalid.is_empty();
    Ok(render(&SearchPage {
        heading: page_heading(&page, &filters),
        active_filters: filters
            .iter()
            .map(|filter| active_filter(&page, (&filters, filter), &counts, names))
            .collect(),
        invalid_filters: filters.invalid.iter().map(|filter| UnknownFilter::new(&page, filter)).collect(),
        choices: SearchChoices::new(&page, &filters, &counts, names),
        groups: access::filter_groups(&page, &filters, &counts.access),
        orders: order_choices(&page, &filters),
        open,
        summary: page.count("search-found", found.total),
        books: Book::from_views(&page, &found.titles),
        is_approximate: found.similar_words,
        suggestions: help::spelling_links(&page, &ways_out),
        help: help::filter_links(&page, &ways_out, &filters, &counts),
        pager: Pager::new(&filters.search_path(), found.previous.as_ref(), found.next.as_ref()),
        feed: filters.feed_path(),
        filters: &filters,
        page,
    }))
}

/// The turn of a guest's search: it costs as much as the titles that its passes over the index visit.
async fn take_search_turn(
    visitor: &Visitor,
    filters: &Filters,
    search: &CollectionSearch<'_>,
) -> Result<Option<GuestTurn>> {
    if visitor.is_signed_in() {
        return Ok(None);
    }
    let titles = search.titles_to_visit().await?;
    let passes = search_page::count_index_passes(filters);
    take_turn(visitor, WorkCost::for_search(titles.saturating_mul(passes))).await
}

fn page_heading(page: &Page<'_>, filters: &Filters) -> String {
    let words = filters.value("words");
    if !words.is_empty() {
        return page.with_name("search-heading-words", words);
    }
    let mut subjects = filters.iter().filter(|filter| SUBJECT_FILTERS.contains(&filter.name));
    match (subjects.next(), subjects.next()) {
        (Some(subject), None) => choices::filter_text(page, subject),
        _ => page.text("search-heading"),
    }
}

fn active_filter(
    page: &Page<'_>,
    (filters, filter): (&Filters, &Filter),
    counts: &FilterCounts,
    names: &CategoryNames,
) -> ActiveFilter {
    ActiveFilter {
        text: choices::filter_text(page, filter),
        html: choices::filter_html(page, filter, counts, names),
        removal_path: filters.without_filter(filter).search_path(),
    }
}
