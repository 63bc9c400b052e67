//! /system/reference-organizations/import: a file of organizations is uploaded, shown with what it would
//! change, and confirmed.

use axum::response::Response;
use domain::organization_types::OrganizationType;
use services::organization_types;
use services::reference_organizations::{
    self, FaultyRow, ImportReport, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, ReferenceUpload, UploadedList,
};

use super::administrator_form::AdministratorForm;
use super::references::LIST_PATH;
use crate::inputs::{Choice, FileError, FileInput};
use crate::paging::add_query;
use crate::{
    Fields, Form, Page, Path, Query, Result, Section, Visitor, redirect_to, render, render_with_status,
};

const FORM_PATH: &str = "/system/reference-organizations/import";
/// The field with the type of rows without one.
const KIND_FIELD: &str = "organizationType";

#[derive(askama::Template)]
#[template(path = "system_references_import.html")]
struct ReferenceImportPage<'a> {
    page: Page<'a>,
    file: FileInput,
    types: Vec<Choice>,
    list_href: &'static str,
}

pub(super) async fn show_form(visitor: Visitor) -> Result {
    visitor.op.require_administrator()?;
    let types = organization_types::list(&visitor.op).await?;
    Ok(render_form(&visitor, &types, None, None))
}

/// POST: keeps a file, and leads to what it would change.
pub(super) async fn upload_file(
    visitor: Visitor,
    AdministratorForm(sent): AdministratorForm<MAX_IMPORT_BYTES>,
) -> Result {
    let page = visitor.page(Section::Account);
    let kind = sent.fields.get(KIND_FIELD);
    let file = match sent.require_file(&page) {
        Ok(file) => file,
        Err(error) => {
            let types = organization_types::list(&visitor.op).await?;
            return Ok(render_form(&visitor, &types, kind, Some(error)));
        }
    };
    match reference_organizations::upload(&visitor.op, &file.content).await? {
        ReferenceUpload::Stored(id) => {
            redirect_to(&add_query(&preview_path(&id), kind.map(|kind| (KIND_FIELD, kind))))
        }
        ReferenceUpload::Unreadable { reason, types } => {
            let error = FileError { text: page.text("system-references-import-unreadable"), reason };
            Ok(render_form(&visitor, &types, kind, Some(error)))
        }
    }
}

fn render_form(
    visitor: &Visitor,
    types: &[OrganizationType],
    chosen: Option<&str>,
    error: Option<FileError>,
) -> Response {
    let page = visitor.page(Section::Account);
    let limits = [("size", (MAX_IMPORT_BYTES >> 20).into()), ("rows", MAX_IMPORT_ROWS.into())];
    let no_kind = Choice::new("", page.text("system-references-import-no-kind"), chosen.is_none());
    let kind_choice = |kind: &OrganizationType| {
        Choice::new(&kind.name, kind.description.clone(), chosen == Some(kind.name.as_str()))
    };
    let form = ReferenceImportPage {
        file: FileInput {
            hint: page.format("system-references-import-hint", &limits),
            accept: ".csv,text/csv",
            error,
        },
        types: [no_kind].into_iter().chain(types.iter().map(kind_choice)).collect(),
        list_href: LIST_PATH,
        page,
    };
    render_with_status(form.file.status(), &form)
}

fn preview_path(id: &str) -> String {
    format!("{FORM_PATH}/{id}")
}

/// The file that the address of a page, and the type that its query or its form names.
fn uploaded_list<'a>(id: &'a str, fields: &'a Fields) -> UploadedList<'a> {
    UploadedList { id, default_kind: fields.get(KIND_FIELD) }
}

/// A row that is left out.
struct FaultText {
    line: String,
    /// The faults, in English.
    reasons: String,
}

#[derive(askama::Template)]
#[template(path = "system_references_preview.html")]
struct ReferencePreviewPage<'a> {
    page: Page<'a>,
    path: String,
    /// The type of rows without one. Empty if every row must name its own.
    kind: &'a str,
    counts: Vec<String>,
    /// The label of the button. `None` if there is nothing to import.
    submit: Option<String>,
    faults: Vec<FaultText>,
    /// A sentence about rows that are not listed. Empty if all are.
    unlisted: String,
    form_href: &'static str,
}

pub(super) async fn show_report(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    let list = uploaded_list(&id, &fields);
    let report = reference_organizations::preview_upload(&visitor.op, list).await?;
    let page = visitor.page(Section::Account);
    let effects = report.new + report.changed;
    let unlisted = report.faulty.saturating_sub(report.faults.len() as u64);
    Ok(render(&ReferencePreviewPage {
        path: preview_path(&id),
        kind: list.default_kind.unwrap_or_default(),
        counts: list_counts(&page, &report),
        submit: (effects > 0).then(|| page.count("system-references-import-confirm", effects)),
        faults: report.faults.iter().map(|row| fault_text(&page, row)).collect(),
        unlisted: if unlisted > 0 { page.count("import-unlisted", unlisted) } else { String::new() },
        form_href: FORM_PATH,
        page,
    }))
}

fn list_counts(page: &Page<'_>, report: &ImportReport) -> Vec<String> {
    page.list_counts([
        ("system-references-import-new", report.new),
        ("system-references-import-changed", report.changed),
        ("system-references-import-unchanged", report.unchanged),
        ("import-count-refused", report.faulty),
    ])
}

fn fault_text(page: &Page<'_>, row: &FaultyRow) -> FaultText {
    FaultText { line: page.count("import-line", row.line), reasons: row.reasons.join("; ") }
}

pub(super) async fn import_file(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    match reference_organizations::import_upload(&visitor.op, uploaded_list(&id, &fields)).await {
        Err(error) if error.is_not_found() => {
            visitor.redirect_with_message("system-references-import-gone", FORM_PATH)
        }
        imported => {
            let message = match imported?.faulty {
                0 => "system-references-imported",
                _ => "system-references-imported-some",
            };
            visitor.redirect_with_message(message, LIST_PATH)
        }
    }
}
