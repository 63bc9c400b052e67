//! How the person reads: format and braille, and devices.

use domain::{Device, DeviceId};
use services::ErrorKey;
use services::devices::NewDevice;
use services::serving::{change_preferences, create_device, open_person, revoke_device};

use super::address::{ServedPath, service_path};
use super::to_problem;
use super::view::{ServiceDraft, render_view};
use crate::account::devices::name_field;
use crate::account::preferences::read_reading_change;
use crate::apps::AppSettings;
use crate::spelling::{SpelledPart, spell_password};
use crate::{Form, Page, Result, Section, Visitor, list_errors, redirect_to, render};

#[derive(askama::Template)]
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
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result {
    let change = read_reading_change(&fields)?;
    change_preferences(&visitor.op, &person, change).await.map_err(to_problem)?;
    visitor.redirect_with_message("serve-preferences-saved", &service_path(&person))
}

/// POST: creates a device, and shows its password once. A form that is sent again, because the page was
/// reloaded, creates nothing.
pub(super) async fn add_device(
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result {
    let page = visitor.page(Section::Account);
    let field = name_field(&page).read_from(&page, &fields);
    if field.error.is_some() {
        let shown = open_person(&visitor.op, &person, None).await?;
        let errors = list_errors(&[&field]);
        let draft = ServiceDraft { device: Some(field), errors, ..ServiceDraft::default() };
        return Ok(render_view(&visitor, (&person, &shown), draft));
    }
    let id = fields.get("form").map(|form| DeviceId(visitor.form_mark(form)));
    let new = NewDevice { name: &field.value, id };
    let back_path = service_path(&person);
    let (device, password) = match create_device(&visitor.op, &person, new).await {
        Ok(created) => created,
        // The browser sent the form again. The password was shown, and is not kept.
        Err(error) if error.key() == Some(ErrorKey::AlreadyExists) => return redirect_to(&back_path),
        Err(error) => return Err(to_problem(error)),
    };
    Ok(render(&DevicePage {
        sign_in_parts: spell_password(&page, &device.sign_in),
        password_parts: spell_password(&page, &password),
        device,
        password,
        back_path,
        settings: AppSettings::new(&visitor.pages, &page),
        page,
    }))
}

pub(super) async fn remove_device(
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result {
    let device = DeviceId::from(fields.get("device").unwrap_or_default());
    revoke_device(&visitor.op, &person, &device).await.map_err(to_problem)?;
    visitor.redirect_with_message("devices-revoked", &service_path(&person))
}
