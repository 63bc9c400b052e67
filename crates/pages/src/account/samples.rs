//! Examples of braille: one sentence in each grade and code of English, as dots in Unicode.

use domain::artifacts::BrailleGrade;

/// The example's sentence in print.
pub(crate) const PRINT: &str = "The child came into the garden with a smile.";

/// The empty cell.
const SPACE: char = '\u{2800}';

/// The example's sentence in braille. A test compares it with what the translator of the library writes.
pub(crate) fn sample(grade: BrailleGrade, ueb: bool) -> &'static str {
    match (grade, ueb) {
        (BrailleGrade::Contracted, true) => "⠠⠮⠀⠡⠀⠉⠁⠍⠑⠀⠔⠞⠕⠀⠮⠀⠛⠜⠙⠢⠀⠾⠀⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Contracted, false) => "⠠⠮⠀⠡⠀⠉⠁⠍⠑⠀⠔⠖⠮⠀⠛⠜⠙⠢⠀⠾⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Uncontracted, true) => "⠠⠞⠓⠑⠀⠉⠓⠊⠇⠙⠀⠉⠁⠍⠑⠀⠊⠝⠞⠕⠀⠞⠓⠑⠀⠛⠁⠗⠙⠑⠝⠀⠺⠊⠞⠓⠀⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Uncontracted, false) => "⠠⠞⠓⠑⠀⠉⠓⠊⠇⠙⠀⠉⠁⠍⠑⠀⠊⠝⠞⠕⠀⠞⠓⠑⠀⠛⠁⠗⠙⠑⠝⠀⠺⠊⠞⠓⠀⠰⠁⠀⠎⠍⠊⠇⠑⠲",
    }
}

/// Braille in lines of at most `width` cells, broken between words.
pub(crate) fn broken(cells: &str, width: u32) -> String {
    let width = width as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in cells.split(SPACE) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(SPACE);
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use braille::{Piece, Translator};
    use domain::artifacts::BrailleGrade;

    use super::{PRINT, SPACE, broken, sample};

    #[test]
    fn the_examples_are_what_the_translator_writes() {
        for grade in [BrailleGrade::Contracted, BrailleGrade::Uncontracted] {
            for ueb in [true, false] {
                let translator = Translator::new("en", grade == BrailleGrade::Contracted, ueb);
                let cells = translator.text(&[Piece::plain(PRINT)]).unwrap().cells;
                let dots = |cell: u8| char::from_u32(0x2800 + u32::from(cell)).unwrap();
                let text: String = cells.into_iter().map(dots).collect();
                assert_eq!(sample(grade, ueb), text, "{grade:?} {ueb}");
            }
        }
    }

    #[test]
    fn lines_are_full_and_broken_between_words() {
        let cells = sample(BrailleGrade::Uncontracted, true);
        for (width, lines) in [(18, 3), (20, 3), (28, 2), (80, 1)] {
            let example = broken(cells, width);
            assert_eq!(example.lines().count(), lines, "{width}: {example}");
            assert!(example.lines().all(|line| line.chars().count() <= width as usize), "{width}: {example}");
            assert_eq!(example.replace('\n', &SPACE.to_string()), cells);
        }
    }
}
