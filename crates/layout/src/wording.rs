//! The sentences of a page in its language.

use askama::filters::{Html, HtmlSafeOutput, escape};

use crate::{MessageValue, Messages};
use vocabulary::Language;

/// Placeholder for a name in a formatted sentence. Our sentences do not use this character. Names are
/// inserted after the placeholders were found, so names may contain it.
const NAME_PLACEHOLDER: char = '\u{e000}';

/// Messages in one language.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'a> {
    pub messages: &'a Messages,
    pub language: Language,
}

impl<'a> Wording<'a> {
    /// These messages in another language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Wording<'a> {
        Self { language, ..self }
    }

    pub fn text(self, id: &str) -> String {
        self.format(id, &[])
    }

    /// Returns true if there is such a sentence.
    pub fn has_message(self, id: &str) -> bool {
        self.messages.has_message(self.language, id)
    }

    /// A sentence with a number, `$count`.
    pub fn count(self, id: &str, count: u64) -> String {
        self.format(id, &[("count", count.into())])
    }

    /// A sentence with a name, `$name`.
    pub fn with_name(self, id: &str, name: &str) -> String {
        self.format(id, &[("name", name.into())])
    }

    pub fn format(self, id: &str, values: &[(&str, MessageValue<'_>)]) -> String {
        self.messages.format(self.language, id, values)
    }

    /// A sentence with a name, `$name`, as HTML: the name stands out, and its direction and that of the
    /// sentence do not disturb each other.
    pub fn with_name_html(self, id: &str, name: &str) -> HtmlSafeOutput<String> {
        self.format_html(id, name, &[])
    }

    /// A sentence with a name, `$name`, and further values, as HTML like that of
    /// [`with_name_html`](Self::with_name_html).
    pub fn format_html(
        self,
        id: &str,
        name: &str,
        values: &[(&str, MessageValue<'_>)],
    ) -> HtmlSafeOutput<String> {
        self.insert_html(id, &format!("<bdi class=\"name\">{}</bdi>", escape_html(name)), values)
    }

    /// A sentence with a name, `$name`, in another language, a BCP 47 tag, as HTML. `lang` is empty for a
    /// name in the language of the sentence, or in an unknown one.
    pub fn with_foreign_name_html(self, id: &str, name: &str, lang: &str) -> HtmlSafeOutput<String> {
        let escaped_name = escape_html(name);
        match lang {
            "" => self.insert_html(id, &escaped_name, &[]),
            lang => self.insert_html(
                id,
                &format!("<bdi lang=\"{}\">{escaped_name}</bdi>", escape_html(lang)),
                &[],
            ),
        }
    }

    /// A sentence as HTML, with this HTML instead of `$name`.
    fn insert_html(
        self,
        id: &str,
        name: &str,
        values: &[(&str, MessageValue<'_>)],
    ) -> HtmlSafeOutput<String> {
        let placeholder = NAME_PLACEHOLDER.to_string();
        let mut all = vec![("name", MessageValue::Text(&placeholder))];
        all.extend_from_slice(values);
        let sentence = self.format(id, &all);
        let mut html = String::new();
        for (at, part) in sentence.split(NAME_PLACEHOLDER).enumerate() {
            if at > 0 {
                html += name;
            }
            html += &escape_html(part);
        }
        HtmlSafeOutput(html)
    }
}

pub fn escape_html(text: &str) -> String {
    let Ok(escaped) = escape(text, Html);
    escaped.to_string()
}

#[cfg(test)]
mod tests {
    use super::{Language, Messages, Wording};

    #[test]
    fn a_name_in_a_sentence_is_isolated_and_harmless() {
        let files = [(Language::English, "asks = { $name } & { $name } ask { $count } < 3 times")];
        let messages = Messages::new(&files);
        let words = Wording { messages: &messages, language: Language::English };
        let html = words.format_html("asks", "<b>\u{e000}", &[("count", 2_u64.into())]).to_string();
        let name = "<bdi class=\"name\">&#60;b&#62;\u{e000}</bdi>";
        assert_eq!(html, format!("{name} &#38; {name} ask 2 &#60; 3 times"));
        assert_eq!(words.with_name("asks", "A"), "A & A ask {$count} < 3 times");
    }

    #[test]
    fn a_name_in_another_language_has_its_tag() {
        let messages = Messages::new(&[(Language::German, "chosen = Thema: { $name }")]);
        let words = Wording { messages: &messages, language: Language::German };
        let sentence = |lang| words.with_foreign_name_html("chosen", "Crafts & <Hobbies>", lang).to_string();
        assert_eq!(sentence("en"), "Thema: <bdi lang=\"en\">Crafts &#38; &#60;Hobbies&#62;</bdi>");
        assert_eq!(sentence(""), "Thema: Crafts &#38; &#60;Hobbies&#62;");
    }
}
