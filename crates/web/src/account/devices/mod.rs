//! /account/devices: the devices of a reader, and those of members for their sponsor
//! (docs/rules/authentication.md#rule-14).

mod pages;

pub(super) use pages::list_address;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use domain::devices::{Device, LIMIT};
use domain::ids::DeviceId;
use layout::cookies::with_cookie;
use layout::inputs::Input;
use layout::session::form_mark;
use oauth::{Fault, Params};
use services::devices::{self as operations, NewDevice};
use services::roles::{FromCaller as _, Sponsor};
use services::{Error, ErrorKey};

use super::session::{Refusal, Visitor, redirect, shown, with_query};
use crate::form::Form;
use crate::page::Page;
use crate::state::WebState;

/// The address of the list, and of the form for a new device.
pub(super) const PATH: &str = "/account/devices";
/// The address of the confirmation page before a device is revoked.
pub(super) const REVOKE: &str = "/account/devices/revoke";

/// Whose devices a page is about.
enum Owner {
    /// The visitor's.
    Own,
    /// Those of a member, identified as in the address.
    Member(Sponsor, String),
}

/// The devices of one person.
struct Shelf {
    owner: Owner,
    /// The member's name. `None` for the visitor's own.
    person: Option<String>,
    devices: Vec<Device>,
}

impl Owner {
    /// Reads the owner from the parameter `member`.
    fn read(visitor: &Visitor, form: &Params) -> Result<Self, Refusal> {
        match form.get("member")?.map(str::trim).filter(|name| !name.is_empty() && !name.contains('\0')) {
            None => Ok(Self::Own),
            Some(name) => Ok(Self::Member(Sponsor::from_caller(&visitor.user.caller)?, name.to_owned())),
        }
    }

    async fn devices(self, visitor: &Visitor) -> Result<Shelf, Refusal> {
        let library = &visitor.state.library;
        let (person, devices) = match &self {
            Self::Own => (None, operations::list(library, &visitor.user).await?),
            Self::Member(sponsor, name) => {
                let (account, devices) = operations::members::list(library, sponsor, name).await?;
                (Some(account.display_name()), devices)
            }
        };
        Ok(Shelf { owner: self, person, devices })
    }

    async fn create(&self, visitor: &Visitor, new: NewDevice<'_>) -> Result<(Device, String), Error> {
        let library = &visitor.state.library;
        match self {
            Self::Own => operations::create(library, &visitor.user, new, visitor.user.now()).await,
            Self::Member(sponsor, who) => operations::members::create(library, sponsor, who, new).await,
        }
    }

    async fn revoke(&self, visitor: &Visitor, id: &DeviceId) -> Result<(), Error> {
        let library = &visitor.state.library;
        match self {
            Self::Own => operations::revoke(library, &visitor.user, id).await,
            Self::Member(sponsor, who) => operations::members::revoke(library, sponsor, who, id).await,
        }
    }

    /// The member's identifier in the address.
    fn member(&self) -> Option<&str> {
        match self {
            Self::Own => None,
            Self::Member(_, name) => Some(name),
        }
    }
}

/// GET: the list.
pub(super) async fn list(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let result = show(&state, &headers, &query.unwrap_or_default()).await;
    shown(&state, &headers, result).await
}

async fn show(state: &WebState, headers: &HeaderMap, query: &str) -> Result<Response, Refusal> {
    let visitor = Visitor::of(state, headers, "GET /account/devices", &with_query(PATH, query)).await?;
    let params = Params::parse(query.as_bytes());
    let shelf = Owner::read(&visitor, &params)?.devices(&visitor).await?;
    let notices = visitor.notices();
    let notice = notices.read(PATH, headers).map(|message| visitor.state.page.t(message));
    let is_said = notice.is_some();
    let list = pages::list(&visitor, &shelf, &pages::name_field(&visitor), notice);
    Ok(if is_said { with_cookie(list, &notices.delete_cookie()) } else { list })
}

/// POST: creates a device, and shows its password once. A form that is sent again, because the page was
/// reloaded, creates nothing.
pub(super) async fn create(State(state): State<WebState>, headers: HeaderMap, Form(form): Form) -> Response {
    let result = made(&state, &headers, form).await;
    shown(&state, &headers, result).await
}

async fn made(
    state: &WebState,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, Refusal> {
    let form = form?;
    let visitor = Visitor::of(state, headers, "POST /account/devices", PATH).await?;
    visitor.check(&form)?;
    let owner = Owner::read(&visitor, &form)?;
    let page = &visitor.state.page;
    let mut field = pages::name_field(&visitor).read(page, &form);
    if field.error.is_none() {
        let form = form.get("form")?.filter(|mark| !mark.is_empty());
        let id = form.map(|mark| DeviceId(form_mark(&visitor.state.settings.form_key, &visitor.token, mark)));
        match owner.create(&visitor, NewDevice { name: &field.value, id }).await {
            Ok((device, password)) => return Ok(pages::created(&visitor, &owner, &device, &password)),
            // The browser sent the form again. The password was shown, and is not kept.
            Err(error) if error.key() == Some(ErrorKey::AlreadyExists) => {
                return Ok(redirect(&pages::list_address(owner.member())));
            }
            Err(error) => field.error = Some(said(page, &field, error)?),
        }
    }
    let shelf = owner.devices(&visitor).await?;
    Ok(pages::list(&visitor, &shelf, &field, None))
}

/// The form's message for a refusal that concerns the new device; other errors are returned.
fn said(page: &Page, field: &Input, error: Error) -> Result<String, Error> {
    match error {
        Error::Invalid(_) => Ok(page.named("error-text", &field.label)),
        Error::Explained(ErrorKey::OperationNotAllowed, _) => {
            Ok(page.said("devices-limit", &[("count", LIMIT.into())]))
        }
        error => Err(error),
    }
}

/// GET: confirmation before a device is revoked.
pub(super) async fn confirm(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let result = ask(&state, &headers, &query.unwrap_or_default()).await;
    shown(&state, &headers, result).await
}

async fn ask(state: &WebState, headers: &HeaderMap, query: &str) -> Result<Response, Refusal> {
    let visitor =
        Visitor::of(state, headers, "GET /account/devices/revoke", &with_query(REVOKE, query)).await?;
    let params = Params::parse(query.as_bytes());
    let shelf = Owner::read(&visitor, &params)?.devices(&visitor).await?;
    let id = params.get("device")?.unwrap_or_default();
    let device = shelf.devices.iter().find(|device| device.id.as_str() == id);
    let device = device.ok_or(Error::Refused(ErrorKey::NotFound))?;
    Ok(pages::confirm(&visitor, &shelf, device))
}

/// POST: revokes a device.
pub(super) async fn revoke(State(state): State<WebState>, headers: HeaderMap, Form(form): Form) -> Response {
    let result = end(&state, &headers, form).await;
    shown(&state, &headers, result).await
}

async fn end(
    state: &WebState,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, Refusal> {
    let form = form?;
    let visitor = Visitor::of(state, headers, "POST /account/devices/revoke", PATH).await?;
    visitor.check(&form)?;
    let owner = Owner::read(&visitor, &form)?;
    let id = DeviceId::from(form.get("device")?.unwrap_or_default());
    owner.revoke(&visitor, &id).await?;
    Ok(visitor.done("devices-revoked", &pages::list_address(owner.member())))
}
