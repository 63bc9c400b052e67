//! /account/password: another password.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use domain::{Peer, SessionKind};
use layout::addresses::as_local_address;
use layout::cookies::with_cookie;
use layout::kept_form::{FormToRestore, KeptForm, SealedForm};
use layout::session::{form_token, read_browser, set_cookie};
use secrets::OpaqueToken;
use services::Error;
use services::accounts::password::{self, PasswordChange};
use services::values::{NewPassword, ParseValue as _};

use crate::inputs::{self, InputError, InputField, list_errors};
use crate::page::PASSWORD_PATH;
use crate::{
    Fields, Form, Page, Pages, Problem, Query, Result, Section, Visitor, redirect_to, render_with_status,
};

#[derive(askama::Template)]
#[template(path = "password.html")]
struct PasswordPage<'a> {
    page: Page<'a>,
    username: &'a str,
    /// True if somebody else made the present password.
    needs_new: bool,
    /// True if no other page is shown before it is changed.
    is_due: bool,
    next: NextPage<'a>,
    inputs: [InputField; 3],
    errors: Vec<InputError>,
}

/// Where the form leads once the password is changed.
#[derive(Clone, Copy)]
struct NextPage<'a> {
    /// The page to return to. `None` if there is none.
    address: Option<&'a str>,
    /// The sealed form that is filled in again then. `None` if there is none.
    kept: Option<&'a str>,
}

impl<'a> NextPage<'a> {
    fn read(visitor: &Visitor, fields: &'a Fields) -> Self {
        let kept = fields.get("kept").filter(|text| open_kept_form(visitor, text).is_some());
        Self { address: fields.get("back").and_then(as_local_address), kept }
    }
}

/// Opens a sealed form of the visitor. `None` if it has expired, or is somebody else's.
fn open_kept_form(visitor: &Visitor, text: &str) -> Option<KeptForm> {
    let form = KeptForm::open(text, &visitor.pages.settings.form_key, visitor.op.now)?;
    visitor.is_sender_of(&form).then_some(form)
}

/// Network address of a request, by which wrong passwords are counted.
pub(crate) struct ClientPeer(pub(crate) Peer);

impl FromRequestParts<Pages> for ClientPeer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self> {
        Ok(Self(transport::request_peer(parts, pages.settings.trust_forwarded_for)))
    }
}

pub(crate) async fn show_form(visitor: Visitor, Query(fields): Query) -> Result {
    let page = visitor.page(Section::Account);
    let inputs = password_fields(&page);
    // Only the form itself carries a form that was kept.
    render_form(&visitor, inputs, NextPage { kept: None, ..NextPage::read(&visitor, &fields) })
}

/// The form for a reader who chooses another password before a kept form is filled in again.
pub(crate) fn show_form_first(visitor: &Visitor, form: &KeptForm) -> Result {
    let sealed = form.seal(&visitor.pages.settings.form_key);
    let kept = sealed.as_ref().map(|SealedForm(text)| text.as_str());
    let inputs = password_fields(&visitor.page(Section::Account));
    render_form(visitor, inputs, NextPage { address: as_local_address(&form.page), kept })
}

/// POST: the new password. Every browser and app is signed out, and this browser gets a session again and
/// returns to the page that led here, or to the form that was kept.
pub(crate) async fn change_password(
    visitor: Visitor,
    ClientPeer(peer): ClientPeer,
    headers: HeaderMap,
    Form(fields): Form,
) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
    let next = NextPage::read(&visitor, &fields);
    let (mut inputs, new) = read_form(&page, &fields);
    let Some(new) = new.filter(|_| inputs.iter().all(|input| input.error.is_none())) else {
        return render_form(&visitor, inputs, next);
    };
    let present = fields.get_untrimmed("present").unwrap_or_default();
    let request = PasswordChange { present, new: &new, peer: &peer, browser: read_browser(&headers) };
    let changed = password::change(op, request).await;
    match changed {
        Ok(secret) => finish_change(visitor, next, secret),
        Err(error) => {
            inputs[0].error = Some(form_error_text(&page, next, error)?);
            render_form(&visitor, inputs, next)
        }
    }
}

/// The sentence about an error that the form shows. Other errors have pages of their own.
fn form_error_text(page: &Page<'_>, next: NextPage<'_>, error: Error) -> Result<String> {
    if matches!(error, Error::Credentials) {
        return Ok(page.text("password-wrong"));
    }
    match Problem::from(error) {
        // Another page would lose the form that is kept.
        Problem::Wait(seconds) if next.kept.is_some() => Ok(page.count("wait-text", seconds)),
        problem => Err(problem),
    }
}

/// The response to a changed password: the cookie of the new session, and the page or the form that comes
/// next.
fn finish_change(visitor: Visitor, next: NextPage<'_>, secret: OpaqueToken) -> Result {
    let address = next.address.unwrap_or(PASSWORD_PATH);
    let cookie = set_cookie(&secret, SessionKind::Password, visitor.pages.uses_https());
    if let Some(form) = next.kept.and_then(|text| open_kept_form(&visitor, text)) {
        // The page with the form says itself that the password is saved.
        let mut saved = with_cookie(redirect_to(address)?, &cookie);
        let waiting = FormToRestore { form, session: Some(secret), has_new_password: true };
        saved.extensions_mut().insert(waiting);
        return Ok(saved);
    }
    let token = form_token(&visitor.pages.settings.form_key, secret.reveal());
    let visitor = Visitor { token: Some(token), ..visitor };
    Ok(with_cookie(visitor.redirect_with_message("password-saved", address)?, &cookie))
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

fn render_form(visitor: &Visitor, inputs: [InputField; 3], next: NextPage<'_>) -> Result {
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
            next,
            inputs,
            errors,
        },
    ))
}
