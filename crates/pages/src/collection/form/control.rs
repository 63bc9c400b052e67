//! The elements with which fields of a form are filled in.

use domain::artifacts::{BrailleCode, BrailleType, ScoreLayout};
use domain::periodicals::SeriesType;
use domain::titles::{LexileCode, MusicScoreType, Quality};
use domain::{BrailleGrade, ContentWarning, UsageRestriction, WireEnum};
use layout::access::value_name;

use crate::Page;
use crate::inputs::Choice;

/// The element of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    Line,
    /// Text with this number of visible lines.
    Text(u8),
    /// A value on each line.
    List,
    /// One of several values.
    Choice(Choices),
    /// Any number of content warnings.
    Warnings,
}

/// Values to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choices {
    YesNo,
    /// Yes, no, or not known.
    YesNoUnknown,
    Usage,
    Quality,
    ScoreType,
    LexileCode,
    BrailleCode,
    BrailleGrade,
    BrailleType,
    ScoreLayout,
    SeriesType,
}

impl Control {
    pub(super) fn rows(self) -> u8 {
        match self {
            Self::Text(rows) => rows,
            Self::List => 2,
            Self::Line | Self::Choice(_) | Self::Warnings => 0,
        }
    }

    /// The values to choose from, with those that are chosen: `value` has each on a line.
    pub(super) fn list_options(self, page: &Page<'_>, value: &str) -> Vec<Choice> {
        let named = match self {
            Self::Line | Self::Text(_) | Self::List => Vec::new(),
            Self::Choice(choices) => choices.list_values(page),
            Self::Warnings => list_enum::<ContentWarning>(page, "collection-warning"),
        };
        let is_chosen = |option: &str| value.lines().any(|line| line == option);
        let option = |(option, text): (&'static str, String)| {
            Choice::new(option, text, is_chosen(option) || (option.is_empty() && value.is_empty()))
        };
        named.into_iter().map(option).collect()
    }
}

impl Choices {
    /// The values with their names. The first of those that may be left open is empty.
    fn list_values(self, page: &Page<'_>) -> Vec<(&'static str, String)> {
        let open = || vec![("", page.text("collection-not-known"))];
        let yes_no = [("true", page.text("collection-yes")), ("false", page.text("collection-no"))];
        match self {
            Self::YesNo => yes_no.into(),
            Self::YesNoUnknown => [open(), yes_no.into()].concat(),
            Self::Usage => list_enum::<UsageRestriction>(page, "collection-usage"),
            Self::SeriesType => list_enum::<SeriesType>(page, "collection-series"),
            Self::Quality => [open(), list_enum::<Quality>(page, "collection-quality")].concat(),
            Self::ScoreType => [open(), list_enum::<MusicScoreType>(page, "collection-score")].concat(),
            Self::ScoreLayout => [open(), list_enum::<ScoreLayout>(page, "collection-layout")].concat(),
            Self::BrailleType => [open(), list_enum::<BrailleType>(page, "collection-braille")].concat(),
            Self::BrailleCode => [open(), list_filter_values::<BrailleCode>(page, "brailleCode")].concat(),
            Self::BrailleGrade => [open(), list_filter_values::<BrailleGrade>(page, "brailleGrade")].concat(),
            // The codes are what the publishers of the measure print.
            Self::LexileCode => {
                let codes = LexileCode::ALL.iter().map(|code| (code.as_str(), code.as_str().to_owned()));
                open().into_iter().chain(codes).collect()
            }
        }
    }
}

fn list_enum<E: WireEnum>(page: &Page<'_>, prefix: &str) -> Vec<(&'static str, String)> {
    E::ALL.iter().map(|value| (value.as_str(), page.value_text(prefix, *value))).collect()
}

/// Values that filters of the search have names for.
fn list_filter_values<E: WireEnum>(page: &Page<'_>, filter: &str) -> Vec<(&'static str, String)> {
    E::ALL.iter().map(|value| (value.as_str(), value_name(page, filter, value.as_str()))).collect()
}

#[cfg(test)]
mod tests {
    use domain::artifacts::{BrailleType, ScoreLayout};
    use domain::periodicals::SeriesType;
    use domain::titles::{ContentWarning, MusicScoreType, Quality, UsageRestriction};

    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn every_value_to_choose_has_words_in_every_language() {
        let all = [
            value_messages::<ContentWarning>("collection-warning"),
            value_messages::<UsageRestriction>("collection-usage"),
            value_messages::<SeriesType>("collection-series"),
            value_messages::<Quality>("collection-quality"),
            value_messages::<MusicScoreType>("collection-score"),
            value_messages::<ScoreLayout>("collection-layout"),
            value_messages::<BrailleType>("collection-braille"),
        ];
        assert_messages(all.concat());
    }
}
