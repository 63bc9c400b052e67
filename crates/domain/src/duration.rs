//! Durations of recordings: ISO 8601 `PTnHnMnS`, counted in whole seconds. Not `jiff::Span`: that accepts a
//! fraction of any unit, and does not say which units were written.

use std::fmt::Write;

/// The longest duration that is read: what fits a signed 32-bit count of seconds, some 68 years.
const MAX: u64 = i32::MAX as u64;

/// Reads `PT2H30M`, `PT90M`, `PT1.5S`, `P1DT2H`: days and time, each part at most once and in this order; a
/// fraction only of seconds, and left out. `None` for anything else, including years, months and weeks, whose
/// length is not known.
pub fn parse(text: &str) -> Option<u64> {
    let rest = text.strip_prefix(['P', 'p'])?;
    let (days, time) = match rest.split_once(['T', 't']) {
        Some((_, "")) => return None,
        Some((days, time)) => (days, time),
        None => (rest, ""),
    };
    let (days, day_parts) = parse_parts(days, &[('D', 86_400)])?;
    let (time, time_parts) = parse_parts(time, &[('H', 3600), ('M', 60), ('S', 1)])?;
    let seconds = days.checked_add(time)?;
    (day_parts + time_parts > 0 && seconds <= MAX).then_some(seconds)
}

/// The sum of `text`'s parts in seconds and their number; the units come in the order given.
fn parse_parts(mut text: &str, units: &[(char, u64)]) -> Option<(u64, usize)> {
    let (mut seconds, mut count) = (0_u64, 0);
    for (unit, length) in units {
        let Some(end) = text.find([*unit, unit.to_ascii_lowercase()]) else { continue };
        let number = &text[..end];
        let whole = match number.split_once(['.', ',']) {
            Some((whole, fraction)) if *length == 1 && is_digits(fraction) => whole,
            Some(_) => return None,
            None => number,
        };
        if !is_digits(whole) {
            return None;
        }
        seconds = whole.parse::<u64>().ok()?.checked_mul(*length)?.checked_add(seconds)?;
        count += 1;
        text = &text[end + 1..];
    }
    text.is_empty().then_some((seconds, count))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Writes `PT2H30M`: hours, minutes and seconds, parts that are zero left out; `PT0S` for none.
pub fn format(seconds: u64) -> String {
    let mut text = String::from("PT");
    for (value, unit) in [(seconds / 3600, 'H'), (seconds / 60 % 60, 'M'), (seconds % 60, 'S')] {
        if value > 0 {
            // Writing to a text cannot fail.
            let _ = write!(text, "{value}{unit}");
        }
    }
    if seconds == 0 {
        text.push_str("0S");
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{format, parse};

    #[test]
    fn durations_are_read() {
        for (text, seconds) in [
            ("PT2H30M", 9000),
            ("PT90M", 5400),
            ("PT45S", 45),
            ("PT1H0M5.9S", 3605),
            ("P1DT1H", 90_000),
            ("P2D", 172_800),
            ("PT0S", 0),
            ("pt1h", 3600),
        ] {
            assert_eq!(parse(text), Some(seconds), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "P", "PT", "PT1", "1H", "PT1M1H", "PT1H1H", "P1Y", "P1M", "P1W", "PT1.5H", "PT-1H", "PT1H ",
            "PT.5S", "PTH", "P1DT", "PT99999999999H", "2:30:00",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn zero_parts_are_left_out() {
        assert_eq!(format(0), "PT0S");
        assert_eq!(format(9000), "PT2H30M");
        assert_eq!(format(3605), "PT1H5S");
    }

    proptest! {
        #[test]
        fn written_values_are_read_back(seconds in 0_u64..2_000_000_000) {
            prop_assert_eq!(parse(&format(seconds)), Some(seconds));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,20}|[PTDHMSptdhms0-9.,]{0,12}") {
            let _ = parse(&text);
        }
    }
}
