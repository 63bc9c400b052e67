//! A reader's settings for braille.

use std::fmt;

/// A reader's braille settings. The default is that of docs/rules/downloads.md#rule-9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
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

/// The comment of a braille package's zip file, which marking a copy needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyComment {
    /// The settings that it was written with.
    pub settings: Settings,
    /// Bytes of the title in a file for a display.
    pub front: usize,
}

impl fmt::Display for CopyComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { cells, paper, contracted, ueb } = self.settings;
        write!(
            f,
            "openshelf:brf cells={cells} paper={paper} contracted={contracted} ueb={ueb} front={}",
            self.front
        )
    }
}

impl CopyComment {
    /// Reads the comment. `None` if it is another one.
    pub fn parse(comment: &str) -> Option<Self> {
        let words = comment.strip_prefix("openshelf:brf ")?;
        let value = |name: &str| {
            words.split(' ').find_map(|word| word.strip_prefix(name).and_then(|word| word.strip_prefix('=')))
        };
        Some(Self {
            settings: Settings {
                cells: value("cells")?.parse().ok().filter(|cells| (10..=200).contains(cells))?,
                paper: value("paper")?.parse().ok()?,
                contracted: value("contracted")?.parse().ok()?,
                ueb: value("ueb")?.parse().ok()?,
            },
            front: value("front")?.parse().ok()?,
        })
    }
}
