//! The frame of every page: the name of its site and its notice, its language, and the display settings.

use std::sync::Arc;

use askama::filters::HtmlSafeOutput;
use axum::http::HeaderMap;
use domain::Account;
use domain::site_notices::SiteNotice;
use layout::{Display, Language, MessageValue, STYLE_PATH, Wording, display, languages};

use crate::texts::MESSAGES;

/// The frame of a page; templates name it `page`.
#[derive(Debug, Clone)]
pub struct Page {
    site: Arc<str>,
    /// The notice that the site shows to every visitor. `None` if there is none.
    notice: Option<Arc<SiteNotice>>,
    /// Email address for questions. `None` if there is none.
    contact: Option<Arc<str>>,
    words: Wording<'static>,
    display: Display,
}

impl Page {
    /// A page of the site with this name, in English, for no browser in particular.
    pub fn in_english(site: impl Into<Arc<str>>) -> Self {
        let words = Wording { messages: &MESSAGES, language: Language::default() };
        Self { site: site.into(), notice: None, contact: None, words, display: Display::default() }
    }

    /// Sets the email address for questions.
    #[must_use]
    pub fn with_contact(self, address: Option<&str>) -> Self {
        Self { contact: address.map(Arc::from), ..self }
    }

    /// Email address for questions. `None` if there is none.
    pub(crate) fn contact_email(&self) -> Option<&str> {
        self.contact.as_deref()
    }

    pub fn site_name(&self) -> &str {
        &self.site
    }

    /// The page of a site with this name and notice.
    pub(crate) fn for_site(&self, name: &str, notice: Option<Arc<SiteNotice>>) -> Self {
        Self { site: name.into(), notice, ..self.clone() }
    }

    /// The notice of the site: the BCP 47 tag of its language, and the text. `None` if there is none.
    pub(crate) fn site_notice(&self) -> Option<(&str, &str)> {
        self.notice.as_ref()?.find_text(self.language())
    }

    /// The page in the language that the browser prefers, with text as its reader has chosen.
    pub(crate) fn for_browser(&self, headers: &HeaderMap) -> Self {
        Self {
            display: display::from_headers(headers),
            ..self.in_language(languages::accepted_language(headers))
        }
    }

    /// The page in the language of an account, if it names one.
    pub(crate) fn for_account(&self, account: &Account) -> Self {
        let language = account.language.as_deref().and_then(Language::from_tag);
        self.in_language(language.unwrap_or(self.words.language))
    }

    pub(crate) fn in_language(&self, language: Language) -> Self {
        Self { words: self.words.in_language(language), ..self.clone() }
    }

    pub(crate) fn language(&self) -> Language {
        self.words.language
    }

    /// Display settings, as attributes that the style sheet reads.
    pub(crate) fn display_attributes(&self) -> HtmlSafeOutput<String> {
        HtmlSafeOutput(attributes_of(self.display))
    }

    /// Address of the style sheet.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(crate) fn style_path(&self) -> &str {
        &STYLE_PATH
    }

    pub(crate) fn text(&self, id: &str) -> String {
        self.words.text(id)
    }

    /// A sentence with a number, `$count`.
    pub(crate) fn count(&self, id: &str, count: u64) -> String {
        self.words.count(id, count)
    }

    /// A sentence with a name, `$name`.
    pub(crate) fn with_name(&self, id: &str, name: &str) -> String {
        self.words.with_name(id, name)
    }

    pub(crate) fn format(&self, id: &str, values: &[(&str, MessageValue<'_>)]) -> String {
        self.words.format(id, values)
    }

    /// A sentence with a name, `$name`, that stands out.
    pub(crate) fn with_name_html(&self, id: &str, name: &str) -> HtmlSafeOutput<String> {
        self.words.with_name_html(id, name)
    }

    /// A sentence with a name, `$name`, that stands out, and further values.
    pub(crate) fn format_html(
        &self,
        id: &str,
        name: &str,
        values: &[(&str, MessageValue<'_>)],
    ) -> HtmlSafeOutput<String> {
        self.words.format_html(id, name, values)
    }

    /// A sentence with a duration, `$time`.
    pub(crate) fn wait_text(&self, id: &str, seconds: u32) -> String {
        let time = if seconds < 90 {
            self.count("wait-seconds", seconds.into())
        } else {
            self.count("wait-minutes", seconds.div_ceil(60).into())
        };
        self.format(id, &[("time", time.as_str().into())])
    }
}

/// The attributes of a page with these display settings.
pub(crate) fn attributes_of(display: Display) -> String {
    let Display { size, spacing, letters, width, colors } = display;
    let values = [
        ("size", size.as_str()),
        ("spacing", spacing.as_str()),
        ("letters", letters.as_str()),
        ("width", width.as_str()),
        ("colors", colors.as_str()),
    ];
    values.map(|(name, value)| format!("data-{name}=\"{value}\"")).join(" ")
}

impl From<&Page> for Wording<'static> {
    fn from(page: &Page) -> Self {
        page.words
    }
}

#[cfg(test)]
mod tests {
    use layout::Language;

    use super::Page;

    #[test]
    fn waits_are_words() {
        let page = Page::in_english("Library");
        let wait = |seconds| page.wait_text("sign-in-wait", seconds);
        assert_eq!(wait(1), "Too many attempts. Wait 1 second, then try again");
        assert!(wait(30).contains("30 seconds"));
        assert!(wait(90).contains("2 minutes"));
        assert!(wait(900).contains("15 minutes"));
        assert!(wait(901).contains("16 minutes"));
        assert!(page.in_language(Language::German).wait_text("sign-in-wait", 60).contains("60 Sekunden"));
    }
}
