//! The pages of devices.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use domain::accounts::Role;
use domain::dates::{format_date, utc_date};
use domain::devices::Device;
use jiff::Timestamp;
use oauth::Secret;
use url::form_urlencoded;

use super::{Owner, PATH, Shelf};
use crate::account::qr::{Qr, qr};
use crate::account::session::Visitor;
use crate::fields::{Field, FieldError};
use layout::STYLE_PATH;
use layout::html;

/// Settings for apps: the addresses of the catalog and of the sync server.
struct Feed {
    address: String,
    code: Option<Qr>,
    /// Address where apps synchronize reading positions.
    places: String,
}

impl Feed {
    fn of(visitor: &Visitor) -> Self {
        let address = format!("{}/opds", visitor.state.settings.base_url);
        let code = qr(&address);
        let places = format!("{}/kosync", visitor.state.settings.base_url);
        Self { address, code, places }
    }
}

#[derive(Template)]
#[template(path = "devices.html")]
struct ListPage<'a> {
    site: &'a str,
    style: &'a str,
    heading: &'a str,
    token: &'a str,
    form: &'a str,
    member: Option<&'a str>,
    sponsor: bool,
    person: &'a str,
    devices: Vec<Shown<'a>>,
    field: &'a Field,
    errors: &'a [FieldError<'a>],
    feed: &'a Feed,
}

#[derive(Template)]
#[template(path = "device_created.html")]
struct CreatedPage<'a> {
    site: &'a str,
    style: &'a str,
    device: &'a Device,
    password: &'a str,
    own: bool,
    back: &'a str,
    feed: &'a Feed,
}

#[derive(Template)]
#[template(path = "device_revoke.html")]
struct ConfirmPage<'a> {
    site: &'a str,
    style: &'a str,
    token: &'a str,
    member: Option<&'a str>,
    device: Shown<'a>,
    back: &'a str,
}

/// A device, formatted for a page.
struct Shown<'a> {
    device: &'a Device,
    created: String,
    used: Option<String>,
}

impl<'a> Shown<'a> {
    fn new(device: &'a Device) -> Self {
        let date = |at: Timestamp| format_date(utc_date(at));
        Self { device, created: date(device.created), used: device.last_used.map(date) }
    }
}

/// The field for the name of a new device.
pub(super) fn name_field() -> Field {
    Field::required("name", "Name of the device", "off")
        .hint("To recognize it by, for example: Kobo, my phone")
}

/// The address of the list.
pub(in crate::account) fn list_address(member: Option<&str>) -> String {
    match member {
        None => PATH.to_owned(),
        Some(name) => {
            let query = form_urlencoded::Serializer::new(String::new()).append_pair("member", name).finish();
            format!("{PATH}?{query}")
        }
    }
}

/// The list, with the form for a new device.
pub(super) fn list(visitor: &Visitor, shelf: &Shelf, field: Field) -> Response {
    let fields = [field];
    let errors = Field::errors(&fields);
    let heading = match &shelf.person {
        None => "Your devices".to_owned(),
        Some(name) => format!("Devices of {name}"),
    };
    let form = Secret::generate(&mut visitor.state.rng());
    let page = ListPage {
        site: &visitor.state.site_name,
        style: &STYLE_PATH,
        heading: &heading,
        token: &visitor.token,
        form: form.reveal(),
        member: shelf.owner.member(),
        sponsor: visitor.user.is(Role::OrganizationSponsor),
        person: visitor.user.reader.account.sign_in_name(),
        devices: shelf.devices.iter().map(Shown::new).collect(),
        field: &fields[0],
        errors: &errors,
        feed: &Feed::of(visitor),
    };
    let status = if errors.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    html::private(status, &page, None)
}

/// A new device with its password.
pub(super) fn created(visitor: &Visitor, owner: &Owner, device: &Device, password: &str) -> Response {
    let page = CreatedPage {
        site: &visitor.state.site_name,
        style: &STYLE_PATH,
        device,
        password,
        own: owner.member().is_none(),
        back: &list_address(owner.member()),
        feed: &Feed::of(visitor),
    };
    html::private(StatusCode::OK, &page, None)
}

/// The confirmation before a device is revoked.
pub(super) fn confirm(visitor: &Visitor, shelf: &Shelf, device: &Device) -> Response {
    let page = ConfirmPage {
        site: &visitor.state.site_name,
        style: &STYLE_PATH,
        token: &visitor.token,
        member: shelf.owner.member(),
        device: Shown::new(device),
        back: &list_address(shelf.owner.member()),
    };
    html::private(StatusCode::OK, &page, None)
}
