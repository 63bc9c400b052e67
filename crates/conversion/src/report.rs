//! The report of a task: what its run repaired or left out.

use std::path::Path;
use std::{fs, io};

use books::report::{MAX_FINDINGS, Outcome};
use books::{Progress, Report, Reporter, Stop};
use domain::conversion_reports::{Finding, Findings, WordBalance};

use crate::{REPORT_NAME, Result};

struct ReportCollector<'a> {
    watch: &'a mut dyn FnMut(usize, usize) -> Option<Stop>,
    reporter: Reporter,
}

impl Progress for ReportCollector<'_> {
    fn step(&mut self, done: usize, total: usize) -> Option<Stop> {
        (self.watch)(done, total)
    }

    fn reporter(&self) -> Reporter {
        self.reporter.clone()
    }
}

/// Runs a part of a task, and writes what it reports to [`REPORT_NAME`], also if it fails. No report is
/// written if nothing was repaired or left out.
pub(crate) fn run_reporting<T>(
    folder: &Path,
    watch: &mut dyn FnMut(usize, usize) -> Option<Stop>,
    run: impl FnOnce(&mut dyn Progress) -> Result<T>,
) -> Result<T> {
    let mut reporting = ReportCollector { watch, reporter: Reporter::default() };
    let done = run(&mut reporting);
    let path = folder.join(REPORT_NAME);
    let report = reporting.reporter.to_report();
    if report.is_empty() {
        // A task before this one may have left a report.
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    } else {
        fs::write(path, serde_json::to_vec(&report).unwrap_or_default())?;
    }
    done
}

/// Reads the contents of [`REPORT_NAME`]. What cannot be read is an empty report: a worker process that was
/// taken over may write anything.
pub fn read_report(report: Option<&[u8]>) -> Findings {
    let report: Option<Report> = report.and_then(|report| serde_json::from_slice(report).ok());
    report.map(to_findings).unwrap_or_default()
}

/// A finding of a book as it is stored with the title.
pub fn to_finding(finding: books::Finding) -> Finding {
    Finding {
        code: finding.kind.code().to_owned(),
        left_out: finding.kind.outcome() == Outcome::LeftOut,
        file: finding.file,
        line: finding.line,
        subject: finding.subject,
        reason: finding.kind.reason().to_owned(),
        action: finding.kind.action().to_owned(),
    }
}

fn to_findings(report: Report) -> Findings {
    let mut list = report.findings;
    list.truncate(MAX_FINDINGS);
    let words = report.words.map(|words| WordBalance { source: words.source, written: words.written });
    Findings { list: list.into_iter().map(to_finding).collect(), unlisted: report.unlisted, words }
}
