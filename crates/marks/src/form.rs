//! Forms: what is put into a copy, with blanks for all that is of one copy alone.

use std::vec::IntoIter;

use books::xml::{self, escape};
use books::{Result, brf};
use serde::{Deserialize, Serialize};

use crate::fingerprint::{FingerprintWriter, Key};
use crate::mark::Watermark;

/// A text with blanks, the same for all copies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FormTemplate(Vec<TemplatePart>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum TemplatePart {
    Text(String),
    /// A fingerprint as a word.
    Word,
    /// A fingerprint as a run of spaces and tabs.
    Run,
    /// The spaces at the end of one line: a step of a fingerprint that takes many.
    Step,
    /// The notice, escaped for XML.
    Notice,
    /// The notice in braille.
    Braille(brf::Settings),
    /// The language of the notice between two texts; the third where there is none.
    Language(String, String, String),
    /// A text that comes with the notice, by its number.
    Given(usize),
}

impl FormTemplate {
    pub(crate) fn push_text(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        match self.0.last_mut() {
            Some(TemplatePart::Text(last)) => last.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.0.push(TemplatePart::Text(text)),
        }
        self
    }

    pub(crate) fn push_word(self) -> Self {
        self.push_part(TemplatePart::Word)
    }

    pub(crate) fn push_white_space(self) -> Self {
        self.push_part(TemplatePart::Run)
    }

    pub(crate) fn push_line_spaces(self) -> Self {
        self.push_part(TemplatePart::Step)
    }

    pub(crate) fn push_notice(self) -> Self {
        self.push_part(TemplatePart::Notice)
    }

    pub(crate) fn push_braille_notice(self, settings: brf::Settings) -> Self {
        self.push_part(TemplatePart::Braille(settings))
    }

    /// Appends the language of the notice between `before` and `behind`, or `otherwise` if the notice has
    /// none.
    pub(crate) fn push_language(self, before: &str, behind: &str, otherwise: &str) -> Self {
        self.push_part(TemplatePart::Language(before.to_owned(), behind.to_owned(), otherwise.to_owned()))
    }

    pub(crate) fn push_argument(self, number: usize) -> Self {
        self.push_part(TemplatePart::Given(number))
    }

    /// Appends the parts of another template.
    pub(crate) fn concat(mut self, other: Self) -> Self {
        for part in other.0 {
            self = match part {
                TemplatePart::Text(text) => self.push_text(text),
                part => self.push_part(part),
            };
        }
        self
    }

    fn push_part(mut self, part: TemplatePart) -> Self {
        self.0.push(part);
        self
    }
}

/// Fills the blanks of one copy's templates. Each fingerprint differs.
pub(crate) struct TemplateFiller<'a> {
    mark: &'a Watermark,
    prints: FingerprintWriter<'a>,
    steps: IntoIter<u8>,
    notice: String,
    /// The notice in braille, once it was needed.
    braille: Option<(brf::Settings, String)>,
    arguments: Vec<String>,
}

impl<'a> TemplateFiller<'a> {
    pub(crate) fn new(mark: &'a Watermark, key: &'a Key) -> Self {
        Self {
            mark,
            prints: FingerprintWriter::new(key, mark.record),
            steps: Vec::new().into_iter(),
            notice: escape(&mark.notice).into_owned(),
            braille: None,
            arguments: Vec::new(),
        }
    }

    /// Sets the texts for the numbered blanks.
    pub(crate) fn with_arguments(self, given: Vec<String>) -> Self {
        Self { arguments: given, ..self }
    }

    pub(crate) fn fill(&mut self, form: &FormTemplate) -> Result<String> {
        let mut out = String::new();
        for part in &form.0 {
            match part {
                TemplatePart::Text(text) => out.push_str(text),
                TemplatePart::Word => out.push_str(&self.prints.next_word()),
                TemplatePart::Run => out.push_str(&self.prints.next_white_space()),
                TemplatePart::Step => out.extend(std::iter::repeat_n(' ', self.next_line_spaces().into())),
                TemplatePart::Notice => out.push_str(&self.notice),
                TemplatePart::Braille(settings) => out.push_str(self.braille_notice(*settings)?),
                TemplatePart::Language(before, behind, otherwise) => {
                    match xml::schema_language(&self.mark.language) {
                        Some(language) => out.extend([before, &*escape(language), behind]),
                        None => out.push_str(otherwise),
                    }
                }
                TemplatePart::Given(number) => {
                    out.push_str(self.arguments.get(*number).map_or("", String::as_str));
                }
            }
        }
        Ok(out)
    }

    fn next_line_spaces(&mut self) -> u8 {
        self.steps.next().unwrap_or_else(|| {
            self.steps = self.prints.next_line_spaces().into_iter();
            self.steps.next().unwrap_or_default()
        })
    }

    fn braille_notice(&mut self, settings: brf::Settings) -> Result<&str> {
        let made = match self.braille.take().filter(|(known, _)| *known == settings) {
            Some(made) => made,
            None => (settings, brf::write_notice(&self.mark.notice, &self.mark.language, settings)?),
        };
        Ok(&self.braille.insert(made).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{BRAILLE_LINES, find_records};

    #[test]
    fn blanks_are_filled_for_one_copy() {
        let (key, mark) =
            (Key::new(b"k"), Watermark { notice: "A & B".into(), language: "en".into(), record: 9 });
        let form = FormTemplate::default()
            .push_text("<p")
            .push_language(" lang=\"", "\"", "")
            .push_text(">")
            .push_notice()
            .push_text("</p>");
        assert_eq!(TemplateFiller::new(&mark, &key).fill(&form).unwrap(), "<p lang=\"en\">A &amp; B</p>");
        let form = FormTemplate::default()
            .push_text("<m c=\"")
            .push_word()
            .push_text("\"/>")
            .concat(FormTemplate::default().push_text("\n").push_white_space());
        assert_eq!(
            find_records(&key, TemplateFiller::new(&mark, &key).fill(&form).unwrap().as_bytes()),
            [9, 9]
        );
        let none = Watermark { language: "?".into(), ..mark };
        let form = FormTemplate::default().push_language("a", "b", "else").push_argument(0).push_argument(1);
        assert_eq!(
            TemplateFiller::new(&none, &key).with_arguments(vec!["x".into()]).fill(&form).unwrap(),
            "elsex"
        );
    }

    #[test]
    fn steps_go_on_from_one_form_to_the_next() {
        let (key, mark) =
            (Key::new(b"k"), Watermark { notice: String::new(), language: String::new(), record: 9 });
        let mut filling = TemplateFiller::new(&mark, &key);
        let form = FormTemplate::default().push_text("X").push_line_spaces().push_text("\r\n");
        let lines: String = (0..2 * BRAILLE_LINES).map(|_| filling.fill(&form).unwrap()).collect();
        assert_eq!(find_records(&key, lines.as_bytes()), [9, 9]);
    }
}
