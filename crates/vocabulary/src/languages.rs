//! The languages of the interface: of pages, feeds, emails and statements about accessibility. Books and
//! records are in any language of ISO 639-2.

use std::fmt;

/// A language of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English, with which the messages of the other languages are compared.
    #[default]
    English,
    /// French.
    French,
    /// Spanish.
    Spanish,
    /// German.
    German,
}

/// Properties of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LanguageFacts {
    /// The BCP 47 tag.
    pub tag: &'static str,
    /// The name in the language itself.
    pub name: &'static str,
    /// The codes of ISO 639-2.
    pub alpha3: &'static [&'static str],
    /// The message with the language's name for readers, in the message files of `layout`.
    pub name_message: &'static str,
    /// Separates groups of three digits.
    pub group_separator: &'static str,
    /// Separates the whole part of a number from its decimals.
    pub decimal_separator: &'static str,
}

impl LanguageFacts {
    /// The ASCII digits of a whole number, with a separator between groups of three.
    pub fn group_digits(&self, digits: &str) -> String {
        let first = digits.len() % 3;
        let groups = [&digits[..first]].into_iter().filter(|group| !group.is_empty());
        let rest = (first..digits.len()).step_by(3).map(|start| &digits[start..start + 3]);
        groups.chain(rest).collect::<Vec<_>>().join(self.group_separator)
    }
}

const ENGLISH_FACTS: LanguageFacts = LanguageFacts {
    tag: "en",
    name: "English",
    alpha3: &["eng"],
    name_message: "language-english",
    group_separator: ",",
    decimal_separator: ".",
};

const FRENCH_FACTS: LanguageFacts = LanguageFacts {
    tag: "fr",
    name: "Français",
    alpha3: &["fra", "fre"],
    name_message: "language-french",
    group_separator: "\u{202f}",
    decimal_separator: ",",
};

const SPANISH_FACTS: LanguageFacts = LanguageFacts {
    tag: "es",
    name: "Español",
    alpha3: &["spa"],
    name_message: "language-spanish",
    group_separator: "\u{a0}",
    decimal_separator: ",",
};

const GERMAN_FACTS: LanguageFacts = LanguageFacts {
    tag: "de",
    name: "Deutsch",
    alpha3: &["deu", "ger"],
    name_message: "language-german",
    group_separator: ".",
    decimal_separator: ",",
};

impl Language {
    /// Every language of the interface.
    pub const ALL: [Self; 4] = [Self::English, Self::French, Self::Spanish, Self::German];

    /// The language's row in the table.
    pub const fn facts(self) -> &'static LanguageFacts {
        match self {
            Self::English => &ENGLISH_FACTS,
            Self::French => &FRENCH_FACTS,
            Self::Spanish => &SPANISH_FACTS,
            Self::German => &GERMAN_FACTS,
        }
    }

    /// The BCP 47 tag.
    pub fn tag(self) -> &'static str {
        self.facts().tag
    }

    /// The name in the language itself.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The language of a BCP 47 tag such as `de-AT`, or of an ISO 639-2 code such as `ger`. `None` if the
    /// interface is not available in it.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default().trim().to_ascii_lowercase();
        let is_named = |language: &Self| {
            language.tag() == primary || language.facts().alpha3.contains(&primary.as_str())
        };
        Self::ALL.into_iter().find(is_named)
    }

    /// The first language of the interface among tags in the order of preference, separated by spaces
    /// (`ui_locales` of `OpenID` Connect Core 1.0, 3.1.2.1). `None` if the interface is available in none of
    /// them.
    pub fn first_supported(tags: &str) -> Option<Self> {
        tags.split_whitespace().find_map(Self::from_tag)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_codes_of_every_kind_are_understood() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
            for code in language.facts().alpha3 {
                assert_eq!(Language::from_tag(code), Some(language));
            }
        }
        assert_eq!(Language::from_tag("de-AT"), Some(Language::German));
        assert_eq!(Language::from_tag("FR_ca"), Some(Language::French));
        assert_eq!(Language::from_tag("pt-BR"), None);
    }

    #[test]
    fn the_first_supported_language_of_a_list_is_taken() {
        assert_eq!(Language::first_supported("ja pt-BR  fr-CA de"), Some(Language::French));
        assert_eq!(Language::first_supported("ja"), None);
        assert_eq!(Language::first_supported(""), None);
    }
}
