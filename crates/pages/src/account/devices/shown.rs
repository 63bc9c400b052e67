//! The pages of devices.

use askama::Template;
use axum::response::Response;
use domain::accounts::Role;
use domain::devices::{Device, LONGEST_NAME};
use oauth::Secret;
use url::form_urlencoded;

use super::PATH;
use super::owner::{Owner, Shelf};
use crate::apps::AppSettings;
use crate::dates::day_of;
use crate::inputs::{InputError, InputField, errors, status};
use crate::page::{Page, Section, show, show_with};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "devices.html")]
struct ListPage<'a> {
    page: Page<'a>,
    heading: &'a str,
    /// Tells this form from others of the session.
    form: &'a str,
    member: Option<&'a str>,
    is_sponsor: bool,
    devices: Vec<Shown<'a>>,
    field: &'a InputField,
    errors: Vec<InputError>,
    settings: AppSettings,
}

#[derive(Template)]
#[template(path = "device_created.html")]
struct CreatedPage<'a> {
    page: Page<'a>,
    device: &'a Device,
    password: &'a str,
    is_own: bool,
    back: &'a str,
    settings: AppSettings,
}

#[derive(Template)]
#[template(path = "device_revoke.html")]
struct ConfirmPage<'a> {
    page: Page<'a>,
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
    fn new(page: &Page<'_>, device: &'a Device) -> Self {
        let used = device.last_used.map(|used| day_of(page, used));
        Self { device, created: day_of(page, device.created), used }
    }
}

/// The field for the name of a new device.
pub(super) fn name_field(page: &Page<'_>) -> InputField {
    let field =
        InputField::new_required(page, "name", "device-name").with_hint(page.text("device-name-hint"));
    field.with_missing_error(page.text("device-name-missing")).with_max_chars(LONGEST_NAME)
}

/// The address of the list.
pub(in crate::account) fn list_address(member: Option<&str>) -> String {
    let Some(member) = member else { return PATH.to_owned() };
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("member", member).finish();
    format!("{PATH}?{query}")
}

/// The list, with the form for a new device.
pub(super) fn list(pages: &Pages, visitor: &Visitor, shelf: &Shelf, field: &InputField) -> Result<Response> {
    let page = Page::new(pages, visitor, Section::Account);
    let errors = errors(&[field]);
    let heading = match &shelf.person {
        None => page.text("devices-heading"),
        Some(name) => page.with_name("devices-heading-member", name),
    };
    let form = Secret::generate(&mut pages.library.rng());
    let status = status(&errors);
    Ok(show_with(
        status,
        &ListPage {
            heading: &heading,
            form: form.reveal(),
            member: shelf.owner.member(),
            is_sponsor: visitor.user()?.is(Role::OrganizationSponsor),
            devices: shelf.devices.iter().map(|device| Shown::new(&page, device)).collect(),
            field,
            errors,
            settings: AppSettings::new(pages, &page),
            page,
        },
    ))
}

/// A new device with its password.
pub(super) fn created(
    page: Page<'_>,
    pages: &Pages,
    owner: &Owner,
    device: &Device,
    password: &str,
) -> Response {
    show(&CreatedPage {
        device,
        password,
        is_own: owner.member().is_none(),
        back: &list_address(owner.member()),
        settings: AppSettings::new(pages, &page),
        page,
    })
}

/// The confirmation before a device is revoked.
pub(super) fn confirm(page: Page<'_>, shelf: &Shelf, device: &Device) -> Response {
    show(&ConfirmPage {
        member: shelf.owner.member(),
        device: Shown::new(&page, device),
        back: &list_address(shelf.owner.member()),
        page,
    })
}
