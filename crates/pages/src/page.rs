//! The frame of every page, in the visitor's language.

use askama::Template;
use askama::filters::HtmlSafeOutput;
use axum::http::header::LOCATION;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use domain::access::{self, AdultContentBar, AlertCode, Requirements};
use domain::formats::Format;
use layout::reasons::message_id_for;
use layout::session::mask_form_token;
use layout::{Display, Language, MessageValue, STYLE_PATH, Wording, html};
pub(crate) use transport::encoded;

use crate::problem::{Problem, Result};
use crate::state::{Pages, Shared};
use crate::visitor::Visitor;

/// A part of the site; the navigation marks the one that a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// The start page.
    Home,
    Search,
    Periodicals,
    /// The visitor's shelf.
    Shelf,
    /// Reading lists.
    Lists,
    Account,
    /// Something else.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// Its address.
    pub(crate) href: String,
    pub(crate) text: String,
    /// The language of the text, as a tag of BCP 47. Empty if it is that of the page, or not known.
    pub(crate) lang: String,
}

impl Link {
    /// A link to an address.
    pub(crate) fn new(href: impl Into<String>, text: impl Into<String>) -> Self {
        Self { href: href.into(), text: text.into(), lang: String::new() }
    }

    /// The same with a text in this language. Empty if it is not known.
    pub(crate) fn in_language(self, lang: impl Into<String>) -> Self {
        Self { lang: lang.into(), ..self }
    }
}

/// An item of the navigation.
pub(crate) struct NavItem {
    pub(crate) link: Link,
    /// The value of `aria-current`: `page` on the page itself, `true` on others of its section. `None`
    /// elsewhere.
    pub(crate) current: Option<&'static str>,
}

/// The frame of a page; templates name it `page`.
pub(crate) struct Page<'a> {
    shared: &'a Shared,
    visitor: &'a Visitor,
    section: Section,
}

impl<'a> Page<'a> {
    /// The frame of a page for a visitor.
    pub(crate) fn new(pages: &'a Pages, visitor: &'a Visitor, section: Section) -> Self {
        Self { shared: pages, visitor, section }
    }

    /// The sentences in the visitor's language.
    pub(crate) fn words(&self) -> Wording<'_> {
        Wording { messages: &self.shared.messages, language: self.visitor.language }
    }

    /// A sentence.
    pub(crate) fn text(&self, id: &str) -> String {
        self.words().text(id)
    }

    /// A sentence with a number, `$count`.
    pub(crate) fn count(&self, id: &str, count: u64) -> String {
        self.words().count(id, count)
    }

    /// A sentence with a name, `$name`.
    pub(crate) fn with_name(&self, id: &str, name: &str) -> String {
        self.words().with_name(id, name)
    }

    /// A sentence with a name, `$name`, that stands out.
    pub(crate) fn with_name_html(&self, id: &str, name: &str) -> HtmlSafeOutput<String> {
        self.words().with_name_html(id, name)
    }

    /// A sentence with a name, `$name`, that stands out, and further values.
    pub(crate) fn format_html(
        &self,
        id: &str,
        name: &str,
        values: &[(&str, MessageValue<'_>)],
    ) -> HtmlSafeOutput<String> {
        self.words().format_html(id, name, values)
    }

    /// Why something is closed to the visitor, or to the member that a sponsor looks for.
    pub(crate) fn reason(&self, code: AlertCode) -> String {
        self.text(&message_id_for(code, self.visitor.caller.adult_content_bar()))
    }

    /// Whether the visitor's own preferences close adult content.
    pub(crate) fn can_open_adult_content(&self) -> bool {
        let caller = &self.visitor.caller;
        caller.recipient.is_none() && caller.adult_content_bar() == Some(AdultContentBar::Preference)
    }

    /// A sentence with values.
    pub(crate) fn format(&self, id: &str, values: &[(&str, MessageValue<'_>)]) -> String {
        self.words().format(id, values)
    }

    /// What has just been done, in a sentence. `None` if nothing was.
    pub(crate) fn notice(&self) -> Option<String> {
        self.visitor.notice.as_deref().map(|message| self.text(message))
    }

    /// The language of the page.
    pub(crate) fn language(&self) -> Language {
        self.visitor.language
    }

    /// Name of the library.
    pub(crate) fn site(&self) -> &str {
        &self.visitor.caller.site.name
    }

    /// Email address for questions about books. `None` if there is none.
    pub(crate) fn contact(&self) -> Option<&str> {
        self.shared.settings.contact.as_deref()
    }

    /// Whether the visitor can ask for an email.
    pub(crate) fn can_email(&self) -> bool {
        let reader = self.visitor.caller.reader.as_ref();
        self.shared.settings.sends_mail && reader.is_some_and(|reader| reader.account.email.is_some())
    }

    /// The currency of prices. `None` if there is none.
    pub(crate) fn currency(&self) -> Option<&str> {
        self.shared.settings.currency.as_deref()
    }

    /// Address of the style sheet.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(crate) fn style(&self) -> &str {
        &STYLE_PATH
    }

    /// The one address of the page for robots: without filters, orders and places in lists.
    pub(crate) fn canonical(&self) -> String {
        let path = self.visitor.here.split('?').next().unwrap_or_default();
        format!("{}{path}", self.shared.settings.base_url)
    }

    /// Whether the address narrows, sorts or continues the page that its path names.
    pub(crate) fn is_narrowed(&self) -> bool {
        self.visitor.here.contains('?')
    }

    /// How text is shown.
    pub(crate) fn display(&self) -> Display {
        self.visitor.display
    }

    /// The token of a form, masked; empty for guests.
    pub(crate) fn token(&self) -> String {
        let mask = |token: &String| mask_form_token(token, self.shared.library.random_bytes());
        self.visitor.token.as_ref().map(mask).unwrap_or_default()
    }

    /// Tells this reader from others, in what a browser keeps for them; empty for guests.
    pub(crate) fn reader(&self) -> &str {
        self.visitor.mark.as_deref().unwrap_or_default()
    }

    /// The formats that the visitor reads, or the member that a sponsor looks for. The one to download in is
    /// the first. Empty without a preference.
    pub(crate) fn formats(&self) -> Vec<Format> {
        self.visitor.preferences.formats()
    }

    /// Whether somebody is signed in.
    pub(crate) fn is_signed_in(&self) -> bool {
        self.visitor.is_signed_in()
    }

    /// The name of the user. Empty for guests.
    pub(crate) fn user_name(&self) -> String {
        self.visitor.caller.reader.as_ref().map(|reader| reader.account.display_name()).unwrap_or_default()
    }

    /// The address of the sign-in, from where the visitor returns to this page.
    pub(crate) fn sign_in(&self) -> String {
        sign_in(self.visitor)
    }

    /// What the visitor needs before the library lends books. `None` for guests, and for readers from whom
    /// nothing is needed.
    pub(crate) fn requirements(&self) -> Option<Requirements> {
        let caller = &self.visitor.caller;
        access::requirements(caller.reader.as_deref()?, caller.now)
    }

    /// Whether this is the page with an address.
    pub(crate) fn is_here(&self, href: &str) -> bool {
        self.visitor.can_return && self.visitor.here == href
    }

    /// The items of the navigation.
    pub(crate) fn navigation(&self) -> Vec<NavItem> {
        let mut all = vec![
            (Section::Home, "/", "nav-home"),
            (Section::Search, "/search", "nav-search"),
            (Section::Periodicals, "/periodicals", "nav-periodicals"),
        ];
        if self.is_signed_in() {
            all.push((Section::Shelf, "/shelf", "nav-shelf"));
            all.push((Section::Lists, "/lists", "nav-lists"));
            all.push((Section::Account, "/account", "nav-account"));
        }
        let item = |(section, href, id): (Section, &str, &str)| NavItem {
            link: Link::new(href, self.text(id)),
            current: (section == self.section).then(|| if self.is_here(href) { "page" } else { "true" }),
        };
        all.into_iter().map(item).collect()
    }
}

impl<'a> From<&'a Page<'_>> for Wording<'a> {
    fn from(page: &'a Page<'_>) -> Self {
        page.words()
    }
}

/// A page with its template.
pub(crate) fn show(page: &impl Template) -> Response {
    html::personal_page(StatusCode::OK, html::render_page(page), false)
}

/// The same with another status, for a form that has errors.
pub(crate) fn show_with(status: StatusCode, page: &impl Template) -> Response {
    html::personal_page(status, html::render_page(page), false)
}

/// A page that may run the server's own scripts.
pub(crate) fn show_scripted(page: &impl Template) -> Response {
    html::personal_page(StatusCode::OK, html::render_page(page), true)
}

/// Leads the browser to another page of this server.
pub(crate) fn redirect(path: &str) -> Result<Response> {
    let path = HeaderValue::from_str(path).map_err(|_| Problem::Trouble)?;
    Ok((StatusCode::SEE_OTHER, [(LOCATION, path)]).into_response())
}

/// The address of the sign-in, from where the visitor returns to the present page, or to that of the form.
pub(crate) fn sign_in(visitor: &Visitor) -> String {
    let back = if visitor.can_return { &visitor.here } else { &form_page(&visitor.here) };
    format!("/sign-in?back={}", encoded(back))
}

/// The same for a visitor who must sign in first: the page says that a form that was sent is not saved.
pub(crate) fn sign_in_first(visitor: &Visitor) -> String {
    let unsaved = if visitor.can_return { "" } else { "&unsaved=true" };
    format!("{}{unsaved}", sign_in(visitor))
}

/// The page with the form that is sent to an address.
pub(crate) fn form_page(address: &str) -> String {
    let path = address.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts.as_slice() {
        [noun @ ("titles" | "read" | "lists"), id, ..] => format!("/{noun}/{id}"),
        ["periodicals", series, edition, ..] => format!("/periodicals/{series}/{edition}"),
        ["documents", ..] => "/documents".to_owned(),
        ["account", page, ..] => format!("/account/{page}"),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::form_page;

    #[test]
    fn a_form_is_sent_from_a_page() {
        for (address, page) in [
            ("/read/1003/bookmarks/remove", "/read/1003"),
            ("/titles/1003/downloads/BRF?for=mia", "/titles/1003"),
            ("/lists/7/titles", "/lists/7"),
            ("/lists", "/lists"),
            ("/periodicals/weekly/18/downloads/BRF", "/periodicals/weekly/18"),
            ("/periodicals/weekly", "/periodicals/weekly"),
            ("/documents/9/remove", "/documents"),
            ("/account/devices/revoke", "/account/devices"),
            ("/staff/problems", "/staff/problems"),
        ] {
            assert_eq!(form_page(address), page);
        }
    }
}
