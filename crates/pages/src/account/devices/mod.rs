//! /account/devices: the devices of a reader, and those of members for their sponsor
//! (docs/rules/authentication.md#rule-14).

mod views;

pub(super) use views::list_address;
pub(crate) use views::name_field;

use axum::http::StatusCode;
use domain::DeviceId;
use domain::devices::LIMIT;
use layout::session::is_short_name;
use services::devices::{DeviceCreation, DeviceOwner, NewDevice};
use services::{Error, ErrorKey};

use crate::{Fields, Form, InputField, Page, Problem, Query, Result, Section, Visitor, redirect_to};

/// The address of the list, and of the form for a new device.
const LIST_PATH: &str = "/account/devices";

pub(super) async fn list_devices(visitor: Visitor, Query(fields): Query) -> Result {
    let owner = read_owner(&visitor, &fields)?;
    let list = owner.list_devices(&visitor.op).await.map_err(to_problem)?;
    let page = visitor.page(Section::Account);
    let field = views::name_field(&page);
    views::render_list(&visitor, (&owner, &list), &field)
}

/// POST: creates a device, and shows its password once. A form that is sent again, because the page was
/// reloaded, creates nothing.
pub(super) async fn create_device(visitor: Visitor, Form(fields): Form) -> Result {
    let owner = read_owner(&visitor, &fields)?;
    let page = visitor.page(Section::Account);
    let mut field = views::name_field(&page).read_from(&page, &fields);
    if field.error.is_some() {
        let list = owner.list_devices(&visitor.op).await.map_err(to_problem)?;
        return views::render_list(&visitor, (&owner, &list), &field);
    }
    let id = fields.get("form").map(|form| DeviceId(visitor.form_mark(form)));
    let new = NewDevice { name: &field.value, id };
    match owner.create_device(&visitor.op, new).await {
        Ok(DeviceCreation::Created(device, password)) => {
            Ok(views::render_created(page, &visitor.pages, &owner, &device, &password))
        }
        Ok(DeviceCreation::Refused(error, list)) => {
            field.error = Some(name_error(&page, &field, error)?);
            views::render_list(&visitor, (&owner, &list), &field)
        }
        // The browser sent the form again. The password was shown, and is not kept.
        Err(error) if error.key() == Some(ErrorKey::AlreadyExists) => {
            redirect_to(&list_address(owner.member_id()))
        }
        Err(error) => Err(to_problem(error)),
    }
}

/// The form's message for a refusal that concerns the new device; other errors are returned.
fn name_error(page: &Page<'_>, field: &InputField, error: Error) -> Result<String> {
    match error {
        Error::Invalid(_) => Ok(page.with_name("error-text", &field.label)),
        Error::Explained(ErrorKey::OperationNotAllowed, _) => {
            Ok(page.format("devices-limit", &[("count", LIMIT.into())]))
        }
        error => Err(to_problem(error)),
    }
}

pub(super) async fn sign_out_browser(visitor: Visitor, Form(fields): Form) -> Result {
    let owner = read_owner(&visitor, &fields)?;
    let wanted = fields.get("session").unwrap_or_default();
    let is_wanted = |hash: &str| is_short_name(wanted, &visitor.pages.settings.form_key, hash);
    owner.sign_out_browser(&visitor.op, is_wanted).await.map_err(to_problem)?;
    visitor.redirect_with_message("session-ended", &list_address(owner.member_id()))
}

pub(super) async fn confirm_revocation(visitor: Visitor, Query(fields): Query) -> Result {
    let owner = read_owner(&visitor, &fields)?;
    let list = owner.list_devices(&visitor.op).await.map_err(to_problem)?;
    let id = fields.get("device").unwrap_or_default();
    let device = list.devices.iter().find(|device| device.id.as_str() == id);
    let device = device.ok_or_else(|| to_problem(ErrorKey::NotFound.into()))?;
    let page = visitor.page(Section::Account);
    Ok(views::render_confirmation(page, &owner, device))
}

pub(super) async fn revoke_device(visitor: Visitor, Form(fields): Form) -> Result {
    let owner = read_owner(&visitor, &fields)?;
    let id = DeviceId::from(fields.get("device").unwrap_or_default());
    owner.revoke_device(&visitor.op, &id).await.map_err(to_problem)?;
    visitor.redirect_with_message("devices-revoked", &list_address(owner.member_id()))
}

/// Reads the owner from the parameter `member`.
fn read_owner(visitor: &Visitor, fields: &Fields) -> Result<DeviceOwner> {
    let op = visitor.signed_in_user()?;
    let Some(name) = fields.get("member") else { return Ok(DeviceOwner::Own) };
    op.require_sponsor()?;
    Ok(DeviceOwner::Member(name.to_owned()))
}

/// The problem for an unknown device, or for a sponsor who may not manage the devices of a member.
fn to_problem(error: Error) -> Problem {
    match error.key() {
        Some(ErrorKey::NotFound) => Problem::Explained(StatusCode::NOT_FOUND, "device-missing"),
        Some(ErrorKey::UserNotFound) => Problem::Explained(StatusCode::NOT_FOUND, "member-missing"),
        Some(ErrorKey::NotManageable) => Problem::Explained(StatusCode::FORBIDDEN, "member-independent"),
        _ => error.into(),
    }
}
