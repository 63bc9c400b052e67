//! /system/apps: client applications and their keys.

use axum::response::Response;
use domain::{Client, ClientId, MAIN_SITE, Privilege, Site};
use services::clients::{self, NewClient, is_redirect_uri};
use services::{ErrorKey, ShortText, sites};

use super::wording::privilege_name;
use crate::inputs::{Choice, InputError, InputField, form_status};
use crate::{Fields, Form, Page, Problem, Query, Result, Section, Visitor};
use crate::{redirect_to, render, render_with_status};

pub(super) const LIST_PATH: &str = "/system/apps";
const MAX_REDIRECT_URIS: usize = 20;

struct AppCard {
    key: String,
    name: String,
    facts: Vec<(String, String)>,
    is_disabled: bool,
    /// True if anybody can use its privileges.
    is_exposed: bool,
    /// True if it may get a secret: the one that reading apps share has none.
    takes_secret: bool,
}

#[derive(askama::Template)]
#[template(path = "system_apps.html")]
struct AppsPage<'a> {
    page: Page<'a>,
    apps: Vec<AppCard>,
}

pub(super) async fn list_apps(visitor: Visitor) -> Result {
    visitor.op.require_administrator()?;
    let all = clients::list_with_sites(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&AppsPage {
        apps: all.iter().map(|(client, site)| app_card(&page, client, site)).collect(),
        page,
    }))
}

fn app_card(page: &Page<'_>, client: &Client, site_name: &str) -> AppCard {
    let none = || page.text("desk-none");
    let privileges: Vec<String> =
        client.privileges.iter().map(|privilege| privilege_name(page, *privilege)).collect();
    let or_none = |texts: &[String]| if texts.is_empty() { none() } else { texts.join(", ") };
    let yes_or_no = |is: bool| page.text(if is { "system-yes" } else { "system-no" });
    let state = if client.disabled { "system-app-disabled" } else { "system-app-enabled" };
    let facts = [
        ("system-app-key", client.id.to_string()),
        ("system-app-state", page.text(state)),
        ("system-app-site", site_name.to_owned()),
        ("system-app-privileges", or_none(&privileges)),
        ("system-app-redirects", or_none(&client.redirect_uris)),
        ("system-app-has-secret", yes_or_no(client.secret_hash.is_some())),
    ];
    AppCard {
        key: client.id.to_string(),
        name: client.name.clone(),
        facts: page.label_all_facts(facts),
        is_disabled: client.disabled,
        is_exposed: client.exposes_privileges(),
        takes_secret: !client.is_reading_apps(),
    }
}

/// POST: disables a key, or enables it again.
pub(super) async fn set_state(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let key = ClientId::from(fields.get("key").ok_or(Problem::NotFound)?);
    let is_disabled = match fields.get("state") {
        Some("disabled") => true,
        Some("enabled") => false,
        _ => return Err(Problem::NotFound),
    };
    clients::set_disabled(&visitor.op, &key, is_disabled).await?;
    let message = if is_disabled { "system-app-disabled-now" } else { "system-app-enabled-now" };
    visitor.redirect_with_message(message, LIST_PATH)
}

/// The form for a new app, with what was typed.
struct AppForm {
    name: InputField,
    site: String,
    redirects: String,
    privileges: Vec<Choice>,
    has_secret: bool,
    errors: Vec<InputError>,
}

impl AppForm {
    fn new(page: &Page<'_>) -> Self {
        Self {
            name: InputField::new_required(page, "name", "system-app-name")
                .with_hint(page.text("system-app-name-hint")),
            site: MAIN_SITE.to_owned(),
            redirects: String::new(),
            privileges: Choice::list_all(|privilege| privilege_name(page, privilege), |_: Privilege| false),
            has_secret: false,
            errors: Vec::new(),
        }
    }

    fn read(page: &Page<'_>, fields: &Fields) -> Self {
        let mut form = Self::new(page);
        form.name = form.name.read_from(page, fields);
        fields.get("site").unwrap_or(MAIN_SITE).clone_into(&mut form.site);
        form.redirects = fields.get("redirects").unwrap_or_default().replace("\r\n", "\n");
        for choice in &mut form.privileges {
            choice.is_chosen = fields.get_all("privileges").any(|value| value == choice.value);
        }
        form.has_secret = fields.get("secret").is_some();
        form.errors = crate::list_errors(&[&form.name]);
        let redirects = form.list_redirects();
        let wrong = redirects.iter().find(|uri| !is_redirect_uri(uri));
        if let Some(uri) = wrong {
            let text = page.with_name("system-app-redirect-wrong", uri);
            form.errors.push(InputError { field: "redirects", text });
        } else if redirects.len() > MAX_REDIRECT_URIS {
            let text = page.count("system-app-redirects-many", MAX_REDIRECT_URIS as u64);
            form.errors.push(InputError { field: "redirects", text });
        }
        form
    }

    /// The redirect addresses, one a line.
    fn list_redirects(&self) -> Vec<String> {
        self.redirects.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    fn to_request(&self) -> NewClient {
        let chosen = self.privileges.iter().filter(|choice| choice.is_chosen);
        NewClient {
            id: None,
            name: self.name.value.clone(),
            site: ShortText(self.site.clone()),
            redirect_uris: self.list_redirects(),
            privileges: chosen.filter_map(|choice| choice.value.parse().ok()).collect(),
            needs_secret: self.has_secret,
        }
    }
}

#[derive(askama::Template)]
#[template(path = "system_app_new.html")]
struct AppFormPage<'a> {
    page: Page<'a>,
    form: AppForm,
    sites: Vec<Choice>,
    redirects_hint: String,
}

pub(super) async fn show_form(visitor: Visitor, Query(_): Query) -> Result {
    visitor.op.require_administrator()?;
    let all = sites::list(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    let form = AppForm::new(&page);
    Ok(render_form(page, form, &all))
}

fn render_form(page: Page<'_>, form: AppForm, sites: &[Site]) -> Response {
    let choice = |site: &Site| {
        Choice::new(site.id.as_str(), format!("{} ({})", site.name, site.id), form.site == site.id.as_str())
    };
    let sites = sites.iter().map(choice).collect();
    let status = form_status(&form.errors);
    let redirects_hint = page.text("system-app-redirects-hint");
    let shown = AppFormPage { page, form, sites, redirects_hint };
    render_with_status(status, &shown)
}

#[derive(askama::Template)]
#[template(path = "system_app_ready.html")]
pub(super) struct ReadyPage<'a> {
    pub(super) page: Page<'a>,
    pub(super) heading: String,
    pub(super) key: String,
    /// Shown only now. `None` if it is blank.
    pub(super) secret: Option<String>,
}

/// POST: registers an app, and shows its secret once. A form that is sent again, because the page was
/// reloaded, creates nothing.
pub(super) async fn create_app(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let page = visitor.page(Section::Account);
    let form = AppForm::read(&page, &fields);
    if !form.errors.is_empty() {
        let all = sites::list(&visitor.op).await?;
        return Ok(render_form(page, form, &all));
    }
    let new = form.to_request();
    // A form that was changed and is sent again registers another app.
    let id = visitor.creation_mark(fields.get("form"), &new).map(ClientId);
    match clients::create(&visitor.op, NewClient { id, ..new }).await {
        Ok((client, secret)) => Ok(render(&ReadyPage {
            heading: page.with_name("system-app-ready", &client.name),
            key: client.id.to_string(),
            secret: secret.map(|secret| secret.reveal().to_owned()),
            page,
        })),
        // The browser sent the form again. The secret was shown, and is not kept.
        Err(error) if error.key() == Some(ErrorKey::AlreadyExists) => redirect_to(LIST_PATH),
        Err(error) => Err(error.into()),
    }
}
