//! /sign-in and /sign-out.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use oauth::{Fault, Params};
use services::sessions;
use url::form_urlencoded;

use super::session::{Visitor, redirect};
use crate::address::PeerAddress;
use crate::answered::{self, Answered};
use crate::flow::Flow;
use crate::form::Form;
use crate::page::Page;
use crate::password::forgot;
use crate::replies::Problem;
pub(super) use crate::sign_in::PATH;
use crate::sign_in::sign_in;
use crate::sign_in_form::SignInForm;
use crate::state::WebState;
use crate::walk::{self, Halt, secure};
use layout::cookies::cookie;
use layout::cookies::with_cookie;
use layout::inputs::{InputError, InputField};
use layout::session::{cookie_name, delete_cookie, read_browser, set_cookie};
use layout::{display, html};

/// The address of the sign-out.
pub(super) const OUT: &str = "/sign-out";

/// The page after a sign-in that no other page led to.
const START: &str = "/";

/// Limit of the address to continue with, in bytes.
const LONGEST: usize = 1024;

#[derive(Template)]
#[template(path = "account_sign_in.html")]
struct SignInPage<'a> {
    page: &'a Page,
    /// Whether a form was sent that is not saved, because its sender was not signed in.
    unsaved: bool,
    flow: &'a str,
    inputs: &'a [InputField],
    errors: Vec<InputError>,
    forgot: &'a str,
}

/// The address of the sign-in page that leads back to this page.
pub(super) fn address(back: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("back", back).finish();
    format!("{PATH}?{query}")
}

/// A page of this server, or the first one. Nobody is sent to another host, nor into another sign-in.
fn checked(back: &str) -> &str {
    let is_plain = back.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_here = back.starts_with('/') && !back.starts_with("//");
    let is_sign_in = [PATH, OUT, "/oauth/"].iter().any(|other| back.starts_with(other));
    if is_plain && is_here && !is_sign_in && back.len() <= LONGEST { back } else { START }
}

/// GET: the form.
pub(super) async fn get(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let state = state.of_main_site(&headers).await;
    let query = Params::parse(query.unwrap_or_default().as_bytes());
    let back = checked(query.get("back").ok().flatten().unwrap_or(START));
    let unsaved = query.get("unsaved").is_ok_and(|unsaved| unsaved.is_some());
    walk::begin(&state, back, |flow| page(&state, flow, unsaved, &SignInForm::empty(&state.page)))
}

/// POST: name and password.
pub(super) async fn post(
    State(state): State<WebState>,
    peer: PeerAddress,
    headers: HeaderMap,
    Form(form): Form,
) -> Response {
    let state = state.of_main_site(&headers).await;
    let result = proceed(&state, &peer, &headers, form).await;
    walk::shown(&state, result)
}

async fn proceed(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, Halt> {
    let form = form?;
    let flow = walk::opened(state, headers, &form)?;
    let (username, password) =
        (form.get("username")?.unwrap_or_default(), form.get("password")?.unwrap_or_default());
    let now = state.now();
    if username.trim().is_empty() || password.is_empty() {
        let again = SignInForm::incomplete(&state.page, username, password);
        return Ok(page(state, &flow.next(None, now), false, &again));
    }
    match sign_in(state, username, password, peer, now).await {
        Ok(account) => {
            // The browser's previous session ends.
            if let Some(old) = cookie(headers, cookie_name(secure(state))) {
                sessions::end(&state.library, old).await?;
            }
            let secret = sessions::begin(&state.library, &account, read_browser(headers)).await?;
            let response = with_cookie(redirect(checked(&flow.query)), &set_cookie(&secret, secure(state)));
            Ok(walk::end(state, &flow, response))
        }
        Err(Problem(fault)) => {
            let again = SignInForm::refused(&state.page, username, &fault).ok_or(Halt::from(fault))?;
            Ok(page(state, &flow.next(None, now), false, &again))
        }
    }
}

fn page(state: &WebState, flow: &Flow, unsaved: bool, form: &SignInForm) -> Response {
    let page = SignInPage {
        page: &state.page,
        unsaved,
        flow: &flow.seal(&state.settings.form_key),
        inputs: &form.inputs,
        errors: form.errors(),
        forgot: &forgot::address(""),
    };
    form.on(html::private_page(form.status(), &page, None))
}

/// POST: ends the session.
pub(super) async fn out(State(state): State<WebState>, headers: HeaderMap, Form(form): Form) -> Response {
    match Visitor::of(&state, &headers).await {
        Ok(Some(visitor)) => walk::shown(&visitor.state, leave(&visitor, form).await),
        Ok(None) => redirect(&address(START)),
        Err(halt) => halt.respond(&state.of_main_site(&headers).await.page),
    }
}

async fn leave(visitor: &Visitor<'_>, form: Result<Params, Fault>) -> Result<Response, Halt> {
    let form = form?;
    visitor.check(&form)?;
    let state = &visitor.state;
    sessions::end(&state.library, visitor.value).await?;
    let page = &state.page;
    let said = Answered {
        heading: page.text("signed-out-heading"),
        texts: vec![page.text("signed-out-text")],
        link: Some((PATH, page.text("signed-out-again"))),
    };
    // On a shared computer the next reader does not get this one's letters.
    let signed_out = with_cookie(answered::page(page, &said), &delete_cookie(secure(state)));
    Ok(with_cookie(signed_out, &display::delete_cookie(secure(state))))
}

#[cfg(test)]
mod tests {
    use super::{START, address, checked};

    #[test]
    fn only_pages_of_this_server_follow() {
        for page in ["/account/devices?member=mia", "/titles/1?x=//evil.example", "/"] {
            assert_eq!(checked(page), page);
        }
        for bad in [
            "https://evil.example/",
            "//evil.example",
            "/\\evil.example",
            "/account/a\r\nb",
            "/\t/evil.example",
            "/oauth/x",
            "/sign-out",
            "evil.example",
            "",
        ] {
            assert_eq!(checked(bad), START, "{bad}");
        }
        assert_eq!(checked(&format!("/account/{}", "x".repeat(2000))), START);
        assert_eq!(address("/account/devices?a=b&c"), "/sign-in?back=%2Faccount%2Fdevices%3Fa%3Db%26c");
    }
}
