//! One periodical: its editions in every state, and the form that adds new ones.

use domain::Series;
use domain::periodicals::Edition;
use jiff::Timestamp;
use services::periodicals::editions::EditionSort;
use services::periodicals::open_managed;

use super::form::EditionForm;
use super::{LIST_PATH, edition_path, record_path, series_path};
use crate::collection_intake::{IntakeForm, describe_file_limits, list_rights, start_upload};
use crate::inputs::{Choice, form_status};
use crate::items;
use crate::languages::first_language;
use crate::paging::{Pager, list_part};
use crate::{
    Fields, InputError, Link, Page, Path, Query, Result, Section, Visitor, format_day_of, format_name,
    render_with_status,
};

struct ManagedEditionRow {
    link: Link,
    published: String,
    /// Whether readers find it, in a sentence.
    state: String,
    formats: String,
}

impl ManagedEditionRow {
    fn new(page: &Page<'_>, series: &Series, edition: &Edition, now: Timestamp) -> Self {
        let link = Link::new(edition_path(&series.id, &edition.id), &edition.name);
        Self {
            link: link.in_language(first_language(series)),
            published: format_day_of(page, edition.published),
            state: describe_state(page, edition, now),
            formats: list_format_names(page, edition),
        }
    }
}

/// The names of the edition's formats. Empty if it has none.
pub(super) fn list_format_names(page: &Page<'_>, edition: &Edition) -> String {
    let formats = edition.artifacts.iter().map(|artifact| format_name(page, artifact.format));
    formats.collect::<Vec<_>>().join(" · ")
}

/// The state of the edition for readers, in a sentence.
pub(super) fn describe_state(page: &Page<'_>, edition: &Edition, now: Timestamp) -> String {
    let with_day = |message: &str, day: Timestamp| page.with_name(message, &format_day_of(page, day));
    match (edition.withdrawn, edition.expires) {
        (Some(withdrawn), _) => with_day("editions-state-withdrawn", withdrawn),
        (None, None) => page.text("editions-state-current"),
        (None, Some(last)) if edition.is_current(now) => with_day("editions-state-until", last),
        (None, Some(last)) => with_day("editions-state-expired", last),
    }
}

#[derive(askama::Template)]
#[template(path = "collection_periodical.html")]
struct ManagedSeriesPage<'a> {
    page: Page<'a>,
    title: Link,
    reader_path: String,
    record_path: String,
    list_path: &'static str,
    count: String,
    rows: Vec<ManagedEditionRow>,
    pager: Pager,
    rights: Vec<Choice>,
    form: EditionForm,
    file_hint: String,
    errors: Vec<InputError>,
}

pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    let form = EditionForm::new(&visitor.page(Section::Account));
    show_series(&visitor, &id, &fields, form).await
}

/// POST: stores the files, and leads to the run that ingests them.
pub(super) async fn add_editions(
    visitor: Visitor,
    Path(id): Path<String>,
    IntakeForm(sent): IntakeForm,
) -> Result {
    let form = EditionForm::read_from(&visitor.page(Section::Account), &sent);
    if !form.errors().is_empty() {
        return show_series(&visitor, &id, &Fields::default(), form).await;
    }
    start_upload(&visitor, form.into_options(&id), sent).await
}

async fn show_series(visitor: &Visitor, id: &str, place: &Fields, form: EditionForm) -> Result {
    let part = list_part(place)?;
    let opened = open_managed(&visitor.op, id, part.to_request(EditionSort::PublicationDate, true)).await?;
    let page = visitor.page(Section::Account);
    let series = &opened.series.series;
    let path = series_path(&series.id);
    let rows = &opened.editions;
    let row = |edition| ManagedEditionRow::new(&page, series, edition, visitor.op.now);
    let errors = form.errors();
    let shown = ManagedSeriesPage {
        title: Link::for_series(&path, series),
        reader_path: items::series_path(&series.id),
        record_path: record_path(&series.id),
        list_path: LIST_PATH,
        count: page.count("editions-count", rows.total),
        rows: rows.items.iter().map(row).collect(),
        pager: Pager::new(&path, rows.previous.as_ref(), rows.next.as_ref()),
        rights: list_rights(&page, form.usage),
        file_hint: describe_file_limits(&page),
        form,
        errors,
        page,
    };
    Ok(render_with_status(form_status(&shown.errors), &shown))
}
