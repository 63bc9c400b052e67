//! Years of publication, coded and in words.

use std::ops::RangeInclusive;

/// The last year that can be one of publication: 9999 means that a serial continues.
const LAST_PUBLICATION_YEAR: i16 = 2199;
pub(crate) const PUBLICATION_YEARS: RangeInclusive<i16> = 1..=LAST_PUBLICATION_YEAR;
/// The first year that a text in words can mean.
const FIRST_YEAR_IN_WORDS: i16 = 1000;
/// A year before this may be of another calendar, if there is a later one.
pub(crate) const FIRST_UNAMBIGUOUS_YEAR: i16 = 1450;

/// The first date of field 008. `None` if it is not a year: unknown digits (`19uu`, `uuuu`, `||||`), no date
/// (`0000`), and a serial that continues (`9999`).
pub(crate) fn parse_coded_year(fixed: &str) -> Option<i16> {
    // A date before the common era, and unknown dates.
    if matches!(fixed.as_bytes().get(6), Some(b'b' | b'n')) {
        return None;
    }
    let first = fixed.get(7..11).and_then(parse_leading_year)?;
    // The date of a reprint is before that of the original; some records have them in the other order.
    let is_reprint = fixed.as_bytes().get(6) == Some(&b'r');
    let second = fixed.get(11..15).and_then(parse_leading_year).filter(|_| is_reprint);
    Some(second.map_or(first, |second| second.max(first)))
}

/// The first four digits.
pub(crate) fn parse_leading_year(text: &str) -> Option<i16> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok().filter(|year| PUBLICATION_YEARS.contains(year))
}

/// The year in a statement of publication, wherever it is: `03 Nov 2008`, `c2008.`, `[2008?]`, `[19]98`.
pub(crate) fn parse_stated_year(statement: &str) -> Option<i16> {
    let text: String = statement.chars().filter(|c| !matches!(c, '[' | ']' | '<' | '>')).collect();
    let runs = text.split(|c: char| !c.is_ascii_digit());
    // A year alone, or a date like 20081103.
    let is_date = |run: &&str| run.len() == 4 || run.len() == 8 && run[4..6] <= *"12" && run[6..] <= *"31";
    let years = runs.filter(is_date).filter_map(|run| run[..4].parse().ok());
    let years: Vec<i16> =
        years.filter(|year| (FIRST_YEAR_IN_WORDS..=LAST_PUBLICATION_YEAR).contains(year)).collect();
    years.iter().copied().find(|year| *year >= FIRST_UNAMBIGUOUS_YEAR).or_else(|| years.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_is_found_wherever_it_stands() {
        for statement in [
            "03 Nov 2008", "c2008.", "[2008?]", "2008", "©2008", "p2008", "Nov. 2008.", "2008-11-03",
            "20081103", "MMVIII [2008]", "[20]08", "1429 [2008]", "5768 [2008]", "2008-", "2008, c2007",
            "cop. 2008", "[ca. 2008]", "Heisei 20 [2008]", "<2008>", "11/03/2008", "\u{2117}2008", "2008/09",
        ] {
            assert_eq!(parse_stated_year(statement), Some(2008), "{statement}");
        }
        for statement in
            ["", "n.d.", "[s.a.]", "19--?", "[200-]", "9999", "0000", "uuuu", "19uu", "20089", "12345678"]
        {
            assert_eq!(parse_stated_year(statement), None, "{statement}");
        }
    }

    #[test]
    fn coded_dates_that_are_not_years_are_ignored() {
        let fixed = |dates: &str| format!("100813{dates}        xx            000 0 eng d");
        assert_eq!(parse_coded_year(&fixed("s2008    ")), Some(2008));
        assert_eq!(parse_coded_year(&fixed("c20089999")), Some(2008));
        assert_eq!(parse_coded_year(&fixed("m20082010")), Some(2008));
        for reprint in ["r20081873", "r18732008", "r2008uuuu", "r20089999"] {
            assert_eq!(parse_coded_year(&fixed(reprint)), Some(2008), "{reprint}");
        }
        for dates in ["s9999    ", "nuuuuuuuu", "s19uu    ", "s0000    ", "|||||||||", "b0384    ", "s    "] {
            assert_eq!(parse_coded_year(&fixed(dates)), None, "{dates}");
        }
    }
}
