//! Publishers' claims about a title's accessibility, in the words of W3C's Accessibility Metadata Display
//! Guide.

use domain::Title;
use domain::accessibility::{AccessibilityStatement, Section, StatementText, Style, Value};
use layout::{Language, Wording};

use crate::format_day;

/// Text with its language, if that differs from the page's.
pub(crate) struct LocalizedText {
    pub(crate) text: String,
    /// The tag of its language. Empty if it is the page's.
    pub(crate) lang: &'static str,
}

pub(crate) struct StatementLine {
    /// The statement in the guide's words.
    pub(crate) text: LocalizedText,
    pub(crate) value: Option<String>,
    /// The tag of its language, if it is in the publisher's own words. Empty if that is not known.
    pub(crate) value_lang: String,
    /// The address of the link, whose text is the value, or the whole statement if there is none.
    pub(crate) href: Option<String>,
}

pub(crate) struct StatementGroup {
    pub(crate) heading: LocalizedText,
    pub(crate) lines: Vec<StatementLine>,
    /// Detailed statements, in a box of their own.
    pub(crate) details: Vec<StatementLine>,
    pub(crate) details_heading: LocalizedText,
    /// True if the box is open at first.
    pub(crate) is_open: bool,
}

/// The accessibility statements about a title; `lang` is the tag of its language. Ways of reading and
/// conformance are always included, even if nothing is known.
pub(crate) fn statement_groups(
    title: &Title,
    lang: &str,
    style: Style,
    wording: Wording<'_>,
) -> Vec<StatementGroup> {
    let statements = title.accessibility_statements();
    let language = wording.language;
    let heading = |text: StatementText| to_localized_text(text, language);
    let lines = |statements: Vec<&AccessibilityStatement>| -> Vec<StatementLine> {
        statements.into_iter().map(|statement| statement_line(statement, lang, style, wording)).collect()
    };
    let part = |(section, statements): (Section, Vec<&AccessibilityStatement>)| {
        let (details, general) = statements.into_iter().partition(|statement| statement.detail);
        StatementGroup {
            heading: heading(section.heading(language)),
            lines: lines(general),
            details: lines(details),
            details_heading: heading(Section::details_heading(language)),
            is_open: style == Style::Descriptive,
        }
    };
    statements.displayed_sections().map(part).collect()
}

fn statement_line(
    statement: &AccessibilityStatement,
    lang: &str,
    style: Style,
    wording: Wording<'_>,
) -> StatementLine {
    let (value, href) = match &statement.value {
        Some(Value::Text(text)) => (Some(text.clone()), None),
        // The report is a link with a name; others have none but their address.
        Some(Value::Address(address)) if statement.names_its_link() => (None, Some(address.clone())),
        Some(Value::Address(address)) => (Some(address.clone()), Some(address.clone())),
        Some(Value::Mail(address)) => (Some(address.clone()), Some(mail_to(address))),
        Some(Value::Date(date)) => (Some(format_day(wording, *date)), None),
        None => (None, None),
    };
    let is_quoted = matches!(statement.value, Some(Value::Text(_)));
    let value_lang = statement.value_language.as_deref().unwrap_or(lang);
    StatementLine {
        text: to_localized_text(statement.text(wording.language, style), wording.language),
        value,
        value_lang: if is_quoted { value_lang.to_owned() } else { String::new() },
        href: href.filter(|href| is_http_url(href) || href.starts_with(MAILTO_SCHEME)),
    }
}

fn to_localized_text(text: StatementText, page_language: Language) -> LocalizedText {
    let lang = if text.language == page_language { "" } else { text.language.tag() };
    LocalizedText { text: text.text, lang }
}

const MAILTO_SCHEME: &str = "mailto:";

/// The link to an email address. Signs that begin other parts of an address, such as another recipient, are
/// escaped.
fn mail_to(address: &str) -> String {
    address.chars().fold(MAILTO_SCHEME.to_owned(), |link, c| match c {
        '%' | '?' | '&' | '#' | '/' => format!("{link}%{:02X}", u32::from(c)),
        c => format!("{link}{c}"),
    })
}

/// Returns true if a publisher's address may be a link: no other scheme than those of the web.
fn is_http_url(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use domain::artifacts::{Accessibility, TextLanguages};
    use domain::fixtures::{title, with_change};
    use layout::Messages;

    use super::*;

    fn group_statements(said: Accessibility, style: Style) -> Vec<StatementGroup> {
        let messages = Messages::new(&[(Language::German, "")]);
        let title = with_change(title(), |title| title.artifacts[1].details.accessibility = Some(said));
        statement_groups(&title, "fr", style, Wording { messages: &messages, language: Language::German })
    }

    #[test]
    fn details_of_conformance_are_in_a_box_of_their_own() {
        let said = Accessibility {
            conformances: vec!["EPUB Accessibility 1.1 - WCAG 2.2 Level AA".into()],
            ..Accessibility::default()
        };
        for (style, is_open) in [(Style::Compact, false), (Style::Descriptive, true)] {
            let parts = group_statements(said.clone(), style);
            let part = parts.iter().find(|part| part.heading.text == "Konformität").unwrap();
            assert_eq!((part.lines.len(), part.details.len(), part.is_open), (1, 1, is_open));
            assert_eq!(part.details_heading.text, "Detaillierte Angaben zur Konformität:");
        }
    }

    #[test]
    fn texts_have_the_language_that_is_stated_or_that_of_the_title() {
        let said = Accessibility {
            limitations: Some("Zwei Karten sind nicht beschrieben.".into()),
            summary: Some("Le reste est décrit.".into()),
            languages: TextLanguages { limitations: Some("de".into()), ..TextLanguages::default() },
            contact: Some("access@press.example".into()),
            ..Accessibility::default()
        };
        let parts = group_statements(said, Style::Compact);
        let lines = &parts.last().unwrap().lines;
        let shown: Vec<_> = lines.iter().map(|one| (one.value_lang.as_str(), one.href.as_deref())).collect();
        assert_eq!(shown, [("de", None), ("fr", None), ("", Some("mailto:access@press.example"))]);
        assert_eq!(lines[2].text.lang, "en", "the German localization lacks it");
    }

    #[test]
    fn a_mail_address_is_nothing_but_a_recipient() {
        assert_eq!(mail_to("access@press.example"), "mailto:access@press.example");
        assert_eq!(mail_to("a?bcc=b&c#d%e@press.example"), "mailto:a%3Fbcc=b%26c%23d%25e@press.example");
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        assert!(is_http_url("https://publisher.example/report"));
        assert!(!is_http_url("javascript:alert(1)") && !is_http_url("data:text/html,x") && !is_http_url(""));
    }
}
