//! The pages of devices.

use axum::response::Response;
use domain::Role;
use domain::devices::{Device, MAX_DEVICE_NAME_CHARS};
use domain::enrollment_codes::CodeState;
use domain::sessions::Session;
use layout::session::short_name;
use services::devices::{DeviceList, DeviceOwner};

use super::LIST_PATH;
use crate::apps::AppSettings;
use crate::browsers::browser_text;
use crate::inputs::{InputError, InputField, form_status, list_errors};
use crate::paging::add_query;
use crate::{Page, Pages, Result, Section, Visitor, format_day_of, render, render_with_status};

#[derive(askama::Template)]
#[template(path = "devices.html")]
struct DeviceListPage<'a> {
    page: Page<'a>,
    heading: &'a str,
    member: Option<&'a str>,
    is_sponsor: bool,
    devices: Vec<DeviceRow<'a>>,
    /// The state of the code of the member's card. `None` if there is none.
    code_text: Option<String>,
    /// The browsers in which a code has signed the member in.
    browsers: Vec<BrowserRow>,
    field: &'a InputField,
    errors: Vec<InputError>,
    settings: AppSettings,
}

#[derive(askama::Template)]
#[template(path = "device_created.html")]
struct CreatedPage<'a> {
    page: Page<'a>,
    device: &'a Device,
    password: &'a str,
    is_own: bool,
    back_path: &'a str,
    settings: AppSettings,
}

#[derive(askama::Template)]
#[template(path = "device_revoke.html")]
struct RevocationPage<'a> {
    page: Page<'a>,
    member: Option<&'a str>,
    device: DeviceRow<'a>,
    back_path: &'a str,
}

struct DeviceRow<'a> {
    device: &'a Device,
    creation_date: String,
    last_use: Option<String>,
}

impl<'a> DeviceRow<'a> {
    fn new(page: &Page<'_>, device: &'a Device) -> Self {
        let used = device.last_used.map(|used| format_day_of(page, used));
        Self { device, creation_date: format_day_of(page, device.created), last_use: used }
    }
}

/// An enrolled browser, formatted for a page.
struct BrowserRow {
    /// Browser and system in words.
    name: String,
    /// The value that the form sends.
    mark: String,
    start_date: String,
    last_use: String,
    latest_end: String,
}

impl BrowserRow {
    fn new(page: &Page<'_>, pages: &Pages, (hash, session): &(String, Session)) -> Self {
        Self {
            name: browser_text(page, session.browser),
            mark: short_name(&pages.settings.form_key, hash),
            start_date: format_day_of(page, session.started),
            last_use: format_day_of(page, session.used),
            latest_end: format_day_of(page, session.latest_end()),
        }
    }
}

pub(crate) fn name_field(page: &Page<'_>) -> InputField {
    let field =
        InputField::new_required(page, "name", "device-name").with_hint(page.text("device-name-hint"));
    field.with_missing_error(page.text("device-name-missing")).with_max_chars(MAX_DEVICE_NAME_CHARS)
}

pub(in crate::account) fn list_address(member: Option<&str>) -> String {
    add_query(LIST_PATH, member.map(|member| ("member", member)))
}

/// The state of the code of a card in a sentence.
fn describe_code(page: &Page<'_>, state: CodeState) -> String {
    let (id, moment) = match state {
        CodeState::Open(until) => ("devices-code-open", until),
        CodeState::Used(used) => ("devices-code-used", used),
        CodeState::Expired(since) => ("devices-code-expired", since),
    };
    page.format(id, &[("date", format_day_of(page, moment).as_str().into())])
}

/// The list, with the form for a new device.
pub(super) fn render_list(
    visitor: &Visitor,
    (owner, list): (&DeviceOwner, &DeviceList),
    field: &InputField,
) -> Result {
    let page = visitor.page(Section::Account);
    let errors = list_errors(&[field]);
    let heading = match &list.person {
        None => page.text("devices-heading"),
        Some(name) => page.with_name("devices-heading-member", name),
    };
    let status = form_status(&errors);
    Ok(render_with_status(
        status,
        &DeviceListPage {
            heading: &heading,
            member: owner.member_id(),
            is_sponsor: visitor.signed_in_user()?.has_role(Role::OrganizationSponsor),
            devices: list.devices.iter().map(|device| DeviceRow::new(&page, device)).collect(),
            browsers: list.browsers.iter().map(|one| BrowserRow::new(&page, &visitor.pages, one)).collect(),
            code_text: list.code.map(|code| describe_code(&page, code.state(visitor.op.now))),
            field,
            errors,
            settings: AppSettings::new(&visitor.pages, &page),
            page,
        },
    ))
}

pub(super) fn render_created(
    page: Page<'_>,
    pages: &Pages,
    owner: &DeviceOwner,
    device: &Device,
    password: &str,
) -> Response {
    render(&CreatedPage {
        device,
        password,
        is_own: owner.member_id().is_none(),
        back_path: &list_address(owner.member_id()),
        settings: AppSettings::new(pages, &page),
        page,
    })
}

/// The confirmation before a device is revoked.
pub(super) fn render_confirmation(page: Page<'_>, owner: &DeviceOwner, device: &Device) -> Response {
    render(&RevocationPage {
        member: owner.member_id(),
        device: DeviceRow::new(&page, device),
        back_path: &list_address(owner.member_id()),
        page,
    })
}
