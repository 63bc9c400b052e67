//! Text, with words that are wider than their line.

use super::SourceWriter;
use crate::escape::push_literal;
use crate::fonts;

/// Font sizes of the template: of text, and of headings by level.
pub(super) const TEXT_POINTS: f64 = 18.0;
const HEADING_POINTS: [f64; 6] = [26.0, 23.0, 21.0, 20.0, 19.0, 18.0];

/// Letters after which a line may end within such a word.
const PIECE_CHARS: usize = 6;

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
        let mut from = 0;
        for at in find_wide_word_breaks(text, self.context.room / size, self.heading.is_inside) {
            self.out.push('#');
            push_literal(&mut self.out, &text[from..at]);
            // The typesetter ignores a space without width.
            self.out.push_str("#h(0.01pt)");
            from = at;
        }
        self.out.push('#');
        push_literal(&mut self.out, &text[from..]);
    }
}

/// Byte offsets in a text at which a line may end although there is no space: within words that are wider
/// than `ems`, whose ends would otherwise be beyond the edge of the page.
fn find_wide_word_breaks(text: &str, ems: f64, bold: bool) -> Vec<usize> {
    let mut breaks = Vec::new();
    let mut begin = 0;
    for word in text.split_inclusive(|c: char| c.is_whitespace() || ends_line(c)) {
        if is_wide(word.trim_end(), ems, bold) {
            let places = word.trim_end().char_indices().map(|(at, _)| begin + at);
            breaks.extend(places.step_by(PIECE_CHARS).skip(1));
        }
        begin += word.len();
    }
    breaks
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
        assert_eq!(find_wide_word_breaks(word, 40.0, false), [0_usize; 0]);
        assert_eq!(find_wide_word_breaks(&format!("a {word} b"), 8.0, true), [8, 14, 20, 26, 32]);
        assert_eq!(find_wide_word_breaks("many short words on one line", 8.0, true), [0_usize; 0]);
        // Paths end lines at their slashes.
        assert_eq!(find_wide_word_breaks("docs/reading/formats/readers", 8.0, false), [0_usize; 0]);
        // Letters that join stay together.
        assert_eq!(find_wide_word_breaks(&"\u{645}".repeat(60), 8.0, false), [0_usize; 0]);
    }
}
