//! The sound of each step of the player: a line to be spoken, or recorded narration.

use std::borrow::Cow;
use std::collections::HashMap;

use speech::{Announcement, LanguageText, SpokenLine, announce};

use crate::fractions::{FRACTION_INLINES, Fraction, spell_fractions};
use crate::model::{Attrs, Inline, Math, Style, plain_text};
use crate::recordings::RecordingPiece;

use super::text::TextWriter;

/// Milliseconds of silence at the end of something.
pub(super) mod pause {
    pub(in crate::daisy) const LINE_MILLISECONDS: u32 = 100;
    pub(in crate::daisy) const PARAGRAPH_MILLISECONDS: u32 = 350;
    pub(in crate::daisy) const HEADING_MILLISECONDS: u32 = 700;
    pub(in crate::daisy) const SEPARATOR_MILLISECONDS: u32 = 1_200;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StepSound {
    /// Nothing: the book is text.
    Nothing,
    /// Text for a synthetic voice.
    Line(SpokenLine),
    /// Recordings of a narrator.
    Narration(Vec<RecordingPiece>),
}

/// Narration clips, indexed by document and element id.
#[derive(Debug, Clone, Default)]
pub(super) struct NarrationPlaces(HashMap<String, HashMap<Option<String>, Vec<RecordingPiece>>>);

impl NarrationPlaces {
    pub(super) fn add_clip(&mut self, path: &str, id: Option<&str>, piece: RecordingPiece) {
        self.0.entry(path.to_owned()).or_default().entry(id.map(str::to_owned)).or_default().push(piece);
    }

    pub(super) fn is_narrated(&self, path: &str, id: &str) -> bool {
        !self.clips_at(path, Some(id)).is_empty()
    }

    /// All that speaks an element of a document, or its beginning. The title of the book and the names of its
    /// authors are in a document without a path.
    fn clips_at(&self, path: &str, id: Option<&str>) -> &[RecordingPiece] {
        let clips = self.0.get(path).and_then(|document| document.get(&id.map(str::to_owned)));
        clips.map_or(&[], Vec::as_slice)
    }

    fn clips_for_ids(&self, path: &str, ids: &[String]) -> Vec<RecordingPiece> {
        ids.iter().flat_map(|id| self.clips_at(path, Some(id))).copied().collect()
    }
}

/// The sound of the text being written.
#[derive(Debug, Default)]
pub(super) struct StepVoice {
    places: NarrationPlaces,
    /// Said before the next step.
    pending_parts: Vec<LanguageText>,
    /// Something that is narrated as a whole.
    whole_narration: Option<WholeNarration>,
    /// The step that was opened last has not been given its words.
    is_fresh: bool,
}

#[derive(Debug)]
struct WholeNarration {
    /// Its depth; 0 for a document.
    depth: usize,
    /// For its first step; the others are part of it.
    narration: Option<Vec<RecordingPiece>>,
}

impl StepVoice {
    pub(super) fn new(places: NarrationPlaces) -> Self {
        Self { places, ..Self::default() }
    }

    pub(super) fn places(&self) -> &NarrationPlaces {
        &self.places
    }

    /// Notes that a document or a part of the front matter begins, which may be narrated as a whole.
    fn begin_whole(&mut self, narration: Vec<RecordingPiece>) {
        self.whole_narration =
            (!narration.is_empty()).then_some(WholeNarration { depth: 0, narration: Some(narration) });
    }
}

impl TextWriter<'_> {
    /// The sound of the step that is opened. `None` if it is heard as part of another one.
    pub(super) fn step_sound(&mut self, attrs: Option<&Attrs>) -> Option<StepSound> {
        let depth = self.xml.depth();
        let path = &self.section.path;
        let begun = self.steps.last_number() > 0;
        let Some(voice) = &mut self.voice else { return Some(StepSound::Nothing) };
        voice.is_fresh = false;
        if voice.whole_narration.as_ref().is_some_and(|whole| depth < whole.depth) {
            voice.whole_narration = None;
        }
        let own = voice.places.clips_for_ids(path, attrs.map_or(&[], |attrs| &attrs.ids));
        let narration = match &mut voice.whole_narration {
            _ if !own.is_empty() => own,
            Some(whole) => whole.narration.take()?,
            // In an audio-only book, text without narration belongs to the narration before it.
            None if self.book.metadata.heard_only && begun => return None,
            None => {
                voice.is_fresh = true;
                return Some(StepSound::Line(SpokenLine::default()));
            }
        };
        voice.pending_parts.clear();
        Some(StepSound::Narration(narration))
    }

    /// Marks the element just opened, which is not a step, as narrated as a whole.
    pub(super) fn mark_narrated_as_whole(&mut self, ids: &[String]) {
        let depth = self.xml.depth();
        let Some(voice) = &mut self.voice else { return };
        let narration = voice.places.clips_for_ids(&self.section.path, ids);
        if !narration.is_empty() {
            voice.whole_narration = Some(WholeNarration { depth, narration: Some(narration) });
        }
    }

    /// Notes that the next step is the title of the book, or the name of an author.
    pub(super) fn mark_front_matter(&mut self, name: Option<&str>) {
        let Some(voice) = &mut self.voice else { return };
        voice.begin_whole(voice.places.clips_at("", name).to_vec());
    }

    /// Notes that a section begins, which may be narrated as a whole.
    pub(super) fn mark_section(&mut self) {
        let section = self.section;
        let Some(voice) = &mut self.voice else { return };
        let mut narration = voice.places.clips_at(&section.path, None).to_vec();
        narration.extend(voice.places.clips_for_ids(&section.path, &section.ids));
        voice.begin_whole(narration);
    }

    /// Says these inlines at the step that was opened last, and a pause after them.
    pub(super) fn say_inlines(&mut self, inlines: &[Inline], pause: u32) {
        if self.voice.is_some() {
            let mut parts = Vec::new();
            let words = |math: &Math, language: &str| self.formulas.spoken_words(math, language);
            collect_spoken(&mut parts, inlines, &self.current_language(), &words);
            self.push_parts(parts, pause, true);
        }
    }

    /// Says this text at the step that was opened last.
    pub(super) fn say_text(&mut self, text: &str, pause: u32) {
        self.push_parts(
            vec![LanguageText { language: self.current_language(), text: text.to_owned() }],
            pause,
            true,
        );
    }

    /// Says this announcement at the step that was opened last. What is to be said before the next step is
    /// meant for the text after it.
    pub(super) fn say_announcement(&mut self, what: &Announcement, pause: u32) {
        self.push_parts(vec![announce(what, &self.current_language())], pause, false);
    }

    /// Announces something before the next step.
    pub(super) fn announce_before(&mut self, announcement: &Announcement) {
        let part = announce(announcement, &self.current_language());
        if let Some(voice) = &mut self.voice {
            voice.pending_parts.push(part);
        }
    }

    /// Says a text before the next step: the number of an item.
    pub(super) fn say_before(&mut self, text: String) {
        let language = self.current_language();
        if let Some(voice) = &mut self.voice {
            voice.pending_parts.push(LanguageText { language, text });
        }
    }

    /// Announces the end of something after its last step, if it had a step since `par`.
    pub(super) fn announce_end(&mut self, announcement: &Announcement, par: usize) {
        let part = announce(announcement, &self.current_language());
        if let Some(voice) = &mut self.voice {
            voice.pending_parts.clear();
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
    pub(super) fn extend_pause(&mut self, milliseconds: u32, par: usize) {
        if let Some(line) = self.last_line(par) {
            line.pause = line.pause.max(milliseconds);
        }
    }

    fn last_line(&mut self, after: usize) -> Option<&mut SpokenLine> {
        let par = self.steps.last_mut().filter(|par| par.number > after)?;
        match &mut par.sound {
            StepSound::Line(line) => Some(line),
            _ => None,
        }
    }

    fn push_parts(&mut self, parts: Vec<LanguageText>, pause: u32, with_before: bool) {
        let Some(voice) = &mut self.voice else { return };
        if !std::mem::take(&mut voice.is_fresh) {
            return;
        }
        let before = if with_before { std::mem::take(&mut voice.pending_parts) } else { Vec::new() };
        if let Some(line) = self.last_line(0) {
            line.parts = before;
            line.parts.extend(parts);
            line.pause = pause;
        }
    }

    /// The language of what is written now.
    pub(super) fn current_language(&self) -> String {
        self.xml.language().unwrap_or_else(|| self.book.metadata.language()).to_owned()
    }
}

/// The words of a line by language. Page numbers, notes and the alternatives of images are steps of their
/// own.
fn collect_spoken(
    parts: &mut Vec<LanguageText>,
    inlines: &[Inline],
    language: &str,
    words: &dyn Fn(&Math, &str) -> String,
) {
    let mut rest = inlines;
    while let Some((inline, after)) = rest.split_first() {
        if let Some(fraction) = Fraction::at_start(rest) {
            let spelled = spell_fraction(&fraction, parts);
            push_spoken(parts, &spelled, language);
            rest = &rest[FRACTION_INLINES..];
            continue;
        }
        rest = after;
        let replaced;
        let text = match inline {
            Inline::Text(text) => match spell_fractions(text) {
                Cow::Borrowed(text) => text,
                Cow::Owned(spelled) => {
                    replaced = spelled;
                    &replaced
                }
            },
            Inline::Math(math) => {
                replaced = words(math, language);
                &replaced
            }
            Inline::LineBreak => " ",
            Inline::Image(_) | Inline::PageBreak(_) | Inline::NoteRef { .. } => continue,
            other => {
                if let Some(number) = spell_small_number(other, parts) {
                    push_spoken(parts, &number, language);
                    continue;
                }
                let own = other.attrs().and_then(|attrs| attrs.lang.as_deref()).unwrap_or(language);
                collect_spoken(parts, other.children(), own, words);
                continue;
            }
        };
        push_spoken(parts, text, language);
    }
}

fn push_spoken(parts: &mut Vec<LanguageText>, text: &str, language: &str) {
    match parts.last_mut() {
        Some(part) if part.language == language => part.text.push_str(text),
        _ => parts.push(LanguageText { language: language.to_owned(), text: text.to_owned() }),
    }
}

/// A fraction as voices read it, apart from the number before it.
fn spell_fraction(fraction: &Fraction, before: &[LanguageText]) -> String {
    let is_mixed = before.last().is_some_and(|part| part.text.ends_with(|c: char| c.is_ascii_digit()));
    let space = if is_mixed { " " } else { "" };
    format!("{space}{}/{}", fraction.numerator, fraction.denominator)
}

/// A raised or lowered number in characters of its own: in plain digits, 10 to the power of 6 would be 106,
/// and the year before the number of a note another year. `None` for text that needs nothing of the kind.
fn spell_small_number(inline: &Inline, before: &[LanguageText]) -> Option<String> {
    const RAISED_DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    const LOWERED_DIGITS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];
    let Inline::Styled { style, inlines, .. } = inline else { return None };
    let text = plain_text(inlines);
    let number = text.trim();
    let unsigned = number.strip_prefix(['-', '\u{2212}']).unwrap_or(number);
    if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut ahead = before.last()?.text.chars().rev();
    let (last, next_to_last) = (ahead.next()?, ahead.next());
    let symbol = last.is_alphabetic() && !next_to_last.is_some_and(char::is_alphabetic);
    let digits = match style {
        Style::Superscript if last.is_ascii_digit() || last == ')' || symbol => RAISED_DIGITS,
        Style::Subscript if last.is_ascii_digit() => LOWERED_DIGITS,
        _ => return None,
    };
    // Voices do not read a raised minus.
    if unsigned.len() < number.len() {
        return Some(format!(" \u{2212}{unsigned}"));
    }
    Some(unsigned.bytes().map(|byte| digits[usize::from(byte - b'0')]).collect())
}
