//! `openshelf admin conversion-reports`: what was repaired or left out of books.

use clap::Subcommand;
use domain::dates::utc_date;
use services::Operation;
use services::conversion_reports::{self, Findings, NamedReport, Severity};

use crate::commands::find_listed_site;
use crate::library::Library;

/// What was repaired or left out of books.
#[derive(Debug, Subcommand)]
pub enum ConversionReports {
    /// List open reports, oldest first, at most 200: something is missing, and nobody has acknowledged it
    List {
        /// Only those of this site's books
        #[arg(long)]
        site: Option<String>,
        /// Continue after the report with this number
        #[arg(long, default_value_t = 0)]
        after: i64,
    },
    /// Show one report with its findings
    Show {
        /// Number of the report
        number: i64,
    },
    /// Acknowledge a report; a title that waits for this goes live
    Acknowledge {
        /// Number of the report
        number: i64,
    },
}

pub async fn run(command: ConversionReports, op: &Operation, library: &Library) -> anyhow::Result<()> {
    match command {
        ConversionReports::List { site, after } => {
            let site = find_listed_site(library, site.as_deref()).await?;
            let reports = conversion_reports::list(op, site.as_ref(), after).await?;
            reports.iter().for_each(print_summary);
        }
        ConversionReports::Show { number } => {
            let named = conversion_reports::get(op, number).await?;
            print_summary(&named);
            print_findings(&named.report.findings);
        }
        ConversionReports::Acknowledge { number } => {
            conversion_reports::acknowledge(op, number).await?;
            println!("Acknowledged.");
        }
    }
    Ok(())
}

fn print_summary(named_report: &NamedReport) {
    let report = &named_report.report;
    let made = report.format.map_or("source", |format| format.as_str());
    let severity = match report.severity {
        Severity::Repaired => "repaired",
        Severity::LeftOut => "parts missing",
        Severity::WordsLost => "words missing",
    };
    let waits = if named_report.holds_back { ", waits to go live" } else { "" };
    println!(
        "{:>6}  {}  {}  {made}: {severity}{waits}  ({})",
        report.id,
        utc_date(report.reported),
        report.item,
        named_report.name()
    );
}

/// Prints findings, one line each.
pub fn print_findings(findings: &Findings) {
    if let Some(words) = findings.words {
        println!("        {} of {} words are missing.", words.lost_words(), words.source);
    }
    for finding in &findings.list {
        let outcome = if finding.left_out { "left out" } else { "repaired" };
        let place = finding.place();
        println!("        {outcome}: {}: {} {} {}", place, finding.subject, finding.reason, finding.action);
    }
    if findings.unlisted > 0 {
        println!("        and {} more", findings.unlisted);
    }
}
