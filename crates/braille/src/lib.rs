//! Braille: translates text and formulas into cells, with the tables of liblouis and the rules of `MathCAT`,
//! which also express formulas in words.
//!
//! ```
//! use braille::{Piece, Translator, to_ascii};
//!
//! let translator = Translator::new("en", true, true);
//! let text = translator.text(&[Piece::from_text("The knowledge of it")])?;
//! assert_eq!(to_ascii(&text.cells), ",! K ( X");
//! # Ok::<(), braille::Error>(())
//! ```

#![warn(missing_docs)]

mod cells;
mod chars;
mod codes;
mod error;
mod louis;
mod math;
mod scripts;
mod symbols;
mod translate;

pub use cells::{from_ascii, to_ascii};
pub use codes::{BrailleCode, code};
pub use error::{Error, Result};
pub use louis::{check_tables, is_installed};
pub use math::{MathCode, speak_formula, translate_formula};
pub use translate::{Emphasis, Piece, Text, Translator, is_closing_punctuation};
