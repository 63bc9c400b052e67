//! /school/import/folder: what a sponsor wants of the files in the folder of the organization.

use askama::filters::HtmlSafeOutput;
use axum::response::Response;
use jiff::civil::Date;
use services::ErrorKey;
use services::roster_imports::{
    OrganizationFolder, RosterFolderSettings, RosterPause, change_folder, view_folder,
};
use services::values::ParseValue as _;

use super::FORM_PATH;
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::{Fields, Form, Page, Result, Section, Visitor, format_day, render_with_status};

/// The folder as the page of imports describes it.
pub(super) struct FolderText {
    pub(super) name: HtmlSafeOutput<String>,
    /// A sentence about the handling of its files.
    pub(super) lines: Vec<String>,
}

struct FolderForm {
    from: InputField,
    until: InputField,
    keeps_missing: bool,
}

#[derive(askama::Template)]
#[template(path = "school_import_folder.html")]
struct FolderPage<'a> {
    page: Page<'a>,
    first_day: InputField,
    last_day: InputField,
    keeps_missing: bool,
    errors: Vec<InputError>,
}

impl FolderForm {
    fn new(page: &Page<'_>) -> Self {
        let day = |name: &'static str, label: &str| {
            InputField::new_optional(page, name, label).with_hint(page.text("import-folder-day-hint"))
        };
        Self {
            from: day("from", "import-folder-from"),
            until: day("until", "import-folder-until"),
            keeps_missing: false,
        }
    }

    fn from_settings(page: &Page<'_>, settings: &RosterFolderSettings) -> Self {
        let form = Self { keeps_missing: settings.keeps_missing, ..Self::new(page) };
        let Some(pause) = settings.pause else { return form };
        Self {
            from: form.from.with_value(pause.from.to_string()),
            until: form.until.with_value(pause.until.to_string()),
            ..form
        }
    }

    /// The submitted form, with its errors.
    fn from_fields(page: &Page<'_>, fields: &Fields) -> Self {
        let form = Self::new(page);
        let read = |field: InputField| {
            let mut field = field.read_from(page, fields);
            if field.error.is_none() && !field.value.is_empty() && parse_day(&field.value).is_none() {
                field.error = Some(page.text("import-folder-day-wrong"));
            }
            field
        };
        let (mut from, mut until) = (read(form.from), read(form.until));
        if from.value.is_empty() != until.value.is_empty() {
            let empty = if from.value.is_empty() { &mut from } else { &mut until };
            empty.error = Some(page.text("import-folder-day-missing"));
        }
        Self { from, until, keeps_missing: fields.get("missing") == Some("keep") }
    }

    fn errors(&self) -> Vec<InputError> {
        list_errors(&[&self.from, &self.until])
    }

    /// The settings in the form, if it has no errors.
    fn to_settings(&self) -> RosterFolderSettings {
        let days = parse_day(&self.from.value).zip(parse_day(&self.until.value));
        let pause = days.map(|(from, until)| RosterPause { from, until });
        RosterFolderSettings { keeps_missing: self.keeps_missing, pause }
    }
}

fn parse_day(text: &str) -> Option<Date> {
    Date::parse_value(text).ok()
}

pub(super) async fn show_form(visitor: Visitor) -> Result {
    let view = view_folder(&visitor.op).await?;
    let folder = view.folder.ok_or(services::Error::Refused(ErrorKey::RecordNotFound))?;
    let page = visitor.page(Section::Account);
    let form = FolderForm::from_settings(&page, &folder.settings);
    Ok(render_form(page, form))
}

pub(super) async fn change_settings(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let page = visitor.page(Section::Account);
    let mut form = FolderForm::from_fields(&page, &fields);
    if !form.errors().is_empty() {
        return Ok(render_form(page, form));
    }
    match change_folder(&visitor.op, &form.to_settings()).await {
        Ok(()) => visitor.redirect_with_message("import-folder-changed", FORM_PATH),
        Err(error) if error.key() == Some(ErrorKey::InvalidDate) => {
            form.until.error = Some(page.text("import-folder-until-early"));
            Ok(render_form(page, form))
        }
        Err(error) => Err(error.into()),
    }
}

fn render_form(page: Page<'_>, form: FolderForm) -> Response {
    let errors = form.errors();
    let FolderForm { from, until, keeps_missing } = form;
    let status = inputs::form_status(&errors);
    let shown = FolderPage { page, first_day: from, last_day: until, keeps_missing, errors };
    render_with_status(status, &shown)
}

pub(super) fn describe_folder(page: &Page<'_>, folder: &OrganizationFolder) -> FolderText {
    let missing = if folder.settings.keeps_missing { "import-folder-keeps" } else { "import-folder-removes" };
    let pause = folder.settings.pause.map(|pause| {
        let (from, until) = (format_day(page, pause.from), format_day(page, pause.until));
        let message = if folder.is_paused { "import-folder-paused" } else { "import-folder-pause" };
        page.format(message, &[("from", from.as_str().into()), ("until", until.as_str().into())])
    });
    FolderText {
        name: page.with_name_html("import-folder-name", &folder.name),
        lines: [page.text(missing)].into_iter().chain(pause).collect(),
    }
}
