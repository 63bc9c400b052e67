//! /collection: the search for titles, and the ways to what waits.

use std::collections::HashSet;

use axum::response::Response;
use domain::{ContentType, Format, TitleId, TitleStatus, WireEnum};
use serde::Serialize;
use services::TitleView;
use services::catalog::{CatalogSearch, TitleNeed};
use services::collection_desk::find_titles;
use services::title_acts::MAX_MOVED_TITLES;
use services::titles::Cursor;

use super::filter::TitleFilter;
use super::moves::BulkMoveForm;
use super::wording::{book_text, status_name};
use crate::books::managed_title_path;
use crate::inputs::{Choice, form_status};
use crate::paging::{FormPager, Pager, TITLES_PER_PAGE, parse_place};
use crate::{
    Fields, Form, InputError, Link, Page, Query, Result, Section, Visitor, format_day_of, format_name,
    render_with_status,
};

struct TitleRow {
    id: String,
    /// True if it was chosen in a form that is shown again.
    is_chosen: bool,
    link: Link,
    authors: String,
    facts: Vec<(String, String)>,
}

#[derive(askama::Template)]
#[template(path = "collection.html")]
struct CollectionStartPage<'a> {
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
    others: OtherTitles,
    has_choice: bool,
    /// The address of the same search without a choice.
    clear_path: String,
    /// How long titles stay chosen, and how many can be, in sentences.
    keep_text: String,
    is_for_all: bool,
    /// The titles that a move of all concerns, in words.
    all_text: String,
    /// The statuses that titles can be moved to.
    moves: Vec<Choice>,
    pager: Pager,
    choice_pager: FormPager,
    /// The numbers of open reports, in words.
    problems: String,
    conversion_reports: String,
    /// The numbers of titles without a book and of those with a failed change, in words.
    without_book: String,
    to_retry: String,
    errors: Vec<InputError>,
}

/// The chosen titles that are not on the page.
struct OtherTitles {
    ids: Vec<String>,
    /// How many they are, in words. `None` if there are none.
    count_text: Option<String>,
    /// The sentence that not more titles can be chosen. `None` if there is no need for it.
    cut_text: Option<String>,
}

/// GET /collection: a page of the search, on which nothing is chosen.
pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    let form = BulkMoveForm::new(TitleFilter::from_fields(&fields));
    render_start(&visitor, &fields, &form, Vec::new()).await
}

/// POST /collection: a page of the search, with what was chosen on another one. It changes nothing.
pub(super) async fn show_selection(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_collection_staff()?;
    render_start(&visitor, &fields, &BulkMoveForm::from_fields(&fields), Vec::new()).await
}

/// Renders a page of the search with the form that moves titles, and the faults of the form.
pub(super) async fn render_start(
    visitor: &Visitor,
    fields: &Fields,
    form: &BulkMoveForm,
    errors: Vec<InputError>,
) -> Result<Response> {
    let filter = &form.filter;
    let place = place_token(fields);
    let after = parse_place::<Cursor>(place)?;
    let query = filter.to_query();
    let search = CatalogSearch { country: None, query, need: filter.need, after, limit: TITLES_PER_PAGE };
    let start = find_titles(&visitor.op, search).await?;
    let page = visitor.page(Section::Account);
    let mut hidden_fields = filter.to_hidden_fields();
    hidden_fields.extend(place.map(|place| ("after", place.to_owned())));
    let is_chosen = |view: &TitleView| form.chosen.contains(&view.item.id);
    let shown = CollectionStartPage {
        statuses: list_choices(&page, filter.status, |status| status_name(&page, status)),
        formats: list_choices(&page, filter.format, |format: Format| format_name(&page, format)),
        kinds: list_choices(&page, filter.kind, |kind: ContentType| page.value_text("collection-kind", kind)),
        needs: list_choices(&page, filter.need, |need: TitleNeed| page.value_text("collection-need", need)),
        count: page.count("collection-count", start.titles.total),
        titles: start.titles.titles.iter().map(|view| title_row(&page, view, is_chosen(view))).collect(),
        hidden_fields,
        others: other_titles(&page, form, &start.titles.titles),
        has_choice: !form.chosen.is_empty(),
        clear_path: filter.to_path(),
        keep_text: page.count("collection-moves-keep", MAX_MOVED_TITLES as u64),
        is_for_all: form.is_for_all,
        all_text: page.count("collection-moves-all", start.titles.total),
        moves: list_moves(&page, form.to),
        pager: link_pages(form, place.is_none(), start.titles.next.as_ref()),
        choice_pager: FormPager::new(place.is_some(), None, start.titles.next.as_ref()),
        problems: page.count("problems-count", start.open_problems),
        conversion_reports: page.count("conversion-reports-count", start.open_conversion_reports),
        without_book: page.count("collection-without-book-count", start.without_book),
        to_retry: page.count("collection-retry-count", start.to_retry),
        words: filter.words.clone(),
        errors,
        page,
    };
    Ok(render_with_status(form_status(&shown.errors), &shown))
}

/// Links to the other pages. There are none once titles are chosen, because links would lose the choice.
fn link_pages<K: Serialize>(form: &BulkMoveForm, is_first: bool, next: Option<&K>) -> Pager {
    if form.chosen.is_empty() {
        Pager::new_onward(&form.filter.to_path(), is_first, next)
    } else {
        Pager::default()
    }
}

/// The place of the page: that which a button of the form leads to, or else that of the address, which the
/// form has in a hidden field. `None` for the first page.
fn place_token(fields: &Fields) -> Option<&str> {
    if fields.get("first").is_some() { None } else { fields.get("next").or_else(|| fields.get("after")) }
}

fn other_titles(page: &Page<'_>, form: &BulkMoveForm, titles: &[TitleView]) -> OtherTitles {
    let on_page: HashSet<TitleId> = titles.iter().map(|view| view.item.id).collect();
    let others = form.chosen.iter().filter(|id| !on_page.contains(*id));
    let ids: Vec<String> = others.map(ToString::to_string).collect();
    let count = ids.len() as u64;
    OtherTitles {
        ids,
        count_text: (count > 0).then(|| page.count("collection-moves-others", count)),
        cut_text: form.is_cut.then(|| page.count("collection-moves-cut", MAX_MOVED_TITLES as u64)),
    }
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
        link: Link::for_title(managed_title_path(title.id), title),
        authors: authors.join(", "),
        facts: page.label_facts(facts),
    }
}

#[cfg(test)]
mod tests {
    use super::{BulkMoveForm, Pager, TitleFilter, link_pages};
    use crate::fields::Fields;

    #[test]
    fn pages_have_links_until_titles_are_chosen() {
        let fields = Fields::parse(b"words=kelp&status=live&after=Mw&title=1001");
        let form = BulkMoveForm::new(TitleFilter::from_fields(&fields));
        let pager = link_pages(&form, false, Some(&7));
        assert_eq!(pager.first.as_deref(), Some("/collection?words=kelp&status=live"));
        assert_eq!(pager.next.as_deref(), Some("/collection?words=kelp&status=live&after=Nw"));
        assert_eq!(link_pages::<i64>(&form, true, None), Pager::default());
        assert_eq!(link_pages(&BulkMoveForm::from_fields(&fields), false, Some(&7)), Pager::default());
    }
}
