//! The visitor of a page: a guest of the main site, or a reader whose browser is signed in.

use std::fmt;
use std::sync::Arc;

use axum::extract::{FromRequestParts, MatchedPath, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use domain::Preferences;
use domain::peers::Network;
use domain::site_notices::SiteNotice;
use layout::cookies::cookie_value;
use layout::display::{self, StoredDisplay};
use layout::kept_form::KeptForm;
use layout::notice::Notices;
use layout::session::{cookie_name, form_mark, form_token, short_name};
use layout::{Display, Language, languages};
use secrets::{OpaqueToken, equals_in_constant_time};
use services::{Operation, sessions, titles};

use crate::{Pages, Problem, Result};

#[derive(Clone)]
pub(crate) struct Visitor {
    /// The site, for what handlers show and do.
    pub(crate) pages: Pages,
    /// The operation of the request: every operation takes it.
    pub(crate) op: Operation,
    pub(crate) language: Language,
    pub(crate) display: Display,
    /// The preferences of the visitor, or of the member that a sponsor looks for. The defaults for guests.
    pub(crate) preferences: Arc<Preferences>,
    /// `Set-Cookie`, if the browser stores outdated settings, or those of an account that the visitor is not
    /// signed in to.
    pub(crate) display_cookie: Option<String>,
    /// The token in each form of the session. `None` for guests.
    pub(crate) token: Option<String>,
    /// A value that all sessions of the user share. `None` for guests.
    pub(crate) user_mark: Option<String>,
    /// The notice that the site shows to every visitor. `None` if there is none.
    pub(crate) site_notice: Option<Arc<SiteNotice>>,
    /// The name of the message that the page shows once, because a form was just processed.
    pub(crate) notice: Option<String>,
    /// Path and query of the page, to return to after signing in.
    pub(crate) path_and_query: String,
    /// True if a link on another site led the browser here.
    pub(crate) is_from_other_site: bool,
    /// True if that page can be opened by its address alone.
    pub(crate) can_return: bool,
    /// The network of the request. `None` if it is unknown.
    pub(crate) network: Option<Network>,
}

impl Visitor {
    /// The visitor that [`handle_request`] identified.
    pub(crate) fn from_request(request: &Request) -> Result<Arc<Self>> {
        request.extensions().get::<Arc<Self>>().cloned().ok_or(Problem::Trouble)
    }

    /// The operation of the signed-in user, or a redirection to the sign-in.
    pub(crate) fn signed_in_user(&self) -> Result<&Operation> {
        self.op.reader()?;
        Ok(&self.op)
    }

    /// A value that distinguishes a form from all others; the browser sends it back with the form.
    pub(crate) fn new_form_value(&self) -> String {
        OpaqueToken::generate(&mut self.pages.library.request_rng()).reveal().to_owned()
    }

    /// The identifier of what a form of this session creates: the same if the browser sends the form again.
    pub(crate) fn form_mark(&self, form: &str) -> String {
        form_mark(&self.pages.settings.form_key, self.token.as_deref().unwrap_or_default(), form)
    }

    /// The identifier of what a form with these values creates. A form that was changed meanwhile creates
    /// something else. `None` without the form's own value.
    pub(crate) fn creation_mark(&self, form: Option<&str>, new: &impl fmt::Debug) -> Option<String> {
        form.map(|form| self.form_mark(&format!("{form} {new:?}")))
    }

    /// The operation of a form that creates something with these values: a form that is sent again creates
    /// nothing.
    pub(crate) fn creation_operation(&self, form: Option<&str>, new: &impl fmt::Debug) -> Operation {
        self.op.with_sent_form(self.creation_mark(form, new))
    }

    pub(crate) fn is_signed_in(&self) -> bool {
        self.op.reader.is_some()
    }

    /// Returns true if a kept form is of a page of the visitor's own account.
    pub(crate) fn is_sender_of(&self, form: &KeptForm) -> bool {
        self.user_mark.as_deref().is_some_and(|mark| equals_in_constant_time(mark, &form.account))
    }

    /// The visitor of a request with these headers. `route` is the template of its address, if there is
    /// anything.
    pub(crate) async fn identify(
        pages: &Pages,
        headers: &HeaderMap,
        method: &Method,
        uri: &Uri,
        route: Option<&MatchedPath>,
    ) -> Result<Self> {
        let value = cookie_value(headers, cookie_name(pages.uses_https()));
        let session = match value {
            Some(value) => sessions::resume(&pages.library, value).await?,
            None => None,
        };
        let token = session.as_ref().and(value).map(|value| form_token(&pages.settings.form_key, value));
        let reader = session.as_ref().and_then(|op| op.reader.as_ref());
        let mark = reader.map(|reader| short_name(&pages.settings.form_key, &reader.account.id.0));
        let op = match session {
            Some(op) => op,
            None => Operation::guest_on_pages(&pages.library).await?,
        };
        let site_notice = pages.library.notice_cache().find_site_notice(&op.site.id, op.now).await?;
        let chosen = op.signed_in_account().and_then(|account| account.language.as_deref());
        let language = languages::choose_language(chosen, headers);
        let preferences = titles::my_preferences(&op).await?;
        let of_account = preferences.display.as_deref().map(Display::parse);
        let stored = StoredDisplay::from_headers(headers);
        let (display, display_cookie) = choose_display(of_account, stored, pages.uses_https());
        let endpoint = format!("{method} {}", route.map_or("/", MatchedPath::as_str));
        let return_path = uri.path_and_query().map_or("/", |return_path| return_path.as_str()).to_owned();
        let can_return = method == Method::GET;
        let notices = new_notices(pages, token.as_deref());
        let notice = notices.read_message_id(&return_path, headers).filter(|_| can_return).map(str::to_owned);
        let from_elsewhere = !layout::origin::is_own(headers, &pages.settings.base_url);
        Ok(Self {
            pages: pages.clone(),
            op: op.with_endpoint(endpoint.into()),
            language,
            display,
            preferences: Arc::new(preferences),
            display_cookie,
            token,
            user_mark: mark,
            site_notice,
            notice,
            path_and_query: return_path,
            is_from_other_site: from_elsewhere,
            can_return,
            network: None,
        })
    }

    pub(crate) fn notices(&self) -> Notices<'_> {
        new_notices(&self.pages, self.token.as_deref())
    }
}

fn new_notices<'a>(pages: &'a Pages, token: Option<&'a str>) -> Notices<'a> {
    let now = pages.library.current_time();
    let secure = pages.uses_https();
    Notices { key: &pages.settings.form_key, token: token.unwrap_or_default(), now, secure }
}

/// The display settings, and `Set-Cookie` if the browser has to store other ones. The account comes first.
/// Without settings of its own, those count that were chosen in this browser before the sign-in, but never
/// those of another account.
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
