//! Tables of numbers with the names of rows and columns in the visitor's language.

use domain::formats::Format;
use domain::reports::DisabilityGroup;
use jiff::civil::Date;
use services::reports::{NamedTable, UsageReport, csv_line};

use crate::disabilities::disability_name;
use crate::school::grade_name;
use crate::{Page, format_name};

/// A table with its totals in the last row and the last column.
pub(super) struct NumberTable {
    pub(super) caption: String,
    /// The name for the rows, and the names of the columns.
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<NumberRow>,
}

pub(super) struct NumberRow {
    pub(super) name: String,
    /// The numbers, each after the name of its column.
    pub(super) cells: Vec<(String, String)>,
}

impl NumberTable {
    /// Readers by grade and disability.
    pub(super) fn for_readers(page: &Page<'_>, report: &UsageReport) -> Self {
        let caption = (page.text("reports-readers"), page.text("reports-grade"));
        let row = |grade: &Option<String>| match grade {
            Some(code) => grade_name(page, code),
            None => page.text("reports-no-grade"),
        };
        Self::new(page, caption, &report.readers, row, |group| group_name(page, *group))
    }

    /// Books by month and format.
    pub(super) fn for_books(page: &Page<'_>, report: &UsageReport) -> Self {
        let caption = (page.text("reports-books"), page.text("reports-month"));
        let row = |month: &Date| month.strftime("%Y-%m").to_string();
        Self::new(page, caption, &report.books, row, |format: &Format| format_name(page, *format))
    }

    /// `caption` comes with the name of the first column.
    fn new<R, C>(
        page: &Page<'_>,
        (caption, corner): (String, String),
        table: &NamedTable<R, C>,
        row_name: impl Fn(&R) -> String,
        column_name: impl Fn(&C) -> String,
    ) -> Self {
        let numbers = &table.numbers;
        let total = page.text("reports-total");
        let names: Vec<String> = table.columns.iter().map(column_name).chain([total.clone()]).collect();
        let text =
            |number: Option<u64>| number.map_or_else(|| page.text("reports-withheld"), |n| n.to_string());
        let row = |name: String, cells: &[Option<u64>], sum: Option<u64>| {
            let cells = names.iter().cloned().zip(cells.iter().copied().chain([sum]).map(text)).collect();
            NumberRow { name, cells }
        };
        let lines = table.rows.iter().zip(&numbers.cells).zip(&numbers.row_totals);
        let mut rows: Vec<NumberRow> =
            lines.map(|((name, cells), sum)| row(row_name(name), cells, *sum)).collect();
        rows.push(row(total, &numbers.column_totals, numbers.total));
        Self { caption, columns: [corner].into_iter().chain(names).collect(), rows }
    }

    pub(super) fn to_csv(&self) -> String {
        let line = |row: &NumberRow| {
            let cells = row.cells.iter().map(|(_, number)| number);
            csv_line(&[&row.name].into_iter().chain(cells).collect::<Vec<_>>())
        };
        let lines: Vec<String> = self.rows.iter().map(line).collect();
        // Spreadsheets read the letters of every language after this mark.
        format!("\u{feff}{}{}", csv_line(&self.columns), lines.concat())
    }
}

fn group_name(page: &Page<'_>, group: DisabilityGroup) -> String {
    match group {
        DisabilityGroup::Single(kind) => disability_name(page, kind),
        DisabilityGroup::Several => page.text("reports-several"),
        DisabilityGroup::NoProof => page.text("reports-no-proof"),
    }
}
