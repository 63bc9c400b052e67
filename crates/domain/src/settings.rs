//! The reader's preferences that a copy depends on (docs/rules/downloads.md#rule-9): only braille, so far.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::preferences::BrailleFormat;
use crate::wire::WireEnum as _;
use crate::{BrailleGrade, Format, Preferences};

/// The settings of one copy. Readers with equal settings share a converted book; another setting makes
/// another package. Written as one word, in the database and in the names of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum CopySettings {
    /// The copy is the same for everybody. Written as an empty text.
    #[default]
    None,
    /// The settings of a braille copy. Written as `refreshable-40-contracted-ebae`.
    Braille(Braille),
}

/// Layout and grade of braille.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Braille {
    /// On a display or on paper.
    pub format: BrailleFormat,
    /// Cells of a line; one of the format's.
    pub cells: u32,
    /// With or without contractions.
    pub grade: BrailleGrade,
    /// Unified English Braille for English, instead of the American edition.
    pub ueb: bool,
}

impl CopySettings {
    /// Returns true if copies of this format depend on what the reader prefers.
    pub fn matter_for(format: Format) -> bool {
        format == Format::Brf
    }

    /// The settings that a copy of this format takes from the preferences of its reader.
    pub fn from_preferences(format: Format, preferences: &Preferences) -> Self {
        if !Self::matter_for(format) {
            return Self::None;
        }
        Self::Braille(Braille {
            format: preferences.braille_format,
            cells: preferences.braille_cell_line_width,
            grade: preferences.braille_grade,
            ueb: preferences.use_ueb,
        })
    }

    /// The braille settings; the defaults if the copy is not in braille.
    pub fn braille(self) -> Braille {
        match self {
            Self::Braille(braille) => braille,
            Self::None => Braille::default(),
        }
    }
}

impl Default for Braille {
    /// The settings of [`Preferences::default`].
    fn default() -> Self {
        Self { format: BrailleFormat::Refreshable, cells: 40, grade: BrailleGrade::Contracted, ueb: false }
    }
}

impl fmt::Display for CopySettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Braille(Braille { format, cells, grade, ueb }) => {
                let code = if *ueb { "ueb" } else { "ebae" };
                write!(f, "{}-{cells}-{}-{code}", format.as_str(), grade.as_str())
            }
        }
    }
}

/// The word is not a written form of [`CopySettings`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown settings {0:?}")]
pub struct UnknownSettings(String);

impl FromStr for CopySettings {
    type Err = UnknownSettings;

    fn from_str(word: &str) -> Result<Self, UnknownSettings> {
        if word.is_empty() {
            return Ok(Self::None);
        }
        let parts: Vec<&str> = word.split('-').collect();
        parse_braille(&parts).map(Self::Braille).ok_or_else(|| UnknownSettings(word.to_owned()))
    }
}

fn parse_braille(parts: &[&str]) -> Option<Braille> {
    let [format, cells, grade, code] = parts else { return None };
    let format = BrailleFormat::ALL.iter().copied().find(|known| known.as_str() == *format)?;
    let cells = cells.parse().ok().filter(|cells| format.widths().contains(cells))?;
    let grade = BrailleGrade::ALL.iter().copied().find(|known| known.as_str() == *grade)?;
    let ueb = match *code {
        "ueb" => true,
        "ebae" => false,
        _ => return None,
    };
    Some(Braille { format, cells, grade, ueb })
}

impl TryFrom<String> for CopySettings {
    type Error = UnknownSettings;

    fn try_from(word: String) -> Result<Self, UnknownSettings> {
        word.parse()
    }
}

impl From<CopySettings> for String {
    fn from(settings: CopySettings) -> Self {
        settings.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_braille_depends_on_its_reader() {
        let preferences = Preferences { use_ueb: true, ..Preferences::default() };
        for format in Format::ALL {
            let settings = CopySettings::from_preferences(*format, &preferences);
            assert_eq!(settings != CopySettings::None, *format == Format::Brf, "{format}");
        }
        let default = CopySettings::from_preferences(Format::Brf, &Preferences::default());
        assert_eq!(default.to_string(), "refreshable-40-contracted-ebae");
        assert_eq!(default.braille(), CopySettings::None.braille());
    }

    #[test]
    fn every_word_reads_back() {
        for format in BrailleFormat::ALL {
            for cells in format.widths() {
                for grade in BrailleGrade::ALL {
                    for ueb in [false, true] {
                        let braille = Braille { format: *format, cells: *cells, grade: *grade, ueb };
                        let settings = CopySettings::Braille(braille);
                        assert_eq!(settings.to_string().parse(), Ok(settings));
                    }
                }
            }
        }
        assert_eq!("".parse(), Ok(CopySettings::None));
        for word in ["refreshable-28-contracted-ueb", "refreshable-40-contracted", "a-40-contracted-ueb", "-"]
        {
            assert!(word.parse::<CopySettings>().is_err(), "{word}");
        }
    }
}
