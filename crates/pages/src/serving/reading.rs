//! How the person reads: format and braille, and devices.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::devices::Device;
use domain::ids::DeviceId;
use layout::session::form_mark;
use services::ErrorKey;
use services::devices::NewDevice;
use services::serving::{change_preferences, create_device, open_person};

use super::address::{ServedPath, service_path};
use super::spelling::{SpelledPart, spell_parts};
use super::to_problem;
use super::view::{ServiceDraft, render_view};
use crate::account::devices::name_field;
use crate::account::preferences::read_reading_change;
use crate::apps::AppSettings;
use crate::fields::Form;
use crate::inputs::list_errors;
use crate::page::{Page, Section, redirect_to, render};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "serving_device.html")]
struct DevicePage<'a> {
    page: Page<'a>,
    device: Device,
    sign_in_parts: Vec<SpelledPart>,
    password: String,
    password_parts: Vec<SpelledPart>,
    back_path: String,
    settings: AppSettings,
}

/// POST: the preferred format, and braille.
pub(super) async fn save_preferences(
    State(pages): State<Pages>,
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result<Response> {
    let change = read_reading_change(&fields)?;
    change_preferences(&visitor.op, &person, change).await.map_err(to_problem)?;
    visitor.redirect_with_notice("serve-preferences-saved", &pages, &service_path(&person))
}

/// POST: creates a device, and shows its password once. A form that is sent again, because the page was
/// reloaded, creates nothing.
pub(super) async fn add_device(
    State(pages): State<Pages>,
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result<Response> {
    let page = Page::new(&pages, &visitor, Section::Account);
    let field = name_field(&page).read_from(&page, &fields);
    if field.error.is_some() {
        let shown = open_person(&visitor.op, &person, None).await?;
        let errors = list_errors(&[&field]);
        let draft = ServiceDraft { device: Some(field), errors, ..ServiceDraft::default() };
        return Ok(render_view(&pages, &visitor, (&person, &shown), draft));
    }
    let session = visitor.token.as_deref().unwrap_or_default();
    let mark = |form| DeviceId(form_mark(&pages.settings.form_key, session, form));
    let new = NewDevice { name: &field.value, id: fields.get("form").map(mark) };
    let back_path = service_path(&person);
    let (device, password) = match create_device(&visitor.op, &person, new).await {
        Ok(created) => created,
        // The browser sent the form again. The password was shown, and is not kept.
        Err(error) if error.key() == Some(ErrorKey::AlreadyExists) => return redirect_to(&back_path),
        Err(error) => return Err(to_problem(error)),
    };
    Ok(render(&DevicePage {
        sign_in_parts: spell_parts(&page, &device.sign_in),
        password_parts: spell_parts(&page, &password),
        device,
        password,
        back_path,
        settings: AppSettings::new(&pages, &page),
        page,
    }))
}
