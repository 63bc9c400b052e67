//! /account/password: another password.

use askama::Template;
use axum::extract::{FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use domain::peers::Peer;
use domain::sessions::SessionKind;
use layout::cookies::with_cookie;
use layout::session::{form_token, read_browser, set_cookie};
use services::Error;
use services::accounts::password::{self, PasswordChange};
use services::values::{NewPassword, ParseValue as _};

use crate::fields::{Fields, Form};
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::page::{Page, Section, render_with_status};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "password.html")]
struct PasswordPage<'a> {
    page: Page<'a>,
    username: &'a str,
    /// True if somebody else made the present password.
    needs_new: bool,
    inputs: [InputField; 3],
    errors: Vec<InputError>,
}

/// Network address of a request, by which wrong passwords are counted.
pub(crate) struct ClientPeer(pub(crate) Peer);

impl FromRequestParts<Pages> for ClientPeer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self> {
        Ok(Self(transport::request_peer(parts, pages.settings.trust_forwarded_for)))
    }
}

/// GET: the form.
pub(crate) async fn show_form(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let page = Page::new(&pages, &visitor, Section::Account);
    let inputs = password_fields(&page);
    render_form(&pages, &visitor, inputs)
}

/// POST: the new password. Every browser and app is signed out, and this browser gets a session again.
pub(crate) async fn change_password(
    State(pages): State<Pages>,
    visitor: Visitor,
    ClientPeer(peer): ClientPeer,
    headers: HeaderMap,
    Form(fields): Form,
) -> Result<Response> {
    let op = visitor.signed_in_user()?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let (mut inputs, new) = read_form(&page, &fields);
    let Some(new) = new.filter(|_| inputs.iter().all(|input| input.error.is_none())) else {
        return render_form(&pages, &visitor, inputs);
    };
    let present = fields.get_untrimmed("present").unwrap_or_default();
    let request = PasswordChange { present, new: &new, peer: &peer, browser: read_browser(&headers) };
    let changed = password::change(op, request).await;
    let secret = match changed {
        Ok(secret) => secret,
        Err(Error::Credentials) => {
            inputs[0].error = Some(page.text("password-wrong"));
            return render_form(&pages, &visitor, inputs);
        }
        Err(error) => return Err(error.into()),
    };
    let token = form_token(&pages.settings.form_key, secret.reveal());
    let visitor = Visitor { token: Some(token), ..visitor };
    let saved = visitor.redirect_with_notice("password-saved", &pages, "/account/password")?;
    Ok(with_cookie(saved, &set_cookie(&secret, SessionKind::Password, pages.uses_https())))
}

fn password_fields(page: &Page<'_>) -> [InputField; 3] {
    let hint = page.text("password-hint");
    [
        InputField::new_password(page, "present", "password-present", "current-password"),
        InputField::new_password(page, "password", "password-new", "new-password").with_hint(hint),
        InputField::new_password(page, "repeated", "password-repeated", "new-password"),
    ]
}

/// The fields with their errors, and the new password if it follows the rules.
fn read_form(page: &Page<'_>, fields: &Fields) -> ([InputField; 3], Option<NewPassword>) {
    let mut inputs = password_fields(page).map(|input| input.read_from(page, fields));
    let chosen = fields.get_untrimmed("password").unwrap_or_default();
    let new = NewPassword::parse_value(chosen).ok();
    if new.is_none() {
        inputs[1].error = Some(page.text("password-rule"));
    } else if fields.get_untrimmed("repeated").unwrap_or_default() != chosen {
        inputs[2].error = Some(page.text("password-differs"));
    }
    (inputs, new)
}

fn render_form(pages: &Pages, visitor: &Visitor, inputs: [InputField; 3]) -> Result<Response> {
    let op = visitor.signed_in_user()?;
    let page = Page::new(pages, visitor, Section::Account);
    let wrong = list_errors(&inputs.iter().collect::<Vec<_>>());
    let status = inputs::form_status(&wrong);
    let account = op.account()?;
    let (username, needs_new) = (account.sign_in_name(), account.needs_new_password);
    Ok(render_with_status(status, &PasswordPage { page, username, needs_new, inputs, errors: wrong }))
}
