//! What is heard at each step of the player: a line to be spoken, or recorded narration.

use std::collections::HashMap;

use speech::{Announcement, Line, Part, announce};

use crate::model::{Attrs, Inline, Math};

use super::text::TextWriter;

/// Milliseconds of silence at the end of something.
pub(super) mod pause {
    pub(in crate::daisy) const LINE: u32 = 100;
    pub(in crate::daisy) const PARAGRAPH: u32 = 350;
    pub(in crate::daisy) const HEADING: u32 = 700;
    pub(in crate::daisy) const SEPARATOR: u32 = 1_200;
}

/// What is heard at a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heard {
    /// Nothing: the book is text.
    Nothing,
    /// What a synthetic voice says.
    Line(Line),
    /// What a narrator has recorded.
    Narration(Vec<Narrated>),
}

/// A piece of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Narrated {
    /// The recording: its place among those of the book.
    pub(super) recording: usize,
    /// Milliseconds.
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// The narration of a book by the places that it speaks: by document, and by id in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Places(HashMap<String, HashMap<Option<String>, Vec<Narrated>>>);

impl Places {
    pub(super) fn add(&mut self, path: &str, id: Option<&str>, piece: Narrated) {
        self.0.entry(path.to_owned()).or_default().entry(id.map(str::to_owned)).or_default().push(piece);
    }

    pub(super) fn is_narrated(&self, path: &str, id: &str) -> bool {
        self.0.get(path).is_some_and(|document| document.contains_key(&Some(id.to_owned())))
    }

    /// All that speaks an element with these ids.
    fn of(&self, path: &str, ids: &[String]) -> Vec<Narrated> {
        let Some(document) = self.0.get(path) else { return Vec::new() };
        ids.iter().filter_map(|id| document.get(&Some(id.clone()))).flatten().cloned().collect()
    }

    /// All that speaks the title of the book, or the name of an author.
    fn of_front(&self, name: Option<&str>) -> Vec<Narrated> {
        let front = self.0.get("");
        front.and_then(|front| front.get(&name.map(str::to_owned))).cloned().unwrap_or_default()
    }

    fn of_start(&self, path: &str) -> Vec<Narrated> {
        self.0.get(path).and_then(|document| document.get(&None)).cloned().unwrap_or_default()
    }
}

/// What is heard of the text being written.
#[derive(Debug, Default)]
pub(super) struct Voice {
    places: Places,
    /// Said before the next step.
    before: Vec<Part>,
    /// Something that is narrated as a whole.
    whole: Option<Whole>,
    /// The step that was opened last has not been given its words.
    fresh: bool,
}

#[derive(Debug)]
struct Whole {
    /// Its depth; 0 for a document.
    depth: usize,
    /// For its first step; the others are part of it.
    narration: Option<Vec<Narrated>>,
}

impl Voice {
    pub(super) fn new(places: Places) -> Self {
        Self { places, ..Self::default() }
    }

    pub(super) fn places(&self) -> &Places {
        &self.places
    }
}

impl TextWriter<'_> {
    /// What is heard at the step that is opened; `None` if it is heard as part of another one.
    pub(super) fn heard(&mut self, attrs: Option<&Attrs>) -> Option<Heard> {
        let depth = self.xml.depth();
        let path = &self.section.path;
        let begun = self.last_step() > 0;
        let Some(voice) = &mut self.voice else { return Some(Heard::Nothing) };
        voice.fresh = false;
        if voice.whole.as_ref().is_some_and(|whole| depth < whole.depth) {
            voice.whole = None;
        }
        let own = voice.places.of(path, attrs.map_or(&[], |attrs| &attrs.ids));
        let narration = match &mut voice.whole {
            _ if !own.is_empty() => own,
            Some(whole) => whole.narration.take()?,
            // In an audio-only book, text without narration belongs to the narration before it.
            None if self.book.metadata.heard_only && begun => return None,
            None => {
                voice.fresh = true;
                return Some(Heard::Line(Line::default()));
            }
        };
        voice.before.clear();
        Some(Heard::Narration(narration))
    }

    /// Marks the element just opened, which is not a step, as narrated as a whole.
    pub(super) fn narrated_as_a_whole(&mut self, ids: &[String]) {
        let depth = self.xml.depth();
        let Some(voice) = &mut self.voice else { return };
        let narration = voice.places.of(&self.section.path, ids);
        if !narration.is_empty() {
            voice.whole = Some(Whole { depth, narration: Some(narration) });
        }
    }

    /// Notes that the next step is the title of the book, or the name of an author.
    pub(super) fn front_is_heard(&mut self, name: Option<&str>) {
        let Some(voice) = &mut self.voice else { return };
        let narration = voice.places.of_front(name);
        voice.whole = (!narration.is_empty()).then_some(Whole { depth: 0, narration: Some(narration) });
    }

    /// Notes that a section begins, which may be narrated as a whole.
    pub(super) fn section_is_heard(&mut self) {
        let section = self.section;
        let Some(voice) = &mut self.voice else { return };
        let mut narration = voice.places.of_start(&section.path);
        narration.extend(voice.places.of(&section.path, &section.ids));
        voice.whole = (!narration.is_empty()).then_some(Whole { depth: 0, narration: Some(narration) });
    }

    /// Says these inlines at the step that was opened last, and a pause after them.
    pub(super) fn say(&mut self, inlines: &[Inline], pause: u32) {
        if self.voice.is_some() {
            let mut parts = Vec::new();
            let words = |math: &Math, language: &str| self.formulas.words(math, language);
            spoken(&mut parts, inlines, &self.language(), &words);
            self.speak(parts, pause, true);
        }
    }

    /// Says this text at the step that was opened last.
    pub(super) fn say_text(&mut self, text: &str, pause: u32) {
        self.speak(vec![Part { language: self.language(), text: text.to_owned() }], pause, true);
    }

    /// Says this announcement at the step that was opened last. What is to be said before the next step is
    /// meant for the text after it.
    pub(super) fn say_announcement(&mut self, what: &Announcement, pause: u32) {
        self.speak(vec![announce(what, &self.language())], pause, false);
    }

    /// Announces something before the next step.
    pub(super) fn announce(&mut self, what: &Announcement) {
        let part = announce(what, &self.language());
        if let Some(voice) = &mut self.voice {
            voice.before.push(part);
        }
    }

    /// Says a text before the next step: the number of an item.
    pub(super) fn say_before(&mut self, text: String) {
        let language = self.language();
        if let Some(voice) = &mut self.voice {
            voice.before.push(Part { language, text });
        }
    }

    /// Announces the end of something after its last step, if it had a step since `par`.
    pub(super) fn announce_end(&mut self, what: &Announcement, par: usize) {
        let part = announce(what, &self.language());
        if let Some(voice) = &mut self.voice {
            voice.before.clear();
        }
        if let Some(line) = self.last_line(par) {
            if let Some(last) =
                line.parts.last_mut().filter(|last| last.text.ends_with(char::is_alphanumeric))
            {
                last.text.push('.');
            }
            line.parts.push(part);
        }
    }

    /// Makes the pause after the last step at least this long, if it came after `par`.
    pub(super) fn pause(&mut self, milliseconds: u32, par: usize) {
        if let Some(line) = self.last_line(par) {
            line.pause = line.pause.max(milliseconds);
        }
    }

    fn last_line(&mut self, after: usize) -> Option<&mut Line> {
        match self.smil.last_mut()?.last_mut() {
            Some(par) if par.number > after => match &mut par.heard {
                Heard::Line(line) => Some(line),
                _ => None,
            },
            _ => None,
        }
    }

    fn speak(&mut self, parts: Vec<Part>, pause: u32, with_before: bool) {
        let Some(voice) = &mut self.voice else { return };
        if !std::mem::take(&mut voice.fresh) {
            return;
        }
        let before = if with_before { std::mem::take(&mut voice.before) } else { Vec::new() };
        if let Some(line) = self.last_line(0) {
            line.parts = before;
            line.parts.extend(parts);
            line.pause = pause;
        }
    }

    /// The language of what is written now.
    pub(super) fn language(&self) -> String {
        self.xml.language().unwrap_or_else(|| self.book.metadata.language()).to_owned()
    }
}

/// The words of a line by language. Page numbers, notes and the alternatives of images are steps of their
/// own.
fn spoken(parts: &mut Vec<Part>, inlines: &[Inline], language: &str, words: &dyn Fn(&Math, &str) -> String) {
    for inline in inlines {
        let formula;
        let text = match inline {
            Inline::Text(text) => text,
            Inline::Math(math) => {
                formula = words(math, language);
                &formula
            }
            Inline::LineBreak => " ",
            Inline::Image(_) | Inline::PageBreak(_) | Inline::NoteRef { .. } => continue,
            other => {
                let own = other.attrs().and_then(|attrs| attrs.lang.as_deref()).unwrap_or(language);
                spoken(parts, other.children(), own, words);
                continue;
            }
        };
        match parts.last_mut() {
            Some(part) if part.language == language => part.text.push_str(text),
            _ => parts.push(Part { language: language.to_owned(), text: text.to_owned() }),
        }
    }
}
