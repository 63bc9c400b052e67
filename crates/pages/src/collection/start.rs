//! /collection: the search for titles, and the ways to what waits.

use axum::response::Response;
use domain::{ContentType, Format, TitleStatus, WireEnum};
use services::TitleView;
use services::catalog::{CatalogSearch, TitleNeed};
use services::collection_desk::find_titles;
use services::titles::Cursor;

use super::filter::TitleFilter;
use super::moves::BulkMoveForm;
use super::wording::{book_text, status_name, value_message};
use crate::books::{managed_title_path, title_language};
use crate::dates::format_day_of;
use crate::inputs::{Choice, form_status};
use crate::paging::{Pager, TITLES_PER_PAGE, read_place};
use crate::{
    Fields, InputError, Page, Query, Result, Section, Visitor, format_name, render_with_status,
    text_direction,
};

/// A title as the results show it.
struct TitleRow {
    id: String,
    /// True if it was chosen in a form that is shown again.
    is_chosen: bool,
    href: String,
    name: String,
    lang: String,
    dir: &'static str,
    authors: String,
    facts: Vec<(String, String)>,
}

#[derive(askama::Template)]
#[template(path = "collection.html")]
struct StartPage<'a> {
    page: Page<'a>,
    words: String,
    statuses: Vec<Choice>,
    formats: Vec<Choice>,
    kinds: Vec<Choice>,
    needs: Vec<Choice>,
    count: String,
    titles: Vec<TitleRow>,
    /// Hidden fields of the form that moves titles: the filter, and the place of the page.
    hidden_fields: Vec<(&'static str, String)>,
    is_for_all: bool,
    /// The titles that a move of all concerns, in words.
    all_text: String,
    /// The statuses that titles can be moved to.
    moves: Vec<Choice>,
    pager: Pager,
    /// The numbers of open reports, in words.
    problems: String,
    conversion_reports: String,
    /// The numbers of titles without a book and of those with a failed change, in words.
    without_book: String,
    to_retry: String,
    errors: Vec<InputError>,
}

/// GET /collection
pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    render_start(&visitor, &fields, None).await
}

/// Renders a page of the search, with a form that was sent and its faults.
pub(super) async fn render_start(
    visitor: &Visitor,
    fields: &Fields,
    sent: Option<&BulkMoveForm>,
) -> Result<Response> {
    let filter = TitleFilter::from_fields(fields);
    let after = read_place::<Cursor>(fields)?;
    let is_first = after.is_none();
    let query = filter.to_query();
    let search = CatalogSearch { country: None, query, need: filter.need, after, limit: TITLES_PER_PAGE };
    let start = find_titles(&visitor.op, search).await?;
    let page = visitor.page(Section::Account);
    let errors = sent.map(|form| form.list_errors(&page)).unwrap_or_default();
    let mut hidden_fields = filter.to_hidden_fields();
    hidden_fields.extend(fields.get("after").map(|place| ("after", place.to_owned())));
    let is_chosen = |view: &TitleView| sent.is_some_and(|form| form.chosen.contains(&view.item.id));
    let shown = StartPage {
        statuses: list_choices(&page, filter.status, |status| status_name(&page, status)),
        formats: list_choices(&page, filter.format, |format: Format| format_name(&page, format)),
        kinds: list_choices(&page, filter.kind, |kind: ContentType| page.text(&value_message("kind", kind))),
        needs: list_choices(&page, filter.need, |need: TitleNeed| page.text(&value_message("need", need))),
        count: page.count("collection-count", start.titles.total),
        titles: start.titles.titles.iter().map(|view| title_row(&page, view, is_chosen(view))).collect(),
        hidden_fields,
        is_for_all: sent.is_some_and(|form| form.is_for_all),
        all_text: page.count("collection-moves-all", start.titles.total),
        moves: list_moves(&page, sent.and_then(|form| form.to)),
        pager: Pager::new_onward(&filter.to_path(), is_first, start.titles.next.as_ref()),
        problems: page.count("problems-count", start.open_problems),
        conversion_reports: page.count("conversion-reports-count", start.open_conversion_reports),
        without_book: page.count("collection-without-book-count", start.without_book),
        to_retry: page.count("collection-retry-count", start.to_retry),
        words: filter.words,
        errors,
        page,
    };
    Ok(render_with_status(form_status(&shown.errors), &shown))
}

/// The values of an enumeration, after one for any of them.
fn list_choices<E: WireEnum + PartialEq>(
    page: &Page<'_>,
    chosen: Option<E>,
    name: impl Fn(E) -> String,
) -> Vec<Choice> {
    let mut choices = Choice::list_all(name, |value| chosen == Some(value));
    choices.insert(0, Choice::new("", page.text("any"), chosen.is_none()));
    choices
}

/// The statuses that some move leads to, after one for none of them.
fn list_moves(page: &Page<'_>, chosen: Option<TitleStatus>) -> Vec<Choice> {
    let is_target = |to: &TitleStatus| TitleStatus::ALL.iter().any(|from| from.can_become(*to));
    let targets = TitleStatus::ALL.iter().copied().filter(is_target);
    let mut choices = Choice::list(targets, |to| status_name(page, to), |to| chosen == Some(to));
    choices.insert(0, Choice::new("", page.text("collection-moves-choose"), chosen.is_none()));
    choices
}

fn title_row(page: &Page<'_>, view: &TitleView, is_chosen: bool) -> TitleRow {
    let title = &view.item;
    let lang = title_language(title);
    let authors: Vec<&str> = title.authors().map(|author| author.display_name.as_str()).collect();
    let facts = [
        ("collection-status", status_name(page, title.status)),
        ("collection-updated", format_day_of(page, title.dates.updated)),
        ("collection-book", book_text(page, title)),
        ("fact-isbn", title.metadata.isbn13.clone().unwrap_or_default()),
        ("collection-number", title.id.to_string()),
    ];
    TitleRow {
        id: title.id.to_string(),
        is_chosen,
        href: managed_title_path(title.id),
        name: title.metadata.title.clone(),
        lang: lang.to_owned(),
        dir: text_direction(lang),
        authors: authors.join(", "),
        facts: page.label_facts(facts),
    }
}
