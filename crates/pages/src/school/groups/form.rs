//! The form for the name of a new group, and for another name of one.

use axum::response::Response;
use services::ErrorKey;
use services::groups::{self, MAX_GROUP_NAME_CHARS};

use super::LIST_PATH;
use crate::inputs::{InputError, InputField, form_status, list_errors};
use crate::problem::parse_number;
use crate::{Form, Page, Path, Result, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "school_group_form.html")]
struct FormPage<'a> {
    page: Page<'a>,
    /// The heading, and the label of the button.
    heading: String,
    action: String,
    name: InputField,
    errors: Vec<InputError>,
}

struct FormPurpose {
    heading: &'static str,
    action: String,
}

impl FormPurpose {
    fn new_group() -> Self {
        Self { heading: "groups-new", action: format!("{LIST_PATH}/new") }
    }

    fn rename(group: i64) -> Self {
        Self { heading: "groups-rename", action: format!("{LIST_PATH}/{group}/name") }
    }
}

/// GET: the form for a new group.
pub(super) async fn show_new(visitor: Visitor) -> Result {
    visitor.op.require_sponsor()?;
    let page = visitor.page(Section::Account);
    let name = name_field(&page);
    Ok(render_form(page, FormPurpose::new_group(), name))
}

/// POST: makes an empty group.
pub(super) async fn create_group(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let page = visitor.page(Section::Account);
    let name = name_field(&page).read_from(&page, &fields);
    if name.error.is_some() {
        return Ok(render_form(page, FormPurpose::new_group(), name));
    }
    match groups::create(&visitor.op, &name.value).await {
        Ok(_) => visitor.redirect_with_message("groups-said-made", LIST_PATH),
        Err(error) => {
            let error = describe_error(&page, error)?;
            Ok(render_form(page, FormPurpose::new_group(), InputField { error: Some(error), ..name }))
        }
    }
}

/// GET: the form with the name of a group.
pub(super) async fn show_name(visitor: Visitor, Path(group): Path<String>) -> Result {
    let (group, _) = groups::get(&visitor.op, parse_number(&group)?).await?;
    let page = visitor.page(Section::Account);
    let name = name_field(&page).with_value(group.name);
    Ok(render_form(page, FormPurpose::rename(group.id), name))
}

/// POST: gives a group another name.
pub(super) async fn rename_group(visitor: Visitor, Path(group): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let group = parse_number(&group)?;
    let page = visitor.page(Section::Account);
    let name = name_field(&page).read_from(&page, &fields);
    if name.error.is_some() {
        return Ok(render_form(page, FormPurpose::rename(group), name));
    }
    match groups::rename(&visitor.op, group, &name.value).await {
        Ok(()) => visitor.redirect_with_message("groups-said-renamed", LIST_PATH),
        Err(error) => {
            let error = describe_error(&page, error)?;
            Ok(render_form(page, FormPurpose::rename(group), InputField { error: Some(error), ..name }))
        }
    }
}

fn name_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "name", "groups-name").with_max_chars(MAX_GROUP_NAME_CHARS)
}

/// The sentence about a name that the library refuses; other errors are problems.
fn describe_error(page: &Page<'_>, error: services::Error) -> Result<String> {
    match error.key() {
        Some(ErrorKey::AlreadyExists) => Ok(page.text("groups-name-taken")),
        Some(ErrorKey::OperationNotAllowed) => Ok(page.text("groups-too-many")),
        Some(ErrorKey::InvalidParameter | ErrorKey::MissingParameter) => {
            Ok(page.with_name("error-text", &page.text("groups-name")))
        }
        _ => Err(error.into()),
    }
}

fn render_form(page: Page<'_>, purpose: FormPurpose, name: InputField) -> Response {
    let errors = list_errors(&[&name]);
    let status = form_status(&errors);
    let heading = page.text(purpose.heading);
    render_with_status(status, &FormPage { page, heading, action: purpose.action, name, errors })
}
