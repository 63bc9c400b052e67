//! Notices of a site to the visitors of its pages, for example about maintenance
//! (docs/rules/access.md#rule-29).

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::InterfaceLanguage;

/// Maximum length of a text, in characters.
pub const MAX_NOTICE_CHARS: usize = 250;

/// A notice that is shown for some days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteNotice {
    /// Texts by the BCP 47 tags of their languages. Never empty.
    pub texts: BTreeMap<String, String>,
    /// The first day on which it is shown, in UTC.
    pub first_day: Date,
    /// The last day on which it is shown, in UTC.
    pub last_day: Date,
}

impl SiteNotice {
    pub fn is_shown(&self, day: Date) -> bool {
        (self.first_day..=self.last_day).contains(&day)
    }

    /// The text for a page in a language, after the tag of the language of the text: that of the page, or
    /// else English, or else any.
    pub fn find_text(&self, language: InterfaceLanguage) -> Option<(&str, &str)> {
        let tags = [language.tag(), InterfaceLanguage::default().tag()];
        let preferred = tags.into_iter().find_map(|tag| self.texts.get_key_value(tag));
        let (tag, text) = preferred.or_else(|| self.texts.first_key_value())?;
        Some((tag.as_str(), text.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::SiteNotice;
    use crate::InterfaceLanguage;

    fn new_notice(texts: &[(&str, &str)]) -> SiteNotice {
        SiteNotice {
            texts: texts.iter().map(|(tag, text)| ((*tag).to_owned(), (*text).to_owned())).collect(),
            first_day: date(2026, 12, 4),
            last_day: date(2026, 12, 5),
        }
    }

    #[test]
    fn a_page_shows_the_text_in_its_language_or_else_in_english_or_any() {
        let all = new_notice(&[("de", "Zu"), ("en", "Closed"), ("fr", "Fermé")]);
        for (language, text) in [
            (InterfaceLanguage::German, ("de", "Zu")),
            (InterfaceLanguage::French, ("fr", "Fermé")),
            (InterfaceLanguage::Spanish, ("en", "Closed")),
        ] {
            assert_eq!(all.find_text(language), Some(text));
        }
        let german = new_notice(&[("de", "Zu")]);
        assert_eq!(german.find_text(InterfaceLanguage::English), Some(("de", "Zu")));
        assert_eq!(new_notice(&[]).find_text(InterfaceLanguage::English), None);
    }

    #[test]
    fn a_notice_is_shown_from_its_first_day_to_its_last() {
        let notice = new_notice(&[("en", "Closed")]);
        let shown = [3, 4, 5, 6].map(|day| notice.is_shown(date(2026, 12, day)));
        assert_eq!(shown, [false, true, true, false]);
    }
}
