//! The languages of a record's texts, which need not be those of the book.

use serde::{Deserialize, Serialize};

use super::Metadata;
use crate::languages;

/// The language of each text of a record, as a BCP 47 tag. `None` if it is not stated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct StatedLanguages {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synopsis: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series_title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

impl StatedLanguages {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Metadata {
    /// The language of the title, as a BCP 47 tag: as stated, otherwise the first of the book. `None` if
    /// neither is known.
    pub fn title_language(&self) -> Option<&str> {
        self.stated_languages.title.as_deref().or_else(|| self.main_language())
    }

    pub fn subtitle_language(&self) -> Option<&str> {
        self.stated_languages.subtitle.as_deref().or_else(|| self.title_language())
    }

    /// Stated language of the name of the series.
    pub fn series_language(&self) -> Option<&str> {
        self.stated_languages.series_title.as_deref().or_else(|| self.main_language())
    }

    /// The first language of the book, as a BCP 47 tag. `None` if it is not known.
    pub fn main_language(&self) -> Option<&'static str> {
        self.languages.first().and_then(|code| languages::tag(code))
    }

    /// Forgets the languages of texts that are other ones than before.
    pub(super) fn forget_languages(&mut self, before: &Self) {
        let stated = &mut self.stated_languages;
        for (language, changed) in [
            (&mut stated.title, self.title != before.title),
            (&mut stated.subtitle, self.subtitle != before.subtitle),
            (&mut stated.synopsis, self.synopsis != before.synopsis),
            (&mut stated.series_title, self.series_title != before.series_title),
            (&mut stated.notes, self.notes != before.notes),
        ] {
            if changed {
                *language = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_in_the_stated_language_or_in_that_of_the_book() {
        let book = Metadata { languages: vec!["fra".into(), "eng".into()], ..Metadata::default() };
        let spoken = |m: &Metadata| {
            [m.title_language(), m.subtitle_language(), m.series_language()].map(|tag| tag.map(str::to_owned))
        };
        let tags = |all: [&str; 3]| all.map(|tag| Some(tag.to_owned()));
        assert_eq!(spoken(&book), tags(["fr", "fr", "fr"]));
        let stated = |stated_languages| Metadata { stated_languages, ..book.clone() };
        let title = StatedLanguages { title: Some("en-GB".into()), ..StatedLanguages::default() };
        assert_eq!(spoken(&stated(title.clone())), tags(["en-GB", "en-GB", "fr"]));
        let more = StatedLanguages { subtitle: Some("de".into()), series_title: Some("la".into()), ..title };
        assert_eq!(spoken(&stated(more)), tags(["en-GB", "de", "la"]));
        assert_eq!(spoken(&Metadata::default()), [None, None, None]);
    }
}
