//! Birth dates in the forms of four countries, as `YYYY-MM-DD`. The order of day and month is decided for a
//! whole column.

use jiff::civil::Date;

use crate::fold::fold;

/// Two-digit years below this are of this century, the others of the last.
const FIRST_YEAR_OF_LAST_CENTURY: i16 = 50;
/// Days since the end of 1899 by which a spreadsheet writes the dates from 1927 to 2099. Smaller numbers are
/// more likely years.
const SERIAL_DAYS: std::ops::RangeInclusive<i32> = 10_000..=73_050;
/// Plausible years in a date of eight digits, by which the position of the year is recognized.
const YEARS_OF_DIGITS: std::ops::RangeInclusive<i16> = 1900..=2100;
/// Days between the two beginnings of time of spreadsheets.
const DAYS_TO_1904: i32 = 1_462;
/// Characters of the longest text that is read.
const MAX_DATE_CHARS: usize = 60;

/// Beginnings of the names of months, folded, in four languages.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "jän"],
    &["feb", "fev", "fév"],
    &["mar", "mär", "mrz", "maerz"],
    &["apr", "avr", "abr"],
    &["may", "mai"],
    &["jun", "juin"],
    &["jul", "juil"],
    &["aug", "aou", "ago"],
    &["sep", "set"],
    &["oct", "okt"],
    &["nov"],
    &["dec", "dez", "dic"],
];

/// Facts about a column of dates besides its values.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DateContext {
    /// True if the month comes first where no value decides: in an English table with commas, or an English
    /// workbook.
    pub(crate) prefers_month_first: bool,
    /// Days of a spreadsheet: true if they begin in 1904. `None` for other files.
    pub(crate) serials_from_1904: Option<bool>,
}

/// A text as far as it can be read by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DateText {
    Complete {
        date: Date,
        is_short_year: bool,
    },
    /// Two numbers that are day and month, or month and day.
    Numbers {
        first: i8,
        second: i8,
        year: i16,
        is_short_year: bool,
    },
    Unreadable,
}

/// Converts the dates of a column; what cannot be read stays. Returns remarks on what was assumed.
pub(crate) fn normalize_dates(values: &mut [&mut String], context: DateContext) -> Vec<String> {
    let texts: Vec<DateText> = values.iter().map(|value| DateText::parse(value, context)).collect();
    let numbers = || {
        texts.iter().filter_map(|text| match text {
            DateText::Numbers { first, second, .. } => Some((*first, *second)),
            _ => None,
        })
    };
    // A value that is not a date in either order is not evidence for one.
    let day_first = numbers().any(|(first, second)| first > 12 && second <= 12);
    let month_first = numbers().any(|(first, second)| first <= 12 && second > 12);
    let are_undecided = numbers().any(|(first, second)| first <= 12 && second <= 12 && first != second);
    let mut remarks = Vec::new();
    let is_month_first = match (day_first, month_first) {
        (true, true) => None,
        (false, false) => Some(context.prefers_month_first),
        _ => Some(month_first),
    };
    let order = if is_month_first == Some(true) { "month, day, year" } else { "day, month, year" };
    if are_undecided {
        remarks.push(match (is_month_first, day_first || month_first) {
            (None, _) => {
                "Some dates of birth have the day first, others the month: where both are possible, the date \
                 was not read."
                    .to_owned()
            }
            (_, true) => format!("Dates of birth were read as {order}, as one of them requires."),
            (_, false) => {
                format!("Dates of birth were read as {order}, but no date proves this order: check them.")
            }
        });
    }
    let mut short_years = 0;
    for (value, text) in values.iter_mut().zip(texts) {
        if let Some((date, is_short_year)) = text.to_date(is_month_first) {
            **value = date.to_string();
            short_years += usize::from(is_short_year);
        }
    }
    if short_years > 0 {
        remarks.push(format!(
            "{short_years} years of birth have two digits: 00 to 49 were read as 2000 to 2049, the others as 1950 to 1999."
        ));
    }
    remarks
}

impl DateText {
    fn parse(text: &str, context: DateContext) -> Self {
        let text = text.trim();
        if text.len() > MAX_DATE_CHARS {
            return Self::Unreadable;
        }
        let parsed = context.serials_from_1904.and_then(|from_1904| parse_serial(text, from_1904));
        parsed
            .or_else(|| parse_numbers(strip_time(text)))
            .or_else(|| parse_words(strip_time(text)))
            .unwrap_or(Self::Unreadable)
    }

    /// The date, and whether its year had two digits.
    fn to_date(self, is_month_first: Option<bool>) -> Option<(Date, bool)> {
        match self {
            Self::Complete { date, is_short_year } => Some((date, is_short_year)),
            Self::Numbers { first, second, year, is_short_year } => {
                let is_month_first = match is_month_first {
                    Some(is_month_first) => is_month_first,
                    None if first == second || second > 12 => true,
                    None if first > 12 => false,
                    None => return None,
                };
                let (day, month) = if is_month_first { (second, first) } else { (first, second) };
                Some((Date::new(year, month, day).ok()?, is_short_year))
            }
            Self::Unreadable => None,
        }
    }
}

/// A date without the time of day behind it.
fn strip_time(text: &str) -> &str {
    let is_time = |rest: &str| rest.contains(':') && rest.starts_with(|c: char| c.is_ascii_digit());
    for separator in ["T", ", ", " "] {
        if let Some((date, rest)) = text.split_once(separator)
            && is_time(rest.trim_start())
            && date.ends_with(|c: char| c.is_ascii_digit())
        {
            return date;
        }
    }
    text
}

/// A number of days, as a spreadsheet stores dates.
fn parse_serial(text: &str, from_1904: bool) -> Option<DateText> {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let is_number = whole.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let days: i32 = is_number.then(|| whole.parse().ok())??;
    let days = SERIAL_DAYS.contains(&days).then_some(if from_1904 { days + DAYS_TO_1904 } else { days })?;
    let start = Date::new(1899, 12, 30).ok()?;
    let date = start.checked_add(jiff::Span::new().days(days)).ok()?;
    Some(DateText::Complete { date, is_short_year: false })
}

/// `2014-12-31`, `20141231`, `12312014`, `31.12.2014`, `12/31/14`.
fn parse_numbers(text: &str) -> Option<DateText> {
    let parts: Vec<&str> = text.split(['-', '/', '.', ' ']).filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| part.len() > 8 || !part.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    match parts.as_slice() {
        [all] if all.len() == 8 => parse_digits(all),
        // A spreadsheet has dropped the zero of the first number.
        [all] if all.len() == 7 => parse_digits(&format!("0{all}")),
        [year, month, day] if year.len() == 4 => {
            complete_date(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
        }
        [first, second, year] => {
            let (year, is_short_year) = parse_year(year)?;
            let (first, second) = (first.parse().ok()?, second.parse().ok()?);
            Some(DateText::Numbers { first, second, year, is_short_year })
        }
        _ => None,
    }
}

/// Eight digits: the year comes first, or last.
fn parse_digits(digits: &str) -> Option<DateText> {
    let number = |range: std::ops::Range<usize>| digits.get(range)?.parse::<i16>().ok();
    let small = |start: usize| digits.get(start..start + 2)?.parse::<i8>().ok();
    if let Some(year) = number(0..4).filter(|year| YEARS_OF_DIGITS.contains(year))
        && let Some(date) = complete_date(year, small(4)?, small(6)?)
    {
        return Some(date);
    }
    let year = number(4..8).filter(|year| YEARS_OF_DIGITS.contains(year))?;
    Some(DateText::Numbers { first: small(0)?, second: small(2)?, year, is_short_year: false })
}

fn complete_date(year: i16, month: i8, day: i8) -> Option<DateText> {
    let date = Date::new(year, month, day).ok()?;
    Some(DateText::Complete { date, is_short_year: false })
}

/// `31 Dec 2014`, `December 31st, 2014`, `31. Dezember 2014`, `31 de diciembre de 2014`, `1er mars 2014`.
fn parse_words(text: &str) -> Option<DateText> {
    let mut numbers: Vec<&str> = Vec::new();
    let mut month = None;
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let ending = &word[digits.len()..];
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            if !["", "st", "nd", "rd", "th", "er", "º", "o"].contains(&ending) {
                return None;
            }
            numbers.push(digits);
        } else if let Some(named) = find_month(word) {
            if month.replace(named).is_some() {
                return None;
            }
        } else if !["de", "del", "of", "the"].contains(&fold(word).as_str()) {
            return None;
        }
    }
    let [day, year] = numbers.as_slice() else { return None };
    let (day, year) = if day.len() == 4 { (year, day) } else { (day, year) };
    let (year, is_short_year) = parse_year(year)?;
    let date = Date::new(year, month?, day.parse().ok()?).ok()?;
    Some(DateText::Complete { date, is_short_year })
}

fn find_month(word: &str) -> Option<i8> {
    let folded = fold(word);
    if folded.len() > 12 {
        return None;
    }
    let place = MONTHS.iter().position(|names| names.iter().any(|name| folded.starts_with(&fold(name))))?;
    i8::try_from(place + 1).ok()
}

/// The year, and whether it had two digits.
fn parse_year(text: &str) -> Option<(i16, bool)> {
    let year: i16 = text.parse().ok()?;
    match text.len() {
        4 => Some((year, false)),
        2 if year < FIRST_YEAR_OF_LAST_CENTURY => Some((2000 + year, true)),
        2 => Some((1900 + year, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalize(texts: &[&str], context: DateContext) -> (Vec<String>, Vec<String>) {
        let mut texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let mut values: Vec<&mut String> = texts.iter_mut().collect();
        let remarks = normalize_dates(&mut values, context);
        (texts, remarks)
    }

    fn normalize_one(text: &str) -> String {
        normalize(&[text], DateContext::default()).0.remove(0)
    }

    #[test]
    fn forms_that_leave_no_doubt_are_read() {
        for text in [
            "2014-12-31", "2014/12/31", "20141231", "2014-12-31T00:00:00Z", "2014-12-31 00:00:00",
            "31.12.2014", "31. 12. 2014", "31/12/2014", "12/31/2014", "12/31/2014 12:00:00 AM", "31-12-14",
            "31 Dec 2014", "31-Dec-14", "December 31st, 2014", "31. Dezember 2014", "31 décembre 2014",
            "31 de diciembre de 2014",
        ] {
            assert_eq!(normalize_one(text), "2014-12-31", "{text}");
        }
        assert_eq!(normalize_one("1er août 2014"), "2014-08-01");
        assert_eq!(normalize_one("3. März 2014"), "2014-03-03");
        assert_eq!(normalize_one("31.12.98"), "1998-12-31");
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "", "2014", "2014-02-30", "31.13.2014", "0", "41760", "12/2014", "1/2/3/4", "May", "31 xyz 2014",
            "-", "1.1.1", "99999999", "=A1", "31 Dec Jan 2014", "2014-12", "٣١/١٢/٢٠١٤",
        ] {
            assert_eq!(normalize_one(text), text);
        }
    }

    #[test]
    fn one_date_decides_the_order_of_the_column() {
        let (dates, remarks) = normalize(&["01/02/2014", "13/02/2014"], DateContext::default());
        assert_eq!(dates, ["2014-02-01", "2014-02-13"]);
        assert_eq!(remarks, ["Dates of birth were read as day, month, year, as one of them requires."]);
        let (dates, remarks) = normalize(&["01/02/2014", "02/13/2014"], DateContext::default());
        assert_eq!(dates, ["2014-01-02", "2014-02-13"]);
        assert!(remarks[0].contains("month, day, year"));
        let (dates, remarks) = normalize(&["01/02/2014", "02/13/2014", "13/02/2014"], DateContext::default());
        assert_eq!(dates, ["01/02/2014", "2014-02-13", "2014-02-13"]);
        assert!(remarks[0].contains("was not read"));
        let (dates, _) = normalize(&["01/02/2014", "31/12/2014", "31/31/2014"], DateContext::default());
        assert_eq!(dates, ["2014-02-01", "2014-12-31", "31/31/2014"]);
    }

    #[test]
    fn an_order_that_no_date_proves_is_assumed_and_said() {
        let english = DateContext { prefers_month_first: true, ..DateContext::default() };
        for (context, expected, order) in [
            (DateContext::default(), "2014-02-01", "day, month, year"),
            (english, "2014-01-02", "month, day, year"),
        ] {
            let (dates, remarks) = normalize(&["01/02/2014", "05/05/2014"], context);
            assert_eq!(dates, [expected, "2014-05-05"]);
            assert_eq!(
                remarks,
                [format!("Dates of birth were read as {order}, but no date proves this order: check them.")]
            );
        }
        assert_eq!(normalize(&["05/05/2014", "2014-01-02"], english).1, [""; 0]);
        assert!(normalize(&["05/05/14"], english).1[0].starts_with("1 years of birth have two digits"));
    }

    #[test]
    fn the_year_of_eight_digits_is_first_or_last() {
        let (dates, remarks) =
            normalize(&["05132018", "06042018", "6142016", "20180513"], DateContext::default());
        assert_eq!(dates, ["2018-05-13", "2018-06-04", "2016-06-14", "2018-05-13"]);
        assert_eq!(remarks, ["Dates of birth were read as month, day, year, as one of them requires."]);
        let (dates, _) = normalize(&["31122014", "1022014", "20012014"], DateContext::default());
        assert_eq!(dates, ["2014-12-31", "2014-02-01", "2014-01-20"]);
        let others = ["99999999", "12345678", "1234567"];
        assert_eq!(normalize(&others, DateContext::default()).0, others);
    }

    #[test]
    fn days_of_a_spreadsheet_are_dates() {
        let context =
            |from_1904| DateContext { serials_from_1904: Some(from_1904), ..DateContext::default() };
        assert_eq!(normalize(&["42004", "42004.5"], context(false)).0, ["2014-12-31", "2014-12-31"]);
        assert_eq!(normalize(&["40542", "2014", "99999"], context(true)).0, ["2014-12-31", "2014", "99999"]);
    }
}
