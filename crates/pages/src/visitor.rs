//! The visitor of a page: a guest of the main site, or a reader whose browser is signed in.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use domain::accounts::Account;
use domain::peers::Network;
use layout::cookies::cookie;
use layout::notice::Notices;
use layout::session::{form_token, mark, name};
use layout::{Display, Language, display};
use services::roles::{FromCaller as _, SignedIn};
use services::{Caller, preferences, sessions};

use crate::problem::{Problem, Result};
use crate::state::Pages;

/// A visitor.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// The caller of every operation.
    pub(crate) caller: Caller,
    /// The language of the page.
    pub(crate) language: Language,
    /// How text is shown.
    pub(crate) display: Display,
    /// Whether the browser does not keep how text is shown, and the account was asked.
    pub(crate) is_new_browser: bool,
    /// What each form of the session contains. `None` for guests.
    pub(crate) token: Option<String>,
    /// The same for all sessions of the user. `None` for guests.
    pub(crate) mark: Option<String>,
    /// What the page says once, because a form has just done it: the name of a message.
    pub(crate) notice: Option<String>,
    /// Path and query of the page, to return to after signing in.
    pub(crate) here: String,
    /// Whether that page can be opened by its address alone.
    pub(crate) can_return: bool,
    /// Where the request comes from. `None` if that is not known.
    pub(crate) network: Option<Network>,
}

impl Visitor {
    /// The visitor that [`enter`] found.
    pub(crate) fn of(request: &Request) -> Result<Arc<Self>> {
        request.extensions().get::<Arc<Self>>().cloned().ok_or(Problem::Trouble)
    }

    /// The user, or the way to the sign-in.
    pub(crate) fn user(&self) -> Result<SignedIn> {
        Ok(SignedIn::from_caller(&self.caller)?)
    }

    /// Whether somebody is signed in.
    pub(crate) fn is_signed_in(&self) -> bool {
        self.caller.reader.is_some()
    }

    /// The visitor of a request with these headers.
    pub(crate) async fn identify(
        pages: &Pages,
        headers: &HeaderMap,
        method: &Method,
        uri: &Uri,
    ) -> Result<Self> {
        let value = cookie(headers, name(pages.secure()));
        let user = match value {
            Some(value) => sessions::resume(&pages.library, value).await?,
            None => None,
        };
        let token = user.as_ref().and(value).map(|value| form_token(&pages.settings.form_key, value));
        let reader = user.as_ref().and_then(|user| user.caller.reader.as_ref());
        let mark = reader.map(|reader| mark(&pages.settings.form_key, &reader.account.id.0));
        let caller = match user {
            Some(user) => user.caller,
            None => Caller::guest_on_pages(&pages.library).await?,
        };
        let chosen = caller.reader.as_ref().and_then(|reader| reader.account.language.as_deref());
        let language = Language::of_reader(chosen, headers);
        let kept = cookie(headers, display::COOKIE).map(Display::parse);
        let is_new_browser = kept.is_none() && caller.reader.is_some();
        let display = match (kept, &caller.reader) {
            (Some(kept), _) => kept,
            (None, Some(reader)) => of_account(pages, &reader.account).await?,
            (None, None) => Display::default(),
        };
        let endpoint = format!("{method} {}", uri.path());
        let here = uri.path_and_query().map_or("/", |here| here.as_str()).to_owned();
        let can_return = method == Method::GET;
        let caller = caller.by(endpoint.into());
        let notices = notices(pages, token.as_deref());
        let notice = notices.read(&here, headers).filter(|_| can_return).map(str::to_owned);
        let network = None;
        Ok(Self { caller, language, display, is_new_browser, token, mark, notice, here, can_return, network })
    }

    /// What pages say once to this visitor.
    pub(crate) fn notices<'a>(&'a self, pages: &'a Pages) -> Notices<'a> {
        notices(pages, self.token.as_deref())
    }
}

fn notices<'a>(pages: &'a Pages, token: Option<&'a str>) -> Notices<'a> {
    let (now, secure) = (pages.library.now(), pages.secure());
    Notices { key: &pages.settings.form_key, token: token.unwrap_or_default(), now, secure }
}

/// How text is shown to the owner of an account who has chosen so in another browser.
async fn of_account(pages: &Pages, account: &Account) -> Result<Display> {
    let preferred = preferences::get(&pages.library, account.clone()).await?;
    Ok(preferred.preferences.display.as_deref().map(Display::parse).unwrap_or_default())
}

impl FromRequestParts<Pages> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Pages) -> Result<Self> {
        parts.extensions.get::<Arc<Self>>().map(|visitor| (**visitor).clone()).ok_or(Problem::Trouble)
    }
}
