//! /account/devices: the devices of a reader, and those of members for their sponsor
//! (docs/rules/authentication.md#rule-14).

mod owner;
mod shown;

pub(super) use shown::list_address;

use axum::extract::State;
use axum::response::Response;
use domain::devices::LIMIT;
use domain::ids::DeviceId;
use layout::session::form_mark;
use services::devices::NewDevice;
use services::{Error, ErrorKey};

use self::owner::{Owner, said};
use crate::fields::{Form, Query};
use crate::inputs::InputField;
use crate::page::{Page, Section, redirect};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// The address of the list, and of the form for a new device.
const PATH: &str = "/account/devices";

/// GET: the list.
pub(super) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    let shelf = Owner::read(&visitor, &fields)?.devices(&pages.library).await?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let field = shown::name_field(&page);
    shown::list(&pages, &visitor, &shelf, &field)
}

/// POST: creates a device, and shows its password once. A form that is sent again, because the page was
/// reloaded, creates nothing.
pub(super) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Form(fields): Form,
) -> Result<Response> {
    let owner = Owner::read(&visitor, &fields)?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let mut field = shown::name_field(&page).read_from(&page, &fields);
    let session = visitor.token.as_deref().unwrap_or_default();
    if field.error.is_none() {
        let mark = |form| DeviceId(form_mark(&pages.settings.form_key, session, form));
        let id = fields.get("form").map(mark);
        match owner.create(&pages.library, NewDevice { name: &field.value, id }).await {
            Ok((device, password)) => return Ok(shown::created(page, &pages, &owner, &device, &password)),
            // The browser sent the form again. The password was shown, and is not kept.
            Err(error) if error.key() == Some(ErrorKey::AlreadyExists) => {
                return redirect(&list_address(owner.member()));
            }
            Err(error) => field.error = Some(wrong(&page, &field, error)?),
        }
    }
    let shelf = owner.devices(&pages.library).await?;
    shown::list(&pages, &visitor, &shelf, &field)
}

/// The form's message for a refusal that concerns the new device; others are returned.
fn wrong(page: &Page<'_>, field: &InputField, error: Error) -> Result<String> {
    match error {
        Error::Invalid(_) => Ok(page.with_name("error-text", &field.label)),
        Error::Explained(ErrorKey::OperationNotAllowed, _) => {
            Ok(page.format("devices-limit", &[("count", LIMIT.into())]))
        }
        error => Err(said(error)),
    }
}

/// GET: confirmation before a device is revoked.
pub(super) async fn confirm(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    let shelf = Owner::read(&visitor, &fields)?.devices(&pages.library).await?;
    let id = fields.get("device").unwrap_or_default();
    let device = shelf.devices.iter().find(|device| device.id.as_str() == id);
    let device = device.ok_or_else(|| said(ErrorKey::NotFound.into()))?;
    let page = Page::new(&pages, &visitor, Section::Account);
    Ok(shown::confirm(page, &shelf, device))
}

/// POST: revokes a device.
pub(super) async fn revoke(
    State(pages): State<Pages>,
    visitor: Visitor,
    Form(fields): Form,
) -> Result<Response> {
    let owner = Owner::read(&visitor, &fields)?;
    let id = DeviceId::from(fields.get("device").unwrap_or_default());
    owner.revoke(&pages.library, &id).await?;
    visitor.done("devices-revoked", &pages, &list_address(owner.member()))
}
