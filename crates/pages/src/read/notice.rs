//! The notice of a marked copy, in the language of the page. The copy itself has it in English.

use layout::Wording;
use services::downloads::browser::BookOutline;

use crate::format_day;

pub(super) struct Notice {
    pub(super) text: String,
    /// The language of the lines, as a BCP 47 tag. Empty if it is that of the page.
    pub(super) lang: &'static str,
}

impl Notice {
    /// The notice of a copy, verbatim if its values are unknown. `None` for a copy without one.
    pub(super) fn from_outline<'a>(words: impl Into<Wording<'a>>, outline: &BookOutline) -> Option<Self> {
        let notice = outline.notice.as_ref()?;
        let Some(made_for) = &outline.made_for else {
            return Some(Self { text: notice.clone(), lang: "en" });
        };
        let words = words.into();
        let (name, date) = (made_for.name.as_str(), format_day(words, made_for.date));
        let text = words.format("read-notice", &[("name", name.into()), ("date", date.as_str().into())]);
        Some(Self { text, lang: "" })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use layout::{Language, Wording};
    use services::downloads::browser::{BookOutline, MadeFor};

    use super::Notice;
    use crate::texts;

    #[test]
    fn a_notice_is_in_the_language_of_the_page_if_its_values_are_known() {
        let messages = texts::load_messages();
        let french = Wording { messages: &messages, language: Language::French };
        assert!(Notice::from_outline(french, &BookOutline::default()).is_none(), "a free title has none");
        let own = "This copy was made for Jean on Tour on 2026-11-03. It is for this person's own use.";
        let unknown = BookOutline { notice: Some(own.to_owned()), ..BookOutline::default() };
        let notice = Notice::from_outline(french, &unknown).unwrap();
        assert_eq!((notice.text.as_str(), notice.lang), (own, "en"));
        let made_for = Some(MadeFor { name: "Jean on Tour".to_owned(), date: date(2026, 11, 3) });
        let notice = Notice::from_outline(french, &BookOutline { made_for, ..unknown }).unwrap();
        assert!(notice.text.starts_with("Cette copie a été faite pour Jean on Tour le 3 novembre 2026."));
        assert_eq!(notice.lang, "");
    }
}
