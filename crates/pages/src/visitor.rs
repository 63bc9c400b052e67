//! The visitor of a page: a guest of the main site, or a reader whose browser is signed in.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use domain::peers::Network;
use domain::preferences::Preferences;
use layout::cookies::cookie;
use layout::display::{self, StoredDisplay};
use layout::notice::Notices;
use layout::session::{cookie_name, form_token, short_name};
use layout::{Display, Language};
use services::roles::{FromCaller as _, SignedIn};
use services::{Caller, sessions, titles};

use crate::problem::{Problem, Result};
use crate::state::Pages;

#[derive(Clone)]
pub(crate) struct Visitor {
    /// The caller of every operation.
    pub(crate) caller: Caller,
    /// The language of the page.
    pub(crate) language: Language,
    /// How text is shown.
    pub(crate) display: Display,
    /// What the visitor prefers, or the member that a sponsor looks for. The defaults for guests.
    pub(crate) preferences: Arc<Preferences>,
    /// `Set-Cookie`, if the browser stores other settings than it should: a copy of the account's, and none
    /// of an account that nobody is signed in to.
    pub(crate) display_cookie: Option<String>,
    /// What each form of the session contains. `None` for guests.
    pub(crate) token: Option<String>,
    /// The same for all sessions of the user. `None` for guests.
    pub(crate) mark: Option<String>,
    /// What the page says once, because a form has just done it: the name of a message.
    pub(crate) notice: Option<String>,
    /// Path and query of the page, to return to after signing in.
    pub(crate) here: String,
    /// True if a link on another site led the browser here.
    pub(crate) from_elsewhere: bool,
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
        let value = cookie(headers, cookie_name(pages.secure()));
        let user = match value {
            Some(value) => sessions::resume(&pages.library, value).await?,
            None => None,
        };
        let token = user.as_ref().and(value).map(|value| form_token(&pages.settings.form_key, value));
        let reader = user.as_ref().and_then(|user| user.caller.reader.as_ref());
        let mark = reader.map(|reader| short_name(&pages.settings.form_key, &reader.account.id.0));
        let caller = match user {
            Some(user) => user.caller,
            None => Caller::guest_on_pages(&pages.library).await?,
        };
        let chosen = caller.reader.as_ref().and_then(|reader| reader.account.language.as_deref());
        let language = Language::for_reader(chosen, headers);
        let preferences = titles::my_preferences(&pages.library, &caller).await?;
        let of_account = preferences.display.as_deref().map(Display::parse);
        let stored = StoredDisplay::from_headers(headers);
        let (display, display_cookie) = choose_display(of_account, stored, pages.secure());
        let endpoint = format!("{method} {}", uri.path());
        let here = uri.path_and_query().map_or("/", |here| here.as_str()).to_owned();
        let can_return = method == Method::GET;
        let caller = caller.by(endpoint.into());
        let notices = notices(pages, token.as_deref());
        let notice = notices.read(&here, headers).filter(|_| can_return).map(str::to_owned);
        let from_elsewhere = !layout::origin::is_own(headers, &pages.settings.base_url);
        Ok(Self {
            caller,
            language,
            display,
            preferences: Arc::new(preferences),
            display_cookie,
            token,
            mark,
            notice,
            here,
            from_elsewhere,
            can_return,
            network: None,
        })
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

/// How text is shown, and `Set-Cookie` if the browser has to store something else. The account comes first.
/// Without settings of its own, those count that were chosen in this browser before the sign-in, but never
/// what another account has left behind.
fn choose_display(
    of_account: Option<Display>,
    stored: Option<StoredDisplay>,
    secure: bool,
) -> (Display, Option<String>) {
    match (of_account.map(StoredDisplay::from_account), stored) {
        (Some(own), stored) => (own.display, (stored != Some(own)).then(|| own.set_cookie(secure))),
        (None, Some(left)) if left.is_of_account => {
            (Display::default(), Some(display::delete_cookie(secure)))
        }
        (None, stored) => (stored.map(|stored| stored.display).unwrap_or_default(), None),
    }
}

impl FromRequestParts<Pages> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Pages) -> Result<Self> {
        parts.extensions.get::<Arc<Self>>().map(|visitor| (**visitor).clone()).ok_or(Problem::Trouble)
    }
}

#[cfg(test)]
mod tests {
    use layout::Display;
    use layout::display::StoredDisplay;

    use super::choose_display;

    #[test]
    fn the_account_decides_and_leaves_nothing_behind() {
        let (own, other) = (Display::parse("200"), Display::parse("300"));
        let guest = Some(StoredDisplay::from_guest(other));
        let copy = |display| Some(StoredDisplay::from_account(display));
        for stored in [None, guest, copy(other)] {
            let (display, cookie) = choose_display(Some(own), stored, false);
            assert!(display == own && cookie.unwrap().contains("200.usual.usual.usual.usual.account;"));
        }
        assert_eq!(choose_display(Some(own), copy(own), false), (own, None));
        let (display, cookie) = choose_display(None, copy(other), false);
        assert!(display == Display::default() && cookie.unwrap().contains("Max-Age=0"));
        assert_eq!(choose_display(None, guest, false), (other, None), "chosen before the sign-in");
        assert_eq!(choose_display(None, None, false), (Display::default(), None));
    }
}
