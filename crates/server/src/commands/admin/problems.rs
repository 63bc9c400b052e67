//! `openshelf admin problems`: what readers report about titles.

use clap::Subcommand;
use domain::AccountId;
use domain::dates::utc_date;
use services::Operation;
use services::problem_reports::{self, ProblemReport, ReportFilter};

use crate::commands::find_listed_site;
use crate::library::Library;

/// Problems with titles that readers report.
#[derive(Debug, Subcommand)]
pub enum Problems {
    /// List open problems, oldest first, at most 200
    List {
        /// Only those of this site's titles
        #[arg(long)]
        site: Option<String>,
        /// Closed ones, too
        #[arg(long)]
        all: bool,
        /// Continue after the problem with this number
        #[arg(long, default_value_t = 0)]
        after: i64,
    },
    /// Close a problem that is settled
    Close {
        /// Number of the problem
        number: i64,
    },
}

pub async fn run(command: Problems, op: &Operation, library: &Library) -> anyhow::Result<()> {
    match command {
        Problems::List { site, all, after } => {
            let site = find_listed_site(library, site.as_deref()).await?;
            let filter = ReportFilter { site: site.as_ref(), all, after };
            let reports = problem_reports::list(op, filter).await?;
            reports.iter().for_each(print_report);
        }
        Problems::Close { number } => {
            problem_reports::close(op, number).await?;
            println!("Closed.");
        }
    }
    Ok(())
}

fn print_report(report: &ProblemReport) {
    let reporter = report.reporter.as_ref().map_or("(account closed)", AccountId::as_str);
    let closed = report.closed.map(|at| format!("  closed {}", utc_date(at))).unwrap_or_default();
    println!(
        "{:>6}  {}  title {:<7} {:<10} by {reporter}{closed}",
        report.id,
        utc_date(report.reported),
        report.title,
        report.kind.as_str(),
    );
    for line in report.words.as_deref().unwrap_or_default().lines() {
        println!("        > {line}");
    }
}
