//! Forms: what is put into a copy, with blanks for all that is of one copy alone.

use std::vec::IntoIter;

use books::Result;
use books::brf;
use books::xml::{self, escape};
use serde::{Deserialize, Serialize};

use crate::fingerprint::{Fingerprints, Key};
use crate::mark::Mark;

/// A text with blanks. It is the same for all copies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Form(Vec<Part>);

/// A part of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
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

impl Form {
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        match self.0.last_mut() {
            Some(Part::Text(last)) => last.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.0.push(Part::Text(text)),
        }
        self
    }

    pub(crate) fn word(self) -> Self {
        self.with(Part::Word)
    }

    pub(crate) fn run(self) -> Self {
        self.with(Part::Run)
    }

    pub(crate) fn step(self) -> Self {
        self.with(Part::Step)
    }

    pub(crate) fn notice(self) -> Self {
        self.with(Part::Notice)
    }

    pub(crate) fn braille(self, settings: brf::Settings) -> Self {
        self.with(Part::Braille(settings))
    }

    /// The language of the notice between `before` and `behind`, or else `otherwise`.
    pub(crate) fn language(self, before: &str, behind: &str, otherwise: &str) -> Self {
        self.with(Part::Language(before.to_owned(), behind.to_owned(), otherwise.to_owned()))
    }

    pub(crate) fn given(self, number: usize) -> Self {
        self.with(Part::Given(number))
    }

    /// Both, one after the other.
    pub(crate) fn then(mut self, other: Self) -> Self {
        for part in other.0 {
            self = match part {
                Part::Text(text) => self.text(text),
                part => self.with(part),
            };
        }
        self
    }

    fn with(mut self, part: Part) -> Self {
        self.0.push(part);
        self
    }
}

/// What the blanks of one copy are filled with. Each fingerprint is another one.
pub(crate) struct Filling<'a> {
    mark: &'a Mark,
    prints: Fingerprints<'a>,
    steps: IntoIter<u8>,
    notice: String,
    /// The notice in braille, once it was needed.
    braille: Option<(brf::Settings, String)>,
    given: Vec<String>,
}

impl<'a> Filling<'a> {
    pub(crate) fn new(mark: &'a Mark, key: &'a Key) -> Self {
        Self {
            mark,
            prints: Fingerprints::new(key, mark.record),
            steps: Vec::new().into_iter(),
            notice: escape(&mark.notice).into_owned(),
            braille: None,
            given: Vec::new(),
        }
    }

    /// With texts that come with the notice.
    pub(crate) fn with(self, given: Vec<String>) -> Self {
        Self { given, ..self }
    }

    /// The form with its blanks filled.
    pub(crate) fn fill(&mut self, form: &Form) -> Result<String> {
        let mut out = String::new();
        for part in &form.0 {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Word => out.push_str(&self.prints.word()),
                Part::Run => out.push_str(&self.prints.run()),
                Part::Step => out.extend(std::iter::repeat_n(' ', self.step().into())),
                Part::Notice => out.push_str(&self.notice),
                Part::Braille(settings) => out.push_str(self.braille(*settings)?),
                Part::Language(before, behind, otherwise) => match xml::language(&self.mark.language) {
                    Some(language) => out.extend([before, &*escape(language), behind]),
                    None => out.push_str(otherwise),
                },
                Part::Given(number) => out.push_str(self.given.get(*number).map_or("", String::as_str)),
            }
        }
        Ok(out)
    }

    fn step(&mut self) -> u8 {
        self.steps.next().unwrap_or_else(|| {
            self.steps = self.prints.steps().into_iter();
            self.steps.next().unwrap_or_default()
        })
    }

    fn braille(&mut self, settings: brf::Settings) -> Result<&str> {
        let made = match self.braille.take().filter(|(known, _)| *known == settings) {
            Some(made) => made,
            None => (settings, brf::notice(&self.mark.notice, &self.mark.language, settings)?),
        };
        Ok(&self.braille.insert(made).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{STEPS, find};

    #[test]
    fn blanks_are_filled_for_one_copy() {
        let (key, mark) = (Key::new(b"k"), Mark { notice: "A & B".into(), language: "en".into(), record: 9 });
        let form = Form::default().text("<p").language(" lang=\"", "\"", "").text(">").notice().text("</p>");
        assert_eq!(Filling::new(&mark, &key).fill(&form).unwrap(), "<p lang=\"en\">A &amp; B</p>");
        let form = Form::default().text("<m c=\"").word().text("\"/>").then(Form::default().text("\n").run());
        assert_eq!(find(&key, Filling::new(&mark, &key).fill(&form).unwrap().as_bytes()), [9, 9]);
        let none = Mark { language: "?".into(), ..mark };
        let form = Form::default().language("a", "b", "else").given(0).given(1);
        assert_eq!(Filling::new(&none, &key).with(vec!["x".into()]).fill(&form).unwrap(), "elsex");
    }

    #[test]
    fn steps_go_on_from_one_form_to_the_next() {
        let (key, mark) =
            (Key::new(b"k"), Mark { notice: String::new(), language: String::new(), record: 9 });
        let mut filling = Filling::new(&mark, &key);
        let form = Form::default().text("X").step().text("\r\n");
        let lines: String = (0..2 * STEPS).map(|_| filling.fill(&form).unwrap()).collect();
        assert_eq!(find(&key, lines.as_bytes()), [9, 9]);
    }
}
