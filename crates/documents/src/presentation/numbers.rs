//! Numbers of charts as their formats show them: dates are counted days, and percentages parts of one.

use jiff::ToSpan as _;
use jiff::civil::Date;

/// The day before the first one in each of the two ways to count days. The usual one has a February 29, 1900.
const DAY_ZERO: (i16, i8, i8) = (1899, 12, 30);
const DAY_ZERO_1904: (i16, i8, i8) = (1904, 1, 1);
/// Numbers with more digits are inexact.
const MAX_EXACT_DIGITS: usize = 15;
/// Maximum number of bytes of a format.
const MAX_FORMAT_BYTES: usize = 1_000;
/// The letters of formats of dates and times, also of eras and of the halves of a day.
const TIME_LETTERS: &str = "ymdhsapgeb";

/// A number as a format shows it; any other text unchanged.
pub(super) fn format_number(text: &str, format: &str, counts_from_1904: bool) -> String {
    let number = text.trim().parse::<f64>().ok().filter(|number| (number * 100.0).is_finite());
    let Some(number) = number.filter(|_| format.len() <= MAX_FORMAT_BYTES) else { return text.to_owned() };
    let format = bare_format(format);
    if format.contains('%') {
        let decimals = format.split('.').nth(1).unwrap_or_default();
        let decimals = decimals.chars().take_while(|c| matches!(*c, '0' | '#')).count();
        return format!("{:.decimals$}%", number * 100.0);
    }
    let shown = if is_time(&format) { format_time(number, &format, counts_from_1904) } else { None };
    shown.unwrap_or_else(|| shorten_number(text, number))
}

/// The first of the formats in lower case, without the words in it. It has brackets only for times that may
/// be longer than a day: `[h]:mm` is `[h:mm`.
fn bare_format(format: &str) -> String {
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        match c {
            ';' => break,
            '\\' | '_' | '*' => {
                chars.next();
            }
            '"' => {
                chars.find(|c| *c == '"');
            }
            '[' => {
                let inside: String = chars.by_ref().take_while(|c| *c != ']').collect();
                let inside = inside.to_lowercase();
                if !inside.is_empty() && inside.chars().all(|c| matches!(c, 'h' | 'm' | 's')) {
                    out.push('[');
                    out.push_str(&inside);
                }
            }
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

/// Returns true for a format of dates or times.
fn is_time(format: &str) -> bool {
    !format.contains(['0', '#'])
        && format.contains(['y', 'm', 'd', 'h', 's'])
        && format.chars().all(|c| !c.is_ascii_alphabetic() || TIME_LETTERS.contains(c))
}

/// A date as year, month and day, and a time as hours and minutes. `None` for numbers that are not dates.
fn format_time(number: f64, format: &str, counts_from_1904: bool) -> Option<String> {
    if format.contains('[') {
        return format_elapsed_time(number, format.contains('s'));
    }
    let has_time = format.contains('h');
    let has_date = format.contains(['y', 'd']) || !format.contains(['h', 's']);
    let (year, month, day) = if counts_from_1904 { DAY_ZERO_1904 } else { DAY_ZERO };
    let days: i32 =
        format!("{:.0}", number.floor()).parse().ok().filter(|days| (0..2_958_466).contains(days))?;
    let minutes: u32 = format!("{:.0}", (number - number.floor()) * 1440.0).parse().ok()?;
    let date = Date::new(year, month, day).ok()?.checked_add(days.days()).ok()?;
    let time = format!("{:02}:{:02}", minutes.min(1439) / 60, minutes.min(1439) % 60);
    match (has_date, has_time) {
        (true, true) => Some(format!("{date} {time}")),
        (true, false) => Some(date.to_string()),
        (false, true) => Some(time),
        (false, false) => None,
    }
}

/// A time that may be longer than a day: hours and minutes, and seconds if the format has them.
fn format_elapsed_time(number: f64, has_seconds: bool) -> Option<String> {
    let seconds: u64 = format!("{:.0}", number * 86_400.0).parse().ok()?;
    let minutes = if has_seconds { seconds / 60 } else { (seconds + 30) / 60 };
    let time = format!("{}:{:02}", minutes / 60, minutes % 60);
    Some(if has_seconds { format!("{time}:{:02}", seconds % 60) } else { time })
}

/// A number without the digits that come from its inexact form in files.
fn shorten_number(text: &str, number: f64) -> String {
    if text.chars().filter(char::is_ascii_digit).count() <= MAX_EXACT_DIGITS {
        return text.to_owned();
    }
    let decimals = MAX_EXACT_DIGITS - 1;
    let rounded = format!("{number:.decimals$e}");
    rounded.parse::<f64>().map_or_else(|_| text.to_owned(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_their_formats_show() {
        for (number, format, expected) in [
            ("43831", "m/d/yyyy", "2020-01-01"),
            ("43831.25", "[$-409]d\\-mmm\\-yy h:mm AM/PM;@", "2020-01-01 06:00"),
            ("0.75", "hh:mm", "18:00"),
            ("43831", "mmm", "2020-01-01"),
            ("1.5", "[h]:mm", "36:00"),
            ("0.0025", "[Red][mm]:ss", "0:03:36"),
            ("0.5", "0%", "50%"),
            ("0.1234", "0.0%", "12.3%"),
            ("0.30000000000000004", "General", "0.3"),
            ("12", "#,##0 \"days\"", "12"),
            ("12", "General", "12"),
            ("12", "Standard", "12"),
            ("1e-7", "0.00E+00", "1e-7"),
            ("-3", "yyyy", "-3"),
            ("May", "yyyy", "May"),
            ("7", "", "7"),
        ] {
            assert_eq!(format_number(number, format, false), expected, "{number} {format}");
        }
        let endless = format!("0.{}%", "0".repeat(100_000));
        assert_eq!(format_number("0.5", &endless, false), "0.5");
        assert_eq!(format_number("1", "yyyy\\-mm\\-dd", true), "1904-01-02");
    }
}
