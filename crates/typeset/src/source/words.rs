//! Text, with words that are wider than their line.

use std::borrow::Cow;

use super::SourceWriter;
use crate::escape::push_literal;
use crate::fonts;

/// Font sizes of the template: of text, and of headings by level.
pub(super) const TEXT_POINTS: f64 = 18.0;
const HEADING_POINTS: [f64; 6] = [26.0, 23.0, 21.0, 20.0, 19.0, 18.0];

/// Letters after which a line may end within such a word.
const PIECE_CHARS: usize = 6;
/// Bytes of the longest beginning of a word that its rest is measured with.
const MAX_OPEN_WORD_BYTES: usize = 1000;

impl SourceWriter<'_> {
    /// Writes text, in content.
    pub(super) fn write_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let size = if self.heading.is_inside {
            HEADING_POINTS[usize::from(self.heading.level.clamp(1, 6)) - 1]
        } else {
            self.context.font_size
        };
        let before = std::mem::take(&mut self.context.open_word);
        let breaks = find_wide_word_breaks(&before, text, self.context.room / size, self.heading.is_inside);
        let mut from = 0;
        for at in &breaks {
            self.out.push('#');
            push_literal(&mut self.out, &text[from..*at]);
            // The typesetter ignores a space without width.
            self.out.push_str("#h(0.01pt)");
            from = *at;
        }
        self.out.push('#');
        push_literal(&mut self.out, &text[from..]);
        self.context.open_word = find_open_word(&before, text, breaks.last().copied());
    }
}

/// Byte offsets in a text at which a line may end although there is no space: within words that are wider
/// than `ems`, whose ends would otherwise be beyond the edge of the page. `before`: the letters of the first
/// word that are written already, such as in another font.
fn find_wide_word_breaks(before: &str, text: &str, ems: f64, bold: bool) -> Vec<usize> {
    let mut breaks = Vec::new();
    let mut begin = 0;
    for word in text.split_inclusive(|c: char| c.is_whitespace() || ends_line(c)) {
        let letters = word.trim_end();
        let before = if begin == 0 { before } else { "" };
        let whole =
            if before.is_empty() { Cow::Borrowed(letters) } else { Cow::Owned(format!("{before}{letters}")) };
        if !letters.is_empty() && is_wide(&whole, ems, bold) {
            let places = letters.char_indices().map(|(at, _)| begin + at).step_by(PIECE_CHARS);
            breaks.extend(places.skip(usize::from(before.is_empty())));
        }
        begin += word.len();
    }
    breaks
}

/// The letters at the end of a text after which no line can end. `before`: those at the end of the text
/// before.
fn find_open_word(before: &str, text: &str, last_break: Option<usize>) -> String {
    let rest = &text[last_break.unwrap_or_default()..];
    let word = rest.rsplit(|c: char| c.is_whitespace() || ends_line(c)).next().unwrap_or_default();
    let continues = last_break.is_none() && word.len() == text.len();
    let open = if continues { format!("{before}{word}") } else { word.to_owned() };
    // Letters that are never divided are not collected.
    if open.len() > MAX_OPEN_WORD_BYTES { String::new() } else { open }
}

/// Characters after which the typesetter ends a line by itself.
fn ends_line(c: char) -> bool {
    matches!(c, '-' | '/' | '\u{2010}' | '\u{2013}' | '\u{2014}')
}

fn is_wide(word: &str, ems: f64, bold: bool) -> bool {
    let letters = f64::from(u32::try_from(word.chars().count()).unwrap_or(u32::MAX));
    letters > ems && word.chars().all(has_fixed_shape) && fonts::measure_width(word, bold) > ems
}

/// Returns true for characters whose shape does not depend on their neighbors: Latin, Greek and Cyrillic
/// letters, digits, punctuation.
fn has_fixed_shape(c: char) -> bool {
    matches!(u32::from(c), 0x21..=0x24f | 0x370..=0x482 | 0x48a..=0x52f | 0x1e00..=0x1fff | 0x2010..=0x2027)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_wider_than_the_line_are_divided() {
        let word = "Lebensversicherungsgesellschaft";
        assert_eq!(find_wide_word_breaks("", word, 40.0, false), [0_usize; 0]);
        assert_eq!(find_wide_word_breaks("", &format!("a {word} b"), 8.0, true), [8, 14, 20, 26, 32]);
        assert_eq!(find_wide_word_breaks("", "many short words on one line", 8.0, true), [0_usize; 0]);
        // Paths end lines at their slashes.
        assert_eq!(find_wide_word_breaks("", "docs/reading/formats/readers", 8.0, false), [0_usize; 0]);
        // Letters that join stay together.
        assert_eq!(find_wide_word_breaks("", &"\u{645}".repeat(60), 8.0, false), [0_usize; 0]);
    }

    #[test]
    fn a_word_in_several_fonts_is_as_wide_as_all_of_it() {
        let before = "Lebensversicherungs";
        assert_eq!(find_wide_word_breaks(before, "gesellschaft x", 8.0, true), [0, 6]);
        assert_eq!(find_wide_word_breaks(before, " gesell", 8.0, true), [0_usize; 0]);
        assert_eq!(find_wide_word_breaks("a", "b c", 8.0, true), [0_usize; 0]);
        for (text, last_break, open) in [
            ("cd", None, "abcd"),
            ("cd e", None, "e"),
            ("cd ", None, ""),
            ("c-", None, ""),
            ("cdefghij", Some(6), "ij"),
            ("cdef", Some(0), "cdef"),
        ] {
            assert_eq!(find_open_word("ab", text, last_break), open, "{text}");
        }
    }
}
