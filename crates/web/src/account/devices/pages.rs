//! The pages of devices.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use domain::accounts::Role;
use domain::devices::{Device, LONGEST_NAME};
use layout::dates::day_of;
use layout::inputs::{Input, InputError, errors, status};
use layout::{apps, html};
use oauth::Secret;
use url::form_urlencoded;

use super::{Owner, PATH, Shelf};
use crate::account::qr::{Qr, qr};
use crate::account::session::Visitor;
use crate::page::Page;

/// Settings for apps: the addresses of the catalog and of the sync server.
struct Feed {
    address: String,
    code: Option<Qr>,
    /// Address where apps synchronize reading positions.
    places: String,
    /// Apps, and where to enter the address in each.
    apps: Vec<(&'static str, String)>,
}

impl Feed {
    fn of(visitor: &Visitor) -> Self {
        let address = format!("{}/opds", visitor.state.settings.base_url);
        let code = qr(&address);
        let places = format!("{}/kosync", visitor.state.settings.base_url);
        Self { address, code, places, apps: apps::known(&visitor.state.page) }
    }
}

#[derive(Template)]
#[template(path = "devices.html")]
struct ListPage<'a> {
    page: &'a Page,
    heading: &'a str,
    token: &'a str,
    form: &'a str,
    member: Option<&'a str>,
    sponsor: bool,
    person: &'a str,
    devices: Vec<Shown<'a>>,
    /// What has just been done.
    notice: Option<String>,
    field: &'a Input,
    errors: Vec<InputError>,
    feed: &'a Feed,
}

#[derive(Template)]
#[template(path = "device_created.html")]
struct CreatedPage<'a> {
    page: &'a Page,
    device: &'a Device,
    password: &'a str,
    own: bool,
    back: &'a str,
    feed: &'a Feed,
}

#[derive(Template)]
#[template(path = "device_revoke.html")]
struct ConfirmPage<'a> {
    page: &'a Page,
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
    fn new(page: &Page, device: &'a Device) -> Self {
        let used = device.last_used.map(|used| day_of(page, used));
        Self { device, created: day_of(page, device.created), used }
    }
}

/// The field for the name of a new device.
pub(super) fn name_field(visitor: &Visitor) -> Input {
    let page = &visitor.state.page;
    let field = Input::required(page, "name", "device-name").hint(page.t("device-name-hint"));
    field.missing(page.t("device-name-missing")).at_most(LONGEST_NAME)
}

/// The address of the list.
pub(in crate::account) fn list_address(member: Option<&str>) -> String {
    address(member.map(|member| ("member", member)).as_slice())
}

fn address(fields: &[(&str, &str)]) -> String {
    if fields.is_empty() {
        return PATH.to_owned();
    }
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    format!("{PATH}?{query}")
}

/// The list, with the form for a new device.
pub(super) fn list(visitor: &Visitor, shelf: &Shelf, field: &Input, notice: Option<String>) -> Response {
    let page = &visitor.state.page;
    let errors = errors(&[field]);
    let heading = match &shelf.person {
        None => page.t("devices-heading"),
        Some(name) => page.named("devices-heading-member", name),
    };
    let status = status(&errors);
    let form = Secret::generate(&mut visitor.state.rng());
    let page = ListPage {
        page,
        heading: &heading,
        token: &visitor.token,
        form: form.reveal(),
        member: shelf.owner.member(),
        sponsor: visitor.user.is(Role::OrganizationSponsor),
        person: visitor.user.reader.account.sign_in_name(),
        devices: shelf.devices.iter().map(|device| Shown::new(page, device)).collect(),
        notice,
        field,
        errors,
        feed: &Feed::of(visitor),
    };
    html::private(status, &page, None)
}

/// A new device with its password.
pub(super) fn created(visitor: &Visitor, owner: &Owner, device: &Device, password: &str) -> Response {
    let page = CreatedPage {
        page: &visitor.state.page,
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
    let page = &visitor.state.page;
    let page = ConfirmPage {
        page,
        token: &visitor.token,
        member: shelf.owner.member(),
        device: Shown::new(page, device),
        back: &list_address(shelf.owner.member()),
    };
    html::private(StatusCode::OK, &page, None)
}
