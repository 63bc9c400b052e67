//! Examples of braille: one sentence in each grade and code of English, as dots in Unicode.

use domain::artifacts::BrailleGrade;

/// The example's sentence in print.
pub(crate) const PRINT: &str = "The child came into the garden with a smile.";

/// The example's sentence in braille. A test compares it with what the translator of the library writes.
pub(crate) fn sample(grade: BrailleGrade, ueb: bool) -> &'static str {
    match (grade, ueb) {
        (BrailleGrade::Contracted, true) => "⠠⠮⠀⠡⠀⠉⠁⠍⠑⠀⠔⠞⠕⠀⠮⠀⠛⠜⠙⠢⠀⠾⠀⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Contracted, false) => "⠠⠮⠀⠡⠀⠉⠁⠍⠑⠀⠔⠖⠮⠀⠛⠜⠙⠢⠀⠾⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Uncontracted, true) => "⠠⠞⠓⠑⠀⠉⠓⠊⠇⠙⠀⠉⠁⠍⠑⠀⠊⠝⠞⠕⠀⠞⠓⠑⠀⠛⠁⠗⠙⠑⠝⠀⠺⠊⠞⠓⠀⠁⠀⠎⠍⠊⠇⠑⠲",
        (BrailleGrade::Uncontracted, false) => "⠠⠞⠓⠑⠀⠉⠓⠊⠇⠙⠀⠉⠁⠍⠑⠀⠊⠝⠞⠕⠀⠞⠓⠑⠀⠛⠁⠗⠙⠑⠝⠀⠺⠊⠞⠓⠀⠰⠁⠀⠎⠍⠊⠇⠑⠲",
    }
}

#[cfg(test)]
mod tests {
    use braille::{Piece, Translator};
    use domain::artifacts::BrailleGrade;

    use super::{PRINT, sample};

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
}
