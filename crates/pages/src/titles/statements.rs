//! What is known about a title's accessibility, in the words of W3C's Accessibility Metadata Display Guide
//! 2.0.

use domain::accessibility::{self, Section, Statement, Style, Text, Value};
use domain::titles::Title;
use layout::dates::day;
use layout::{Language, Wording};

/// A text with its language, if that is another than the page's.
pub(crate) struct Words {
    /// The text.
    pub(crate) text: String,
    /// The tag of its language. Empty if it is the page's.
    pub(crate) lang: &'static str,
}

/// A statement.
pub(crate) struct Line {
    /// In a few words.
    pub(crate) compact: Words,
    /// In a sentence that explains. `None` if it says the same.
    pub(crate) full: Option<String>,
    /// What follows.
    pub(crate) value: Option<String>,
    /// Whether that is in the publisher's own words.
    pub(crate) is_quoted: bool,
    /// Where it leads: the value, or the whole statement if there is none.
    pub(crate) href: Option<String>,
}

impl Line {
    /// The sentence that explains, or the few words, also where they say the same.
    pub(crate) fn text(&self, full: bool) -> &str {
        self.full.as_deref().filter(|_| full).unwrap_or(&self.compact.text)
    }
}

/// The statements under one heading.
pub(crate) struct Part {
    /// The heading.
    pub(crate) heading: Words,
    /// The statements.
    pub(crate) lines: Vec<Line>,
}

/// What is known about a title. Ways of reading and conformance are always there, also if nothing is known.
pub(crate) fn parts(title: &Title, wording: Wording<'_>) -> Vec<Part> {
    let statements = title.accessibility_statements();
    let part = |(section, statements): (Section, Vec<&Statement>)| Part {
        heading: words(section.heading(of_guide(wording.language)), wording.language),
        lines: statements.into_iter().map(|statement| line(statement, wording)).collect(),
    };
    statements.displayed().map(part).collect()
}

fn line(statement: &Statement, wording: Wording<'_>) -> Line {
    let language = wording.language;
    let said = |style| statement.text(of_guide(language), style);
    let (compact, full) = (words(said(Style::Compact), language), said(Style::Descriptive).text);
    let (value, href) = match &statement.value {
        Some(Value::Text(text)) => (Some(text.clone()), None),
        // The report is a link with a name; others have none but their address.
        Some(Value::Address(address)) if statement.names_its_link() => (None, Some(address)),
        Some(Value::Address(address)) => (Some(address.clone()), Some(address)),
        Some(Value::Date(date)) => (Some(day(wording, *date)), None),
        None => (None, None),
    };
    Line {
        full: Some(full).filter(|full| *full != compact.text),
        compact,
        value,
        is_quoted: matches!(statement.value, Some(Value::Text(_))),
        href: href.cloned().filter(|href| is_web(href)),
    }
}

fn words(text: Text, language: Language) -> Words {
    let lang = if text.language == of_guide(language) { "" } else { text.language.as_str() };
    Words { text: text.text, lang }
}

/// Whether a publisher's address may be a link: no other scheme than those of the web.
fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

fn of_guide(language: Language) -> accessibility::Language {
    match language {
        Language::English => accessibility::Language::English,
        Language::French => accessibility::Language::French,
        Language::Spanish => accessibility::Language::Spanish,
        Language::German => accessibility::Language::German,
    }
}

#[cfg(test)]
mod tests {
    use super::is_web;

    #[test]
    fn only_addresses_of_the_web_are_links() {
        assert!(is_web("https://publisher.example/report"));
        assert!(!is_web("javascript:alert(1)") && !is_web("data:text/html,x") && !is_web(""));
    }
}
