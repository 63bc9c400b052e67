//! `openshelf admin reports`: numbers for funders, and readers without a book.

use anyhow::Context as _;
use clap::{Args, Subcommand};
use domain::SiteId;
use domain::dates::{parse_date, utc_date};
use domain::reports::{DisabilityGroup, ReportMonths};
use jiff::civil::Date;
use services::Operation;
use services::reports::{
    self, IdlePage, IdleSearch, MAX_MONTHS, NamedTable, ReportRequest, ReportedPeople, csv_line,
};

/// Numbers for funders, and readers without a book.
#[derive(Debug, Subcommand)]
pub enum Reports {
    /// Readers of today by grade and disability, as CSV
    Readers {
        #[command(flatten)]
        people: PeopleArgs,
    },
    /// Books that readers fetched, by month and format, as CSV
    Books {
        #[command(flatten)]
        people: PeopleArgs,
        /// First month: YYYY-MM; eleven months before the last one if absent
        #[arg(long)]
        first: Option<String>,
        /// Last month: YYYY-MM; this month if absent
        #[arg(long)]
        last: Option<String>,
    },
    /// List readers without a book, those who have waited the longest first
    WithoutBooks {
        #[command(flatten)]
        people: PeopleArgs,
        /// Months without a book
        #[arg(long, default_value_t = 6)]
        months: u32,
        /// Number of readers
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
}

/// Whom a report is about.
#[derive(Debug, Args)]
pub struct PeopleArgs {
    /// The readers of this site; the main one if absent
    #[arg(long)]
    site: Option<String>,
    /// The members of this organization instead
    #[arg(long, conflicts_with = "site")]
    organization: Option<String>,
}

impl From<PeopleArgs> for ReportedPeople {
    fn from(args: PeopleArgs) -> Self {
        Self { site: args.site.map(SiteId), organization: args.organization }
    }
}

pub async fn run(command: Reports, op: &Operation) -> anyhow::Result<()> {
    match command {
        Reports::Readers { people } => {
            let request =
                ReportRequest { people: people.into(), months: ReportMonths::ending_with(op.today()) };
            let report = reports::make_report(op, &request).await?;
            let grade = |grade: &Option<String>| grade.clone().unwrap_or_else(|| "no grade".to_owned());
            print_table("grade", &report.readers, grade, |group| group_label(*group).to_owned());
        }
        Reports::Books { people, first, last } => {
            let request =
                ReportRequest { people: people.into(), months: read_months(op.today(), first, last)? };
            let report = reports::make_report(op, &request).await?;
            let month = |month: &Date| month.strftime("%Y-%m").to_string();
            print_table("month", &report.books, month, |format| format.as_str().to_owned());
        }
        Reports::WithoutBooks { people, months, limit } => {
            let search = IdleSearch { people: people.into(), months };
            let page = IdlePage { after: None, limit };
            let found = reports::list_without_books(op, &search, &page).await?;
            for reader in &found.readers {
                let last = reader.last_book.map_or_else(|| "never".to_owned(), |at| utc_date(at).to_string());
                println!("{last:<10}  {} ({})", reader.account.id, reader.account.display_name());
            }
        }
    }
    Ok(())
}

/// The months of a report. `today` is in the last one if none is named.
fn read_months(today: Date, first: Option<String>, last: Option<String>) -> anyhow::Result<ReportMonths> {
    let read = |text: String| {
        parse_date(&format!("{text}-01")).with_context(|| format!("{text} is not a month: YYYY-MM"))
    };
    let last = last.map(read).transpose()?.unwrap_or(today);
    let usual = ReportMonths::ending_with(last);
    let first = first.map(read).transpose()?.or(usual.first_days().first().copied()).unwrap_or(last);
    ReportMonths::new(first, last).with_context(|| {
        format!("the last month must not be before the first, and at most {MAX_MONTHS} are counted")
    })
}

/// Prints a table with its totals. Withheld values are empty cells.
fn print_table<R, C>(
    corner: &str,
    table: &NamedTable<R, C>,
    row_name: impl Fn(&R) -> String,
    column_name: impl Fn(&C) -> String,
) {
    let numbers = &table.numbers;
    let columns = table.columns.iter().map(column_name);
    let total = || "total".to_owned();
    let header: Vec<String> = [corner.to_owned()].into_iter().chain(columns).chain([total()]).collect();
    print!("{}", csv_line(&header));
    let print_row = |name: String, cells: &[Option<u64>], sum: Option<u64>| {
        let text = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        let cells = cells.iter().copied().chain([sum]).map(text);
        print!("{}", csv_line(&[name].into_iter().chain(cells).collect::<Vec<_>>()));
    };
    for ((name, cells), sum) in table.rows.iter().zip(&numbers.cells).zip(&numbers.row_totals) {
        print_row(row_name(name), cells, *sum);
    }
    print_row(total(), &numbers.column_totals, numbers.total);
}

fn group_label(group: DisabilityGroup) -> &'static str {
    match group {
        DisabilityGroup::Single(kind) => kind.as_str(),
        DisabilityGroup::Several => "several",
        DisabilityGroup::NoProof => "no proof",
    }
}
