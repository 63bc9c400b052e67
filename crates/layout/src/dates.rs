//! Dates in words.

use domain::utc_date;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::Wording;

/// A day: November 23, 2026.
pub fn format_day<'a>(words: impl Into<Wording<'a>>, date: Date) -> String {
    let words = words.into();
    let month = words.text(&format!("month-{}", date.month()));
    let number = |value: i16| u64::try_from(value).unwrap_or_default();
    let values = [
        ("day", number(date.day().into()).into()),
        ("month", month.as_str().into()),
        ("year", number(date.year()).into()),
    ];
    words.format("date-day", &values)
}

/// The day of a timestamp, in UTC.
pub fn format_day_of<'a>(words: impl Into<Wording<'a>>, at: Timestamp) -> String {
    format_day(words, utc_date(at))
}

/// A timestamp, with its time of day in UTC.
pub fn format_moment<'a>(words: impl Into<Wording<'a>>, at: Timestamp) -> String {
    let words = words.into();
    let time = at.to_zoned(TimeZone::UTC).strftime("%H:%M").to_string();
    words.format(
        "date-moment",
        &[("date", format_day_of(words, at).as_str().into()), ("time", time.as_str().into())],
    )
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::format_day;
    use crate::testkit::assert_messages;
    use crate::{Language, Messages, Wording};

    #[test]
    fn every_month_has_a_name_in_every_language() {
        let months = (1..=12).map(|month| format!("month-{month}"));
        assert_messages(&Messages::with_shared(&[]), months);
    }

    #[test]
    fn a_day_is_written_as_its_language_does() {
        let messages = Messages::with_shared(&[]);
        let days = Language::ALL
            .map(|language| format_day(Wording { messages: &messages, language }, date(2026, 11, 3)));
        assert_eq!(
            days,
            ["November 3, 2026", "3 novembre 2026", "3 de noviembre de 2026", "3. November 2026"]
        );
        let french = Wording { messages: &messages, language: Language::French };
        assert_eq!(format_day(french, date(2026, 1, 1)), "1er janvier 2026");
    }
}
