//! The frame of every page, in the visitor's language.

use askama::Template;
use askama::filters::HtmlSafeOutput;
use axum::http::header::LOCATION;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use domain::access::{self, AdultContentBar, Requirements};
use domain::{AlertCode, Format, Series, Title, WireEnum};
use layout::reasons::message_id_for;
use layout::session::{mask_form_token, named_mask};
use layout::{Display, Language, MessageValue, STYLE_PATH, Wording, html};
use services::Operation;
pub(crate) use transport::percent_encode;

use crate::languages::{first_language, text_direction, title_language};
use crate::texts::value_message;
use crate::{Pages, Problem, Result, Visitor};

/// The page on which readers choose another password.
pub(crate) const PASSWORD_PATH: &str = "/account/password";

/// A part of the site; the navigation marks the one that a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Home,
    Search,
    Periodicals,
    Shelf,
    Lists,
    Account,
    /// Something else.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) href: String,
    pub(crate) text: String,
    /// The language of the text, as a BCP 47 tag. Empty if it is that of the page, or unknown.
    pub(crate) lang: String,
}

impl Link {
    pub(crate) fn new(href: impl Into<String>, text: impl Into<String>) -> Self {
        Self { href: href.into(), text: text.into(), lang: String::new() }
    }

    /// A link from a value to the titles that have it in this field.
    pub(crate) fn new_search(field: &str, value: &str) -> Self {
        Self::new(format!("/search?{field}={}", percent_encode(value)), value)
    }

    pub(crate) fn for_title(href: impl Into<String>, title: &Title) -> Self {
        Self::new(href, &title.metadata.title).in_language(title_language(title))
    }

    pub(crate) fn for_series(href: impl Into<String>, series: &Series) -> Self {
        Self::new(href, &series.title).in_language(first_language(series))
    }

    /// Sets the language of the text. Empty if it is unknown.
    pub(crate) fn in_language(self, lang: impl Into<String>) -> Self {
        Self { lang: lang.into(), ..self }
    }

    pub(crate) fn dir(&self) -> &'static str {
        text_direction(&self.lang)
    }
}

pub(crate) struct NavItem {
    pub(crate) link: Link,
    /// The value of `aria-current`: `page` on the page itself, `true` on others of its section. `None`
    /// elsewhere.
    pub(crate) current: Option<&'static str>,
}

/// The frame of a page; templates name it `page`.
pub(crate) struct Page<'a> {
    state: &'a Pages,
    visitor: &'a Visitor,
    section: Section,
}

impl Visitor {
    pub(crate) fn page(&self, section: Section) -> Page<'_> {
        Page { state: &self.pages, visitor: self, section }
    }
}

impl Page<'_> {
    /// The sentences in the visitor's language.
    pub(crate) fn wording(&self) -> Wording<'_> {
        Wording { messages: &self.state.messages, language: self.visitor.language }
    }

    pub(crate) fn text(&self, id: &str) -> String {
        self.wording().text(id)
    }

    /// The words for a value of an enumeration ([`value_message`]).
    pub(crate) fn value_text(&self, prefix: &str, value: impl WireEnum) -> String {
        self.text(&value_message(prefix, value))
    }

    /// Returns true if there is a message with this identifier.
    pub(crate) fn has_message(&self, id: &str) -> bool {
        self.state.messages.has_message(self.visitor.language, id)
    }

    /// A sentence with a number, `$count`.
    pub(crate) fn count(&self, id: &str, count: u64) -> String {
        self.wording().count(id, count)
    }

    /// A sentence for each number that is not 0.
    pub(crate) fn list_counts<const N: usize>(&self, counts: [(&str, u64); N]) -> Vec<String> {
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        counts.map(|(id, count)| self.count(id, count)).collect()
    }

    /// The facts that have a value, each with the label of its message.
    pub(crate) fn label_facts<const N: usize>(&self, facts: [(&str, String); N]) -> Vec<(String, String)> {
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        facts.map(|(label, value)| (self.text(label), value)).collect()
    }

    /// All facts, even those with an empty value, each with the label of its message.
    pub(crate) fn label_all_facts<const N: usize>(
        &self,
        facts: [(&str, String); N],
    ) -> Vec<(String, String)> {
        facts.map(|(label, value)| (self.text(label), value)).into()
    }

    /// The facts that are known, even those with an empty value, each with the label of its message.
    pub(crate) fn label_known_facts<const N: usize>(
        &self,
        facts: [(&str, Option<String>); N],
    ) -> Vec<(String, String)> {
        let known = facts.into_iter().filter_map(|(label, value)| Some((self.text(label), value?)));
        known.collect()
    }

    /// A sentence with a name, `$name`.
    pub(crate) fn with_name(&self, id: &str, name: &str) -> String {
        self.wording().with_name(id, name)
    }

    /// A sentence with a name, `$name`, that stands out.
    pub(crate) fn with_name_html(&self, id: &str, name: &str) -> HtmlSafeOutput<String> {
        self.wording().with_name_html(id, name)
    }

    /// A sentence with a name, `$name`, that stands out, and further values.
    pub(crate) fn format_html(
        &self,
        id: &str,
        name: &str,
        values: &[(&str, MessageValue<'_>)],
    ) -> HtmlSafeOutput<String> {
        self.wording().format_html(id, name, values)
    }

    /// The reason why something is closed to the visitor, or to the member that a sponsor looks for.
    pub(crate) fn reason_text(&self, code: AlertCode) -> String {
        self.text(&message_id_for(code, self.visitor.op.adult_content_bar()))
    }

    /// Returns true if the visitor's own preferences close adult content.
    pub(crate) fn is_adult_content_closed_by_choice(&self) -> bool {
        let caller = &self.visitor.op;
        caller.recipient.is_none() && caller.adult_content_bar() == Some(AdultContentBar::Preference)
    }

    pub(crate) fn format(&self, id: &str, values: &[(&str, MessageValue<'_>)]) -> String {
        self.wording().format(id, values)
    }

    /// A sentence about what was just done. `None` if there is none.
    pub(crate) fn notice_text(&self) -> Option<String> {
        self.visitor.notice.as_deref().map(|message| self.text(message))
    }

    /// The notice of the site to its visitors: the BCP 47 tag of its language, and the text. `None` if there
    /// is none.
    pub(crate) fn site_notice(&self) -> Option<(&str, &str)> {
        self.visitor.site_notice.as_ref()?.find_text(self.language())
    }

    pub(crate) fn language(&self) -> Language {
        self.visitor.language
    }

    pub(crate) fn site_name(&self) -> &str {
        &self.visitor.op.site.name
    }

    /// Email address for questions about books. `None` if there is none.
    pub(crate) fn contact_email(&self) -> Option<&str> {
        self.state.settings.contact.as_deref()
    }

    /// Returns true if the visitor can ask for an email.
    pub(crate) fn can_email(&self) -> bool {
        let reader = self.visitor.op.reader.as_ref();
        self.state.settings.sends_mail && reader.is_some_and(|reader| reader.account.email.is_some())
    }

    /// The currency of prices. `None` if there is none.
    pub(crate) fn currency(&self) -> Option<&str> {
        self.state.settings.currency.as_deref()
    }

    /// Address of the style sheet.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(crate) fn style_path(&self) -> &str {
        &STYLE_PATH
    }

    /// The canonical address of the page for robots: without filters, sort orders and positions in lists.
    pub(crate) fn canonical_url(&self) -> String {
        self.absolute_address(self.visitor.path_and_query.split('?').next().unwrap_or_default())
    }

    /// The address of a page of this server, with the server's name.
    pub(crate) fn absolute_address(&self, path: &str) -> String {
        format!("{}{path}", self.state.settings.base_url)
    }

    /// Returns true if the address narrows, sorts or continues the page that its path names.
    pub(crate) fn is_narrowed(&self) -> bool {
        self.visitor.path_and_query.contains('?')
    }

    /// The visitor's display settings.
    pub(crate) fn display(&self) -> Display {
        self.visitor.display
    }

    /// The token of a form, masked, with the name of the account; empty for guests.
    pub(crate) fn form_token(&self) -> String {
        let Some(token) = &self.visitor.token else { return String::new() };
        let random = self.state.library.random_bytes();
        mask_form_token(token, named_mask(&self.state.settings.form_key, self.reader_id(), random))
    }

    /// A value that distinguishes a form from all others; the browser sends it back with the form.
    pub(crate) fn new_form_value(&self) -> String {
        self.visitor.new_form_value()
    }

    /// Distinguishes this reader from others in a browser's storage; empty for guests.
    pub(crate) fn reader_id(&self) -> &str {
        self.visitor.user_mark.as_deref().unwrap_or_default()
    }

    /// The formats that the visitor reads, or the member that a sponsor looks for. The first is the one to
    /// download in. Empty without a preference.
    pub(crate) fn preferred_formats(&self) -> Vec<Format> {
        self.visitor.preferences.formats()
    }

    /// Returns true if the visitor is signed in.
    pub(crate) fn is_signed_in(&self) -> bool {
        self.visitor.is_signed_in()
    }

    /// The name of the user. Empty for guests.
    pub(crate) fn user_name(&self) -> String {
        self.visitor.op.reader.as_ref().map(|reader| reader.account.display_name()).unwrap_or_default()
    }

    /// The address of the sign-in, from where the visitor returns to this page.
    pub(crate) fn sign_in_path(&self) -> String {
        sign_in_path(self.visitor)
    }

    /// Requirements that the visitor must meet before the library lends books. `None` for guests, and for
    /// readers without requirements.
    pub(crate) fn requirements(&self) -> Option<Requirements> {
        let caller = &self.visitor.op;
        access::requirements_of(caller.reader.as_deref()?, caller.now)
    }

    /// Returns true if this is the page with an address.
    pub(crate) fn is_here(&self, href: &str) -> bool {
        self.visitor.can_return && self.visitor.path_and_query == href
    }

    /// The sections of the site, and the workplaces of the user.
    pub(crate) fn nav_items(&self) -> Vec<NavItem> {
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
        let workplace = workplace_of(&self.visitor.path_and_query);
        let item = |(href, id): (&str, &str), is_current: bool| NavItem {
            link: Link::new(href, self.text(id)),
            current: is_current.then(|| if self.is_here(href) { "page" } else { "true" }),
        };
        let own = all
            .into_iter()
            .map(|(section, href, id)| item((href, id), section == self.section && workplace.is_none()));
        let work = list_workplaces(&self.visitor.op).into_iter();
        own.chain(work.map(|(href, id)| item((href, id), workplace == Some(href)))).collect()
    }
}

/// Where the user works for an organization or the library: the first page, and the message with its name.
fn list_workplaces(op: &Operation) -> Vec<(&'static str, &'static str)> {
    let all = [
        (op.require_sponsor().is_ok(), ("/school", "account-school")),
        (op.require_membership_staff().is_ok(), ("/desk", "account-desk")),
        (op.require_collection_staff().is_ok(), ("/collection", "account-collection")),
        (op.require_administrator().is_ok(), ("/system", "account-system")),
    ];
    all.into_iter().filter_map(|(is_open, workplace)| is_open.then_some(workplace)).collect()
}

/// The first page of the workplace that a page belongs to. `None` if it belongs to none.
fn workplace_of(path_and_query: &str) -> Option<&'static str> {
    match path_and_query.split(['/', '?']).nth(1)? {
        "school" => Some("/school"),
        "desk" => Some("/desk"),
        "collection" | "staff" => Some("/collection"),
        "system" => Some("/system"),
        _ => None,
    }
}

impl<'a> From<&'a Page<'_>> for Wording<'a> {
    fn from(page: &'a Page<'_>) -> Self {
        page.wording()
    }
}

pub(crate) fn render(page: &impl Template) -> Response {
    html::personal_page(StatusCode::OK, html::render_page(page), false)
}

/// Renders a page with another status, for a form that has errors.
pub(crate) fn render_with_status(status: StatusCode, page: &impl Template) -> Response {
    html::personal_page(status, html::render_page(page), false)
}

/// Renders a page that may run the server's own scripts.
pub(crate) fn render_scripted(page: &impl Template) -> Response {
    html::personal_page(StatusCode::OK, html::render_page(page), true)
}

/// Redirects the browser to another page of this server.
pub(crate) fn redirect_to(path: &str) -> Result {
    let path = HeaderValue::from_str(path).map_err(|_| Problem::Trouble)?;
    Ok((StatusCode::SEE_OTHER, [(LOCATION, path)]).into_response())
}

/// The address of the sign-in, from where the visitor returns to the present page, or to that of the form.
pub(crate) fn sign_in_path(visitor: &Visitor) -> String {
    format!("/sign-in?back={}", percent_encode(&page_address(visitor)))
}

/// The address of the form for another password, from where the visitor returns in the same way.
pub(crate) fn password_first_path(visitor: &Visitor) -> String {
    format!("{PASSWORD_PATH}?back={}", percent_encode(&page_address(visitor)))
}

/// The address of the present page, or of the page with the form that was sent.
fn page_address(visitor: &Visitor) -> String {
    if visitor.can_return { visitor.path_and_query.clone() } else { form_page_path(&visitor.path_and_query) }
}

/// The address of the sign-in for a visitor who must sign in first: the page explains that the submitted
/// form is not saved.
pub(crate) fn sign_in_first_path(visitor: &Visitor) -> String {
    let unsaved = if visitor.can_return { "" } else { "&unsaved=true" };
    format!("{}{unsaved}", sign_in_path(visitor))
}

/// The path of the page with the form that is sent to an address.
pub(crate) fn form_page_path(address: &str) -> String {
    let path = address.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts.as_slice() {
        // The page of a title has a form that names the list in a field.
        ["lists", "chosen", ..] => "/lists".to_owned(),
        [noun @ ("titles" | "read" | "lists"), id, ..] => format!("/{noun}/{id}"),
        ["periodicals", series, edition, ..] => format!("/periodicals/{series}/{edition}"),
        ["desk", "people", id, ..] => format!("/desk/people/{id}"),
        ["desk", "organizations", id, ..] => format!("/desk/organizations/{id}"),
        ["desk", list @ ("work" | "hand-overs" | "duplicates"), ..] => format!("/desk/{list}"),
        ["collection", "titles", id, "formats", format, ..] => {
            format!("/collection/titles/{id}/formats/{format}")
        }
        ["collection", "titles", id, "book", ..] => format!("/collection/titles/{id}/book"),
        ["collection", "moves", ..] => "/collection".to_owned(),
        ["collection", "titles", id, ..] => format!("/collection/titles/{id}"),
        ["system", list @ ("apps" | "emails" | "organization-types" | "reference-organizations"), ..] => {
            format!("/system/{list}")
        }
        ["system", "jobs", "retry"] => "/system/jobs".to_owned(),
        ["system", "sites", id, "notice"] => format!("/system/sites/{id}/notice"),
        ["system", noun @ ("jobs" | "sites" | "staff"), id, ..] => format!("/system/{noun}/{id}"),
        ["documents", ..] => "/documents".to_owned(),
        ["school", noun @ ("titles" | "lists" | "copies"), id, ..] => format!("/school/{noun}/{id}"),
        [noun @ ("account" | "school"), page, ..] => format!("/{noun}/{page}"),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{form_page_path, workplace_of};

    #[test]
    fn a_page_belongs_to_the_workplace_of_its_address() {
        for (address, workplace) in [
            ("/", None),
            ("/account/members", None),
            ("/school?after=3", Some("/school")),
            ("/desk/people/mia", Some("/desk")),
            ("/collection/titles/1003", Some("/collection")),
            ("/staff/problems", Some("/collection")),
            ("/system", Some("/system")),
        ] {
            assert_eq!(workplace_of(address), workplace, "{address}");
        }
    }

    #[test]
    fn a_form_is_sent_from_a_page() {
        for (address, page) in [
            ("/read/1003/bookmarks/remove", "/read/1003"),
            ("/titles/1003/downloads/BRF?for=mia", "/titles/1003"),
            ("/lists/7/titles", "/lists/7"),
            ("/lists/chosen/titles", "/lists"),
            ("/lists", "/lists"),
            ("/periodicals/weekly/18/downloads/BRF", "/periodicals/weekly/18"),
            ("/periodicals/weekly", "/periodicals/weekly"),
            ("/documents/9/remove", "/documents"),
            ("/account/devices/revoke", "/account/devices"),
            ("/school/members/act", "/school/members"),
            ("/school/titles/1003/copies", "/school/titles/1003"),
            ("/school", "/school"),
            ("/desk/people/mia/disabilities", "/desk/people/mia"),
            ("/desk/people/new", "/desk/people/new"),
            ("/desk/organizations/harbor/decision", "/desk/organizations/harbor"),
            ("/desk/work/claim", "/desk/work"),
            ("/desk/hand-overs/7", "/desk/hand-overs"),
            ("/staff/problems", "/staff/problems"),
            ("/system/apps/secret", "/system/apps"),
            ("/system/emails/test", "/system/emails"),
            ("/system/reference-organizations/new", "/system/reference-organizations"),
            ("/system/jobs/7/retry", "/system/jobs/7"),
            ("/system/jobs/retry", "/system/jobs"),
            ("/system/sites/lab/joining", "/system/sites/lab"),
            ("/system/sites/lab/notice", "/system/sites/lab/notice"),
            ("/system/staff/eve/take", "/system/staff/eve"),
            ("/collection/titles/1003/status", "/collection/titles/1003"),
            ("/collection/titles/1003/formats/BRF", "/collection/titles/1003/formats/BRF"),
            ("/collection/titles/1003/book", "/collection/titles/1003/book"),
            ("/collection/moves/apply", "/collection"),
        ] {
            assert_eq!(form_page_path(address), page);
        }
    }
}
