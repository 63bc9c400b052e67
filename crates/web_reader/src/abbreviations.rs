//! The full forms of abbreviations, which browsers show to readers with a mouse alone.

use books::model::{Inline, collapse_spaces, plain_text};

use crate::PlaceholderWord;
use crate::page::{Abbreviation, PageWriter};

/// Abbreviations of a chapter that are listed.
const MAX_ABBREVIATIONS: usize = 200;
/// Characters of an abbreviation. An element that explains a longer text explains no abbreviation.
const MAX_ABBREVIATION_CHARS: usize = 100;

impl PageWriter<'_> {
    /// Notes the full form of an abbreviation, unless it says nothing new.
    pub(crate) fn record_abbreviation(&mut self, inlines: &[Inline], full: &str) {
        let short = collapse_spaces(&plain_text(inlines));
        let full = collapse_spaces(full);
        let lang = self.html.stated_language().to_owned();
        let says_nothing = short.is_empty() || full.is_empty() || short.to_lowercase() == full.to_lowercase();
        let is_long = short.chars().count() > MAX_ABBREVIATION_CHARS;
        let abbreviation = Abbreviation { short, full, lang };
        let has_room = self.abbreviations.len() < MAX_ABBREVIATIONS;
        if !says_nothing && !is_long && has_room && !self.abbreviations.contains(&abbreviation) {
            self.abbreviations.push(abbreviation);
        }
    }

    /// Writes the abbreviations of the page with their full forms, as a list to be opened.
    pub(crate) fn write_abbreviations(&mut self) {
        let abbreviations = std::mem::take(&mut self.abbreviations);
        if abbreviations.is_empty() {
            return;
        }
        self.html.open_details("b-abbreviations", PlaceholderWord::Abbreviations);
        self.html.open("dl").end_line();
        for Abbreviation { short, full, lang } in &abbreviations {
            for (name, text) in [("dt", short), ("dd", full)] {
                self.html.open(name);
                if !lang.is_empty() {
                    self.html.attr("lang", lang);
                }
                self.html.text(text).close(name).end_line();
            }
        }
        self.html.close("dl").close("details").end_line();
    }
}
