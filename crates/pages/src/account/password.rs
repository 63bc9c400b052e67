//! /account/password: another password.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use domain::{Peer, SessionKind};
use layout::addresses::as_local_address;
use layout::cookies::with_cookie;
use layout::session::{form_token, read_browser, set_cookie};
use services::Error;
use services::accounts::password::{self, PasswordChange};
use services::values::{NewPassword, ParseValue as _};

use crate::inputs::{self, InputError, InputField, list_errors};
use crate::page::PASSWORD_PATH;
use crate::{Fields, Form, Page, Pages, Problem, Query, Result, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "password.html")]
struct PasswordPage<'a> {
    page: Page<'a>,
    username: &'a str,
    /// True if somebody else made the present password.
    needs_new: bool,
    /// True if no other page is shown before it is changed.
    is_due: bool,
    /// The page to return to. Empty if there is none.
    back: &'a str,
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
pub(crate) async fn show_form(visitor: Visitor, Query(fields): Query) -> Result {
    let page = visitor.page(Section::Account);
    let inputs = password_fields(&page);
    render_form(&visitor, inputs, read_return_address(&fields))
}

/// POST: the new password. Every browser and app is signed out, and this browser gets a session again and
/// returns to the page that led here.
pub(crate) async fn change_password(
    visitor: Visitor,
    ClientPeer(peer): ClientPeer,
    headers: HeaderMap,
    Form(fields): Form,
) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
    let (mut inputs, new) = read_form(&page, &fields);
    let Some(new) = new.filter(|_| inputs.iter().all(|input| input.error.is_none())) else {
        return render_form(&visitor, inputs, read_return_address(&fields));
    };
    let present = fields.get_untrimmed("present").unwrap_or_default();
    let request = PasswordChange { present, new: &new, peer: &peer, browser: read_browser(&headers) };
    let changed = password::change(op, request).await;
    let secret = match changed {
        Ok(secret) => secret,
        Err(Error::Credentials) => {
            inputs[0].error = Some(page.text("password-wrong"));
            return render_form(&visitor, inputs, read_return_address(&fields));
        }
        Err(error) => return Err(error.into()),
    };
    let token = form_token(&visitor.pages.settings.form_key, secret.reveal());
    let visitor = Visitor { token: Some(token), ..visitor };
    let address = read_return_address(&fields).unwrap_or(PASSWORD_PATH);
    let saved = visitor.redirect_with_message("password-saved", address)?;
    Ok(with_cookie(saved, &set_cookie(&secret, SessionKind::Password, visitor.pages.uses_https())))
}

/// The page to return to. `None` if there is none.
fn read_return_address(fields: &Fields) -> Option<&str> {
    fields.get("back").and_then(as_local_address)
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

fn render_form(visitor: &Visitor, inputs: [InputField; 3], back: Option<&str>) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
    let errors = list_errors(&inputs.iter().collect::<Vec<_>>());
    let status = inputs::form_status(&errors);
    let account = op.account()?;
    Ok(render_with_status(
        status,
        &PasswordPage {
            page,
            username: account.sign_in_name(),
            needs_new: account.needs_new_password,
            is_due: op.must_choose_password,
            back: back.unwrap_or_default(),
            inputs,
            errors,
        },
    ))
}
