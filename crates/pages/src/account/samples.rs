//! Examples of braille: one sentence in each grade and code of English, as dots in Unicode.

use std::fmt::Write as _;

use askama::filters::HtmlSafeOutput;
use domain::artifacts::BrailleGrade;

pub(crate) const PRINT_SENTENCE: &str = "The child came into the garden with a smile.";

const EMPTY_CELL: char = '\u{2800}';

/// The example's sentence in braille. A test compares it with what the translator of the library writes.
pub(crate) fn braille_sentence(grade: BrailleGrade, ueb: bool) -> &'static str {
    match (grade, ueb) {
        (BrailleGrade::Contracted, true) => "⠠⠮⠀⠡⠀⠉⠁⠍⠑⠀⠔⠞⠕⠀⠮⠀⠛⠜⠙⠢⠀⠾⠀⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Contracted, false) => "⠠⠮⠀⠡⠀⠉⠁⠍⠑⠀⠔⠖⠮⠀⠛⠜⠙⠢⠀⠾⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Uncontracted, true) => "⠠⠞⠓⠑⠀⠉⠓⠊⠇⠙⠀⠉⠁⠍⠑⠀⠊⠝⠞⠕⠀⠞⠓⠑⠀⠛⠁⠗⠙⠑⠝⠀⠺⠊⠞⠓⠀⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Uncontracted, false) => "⠠⠞⠓⠑⠀⠉⠓⠊⠇⠙⠀⠉⠁⠍⠑⠀⠊⠝⠞⠕⠀⠞⠓⠑⠀⠛⠁⠗⠙⠑⠝⠀⠺⠊⠞⠓⠀⠰⠁⠀⠎⠍⠊⠇⠑⠲",
    }
}

/// Braille in lines of at most `width` cells, broken between words.
pub(crate) fn wrap_lines(cells: &str, width: u32) -> String {
    let width = width as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in cells.split(EMPTY_CELL) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(EMPTY_CELL);
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// Width and height of a cell in a drawing.
const CELL_SIZE: (usize, usize) = (7, 12);

/// Lines of braille as a drawing for the eye, because few fonts have these characters, and as text for a
/// screen reader with a braille display.
pub(crate) fn draw_cells(text: &str) -> HtmlSafeOutput<String> {
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or_default() * CELL_SIZE.0;
    let height = text.lines().count() * CELL_SIZE.1;
    let mut dots = String::new();
    for (row, line) in text.lines().enumerate() {
        for (column, cell) in line.chars().enumerate() {
            let bits = u32::from(cell).saturating_sub(u32::from(EMPTY_CELL));
            for (_, (x, y)) in DOT_POSITIONS.iter().enumerate().filter(|(dot, _)| bits & (1 << dot) != 0) {
                let _ = write!(dots, "M{} {}h0", column * CELL_SIZE.0 + x, row * CELL_SIZE.1 + y);
            }
        }
    }
    HtmlSafeOutput(format!(
        "<span class=\"hidden\">{text}</span><svg class=\"drawn-cells\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" aria-hidden=\"true\" focusable=\"false\"><path d=\"{dots}\" \
         fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\"/></svg>"
    ))
}

/// Positions of the dots 1 to 6 in a cell.
const DOT_POSITIONS: [(usize, usize); 6] = [(2, 2), (2, 5), (2, 8), (5, 2), (5, 5), (5, 8)];

#[cfg(test)]
mod tests {
    use braille::{Piece, Translator};
    use domain::artifacts::BrailleGrade;

    use super::{EMPTY_CELL, PRINT_SENTENCE, braille_sentence, draw_cells, wrap_lines};

    #[test]
    fn cells_are_drawn_dot_by_dot() {
        let drawn = draw_cells("\u{2811}\u{2800}\n\u{283f}").to_string();
        assert!(drawn.contains("viewBox=\"0 0 14 24\""), "{drawn}");
        assert!(drawn.contains("d=\"M2 2h0M5 5h0M2 14h0M2 17h0M2 20h0M5 14h0M5 17h0M5 20h0\""), "{drawn}");
        assert!(drawn.starts_with("<span class=\"hidden\">\u{2811}\u{2800}\n\u{283f}</span>"), "{drawn}");
    }

    #[test]
    fn the_examples_are_what_the_translator_writes() {
        for grade in [BrailleGrade::Contracted, BrailleGrade::Uncontracted] {
            for ueb in [true, false] {
                let translator = Translator::new("en", grade == BrailleGrade::Contracted, ueb);
                let cells = translator.text(&[Piece::from_text(PRINT_SENTENCE)]).unwrap().cells;
                let dots = |cell: u8| char::from_u32(0x2800 + u32::from(cell)).unwrap();
                let text: String = cells.into_iter().map(dots).collect();
                assert_eq!(braille_sentence(grade, ueb), text, "{grade:?} {ueb}");
            }
        }
    }

    #[test]
    fn lines_are_full_and_broken_between_words() {
        let cells = braille_sentence(BrailleGrade::Uncontracted, true);
        for (width, lines) in [(18, 3), (20, 3), (28, 2), (80, 1)] {
            let example = wrap_lines(cells, width);
            assert_eq!(example.lines().count(), lines, "{width}: {example}");
            assert!(example.lines().all(|line| line.chars().count() <= width as usize), "{width}: {example}");
            assert_eq!(example.replace('\n', &EMPTY_CELL.to_string()), cells);
        }
    }
}
