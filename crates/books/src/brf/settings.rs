//! What a reader chooses.

/// How a reader reads braille. The default is that of spec 4, 4.13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Cells of a line.
    pub cells: u16,
    /// For paper, in pages and volumes; otherwise for a display, in one piece.
    pub paper: bool,
    /// With contractions, where the language has them.
    pub contracted: bool,
    /// Unified English Braille for English, instead of the American edition.
    pub ueb: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { cells: 40, paper: false, contracted: true, ueb: false }
    }
}
