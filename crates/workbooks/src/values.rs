//! Values of cells as texts.

use calamine::DataRef;

/// Whole numbers from here on are not exact in a cell.
pub(crate) const MAX_EXACT_NUMBER: f64 = 1e15;

/// The text of a value, or its fault.
pub(crate) fn read_value(value: &DataRef<'_>, max_chars: usize) -> Result<String, String> {
    // One character more than is allowed is seen later, and needs little memory.
    let clip = |text: &str| text.chars().take(max_chars.saturating_add(1)).collect();
    Ok(match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => clip(text),
        DataRef::SharedString(text) => clip(text),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => format_number(*number),
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(date) if date.is_datetime() => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::DateTime(duration) => format_number(duration.as_f64()),
        DataRef::Error(error) => return Err(format!("a formula with the error {error}")),
        DataRef::Empty => String::new(),
    })
}

/// Returns true for a number with more digits than a cell keeps.
pub(crate) fn is_inexact(value: &DataRef<'_>) -> bool {
    matches!(value, DataRef::Float(number) if number.abs() >= MAX_EXACT_NUMBER)
}

/// A number without a fraction of zeros.
fn format_number(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < MAX_EXACT_NUMBER {
        format!("{number:.0}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_a_person_would() {
        let texts = [6.0, -3.0, 2.5, 1e15, 0.0].map(format_number);
        assert_eq!(texts, ["6", "-3", "2.5", "1000000000000000", "0"]);
    }

    #[test]
    fn numbers_beyond_fifteen_digits_are_not_exact() {
        let inexact = [9_780_306_406_157.0, 999_999_999_999_999.0, 1e15, -1e18, 0.1]
            .map(|number| is_inexact(&DataRef::Float(number)));
        assert_eq!(inexact, [false, false, true, true, false]);
    }
}
