//! Reading preferences of an account (docs/rules/records.md#rule-25). What an account holds itself,
//! adult content, the listing of closed titles and the language, is not here.

use serde::{Deserialize, Serialize};

use crate::{BrailleGrade, Format, wire_enum};

wire_enum! {
    /// Ways to read braille (docs/rules/values.md#rule-7).
    pub enum BrailleFormat {
        Refreshable = "refreshable",
        Embossable = "embossable",
    }
}

impl BrailleFormat {
    /// The cells that a line can have.
    pub fn widths(self) -> &'static [u32] {
        match self {
            Self::Refreshable => &[18, 20, 32, 40, 70, 80],
            Self::Embossable => &[28, 40],
        }
    }
}

/// Why a change of the braille preferences is refused: `CONFLICTING_PARAMETERS`
/// (docs/rules/errors.md#rule-3).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrailleConflict {
    /// One of the two was changed without the other (docs/rules/accounts.md#rule-7).
    #[error("a changed format and a changed cell line width must be sent together")]
    Alone,
    /// The two do not fit each other.
    #[error("{format} lines have {} cells", format.widths().iter().map(u32::to_string).collect::<Vec<_>>().join(" or "))]
    Width { format: BrailleFormat },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    pub show_recommendations: bool,
    /// Format to download in; none has been chosen.
    pub format: Option<Format>,
    /// Further formats that the person reads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more_formats: Vec<Format>,
    /// Braille with or without contractions.
    pub braille_grade: BrailleGrade,
    /// Unified English Braille instead of the American edition.
    pub use_ueb: bool,
    /// On a display or on paper.
    pub braille_format: BrailleFormat,
    /// Cells of a line; always one of the format's.
    pub braille_cell_line_width: u32,
    pub skip_upgrade_reminder: bool,
    /// Display settings of the library's pages, in the words of these pages. `None` if nothing was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

impl Default for Preferences {
    /// The defaults of docs/rules/accounts.md#rule-7 and docs/rules/downloads.md#rule-9.
    fn default() -> Self {
        Self {
            show_recommendations: true,
            format: None,
            more_formats: Vec::new(),
            braille_grade: BrailleGrade::Contracted,
            use_ueb: false,
            braille_format: BrailleFormat::Refreshable,
            braille_cell_line_width: 40,
            skip_upgrade_reminder: false,
            display: None,
        }
    }
}

impl Preferences {
    /// Every format that the person reads, each once: the one to download in first.
    pub fn formats(&self) -> Vec<Format> {
        let mut all = Vec::new();
        for format in self.format.iter().chain(&self.more_formats) {
            if !all.contains(format) {
                all.push(*format);
            }
        }
        all
    }

    /// Sets braille format and line width. A value that differs from the present one counts as changed; then
    /// both must be sent, and fit each other (docs/rules/accounts.md#rule-7).
    ///
    /// # Errors
    /// The rule that is broken; then nothing was set.
    pub fn set_braille(
        &mut self,
        format: Option<BrailleFormat>,
        width: Option<i32>,
    ) -> Result<(), BrailleConflict> {
        let format_changes = format.is_some_and(|format| format != self.braille_format);
        let width_changes =
            width.is_some_and(|width| i64::from(width) != i64::from(self.braille_cell_line_width));
        let (format, width) = match (format, width) {
            (Some(format), Some(width)) => (format, width),
            _ if format_changes || width_changes => return Err(BrailleConflict::Alone),
            _ => return Ok(()),
        };
        let fitting = format.widths().iter().find(|fitting| i64::from(**fitting) == i64::from(width));
        self.braille_cell_line_width = *fitting.ok_or(BrailleConflict::Width { format })?;
        self.braille_format = format;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitting_pair_is_set() {
        for format in [BrailleFormat::Refreshable, BrailleFormat::Embossable] {
            for width in format.widths() {
                let mut preferences = Preferences::default();
                let sent = i32::try_from(*width).unwrap();
                assert_eq!(preferences.set_braille(Some(format), Some(sent)), Ok(()));
                assert_eq!(
                    (preferences.braille_format, preferences.braille_cell_line_width),
                    (format, *width)
                );
            }
        }
    }

    #[test]
    fn a_pair_that_does_not_fit_is_refused_and_nothing_is_set() {
        for (format, width) in [
            (BrailleFormat::Refreshable, 28),
            (BrailleFormat::Embossable, 32),
            (BrailleFormat::Embossable, 0),
            (BrailleFormat::Refreshable, -40),
        ] {
            let mut preferences = Preferences::default();
            let refused = preferences.set_braille(Some(format), Some(width));
            assert_eq!(refused, Err(BrailleConflict::Width { format }));
            assert_eq!(preferences, Preferences::default());
        }
        let text = BrailleConflict::Width { format: BrailleFormat::Embossable }.to_string();
        assert_eq!(text, "embossable lines have 28 or 40 cells");
    }

    #[test]
    fn one_alone_may_only_repeat_what_is_set() {
        let mut preferences = Preferences::default();
        assert_eq!(preferences.set_braille(None, None), Ok(()));
        assert_eq!(preferences.set_braille(Some(BrailleFormat::Refreshable), None), Ok(()));
        assert_eq!(preferences.set_braille(None, Some(40)), Ok(()));
        let alone = Err(BrailleConflict::Alone);
        assert_eq!(preferences.set_braille(Some(BrailleFormat::Embossable), None), alone);
        assert_eq!(preferences.set_braille(None, Some(32)), alone);
        assert_eq!(preferences, Preferences::default());
    }

    #[test]
    fn the_formats_of_a_person_are_each_named_once() {
        use Format::{Brf, Epub3, Pdf};
        let formats = |format, more_formats: &[Format]| {
            Preferences { format, more_formats: more_formats.into(), ..Preferences::default() }.formats()
        };
        assert_eq!(formats(None, &[]), []);
        assert_eq!(formats(Some(Brf), &[]), [Brf]);
        assert_eq!(formats(Some(Brf), &[Epub3, Brf, Epub3, Pdf]), [Brf, Epub3, Pdf]);
        assert_eq!(formats(None, &[Pdf]), [Pdf]);
    }

    #[test]
    fn has_defaults_for_values_that_are_not_stored() {
        let stored: Preferences = serde_json::from_str(r#"{"use_ueb":true}"#).unwrap();
        assert_eq!(stored, Preferences { use_ueb: true, ..Preferences::default() });
    }
}
