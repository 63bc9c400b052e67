//! /collection/export: the catalog as a file of records, for partners, spreadsheets and other libraries
//! (docs/export.md#in-the-browser).

use axum::body::Body;
use axum::response::Response;
use domain::WireEnum as _;
use services::exports::{self, ExportOverview, ExportView, NewExport, RecordFormat};
use services::queue::JobState;

use crate::attachments::attach_file;
use crate::inputs::{Choice, form_status, read_day};
use crate::problem::parse_number;
use crate::system::{count_progress, state_name};
use crate::{
    Fields, Form, InputError, InputField, Link, Page, Path, Result, Section, Visitor, format_day,
    format_moment, list_errors, render_with_status,
};

const PAGE_PATH: &str = "/collection/export";

/// The form, with what was typed.
struct ExportForm {
    format: RecordFormat,
    since: InputField,
    supplier: Option<String>,
    is_published: bool,
}

impl ExportForm {
    /// Reads the form, and the export, if there are no errors.
    fn read(page: &Page<'_>, fields: &Fields) -> (Self, Option<NewExport>) {
        let since =
            InputField::new_optional(page, "since", "export-since").with_hint(page.text("audit-day-hint"));
        let (since, day) = read_day(page, fields, since, "audit-day-wrong");
        let form = Self {
            format: fields
                .get("format")
                .and_then(|name| RecordFormat::parse(name).ok())
                .unwrap_or(RecordFormat::Csv),
            since,
            supplier: fields.get("supplier").map(str::to_owned),
            is_published: fields.get("published") == Some("yes"),
        };
        let export = NewExport {
            format: form.format,
            since: day,
            supplier: form.supplier.clone(),
            published: form.is_published,
        };
        let is_valid = form.since.error.is_none();
        (form, is_valid.then_some(export))
    }
}

struct ExportCard {
    /// The format, and when the export was started.
    heading: String,
    facts: Vec<(String, String)>,
    /// The file. `None` while it is not ready.
    download: Option<Link>,
}

#[derive(askama::Template)]
#[template(path = "collection_export.html")]
struct ExportPage<'a> {
    page: Page<'a>,
    formats: Vec<Choice>,
    since: InputField,
    suppliers: Vec<Choice>,
    is_published: bool,
    errors: Vec<InputError>,
    exports: Vec<ExportCard>,
    /// Whether an export waits or runs.
    is_unfinished: bool,
}

/// GET: the form, and the latest exports.
pub(super) async fn show_page(visitor: Visitor) -> Result {
    visitor.op.require_collection_staff()?;
    let overview = exports::list(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    let (form, _) = ExportForm::read(&page, &Fields::default());
    Ok(render_page(page, form, &overview))
}

pub(super) async fn start_export(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_collection_staff()?;
    let page = visitor.page(Section::Account);
    let (form, export) = ExportForm::read(&page, &fields);
    let Some(export) = export else {
        let overview = exports::list(&visitor.op).await?;
        return Ok(render_page(page, form, &overview));
    };
    let is_started = exports::start(&visitor.op, export).await?;
    let message = if is_started { "export-started" } else { "export-unfinished" };
    visitor.redirect_with_message(message, PAGE_PATH)
}

pub(super) async fn download_file(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_collection_staff()?;
    let id = parse_number(&id)?;
    let file = exports::open(&visitor.op, id).await?;
    let name = format!("catalog-{id}.{}", file.format.extension());
    Ok(attach_file(&name, file.format.media_type(), Body::from_stream(file.content)))
}

fn render_page(page: Page<'_>, form: ExportForm, overview: &ExportOverview) -> Response {
    let errors = list_errors(&[&form.since]);
    let chosen = form.supplier.as_deref();
    let every_supplier = Choice::new("", page.text("export-every-supplier"), chosen.is_none());
    let supplier_choice = |name: &String| Choice::new(name, name.clone(), chosen == Some(name.as_str()));
    let suppliers = [every_supplier].into_iter().chain(overview.suppliers.iter().map(supplier_choice));
    let shown = ExportPage {
        formats: Choice::list_all(
            |format| page.value_text("export-format", format),
            |format: RecordFormat| format == form.format,
        ),
        suppliers: suppliers.collect(),
        is_published: form.is_published,
        exports: overview.exports.iter().map(|export| export_card(&page, export)).collect(),
        is_unfinished: overview.exports.iter().any(|export| export.state.is_unfinished()),
        since: form.since,
        errors,
        page,
    };
    render_with_status(form_status(&shown.errors), &shown)
}

fn export_card(page: &Page<'_>, export: &ExportView) -> ExportCard {
    let NewExport { format, since, supplier, published } = &export.request;
    let published = if *published { page.text("export-published") } else { String::new() };
    let progress = count_progress(page, &export.progress).filter(|_| export.state == JobState::Running);
    let heading =
        format!("{}, {}", page.value_text("export-format", *format), format_moment(page, export.enqueued));
    let download = (export.state == JobState::Done)
        .then(|| Link::new(format!("{PAGE_PATH}/{}", export.id), page.text("export-download")));
    ExportCard {
        facts: page.label_facts([
            ("system-job-state", state_name(page, export.state)),
            ("system-job-progress", progress.unwrap_or_default()),
            ("export-since", since.map(|day| format_day(page, day)).unwrap_or_default()),
            ("export-supplier", supplier.clone().unwrap_or_default()),
            ("export-titles", published),
        ]),
        heading,
        download,
    }
}
