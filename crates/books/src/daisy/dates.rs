//! Dates as DAISY wants them: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.

use jiff::Timestamp;
use jiff::civil::Date;

/// The date that a text begins with, or that of the time.
pub(super) fn parse_date_or(written: Option<&str>, otherwise: Timestamp) -> String {
    written.and_then(parse_date).unwrap_or_else(|| otherwise.strftime("%Y-%m-%d").to_string())
}

fn parse_date(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some(day) = text.get(..10).filter(|day| day.parse::<Date>().is_ok()) {
        return Some(day.to_owned());
    }
    let month = text.get(..7).filter(|month| format!("{month}-01").parse::<Date>().is_ok());
    let year = text.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
    month.or(year).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::parse_date;

    #[test]
    fn the_date_at_the_start_is_used() {
        for (text, date) in [
            ("2018-07-27T21:25:04Z", Some("2018-07-27")),
            ("1813-01", Some("1813-01")),
            ("1813", Some("1813")),
            ("2018-99-99", Some("2018")),
            ("c. 1813", None),
            ("", None),
            ("été 1999", None),
        ] {
            assert_eq!(parse_date(text).as_deref(), date, "{text}");
        }
    }
}
