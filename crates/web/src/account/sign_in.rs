//! /sign-in and /sign-out.

use axum::extract::RawQuery;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::sessions::SessionKind;
use oauth::{Fault, Params};
use services::sessions::{self, BrowserSignIn};
use url::form_urlencoded;

use super::session::{SignedInVisitor, redirect_to};
use crate::form_flow::{self, uses_https};
use crate::outcome::{self, Outcome};
use crate::password::forgot;
pub(super) use crate::sign_in::SIGN_IN_PATH;
use crate::sign_in_form::SignInForm;
use crate::{FormParams, FormProblem, MainSitePage, Page, PeerAddress, SignInFlow, TokenProblem, WebState};
use layout::addresses::as_local_address;
use layout::cookies::cookie_value;
use layout::cookies::with_cookie;
use layout::display;
use layout::inputs::{InputError, InputField};
use layout::kept_form::{FormToRestore, KeptForm, SealedForm};
use layout::session::{cookie_name, delete_cookie, read_browser, set_cookie};

pub(super) const SIGN_OUT_PATH: &str = "/sign-out";

/// The page after a sign-in without a page to return to.
pub(super) const DEFAULT_PATH: &str = "/";

/// The page on which people replace a password that staff or a sponsor created.
const PASSWORD_PATH: &str = "/account/password";

#[derive(askama::Template)]
#[template(path = "account_sign_in.html")]
struct SignInPage<'a> {
    page: &'a Page,
    /// True if a submitted form was not saved, because its sender was not signed in.
    unsaved: bool,
    /// The sealed form, if it is kept.
    kept: Option<&'a str>,
    flow: &'a str,
    inputs: &'a [InputField],
    errors: Vec<InputError>,
    forgot: &'a str,
}

/// The outcome of a form that was sent without a session.
#[derive(Clone, Copy)]
enum SentForm<'a> {
    /// No form was sent.
    None,
    Unsaved,
    /// The form, sealed.
    Kept(&'a str),
}

/// The address of the sign-in page that leads back to this page.
pub(super) fn sign_in_path(back: &str) -> String {
    path_with_return_address(SIGN_IN_PATH, back)
}

/// The address of a page with a form that leads back to another page.
fn path_with_return_address(path: &'static str, back: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("back", back).finish();
    format!("{path}?{query}")
}

/// The address, if it is one of a page of this server, or else that of the default page.
fn own_page(back: &str) -> &str {
    as_local_address(back).unwrap_or(DEFAULT_PATH)
}

pub(super) async fn show_form(MainSitePage(state): MainSitePage, RawQuery(query): RawQuery) -> Response {
    let query = Params::parse(query.unwrap_or_default().as_bytes());
    let back = own_page(query.get("back").ok().flatten().unwrap_or(DEFAULT_PATH));
    let unsaved = query.get("unsaved").is_ok_and(|unsaved| unsaved.is_some());
    form_flow::start_flow(&state, back, |flow| {
        let sent = if unsaved { SentForm::Unsaved } else { SentForm::None };
        render_form(&state, flow, sent, &SignInForm::new_empty(&state.page))
    })
}

/// The response, or the sign-in page that keeps a form, if that is what the response leads to. The status of
/// the page says that nothing was saved. `headers` are those of the request with the form.
pub async fn keep_form(state: &WebState, headers: &HeaderMap, mut response: Response) -> Response {
    let Some(SealedForm(text)) = response.extensions_mut().remove::<SealedForm>() else { return response };
    let Some(kept) = open_kept_form(state, &text) else { return response };
    let state = state.for_main_site(headers).await;
    let mut page = form_flow::start_flow(&state, own_page(&kept.page), |flow| {
        render_form(&state, flow, SentForm::Kept(&text), &SignInForm::new_empty(&state.page))
    });
    *page.status_mut() = StatusCode::FORBIDDEN;
    page
}

fn open_kept_form(state: &WebState, text: &str) -> Option<KeptForm> {
    KeptForm::open(text, &state.settings.form_key, state.current_time())
}

/// POST: name and password.
pub(super) async fn submit(
    MainSitePage(state): MainSitePage,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Response {
    let result = process(&state, &peer, &headers, form).await;
    form_flow::page_or_problem(&state, result)
}

async fn process(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, FormProblem> {
    let form = form?;
    let flow = form_flow::open_flow(state, headers, &form)?;
    let (username, password) =
        (form.get("username")?.unwrap_or_default(), form.get("password")?.unwrap_or_default());
    let now = state.current_time();
    let note = form.get("kept")?;
    let kept = note.and_then(|text| Some((text, open_kept_form(state, text)?)));
    let sent = match &kept {
        Some((text, _)) => SentForm::Kept(text),
        None if note.is_some() => SentForm::Unsaved,
        None => SentForm::None,
    };
    if username.trim().is_empty() || password.is_empty() {
        let again = SignInForm::with_missing_fields(&state.page, username, password);
        return Ok(render_form(state, &flow.next_step(None, now), sent, &again));
    }
    let sign_in = BrowserSignIn {
        name: username,
        password,
        peer: peer.peer(),
        previous: cookie_value(headers, cookie_name(uses_https(state))),
        browser: read_browser(headers),
    };
    match sessions::sign_in(&state.operation(), sign_in).await {
        Ok(begun) => {
            let cookie = set_cookie(&begun.secret, SessionKind::Password, uses_https(state));
            let next = own_page(&flow.query);
            let next = if begun.needs_new_password {
                path_with_return_address(PASSWORD_PATH, next)
            } else {
                next.to_owned()
            };
            let mut response = with_cookie(redirect_to(&next), &cookie);
            if let Some((_, form)) = kept {
                let session = Some(begun.secret);
                let waiting = FormToRestore { form, session, has_new_password: false };
                response.extensions_mut().insert(waiting);
            }
            Ok(form_flow::end_flow(state, &flow, response))
        }
        Err(error) => {
            let TokenProblem(fault) = error.into();
            let again =
                SignInForm::with_refusal(&state.page, username, &fault).ok_or(FormProblem::from(fault))?;
            Ok(render_form(state, &flow.next_step(None, now), sent, &again))
        }
    }
}

fn render_form(state: &WebState, flow: &SignInFlow, sent: SentForm<'_>, form: &SignInForm) -> Response {
    let page = SignInPage {
        page: &state.page,
        unsaved: matches!(sent, SentForm::Unsaved),
        kept: if let SentForm::Kept(text) = sent { Some(text) } else { None },
        flow: &flow.seal(&state.settings.form_key),
        inputs: &form.inputs,
        errors: form.errors(),
        forgot: &forgot::page_path(""),
    };
    form_flow::form_page(&page, &page.errors, form.wait, None)
}

/// POST: ends the session.
pub(super) async fn sign_out(visitor: SignedInVisitor, FormParams(form): FormParams) -> Response {
    form_flow::page_or_problem(&visitor.state, end_session(&visitor, form).await)
}

async fn end_session(
    visitor: &SignedInVisitor,
    form: Result<Params, Fault>,
) -> Result<Response, FormProblem> {
    let form = form?;
    visitor.check_token(&form)?;
    let state = &visitor.state;
    sessions::end(&visitor.op, &visitor.value).await?;
    let page = &state.page;
    let outcome = Outcome {
        heading: page.text("signed-out-heading"),
        texts: vec![page.text("signed-out-text")],
        link: Some((SIGN_IN_PATH, page.text("signed-out-again"))),
    };
    // On a shared computer, the next reader must not get this one's display settings.
    let signed_out = with_cookie(outcome::outcome_page(page, &outcome), &delete_cookie(uses_https(state)));
    Ok(with_cookie(signed_out, &display::delete_cookie(uses_https(state))))
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT_PATH, SIGN_IN_PATH, SIGN_OUT_PATH, own_page, sign_in_path};

    #[test]
    fn the_sign_in_leads_back() {
        assert_eq!(own_page("/shelf"), "/shelf");
        for path in [SIGN_IN_PATH, SIGN_OUT_PATH, "https://evil.example/"] {
            assert_eq!(own_page(path), DEFAULT_PATH, "{path}");
        }
        assert_eq!(sign_in_path("/account/devices?a=b&c"), "/sign-in?back=%2Faccount%2Fdevices%3Fa%3Db%26c");
    }
}
