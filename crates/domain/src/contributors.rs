//! People who made a title, and the two ways their names are written.

use serde::{Deserialize, Serialize};

use crate::wire_enum;

wire_enum! {
    /// Role of a contributor (docs/rules/values.md#rule-5).
    pub enum ContributorType {
        Author = "author",
        /// Co-writer: counts as an author in searches (docs/rules/search.md#rule-1).
        CoWriter = "coWriter",
        EpilogueBy = "epilogueBy",
        /// Foreword by; the wire spelling is the contract's own.
        ForwardBy = "forwardBy",
        IntroductionBy = "introductionBy",
        Editor = "editor",
        Composer = "composer",
        Arranger = "arranger",
        Lyricist = "lyricist",
        Translator = "translator",
        Transcriber = "transcriber",
        Abridger = "abridger",
        Adapter = "adapter",
        Illustrator = "illustrator",
    }
}

/// One person and what the person did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contributor {
    /// Role of the person.
    #[serde(rename = "type")]
    pub kind: ContributorType,
    /// First name before last: `Jane Austen`.
    pub display_name: String,
    /// Sort form: `Austen, Jane`; absent when the source gives none.
    pub index_name: Option<String>,
}

/// A person's name in parts (docs/rules/records.md#rule-3).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Name {
    /// Given name.
    pub first: String,
    /// Family name.
    pub last: String,
    /// Middle name or initial.
    pub middle: Option<String>,
    /// For example `Dr.`
    pub prefix: Option<String>,
    /// For example `Jr.`
    pub suffix: Option<String>,
}

impl Name {
    /// First and last name only.
    pub fn new(first: impl Into<String>, last: impl Into<String>) -> Self {
        Self { first: first.into(), last: last.into(), ..Self::default() }
    }

    /// First name before last: the form of notices and lists.
    pub fn display_name(&self) -> String {
        [
            self.prefix.as_deref(),
            Some(self.first.as_str()),
            self.middle.as_deref(),
            Some(self.last.as_str()),
            self.suffix.as_deref(),
        ]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
    }
}

impl Contributor {
    /// A contributor whose sort form is derived from the display name.
    pub fn new(kind: ContributorType, display_name: impl Into<String>) -> Self {
        let display_name = display_name.into();
        let index_name = invert_name(&display_name);
        Self { kind, display_name, index_name }
    }

    /// A contributor from a typed name: `Jane Austen`, or `Austen, Jane`, which is the sort form. In `Martin
    /// King, Jr.` the part after the comma is not a first name.
    pub fn from_typed_name(kind: ContributorType, text: &str) -> Self {
        const SUFFIXES: [&str; 8] = ["jr", "sr", "ii", "iii", "iv", "md", "phd", "esq"];
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_suffix = |rest: &str| {
            let letters: String =
                rest.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
            SUFFIXES.contains(&letters.as_str())
        };
        match text.split_once(',').map(|(last, rest)| (last.trim(), rest.trim())) {
            Some((last, rest)) if !last.is_empty() && !rest.is_empty() && !rest.contains(',') => {
                if is_suffix(rest) {
                    let index_name = invert_name(last).map(|name| format!("{name}, {rest}"));
                    return Self { kind, index_name, display_name: text };
                }
                Self {
                    kind,
                    display_name: format!("{rest} {last}"),
                    index_name: Some(format!("{last}, {rest}")),
                }
            }
            Some(_) => Self { kind, index_name: None, display_name: text },
            None => Self::new(kind, text),
        }
    }

    /// The name to sort by: the index name, else the display name.
    pub fn sort_name(&self) -> &str {
        self.index_name.as_deref().unwrap_or(&self.display_name)
    }

    /// The name in parts, read from the index name when it has a comma, else from the display name: the
    /// deprecated `authors` and its siblings are made of these (docs/rules/records.md#rule-9).
    pub fn name(&self) -> Name {
        if let Some((last, rest)) = self.index_name.as_deref().and_then(|n| n.split_once(',')) {
            let (first, middle) = split_given(rest.trim());
            return Name { first, last: last.trim().to_owned(), middle, ..Name::default() };
        }
        match self.display_name.trim().rsplit_once(' ') {
            Some((given, last)) => {
                let (first, middle) = split_given(given.trim());
                Name { first, last: last.to_owned(), middle, ..Name::default() }
            }
            None => Name::new("", self.display_name.trim()),
        }
    }
}

/// `Jane Mary Austen` becomes `Austen, Jane Mary`; one word stays without a sort form.
fn invert_name(display: &str) -> Option<String> {
    display.trim().rsplit_once(' ').map(|(given, last)| format!("{last}, {}", given.trim()))
}

/// The first word, and the others as middle names.
fn split_given(given: &str) -> (String, Option<String>) {
    match given.split_once(' ') {
        Some((first, middle)) => (first.to_owned(), Some(middle.trim().to_owned())),
        None => (given.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::{Contributor, ContributorType, Name};

    #[test]
    fn a_display_name_gives_a_sort_form_and_parts() {
        let author = Contributor::new(ContributorType::Author, "Arthur Conan Doyle");
        assert_eq!(author.sort_name(), "Doyle, Arthur Conan");
        let name = author.name();
        assert_eq!((name.first.as_str(), name.last.as_str()), ("Arthur", "Doyle"));
        assert_eq!(name.middle.as_deref(), Some("Conan"));
    }

    #[test]
    fn a_name_may_be_typed_in_either_order() {
        let typed = |text| {
            let one = Contributor::from_typed_name(ContributorType::Author, text);
            (one.display_name, one.index_name)
        };
        let both = |display: &str, index: &str| (display.to_owned(), Some(index.to_owned()));
        assert_eq!(typed(" Jane  Austen "), both("Jane Austen", "Austen, Jane"));
        assert_eq!(typed("Austen, Jane"), both("Jane Austen", "Austen, Jane"));
        assert_eq!(
            typed("Martin Luther King, Jr."),
            both("Martin Luther King, Jr.", "King, Martin Luther, Jr.")
        );
        assert_eq!(typed("Homer"), ("Homer".to_owned(), None));
        for odd in [",", "Reed,", ", Ada", "Reed, Ada, Baroness", "Reed,, Ada"] {
            assert_eq!(typed(odd), (odd.to_owned(), None), "{odd}");
        }
    }

    #[test]
    fn one_word_is_a_last_name() {
        let author = Contributor::new(ContributorType::Author, "Homer");
        assert_eq!(author.index_name, None);
        assert_eq!(author.name(), Name::new("", "Homer"));
    }

    #[test]
    fn a_full_name_reads_first_name_first() {
        let name =
            Name { prefix: Some("Dr.".into()), middle: Some(String::new()), ..Name::new("Ada", "Reed") };
        assert_eq!(name.display_name(), "Dr. Ada Reed");
    }
}
