//! Birth dates in the forms of four countries, as `YYYY-MM-DD`. The order of day and month is decided for a
//! whole column.

use std::borrow::Cow;

use jiff::civil::Date;
use unicode_normalization::UnicodeNormalization as _;

use crate::fold::fold;

/// Two-digit years below this are of this century, the others of the last.
const FIRST_YEAR_OF_LAST_CENTURY: i16 = 50;
/// Days since the end of 1899 by which a spreadsheet writes the dates from 1927 to 2099. Smaller numbers are
/// more likely years.
const SERIAL_DAYS: std::ops::RangeInclusive<i32> = 10_000..=73_050;
/// Days by which a text file has dates: other numbers of five digits are not birthdays of pupils.
const SERIAL_DAYS_OF_TEXT: std::ops::RangeInclusive<i32> = 20_000..=55_000;
/// Plausible years in a date of eight digits, by which the position of the year is recognized.
const YEARS_OF_DIGITS: std::ops::RangeInclusive<i16> = 1900..=2100;
/// Days between the two beginnings of time of spreadsheets.
const DAYS_TO_1904: i32 = 1_462;
/// Characters of the longest text that is read.
const MAX_DATE_CHARS: usize = 60;

/// Beginnings of the names of months, folded, in the languages of the interface and some others.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "jän", "gen"],
    &["feb", "fev", "fév"],
    &["mar", "mär", "mrz", "maerz", "maa", "mrt"],
    &["apr", "avr", "abr"],
    &["may", "mai", "mag", "mei", "maj"],
    &["jun", "juin", "giu"],
    &["jul", "juil", "lug"],
    &["aug", "aou", "ago"],
    &["sep", "set"],
    &["oct", "okt", "ott", "out"],
    &["nov"],
    &["dec", "dez", "dic"],
];

/// Days of the week before a date, folded: `Thursday, May 1, 2014`.
const WEEKDAYS: &str = "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri \
                        sat sun lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves \
                        viernes sabado domingo montag dienstag mittwoch donnerstag freitag samstag sonnabend \
                        sonntag mo di mi do fr sa so";

/// Japanese eras with the years before their first ones.
const ERAS: [(&str, i16); 3] = [("令和", 2018), ("平成", 1988), ("昭和", 1925)];

/// Facts about a column of dates besides its values.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DateContext {
    /// True if the month comes first where no value decides: in an English table with commas, or an English
    /// workbook.
    pub(crate) prefers_month_first: bool,
    /// Days of a spreadsheet: true if they begin in 1904. `None` for other files.
    pub(crate) serials_from_1904: Option<bool>,
    /// True for a text file, in which dates that are numbers of days are remarked.
    pub(crate) is_text_file: bool,
}

/// A text as far as it can be read by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DateText {
    Complete {
        date: Date,
        is_short_year: bool,
    },
    /// A number of days, as a spreadsheet stores dates.
    Serial(Date),
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
    if context.is_text_file {
        let serials = texts.iter().filter(|text| matches!(text, DateText::Serial(_))).count();
        if serials > 0 {
            remarks
                .push(format!("{serials} dates of birth are numbers of days of a spreadsheet: check them."));
        }
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
        let text = &*to_usual_signs(text);
        let date = strip_weekday(strip_time(text));
        parse_serial(text, context)
            .or_else(|| parse_numbers(date))
            .or_else(|| parse_words(date))
            .unwrap_or(Self::Unreadable)
    }

    /// The date, and whether its year had two digits.
    fn to_date(self, is_month_first: Option<bool>) -> Option<(Date, bool)> {
        match self {
            Self::Complete { date, is_short_year } => Some((date, is_short_year)),
            Self::Serial(date) => Some((date, false)),
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

/// A date with the digits and separators of ASCII: `2014年5月1日` and `２０１４－０５－０１` are `2014-5-1`, and
/// the apostrophe that keeps a spreadsheet from changing a text is left out.
fn to_usual_signs(text: &str) -> Cow<'_, str> {
    let text = text.trim_start_matches(['\'', '\u{2019}']);
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let usual = |c: char| match c {
        '年' | '月' | '년' | '월' | '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '日' | '일' => ' ',
        c => c,
    };
    // An ordinal is not a digit and a letter.
    let chars = text.chars().flat_map(|c| match c {
        'º' => vec![c],
        c => std::iter::once(c).nfkc().collect::<Vec<char>>(),
    });
    let text: String = chars.map(usual).collect();
    let text = text.trim();
    let of_era = ERAS.iter().find_map(|(era, before)| {
        let (year, rest) = text.strip_prefix(era)?.split_once('-')?;
        let year: i16 = if year == "元" { 1 } else { year.trim().parse().ok()? };
        Some(format!("{}-{rest}", before.checked_add(year)?))
    });
    Cow::Owned(of_era.unwrap_or_else(|| text.to_owned()))
}

/// A date without the time of day behind it.
fn strip_time(text: &str) -> &str {
    let Some(colon) = text.find(':') else { return text };
    let Some(start) = text[..colon].rfind(['T', ' ']) else { return text };
    let hour = &text[start + 1..colon];
    let is_hour = (1..=2).contains(&hour.len()) && hour.bytes().all(|byte| byte.is_ascii_digit());
    let date = text[..start].trim_end_matches([',', ' ']);
    if is_hour && date.ends_with(|c: char| c.is_ascii_digit()) { date } else { text }
}

/// A date without the day of the week before it.
fn strip_weekday(text: &str) -> &str {
    let rest = text.trim_start_matches(char::is_alphabetic);
    let day = fold(&text[..text.len() - rest.len()]);
    let is_weekday = !day.is_empty() && WEEKDAYS.split_whitespace().any(|listed| listed == day);
    if is_weekday { rest.trim_start_matches(['.', ',', ' ']) } else { text }
}

/// A number of days, as a spreadsheet stores dates.
fn parse_serial(text: &str, context: DateContext) -> Option<DateText> {
    let from_1904 = context.serials_from_1904?;
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let is_number = whole.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let days: i32 = is_number.then(|| whole.parse().ok())??;
    let range = if context.is_text_file { SERIAL_DAYS_OF_TEXT } else { SERIAL_DAYS };
    let days = range.contains(&days).then_some(if from_1904 { days + DAYS_TO_1904 } else { days })?;
    let start = Date::new(1899, 12, 30).ok()?;
    let date = start.checked_add(jiff::Span::new().days(days)).ok()?;
    Some(DateText::Serial(date))
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
            "2014-12-31",
            "2014/12/31",
            "20141231",
            "2014-12-31T00:00:00Z",
            "2014-12-31 00:00:00",
            "31.12.2014",
            "31. 12. 2014",
            "31/12/2014",
            "12/31/2014",
            "12/31/2014 12:00:00 AM",
            "31-12-14",
            "31 Dec 2014",
            "31-Dec-14",
            "December 31st, 2014",
            "31. Dezember 2014",
            "31 décembre 2014",
            "31 de diciembre de 2014",
            "Wednesday, December 31, 2014",
            "Mittwoch, 31. Dezember 2014",
            "mercredi 31 décembre 2014",
            "miércoles, 31 de diciembre de 2014",
            "Mi., 31.12.2014",
            "Wed Dec 31 2014 00:00:00 GMT+0100 (CET)",
            "31 dicembre 2014",
            "31 dezembro 2014",
            "2014年12月31日",
            "2014년 12월 31일",
            "２０１４／１２／３１",
            "2014–12–31",
            "'2014-12-31",
            "平成26年12月31日",
        ] {
            assert_eq!(normalize_one(text), "2014-12-31", "{text}");
        }
        assert_eq!(normalize_one("令和元年5月1日"), "2019-05-01");
        assert_eq!(normalize_one("1º de mayo de 2014"), "2014-05-01");
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
        let text = DateContext { is_text_file: true, ..context(false) };
        let (dates, remarks) = normalize(&["42004", "10514", "2014-12-31"], text);
        assert_eq!(dates, ["2014-12-31", "10514", "2014-12-31"]);
        assert_eq!(remarks, ["1 dates of birth are numbers of days of a spreadsheet: check them."]);
        let (dates, remarks) = normalize(&["'42004"], text);
        assert_eq!((dates[0].as_str(), remarks.len()), ("2014-12-31", 1), "in quotes of a spreadsheet");
    }
}
