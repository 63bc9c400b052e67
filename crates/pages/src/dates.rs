//! Dates in words.

use domain::dates::utc_date;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::page::Page;

/// A day: 23 November 2026.
pub(crate) fn day(page: &Page<'_>, date: Date) -> String {
    let month = page.t(&format!("month-{}", date.month()));
    let number = |value: i16| u64::try_from(value).unwrap_or_default();
    let values = [
        ("day", number(date.day().into()).into()),
        ("month", month.as_str().into()),
        ("year", number(date.year()).into()),
    ];
    page.said("date-day", &values)
}

/// The day of a moment, by universal time.
pub(crate) fn day_of(page: &Page<'_>, at: Timestamp) -> String {
    day(page, utc_date(at))
}

/// A moment, with its time of day by universal time.
pub(crate) fn moment(page: &Page<'_>, at: Timestamp) -> String {
    let time = at.to_zoned(TimeZone::UTC).strftime("%H:%M").to_string();
    page.said("date-moment", &[("date", day_of(page, at).as_str().into()), ("time", time.as_str().into())])
}

#[cfg(test)]
mod tests {
    use layout::Language;

    use crate::texts;

    #[test]
    fn every_month_has_a_name_in_every_language() {
        let messages = texts::load();
        for language in Language::ALL {
            for month in 1..=12 {
                assert!(messages.has(language, &format!("month-{month}")), "{month} in {language:?}");
            }
        }
    }
}
