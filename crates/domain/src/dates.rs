//! Dates as they come in and go out (docs/rules/requests.md#rule-4).

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// The longest text that is parsed.
const MAX_LENGTH: usize = 40;

/// The first and the last year that a date on the wire can have.
const YEARS: std::ops::RangeInclusive<i16> = 0..=9999;

/// Reads a date, `YYYY-MM-DD`; of a timestamp only the date part is used.
pub fn parse_date(text: &str) -> Option<Date> {
    let text = text.trim();
    let date = plain_date(text.get(..10)?)?;
    (text.len() == 10 || timestamp(text).is_some()).then_some(date)
}

/// Reads a timestamp, `YYYY-MM-DDThh:mm:ssZ`, with another offset too; a date is its first moment in UTC.
pub fn parse_timestamp(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if text.len() == 10 { plain_date(text).map(start_of) } else { timestamp(text) }
}

/// Writes `YYYY-MM-DDThh:mm:ssZ`: whole seconds, the fraction left out.
pub fn format_timestamp(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Writes `YYYY-MM-DD`.
pub fn format_date(date: Date) -> String {
    date.strftime("%Y-%m-%d").to_string()
}

pub fn utc_date(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::UTC).date()
}

/// The first moment of a date in UTC. The calendar has a little more at both ends than a timestamp can hold:
/// such a date begins at the last moment, or the first.
pub fn start_of(date: Date) -> Timestamp {
    let beyond = if date.year() > 0 { Timestamp::MAX } else { Timestamp::MIN };
    date.to_zoned(TimeZone::UTC).map_or(beyond, |zoned| zoned.timestamp())
}

/// The time `duration` before `at`, or the earliest possible time.
pub fn time_before(at: Timestamp, duration: SignedDuration) -> Timestamp {
    at.saturating_sub(duration).unwrap_or(Timestamp::MIN)
}

/// Exactly four, two and two digits: the general reader takes more forms than the interface has.
fn plain_date(text: &str) -> Option<Date> {
    let bytes = text.as_bytes();
    let shaped = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let date: Date = shaped.then(|| text.parse().ok())??;
    YEARS.contains(&date.year()).then_some(date)
}

/// A date, `T`, a time to the second at least, and `Z` or an offset.
fn timestamp(text: &str) -> Option<Timestamp> {
    let bytes = text.as_bytes();
    let shaped = (20..=MAX_LENGTH).contains(&bytes.len())
        && text.get(..10).is_some_and(|date| plain_date(date).is_some())
        && matches!(bytes[10], b'T' | b't')
        && bytes[13] == b':'
        && bytes[16] == b':'
        && !text.contains('[');
    let at: Timestamp = shaped.then(|| text.parse().ok().or_else(|| last_moment(text)))??;
    YEARS.contains(&utc_date(at).year()).then_some(at)
}

/// The last hours of the last year are dates of the wire, but more than a timestamp holds: the last moment
/// that it does.
fn last_moment(text: &str) -> Option<Timestamp> {
    let same_day_earlier = text.strip_prefix("9999-12-3").map(|rest| format!("1999-12-3{rest}"))?;
    same_day_earlier.parse::<Timestamp>().ok().map(|_| Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_date_is_read_also_from_a_timestamp() {
        assert_eq!(parse_date("2026-11-21"), Some(date(2026, 11, 21)));
        assert_eq!(parse_date(" 2026-11-21T23:59:59Z "), Some(date(2026, 11, 21)));
        assert_eq!(parse_date("2026-11-21T23:30:00-05:00"), Some(date(2026, 11, 21)));
        assert_eq!(parse_date("2024-02-29"), Some(date(2024, 2, 29)));
    }

    #[test]
    fn a_timestamp_is_read_also_from_a_date() {
        let at: Timestamp = "2026-11-21T00:00:00Z".parse().unwrap();
        assert_eq!(parse_timestamp("2026-11-21"), Some(at));
        assert_eq!(parse_timestamp("2026-11-21T00:00:00Z"), Some(at));
        assert_eq!(parse_timestamp("2026-11-21T01:00:00.000+01:00"), Some(at));
    }

    #[test]
    fn the_last_day_of_the_calendar_is_a_date_like_others() {
        assert_eq!(parse_date("9999-12-31"), Some(date(9999, 12, 31)));
        assert_eq!(start_of(date(9999, 12, 30)).to_string(), "9999-12-30T00:00:00Z");
        assert_eq!(start_of(date(9999, 12, 31)), Timestamp::MAX);
        for text in
            ["9999-12-31", "9999-12-31T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-30T23:00:00-05:00"]
        {
            assert_eq!(parse_timestamp(text), Some(Timestamp::MAX), "{text}");
            assert_eq!(parse_date(text).map(jiff::civil::Date::year), Some(9999), "{text}");
        }
        assert_eq!(parse_timestamp("9999-12-32"), None);
        assert_eq!(parse_timestamp("9999-12-31T24:30:00Z"), None);
        assert_eq!(start_of(date(0, 1, 1)).to_string(), "0000-01-01T00:00:00Z");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "2026", "20261121", "2026-1-1", "2025-02-29", "2026-13-01", "2026-11-21T10:00",
            "2026-11-21 10:00:00Z", "2026-11-21T10:00:00", "2026-11-21T25:00:00Z", "2026-11-21junk",
            "21.11.2026", "-00001-01-01", "2026-11-21T10:00:00Z[UTC]", "yesterday", "２０２６-11-21",
            "٢٠٢٦-١١-٢١",
        ] {
            assert_eq!(parse_date(text), None, "{text}");
            assert_eq!(parse_timestamp(text), None, "{text}");
        }
    }

    #[test]
    fn the_wire_has_whole_seconds() {
        let at: Timestamp = "2026-11-21T10:00:00.987Z".parse().unwrap();
        assert_eq!(format_timestamp(at), "2026-11-21T10:00:00Z");
        assert_eq!(format_date(date(987, 1, 2)), "0987-01-02");
    }

    proptest! {
        #[test]
        fn written_values_are_read_back(seconds in -62_135_596_800_i64..253_000_000_000) {
            let at = Timestamp::from_second(seconds).unwrap();
            prop_assert_eq!(parse_timestamp(&format_timestamp(at)), Some(at));
            prop_assert_eq!(parse_date(&format_timestamp(at)), Some(utc_date(at)));
            prop_assert_eq!(parse_date(&format_date(utc_date(at))), Some(utc_date(at)));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,30}|[0-9TZ:+-]{0,30}") {
            let _ = (parse_date(&text), parse_timestamp(&text));
        }
    }
}
