//! /school/import/{import}: what an uploaded table would change.

use axum::response::Response;
use services::roster_imports::{
    CheckedRow, ImportConfirmation, ImportOutcome, ImportPreview, RosterColumn, RosterFileKind, RowOutcome,
    confirm, discard, is_read_column, view,
};
use services::{Fault, Field};

use super::FORM_PATH;
use super::held::describe_hold;
use crate::{Form, Page, Path, Result, Section, Visitor, render};

/// Rows that are listed of each kind.
const MAX_LISTED_ROWS: usize = 200;

struct ColumnRow {
    header: String,
    meaning: String,
}

/// Rows that have the same effect.
struct RowGroup {
    heading: String,
    rows: Vec<RowText>,
    /// A sentence about rows that are not listed. Empty if all are.
    unlisted: String,
    is_open: bool,
}

struct RowText {
    name: String,
    line: String,
    /// What changes, or what is wrong; the latter in English.
    detail: String,
    is_english: bool,
}

#[derive(askama::Template)]
#[template(path = "school_import_preview.html")]
struct ImportPreviewPage<'a> {
    page: Page<'a>,
    preview: &'a ImportPreview,
    path: String,
    kind: String,
    /// Why the file is held. Empty if a sponsor uploaded it.
    hold: Vec<String>,
    summary: Vec<String>,
    columns: Vec<ColumnRow>,
    groups: Vec<RowGroup>,
    doubtful: u64,
    missing: Option<String>,
    /// The label of the button. `None` if there is nothing to import.
    submit: Option<String>,
    has_changed: bool,
}

pub(super) async fn show_page(visitor: Visitor, Path(import): Path<String>) -> Result {
    let preview = view(&visitor.op, &import).await?;
    Ok(render_preview(&visitor, &preview, false))
}

/// POST: writes what was shown, unless the members have changed since.
pub(super) async fn confirm_import(
    visitor: Visitor,
    Path(import): Path<String>,
    Form(fields): Form,
) -> Result {
    let confirmation = ImportConfirmation {
        id: &import,
        digest: fields.get("digest").unwrap_or_default(),
        adds_doubtful: fields.get("doubtful") == Some("add"),
        removes_missing: fields.get("missing") == Some("remove"),
    };
    match confirm(&visitor.op, &confirmation).await? {
        ImportOutcome::Written(written) => match written.run {
            Some(run) => visitor.redirect_with_message("import-done", &format!("/school/runs/{run}")),
            None => visitor.redirect_with_message("import-nothing", "/school/runs"),
        },
        ImportOutcome::Changed(preview) => Ok(render_preview(&visitor, &preview, true)),
    }
}

pub(super) async fn discard_import(visitor: Visitor, Path(import): Path<String>, Form(_): Form) -> Result {
    discard(&visitor.op, &import).await?;
    visitor.redirect_with_message("import-discarded", FORM_PATH)
}

fn render_preview(visitor: &Visitor, preview: &ImportPreview, has_changed: bool) -> Response {
    let page = visitor.page(Section::Account);
    let table = &preview.table;
    let added = table.count(|outcome| matches!(outcome, RowOutcome::New));
    let doubtful = table.count(|outcome| matches!(outcome, RowOutcome::Doubtful(_)));
    let changed = table.count(|outcome| matches!(outcome, RowOutcome::Changed(_)));
    let unchanged = table.count(|outcome| matches!(outcome, RowOutcome::Unchanged));
    let refused = table.count(|outcome| matches!(outcome, RowOutcome::Refused(_)));
    let missing = table.missing_members.len() as u64;
    let counts = [
        ("import-count-new", added),
        ("import-count-changed", changed),
        ("import-count-unchanged", unchanged),
        ("import-count-doubtful", doubtful),
        ("import-count-refused", refused),
        ("import-count-missing", missing),
        ("import-count-groups", table.groups.new),
        ("import-count-joining", table.groups.joining),
        ("import-count-leaving", table.groups.leaving),
        ("import-count-classes-left-out", table.groups.left_out),
    ];
    let effects = added + changed + doubtful + missing;
    let preview_page = ImportPreviewPage {
        path: format!("{FORM_PATH}/{}", preview.id),
        kind: kind_name(&page, table.kind),
        hold: preview.hold.as_ref().map_or_else(Vec::new, |hold| describe_hold(&page, hold)),
        summary: page.list_counts(counts),
        columns: table
            .columns
            .iter()
            .map(|column| ColumnRow {
                header: column.header.clone(),
                meaning: match column.column.filter(|column| is_read_column(*column)) {
                    Some(column) => page.text(column_message(column)),
                    None => page.text("import-column-unused"),
                },
            })
            .collect(),
        groups: group_rows(&page, preview),
        doubtful,
        missing: (missing > 0)
            .then(|| page.with_name("import-missing-members", table.school.as_deref().unwrap_or_default())),
        submit: (effects > 0).then(|| page.count("import-confirm", added + changed)),
        has_changed,
        preview,
        page,
    };
    render(&preview_page)
}

fn group_rows(page: &Page<'_>, preview: &ImportPreview) -> Vec<RowGroup> {
    type IsMeant = fn(&RowOutcome) -> bool;
    let kinds: [(&str, IsMeant, bool); 4] = [
        ("import-rows-refused", |outcome| matches!(outcome, RowOutcome::Refused(_)), true),
        ("import-rows-doubtful", |outcome| matches!(outcome, RowOutcome::Doubtful(_)), true),
        ("import-rows-new", |outcome| matches!(outcome, RowOutcome::New), false),
        ("import-rows-changed", |outcome| matches!(outcome, RowOutcome::Changed(_)), false),
    ];
    let group = |(heading, is_meant, is_open): (&str, IsMeant, bool)| {
        let rows: Vec<&CheckedRow> = preview.table.rows.iter().filter(|row| is_meant(&row.outcome)).collect();
        list_group(page, page.text(heading), rows.len(), is_open, rows.iter().map(|row| row_text(page, row)))
    };
    let missing = preview.table.missing_members.iter().map(|name| RowText {
        name: name.clone(),
        line: String::new(),
        detail: String::new(),
        is_english: false,
    });
    let missing_count = preview.table.missing_members.len();
    let missing = list_group(page, page.text("import-rows-missing"), missing_count, false, missing);
    kinds.into_iter().map(group).chain([missing]).filter(|group| !group.rows.is_empty()).collect()
}

fn list_group(
    page: &Page<'_>,
    heading: String,
    total: usize,
    is_open: bool,
    rows: impl Iterator<Item = RowText>,
) -> RowGroup {
    let unlisted = total.saturating_sub(MAX_LISTED_ROWS) as u64;
    let unlisted = if unlisted > 0 { page.count("import-unlisted", unlisted) } else { String::new() };
    RowGroup { heading, rows: rows.take(MAX_LISTED_ROWS).collect(), unlisted, is_open }
}

fn row_text(page: &Page<'_>, row: &CheckedRow) -> RowText {
    let (detail, is_english) = match &row.outcome {
        RowOutcome::New | RowOutcome::Unchanged => (group_changes(page, row).join(" "), false),
        RowOutcome::Doubtful(names) => (page.with_name("import-alike", &names.join(", ")), false),
        RowOutcome::Changed(fields) => {
            let names: Vec<String> = fields.iter().map(|field| page.text(field_message(*field))).collect();
            let names = (!names.is_empty()).then(|| names.join(", "));
            let parts: Vec<String> = names.into_iter().chain(group_changes(page, row)).collect();
            (parts.join(" · "), false)
        }
        RowOutcome::Refused(faults) => {
            let reasons: Vec<String> = faults.iter().map(Fault::to_string).collect();
            (reasons.join("; "), true)
        }
    };
    RowText { name: row.name.clone(), line: page.count("import-line", row.line), detail, is_english }
}

/// The groups that the member of a row joins and leaves.
fn group_changes(page: &Page<'_>, row: &CheckedRow) -> Vec<String> {
    let sentence = |message: &str, names: &[String]| {
        (!names.is_empty()).then(|| page.with_name(message, &names.join(", ")))
    };
    let joins = sentence("import-joins", &row.joins);
    joins.into_iter().chain(sentence("import-leaves", &row.leaves)).collect()
}

/// The message with the name of a field that a row changes.
fn field_message(field: Field) -> &'static str {
    match field {
        Field::FirstName => "import-column-first-name",
        Field::LastName => "import-column-last-name",
        Field::DateOfBirth => "import-column-birth-date",
        Field::Grade => "import-column-grade",
        Field::Username => "import-column-username",
        Field::SourcedId => "import-column-sourced-id",
        Field::SchoolName => "import-column-school",
        _ => "import-column-settings",
    }
}

fn column_message(column: RosterColumn) -> &'static str {
    match column {
        RosterColumn::FirstName => "import-column-first-name",
        RosterColumn::LastName => "import-column-last-name",
        RosterColumn::DateOfBirth => "import-column-birth-date",
        RosterColumn::Grade => "import-column-grade",
        RosterColumn::Username => "import-column-username",
        RosterColumn::Password => "import-column-password",
        RosterColumn::SourcedId => "import-column-sourced-id",
        RosterColumn::School => "import-column-school",
        RosterColumn::District => "import-column-district",
        RosterColumn::Classes => "import-column-classes",
        RosterColumn::Status => "import-column-status",
        _ => "import-column-settings",
    }
}

fn kind_name(page: &Page<'_>, kind: RosterFileKind) -> String {
    match kind {
        RosterFileKind::Csv => page.text("import-kind-csv"),
        RosterFileKind::Xlsx => page.text("import-kind-xlsx"),
        RosterFileKind::OneRoster11 => "OneRoster 1.1".to_owned(),
        RosterFileKind::OneRoster12 => "OneRoster 1.2".to_owned(),
    }
}
