//! People who made a title, and the two ways their names are written.

use serde::{Deserialize, Serialize};

use crate::{normalization, wire_enum};

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
                    display_name: natural_order(rest, last),
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
            Some((last, given)) if is_east_asian_name(last, given) => Name::new(given, last),
            Some((given, last)) => {
                let (first, middle) = split_given(given.trim());
                Name { first, last: last.to_owned(), middle, ..Name::default() }
            }
            None => Name::new("", self.display_name.trim()),
        }
    }
}

/// `Jane Mary Austen` becomes `Austen, Jane Mary`; one word stays without a sort form. East Asian names have
/// the family name first, and sort as they are displayed.
fn invert_name(display: &str) -> Option<String> {
    let (given, last) = display.trim().rsplit_once(' ')?;
    (!is_east_asian_name(given, last)).then(|| format!("{last}, {}", given.trim()))
}

/// The natural order of a given name and a family name: `Jane Austen`. East Asian names in their own script
/// have the family name first, without a space: `村上春樹`.
pub fn natural_order(given: &str, family: &str) -> String {
    if is_east_asian_name(family, given) { format!("{family}{given}") } else { format!("{given} {family}") }
}

/// Returns true if a displayed name has an East Asian family name first: `夏目 漱石`.
pub fn has_family_name_first(display_name: &str) -> bool {
    let parts = display_name.trim().rsplit_once(' ');
    parts.is_some_and(|(family, given)| is_east_asian_name(family, given))
}

/// Family names of Korea.
const KOREAN_FAMILY_NAMES: &str = "김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허남심노하곽성차주우구민진지엄채\
                                   원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용예경봉사부";
/// Family names of Korea with two characters.
const LONG_KOREAN_FAMILY_NAMES: [&str; 8] = ["남궁", "황보", "제갈", "사공", "선우", "서문", "독고", "동방"];
/// Characters of the longest given name of Korea.
const MAX_KOREAN_GIVEN_CHARS: usize = 3;
/// Ideographs of the longest name: foreign names that are written by their sounds are longer.
const MAX_NAME_IDEOGRAPHS: usize = 5;
/// Characters that write the sounds of foreign names, and are in few others.
const SOUND_CHARACTERS: &str = "斯尔爾特弗姆茨蒂莎萨薩塔卡";

/// Returns true if both parts of a name are those of a Chinese, Japanese or Korean name. Foreign names in
/// these scripts keep their own order.
fn is_east_asian_name(family: &str, given: &str) -> bool {
    is_korean_name(family, given) || is_ideographic_name(family, given)
}

fn is_korean_name(family: &str, given: &str) -> bool {
    let mut letters = family.chars();
    let is_family = match (letters.next(), letters.next()) {
        (Some(letter), None) => KOREAN_FAMILY_NAMES.contains(letter),
        _ => LONG_KOREAN_FAMILY_NAMES.contains(&family),
    };
    let count = given.chars().count();
    is_family
        && (1..=MAX_KOREAN_GIVEN_CHARS).contains(&count)
        && given.chars().all(|c| matches!(c, '\u{ac00}'..='\u{d7a3}'))
}

fn is_ideographic_name(family: &str, given: &str) -> bool {
    let is_ideograph = |c: char| c == '々' || normalization::is_ideograph(c);
    let is_kana = |c: char| matches!(c, '\u{3041}'..='\u{30fe}');
    let count = family.chars().chain(given.chars()).filter(|c| is_ideograph(*c)).count();
    !family.is_empty()
        && family.chars().all(is_ideograph)
        && !given.is_empty()
        && given.chars().all(|c| is_ideograph(c) || is_kana(c))
        && count <= MAX_NAME_IDEOGRAPHS
        && !family.chars().chain(given.chars()).any(|c| SOUND_CHARACTERS.contains(c))
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
    fn east_asian_names_have_the_family_name_first() {
        for display in ["夏目 漱石", "홍 길동", "佐々木 さくら"] {
            let author = Contributor::new(ContributorType::Author, display);
            assert_eq!((author.sort_name(), author.index_name.as_deref()), (display, None));
            let (last, first) = display.split_once(' ').unwrap();
            assert_eq!(author.name(), Name::new(first, last));
        }
        let typed = Contributor::from_typed_name(ContributorType::Author, "村上, 春樹");
        assert_eq!((typed.display_name.as_str(), typed.sort_name()), ("村上春樹", "村上, 春樹"));
        let foreign = Contributor::new(ContributorType::Author, "マーク トウェイン");
        assert_eq!(foreign.sort_name(), "トウェイン, マーク");
        let foreign = Contributor::new(ContributorType::Author, "윌리엄 셰익스피어");
        assert_eq!(foreign.sort_name(), "셰익스피어, 윌리엄");
        for (typed, display) in
            [("킹, 스티븐", "스티븐 킹"), ("莎士比亚, 威廉", "威廉 莎士比亚"), ("谷崎, 潤一郎", "谷崎潤一郎")]
        {
            assert_eq!(Contributor::from_typed_name(ContributorType::Author, typed).display_name, display);
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
