//! Lengths in style sheets.

use crate::model::Style;

/// Lengths that are at least as wide as a space, by their unit.
const MIN_ROOMS: [(&str, f32); 6] =
    [("em", 0.3), ("%", 2.0), ("px", 5.0), ("pt", 4.0), ("ex", 0.6), ("ch", 0.6)];
/// Lengths by which letters are raised or lowered and not merely aligned, by their unit.
const MIN_SHIFTS: [(&str, f32); 5] = [("em", 0.2), ("%", 20.0), ("px", 3.0), ("pt", 2.0), ("ex", 0.4)];

/// The number of a length in this unit. Those of the root element (`rem`) are like those of another.
fn number_in_unit(value: &str, unit: &str) -> Option<f32> {
    value.strip_suffix(unit)?.trim_end_matches('r').trim().parse().ok()
}

/// Returns true for a length that is at least as wide as a space.
pub(super) fn is_wide(value: &str) -> bool {
    MIN_ROOMS
        .iter()
        .any(|(unit, minimum)| number_in_unit(value, unit).is_some_and(|number| number >= *minimum))
}

pub(super) fn shift_by_length(value: &str) -> Option<Style> {
    let shift = MIN_SHIFTS
        .iter()
        .find_map(|(unit, minimum)| number_in_unit(value, unit).filter(|number| number.abs() >= *minimum))?;
    Some(if shift > 0.0 { Style::Superscript } else { Style::Subscript })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_raised_and_lowered_by_lengths_that_show() {
        for (value, style) in [
            ("33%", Some(Style::Superscript)),
            ("-0.3em", Some(Style::Subscript)),
            ("0.5rem", Some(Style::Superscript)),
            ("-1px", None),
            ("0", None),
            ("middle", None),
        ] {
            assert_eq!(shift_by_length(value), style, "{value}");
        }
    }

    #[test]
    fn rooms_are_as_wide_as_a_space() {
        for (value, expected) in [("1em", true), ("0.1rem", false), ("6px", true), ("auto", false)] {
            assert_eq!(is_wide(value), expected, "{value}");
        }
    }
}
