//! Reports for funders: numbers too large to point at a person (docs/rules/reports.md#rule-1).

mod suppression;

pub use suppression::{MIN_PUBLISHED_COUNT, PublishedTable, publish_table};

use jiff::ToSpan as _;
use jiff::civil::Date;

use crate::DisabilityType;
use crate::csv_cells::neutralize_formula;

/// Maximum number of months of a report.
pub const MAX_MONTHS: usize = 36;

/// Months of a report when none are named.
const USUAL_MONTHS: i64 = 12;

/// The disability of a member in a report: each member has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisabilityGroup {
    /// There are active proofs of this one alone.
    Single(DisabilityType),
    /// There are active proofs of more than one.
    Several,
    NoProof,
}

impl DisabilityGroup {
    /// Every group, in the order of reports.
    pub const ALL: [Self; 6] = [
        Self::Single(DisabilityType::Visual),
        Self::Single(DisabilityType::Learning),
        Self::Single(DisabilityType::Physical),
        Self::Single(DisabilityType::Nonspecific),
        Self::Several,
        Self::NoProof,
    ];
}

/// Whole months, by their first days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportMonths(Vec<Date>);

impl ReportMonths {
    /// The months from one day's to another's. `None` if the first is after the last, or if they are more
    /// than [`MAX_MONTHS`].
    pub fn new(first: Date, last: Date) -> Option<Self> {
        let (first, last) = (first.first_of_month(), last.first_of_month());
        let months = first.series(1.month()).take_while(|month| *month <= last);
        let months: Vec<Date> = months.take(MAX_MONTHS + 1).collect();
        (!months.is_empty() && months.len() <= MAX_MONTHS).then_some(Self(months))
    }

    /// The month of this day and those before it.
    pub fn ending_with(today: Date) -> Self {
        let last = today.first_of_month();
        let months = (0..USUAL_MONTHS).rev().filter_map(|ago| last.checked_sub(ago.months()).ok());
        Self(months.collect())
    }

    pub fn first_days(&self) -> &[Date] {
        &self.0
    }

    /// The first day after the last month. `None` if the calendar ends before.
    pub fn end(&self) -> Option<Date> {
        self.0.last().and_then(|last| last.checked_add(1.month()).ok())
    }
}

/// A line of a table with commas between its cells, none of which is a formula.
pub fn csv_line<S: AsRef<str>>(cells: &[S]) -> String {
    let cell = |cell: &S| {
        let text = neutralize_formula(cell.as_ref());
        let is_plain = !text.contains(['"', ',', '\r', '\n']);
        if is_plain { text.into_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
    };
    let mut line = cells.iter().map(cell).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;
    use jiff::civil::date;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::{MAX_MONTHS, ReportMonths, csv_line};

    proptest! {
        #[test]
        fn every_month_of_a_period_is_there_once(first in 0..500_i64, count in 1..40_usize) {
            let first = date(2000, 1, 17).checked_add(first.days()).unwrap();
            let later = i64::try_from(count).unwrap() - 1;
            let last = first.first_of_month().checked_add(later.months()).unwrap();
            let months = ReportMonths::new(first, last);
            prop_assert_eq!(months.is_some(), count <= MAX_MONTHS);
            if let Some(months) = months {
                prop_assert_eq!(months.first_days().len(), count);
                prop_assert!(months.first_days().windows(2).all(|pair| pair[0].last_of_month() < pair[1]));
                prop_assert!(months.end().unwrap() > last);
            }
        }
    }

    #[test]
    fn the_usual_months_are_a_year() {
        let months = ReportMonths::ending_with(date(2026, 11, 29));
        let days = months.first_days();
        assert_eq!((days.len(), days[0], days[11]), (12, date(2025, 12, 1), date(2026, 11, 1)));
        assert_eq!(months.end(), Some(date(2026, 12, 1)));
        assert_eq!(ReportMonths::new(date(2026, 2, 1), date(2026, 1, 31)), None);
    }

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        assert_eq!(csv_line(&["a", "b, c", "d \"e\""]), "a,\"b, c\",\"d \"\"e\"\"\"\r\n");
        assert_eq!(csv_line(&["=1", "7"]), "'=1,7\r\n");
    }
}
