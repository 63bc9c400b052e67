//! Report of what an ingest rejected, ignored, repaired or left out: one line each, with position and reason.

use std::fs::{self, File};
use std::io::{BufWriter, Error, Write};
use std::path::{Path, PathBuf};

use domain::TitleId;
use domain::conversion_reports::Findings;
use domain::intake::{IntakeDetails, IntakeLine, RepairedBook};
use metadata::csv::RowWriter;
use metadata::plain;
use serde_json::json;

use super::super::IngestError;

const COLUMNS: [&str; 6] = ["what", "file", "record", "line", "reference", "reason"];
/// Kinds of lines about records and files that were refused, and about values that were left out.
const REJECTED_ENTRY: &str = "rejected";
const IGNORED_ENTRY: &str = "ignored";
/// Limits of texts in a line, in characters: they may come from a damaged file.
const MAX_REFERENCE_CHARS: usize = 255;
const MAX_REASON_CHARS: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RecordPosition {
    pub(super) file: PathBuf,
    /// Number of the record in the file, from 1.
    pub(super) number: u64,
    /// The line that it begins on; its number in files without lines.
    pub(super) line: u64,
    /// The supplier's reference.
    pub(super) reference: String,
}

impl RecordPosition {
    fn from_file(file: &Path) -> Self {
        Self { file: file.to_owned(), number: 0, line: 0, reference: String::new() }
    }
}

/// A number of a position; empty for 0, which is unknown.
fn position_text(number: u64) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

/// Folders between the base of [`RejectReport::with_names_below`] and what was uploaded or unpacked there.
const SCRATCH_FOLDERS: usize = 2;

/// The report: comma-separated values, or JSON lines if the file's extension says so. The file is created
/// with the first line.
#[derive(Debug, Default)]
pub struct RejectReport {
    path: PathBuf,
    /// The folder that files are named without.
    base: Option<PathBuf>,
    /// The first entries.
    details: IntakeDetails,
    is_json: bool,
    is_created_empty: bool,
    lines: u64,
    output: Option<ReportOutput>,
}

/// The output, in one of the two formats.
#[derive(Debug)]
enum ReportOutput {
    Lines(BufWriter<File>),
    Table(Box<RowWriter<File>>),
}

impl RejectReport {
    /// A report into this file, which is overwritten.
    pub fn new(path: &Path) -> Self {
        let is_json = path.extension().is_some_and(|end| end == "jsonl" || end == "json");
        Self { path: path.to_owned(), is_json, ..Self::default() }
    }

    /// Names files without this folder, and without the two folders in it that an upload creates.
    #[must_use]
    pub(crate) fn with_names_below(self, folder: &Path) -> Self {
        Self { base: Some(folder.to_owned()), ..self }
    }

    /// The first entries of the report.
    pub(crate) fn into_details(self) -> IntakeDetails {
        self.details
    }

    fn file_name(&self, file: &Path) -> String {
        let inner = self.base.as_deref().and_then(|base| file.strip_prefix(base).ok());
        let inner = inner.map(|inner| inner.components().skip(SCRATCH_FOLDERS).collect::<PathBuf>());
        plain::to_printable(&inner.as_deref().unwrap_or(file).display().to_string())
    }

    /// Creates the file even if there is nothing to report: one that the operator names must not keep the
    /// report of an earlier run.
    #[must_use]
    pub fn even_if_empty(self) -> Self {
        Self { is_created_empty: true, ..self }
    }

    /// The file, if it has lines.
    pub fn written_path(&self) -> Option<&Path> {
        (self.lines > 0).then_some(self.path.as_path())
    }

    pub(super) fn report_rejected(
        &mut self,
        position: &RecordPosition,
        reason: &str,
    ) -> Result<(), IngestError> {
        self.write_entry(REJECTED_ENTRY, position, reason)
    }

    pub(crate) fn refused_file(&mut self, file: &Path, reason: &str) -> Result<(), IngestError> {
        self.write_entry(REJECTED_ENTRY, &RecordPosition::from_file(file), reason)
    }

    /// Reports what was repaired or left out of a book.
    pub(in crate::ingest) fn report_findings(
        &mut self,
        file: &Path,
        title: Option<TitleId>,
        findings: &Findings,
    ) -> Result<(), IngestError> {
        let count = findings.list.len() as u64 + findings.unlisted;
        if count > 0 {
            self.details.add_repaired(RepairedBook { file: self.file_name(file), title, findings: count });
        }
        for finding in &findings.list {
            let position = RecordPosition {
                line: finding.line.map_or(0, u64::from),
                reference: finding.file.clone(),
                ..RecordPosition::from_file(file)
            };
            let what = if finding.left_out { "leftOut" } else { "repaired" };
            let reason = format!("{}: {} {}", finding.subject, finding.reason, finding.action);
            self.write_entry(what, &position, reason.trim_start_matches(": "))?;
        }
        if findings.unlisted > 0 {
            let reason = format!("{} more findings", findings.unlisted);
            self.write_entry("repaired", &RecordPosition::from_file(file), &reason)?;
        }
        Ok(())
    }

    pub(super) fn report_ignored(
        &mut self,
        position: &RecordPosition,
        reason: &str,
    ) -> Result<(), IngestError> {
        self.write_entry(IGNORED_ENTRY, position, reason)
    }

    fn write_entry(
        &mut self,
        what: &str,
        position: &RecordPosition,
        reason: &str,
    ) -> Result<(), IngestError> {
        self.write_line(what, position, reason).map_err(|error| self.write_fault(&error))
    }

    fn create_file(&mut self) -> Result<(), Error> {
        if self.output.is_none() {
            if let Some(folder) = self.path.parent() {
                fs::create_dir_all(folder)?;
            }
            let file = File::create(&self.path)?;
            let out = if self.is_json {
                ReportOutput::Lines(BufWriter::new(file))
            } else {
                let mut table = RowWriter::new(file);
                table.write_row(COLUMNS)?;
                ReportOutput::Table(Box::new(table))
            };
            self.output = Some(out);
        }
        Ok(())
    }

    fn write_line(&mut self, what: &str, position: &RecordPosition, reason: &str) -> Result<(), Error> {
        self.create_file()?;
        self.lines += 1;
        let file = self.file_name(&position.file);
        let reference: String =
            plain::to_printable(&position.reference).chars().take(MAX_REFERENCE_CHARS).collect();
        let reason: String = plain::to_printable(reason).chars().take(MAX_REASON_CHARS).collect();
        if matches!(what, REJECTED_ENTRY | IGNORED_ENTRY) {
            self.details.add_line(IntakeLine {
                file: file.clone(),
                record: position.number,
                reference: reference.clone(),
                reason: reason.clone(),
                is_ignored: what == IGNORED_ENTRY,
            });
        }
        let Some(out) = &mut self.output else { return Ok(()) };
        match out {
            ReportOutput::Lines(lines) => {
                let line = json!({
                    "what": what,
                    "file": file,
                    "record": position.number,
                    "line": position.line,
                    "reference": reference,
                    "reason": reason,
                });
                writeln!(lines, "{line}")
            }
            ReportOutput::Table(table) => {
                let (number, line) = (position_text(position.number), position_text(position.line));
                table.write_row([what, &file, &number, &line, &reference, &reason])
            }
        }
    }

    /// Flushes everything to the file.
    pub(crate) fn flush(&mut self) -> Result<(), IngestError> {
        if self.is_created_empty {
            self.create_file().map_err(|error| self.write_fault(&error))?;
        }
        let flushed = match &mut self.output {
            None => Ok(()),
            Some(ReportOutput::Lines(lines)) => lines.flush(),
            Some(ReportOutput::Table(table)) => table.flush(),
        };
        flushed.map_err(|error| self.write_fault(&error))
    }

    fn write_fault(&self, error: &Error) -> IngestError {
        IngestError::Book(format!("{} cannot be written: {error}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_place(reference: &str) -> RecordPosition {
        RecordPosition { file: "feed.xml".into(), number: 2, line: 40, reference: reference.into() }
    }

    #[test]
    fn a_report_is_created_with_its_first_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/report.csv");
        let mut report = RejectReport::new(&path);
        report.flush().unwrap();
        assert!(!path.exists() && report.written_path().is_none());
        report.report_rejected(&test_place("a,b"), "say \"why\"").unwrap();
        report.report_ignored(&test_place("=1+1"), "left out").unwrap();
        report.flush().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "what,file,record,line,reference,reason");
        assert_eq!(lines[1], "rejected,feed.xml,2,40,\"a,b\",\"say \"\"why\"\"\"");
        assert_eq!(lines[2], "ignored,feed.xml,2,40, =1+1,left out");
    }

    #[test]
    fn a_report_that_was_asked_for_replaces_that_of_an_earlier_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("why.csv");
        fs::write(&path, "rejected by an earlier run").unwrap();
        let mut report = RejectReport::new(&path).even_if_empty();
        report.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap().trim(), COLUMNS.join(","));
        assert!(report.written_path().is_none());
        report.report_rejected(&test_place("r"), "why").unwrap();
        report.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
        assert!(report.written_path().is_some());
    }

    #[test]
    fn every_rejected_record_is_one_line_whatever_its_texts_contain() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["report.csv", "report.jsonl"] {
            let path = folder.path().join(name);
            let mut report = RejectReport::new(&path);
            report
                .report_rejected(&test_place("a\r\nb\u{1}\u{2028}c"), "two\nlines\u{85}and \u{1b}[31m more")
                .unwrap();
            report.report_rejected(&test_place(&"x".repeat(1_000)), &"y".repeat(5_000)).unwrap();
            report.flush().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().filter(|line| line.contains("rejected")).collect();
            assert_eq!(lines.len(), 2, "{text}");
            assert!(lines[0].contains("a b c") && lines[0].contains("two lines and [31m more"), "{text}");
            assert!(lines[1].len() < 1_500, "{}", lines[1].len());
            assert!(text.chars().all(|one| one == '\n' || !one.is_control()), "{text}");
        }
    }

    #[test]
    fn a_report_can_be_lines_of_json() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.jsonl");
        let mut report = RejectReport::new(&path);
        report.report_rejected(&test_place("r"), "why").unwrap();
        report.flush().unwrap();
        let line: serde_json::Value =
            serde_json::from_str(fs::read_to_string(&path).unwrap().trim()).unwrap();
        assert_eq!((line["line"].as_u64(), line["reason"].as_str()), (Some(40), Some("why")));
    }
}
