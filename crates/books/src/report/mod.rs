//! The report of a conversion: what of the source was repaired or left out, and where.
//!
//! Readers and writers report through the [`Reporter`] of the book's package. The caller of a run receives
//! the report from the reporter of its [`Progress`](crate::Progress), also if the book is refused.

mod kind;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

pub use kind::{FindingKind, Outcome};

/// Findings that a report lists; those after them are only counted.
pub const MAX_FINDINGS: usize = 200;
/// Characters of the subject of a finding.
const MAX_SUBJECT_CHARS: usize = 200;

/// One repair or omission, with its place and subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The kind of repair or omission.
    pub kind: FindingKind,
    /// Path of the file in the package; empty for the container itself.
    pub file: String,
    /// Line in the file, from 1, if one is to blame.
    pub line: Option<u32>,
    /// The subject: a path, a reference, the name of an element, or words of the text.
    pub subject: String,
}

impl Finding {
    /// A finding about a file as a whole.
    pub fn new(kind: FindingKind, file: &str, subject: &str) -> Self {
        let mut subject: String = subject.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = subject.char_indices().nth(MAX_SUBJECT_CHARS) {
            subject.truncate(end);
            subject.push('…');
        }
        Self { kind, file: file.to_owned(), line: None, subject }
    }

    /// This finding at a line of its file.
    #[must_use]
    pub fn at_line(self, line: u32) -> Self {
        Self { line: Some(line), ..self }
    }
}

/// Words of a book, and how many of them were written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WordBalance {
    /// Words of the source, without those that are left out by rule.
    pub source: u64,
    /// Words of these that were written.
    pub written: u64,
}

/// Everything that was repaired or left out in one run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Report {
    /// The first [`MAX_FINDINGS`] findings, in the order in which they were made.
    pub findings: Vec<Finding>,
    /// The number of findings that are not listed.
    pub unlisted: u64,
    /// The words, if they were counted.
    pub words: Option<WordBalance>,
}

impl Report {
    /// Returns true if nothing was repaired or left out.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.unlisted == 0
    }
}

/// Collects repairs and omissions of a run. Clones share one report.
#[derive(Debug, Clone, Default)]
pub struct Reporter(Arc<Mutex<Report>>);

impl Reporter {
    /// Reports a finding about a file. `subject` is what it concerns: a path, a reference, words of the text.
    pub fn report(&self, kind: FindingKind, file: &str, subject: &str) {
        self.add(Finding::new(kind, file, subject));
    }

    /// Reports a finding, unless the same one is listed already.
    pub fn add(&self, finding: Finding) {
        let mut report = self.lock();
        if report.findings.contains(&finding) {
            return;
        }
        if report.findings.len() < MAX_FINDINGS {
            report.findings.push(finding);
        } else {
            report.unlisted += 1;
        }
    }

    /// Notes how many words were read and written.
    pub fn set_words(&self, words: WordBalance) {
        self.lock().words = Some(words);
    }

    /// The report so far.
    pub fn to_report(&self) -> Report {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Report> {
        // A list of findings is complete after each of them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_the_same_finding_once_and_counts_those_beyond_the_bound() {
        let reporter = Reporter::default();
        for n in 0..2 * MAX_FINDINGS {
            reporter.report(FindingKind::MissingFile, "a.xhtml", &n.to_string());
            reporter.report(FindingKind::MissingFile, "a.xhtml", "0");
        }
        let report = reporter.to_report();
        assert_eq!(report.findings.len(), MAX_FINDINGS);
        assert_eq!(report.unlisted, MAX_FINDINGS as u64);
    }

    #[test]
    fn a_subject_is_one_line_of_bounded_length() {
        let finding = Finding::new(FindingKind::MissingFile, "a", &"é\n ".repeat(10_000));
        assert_eq!(finding.subject.chars().count(), MAX_SUBJECT_CHARS + 1);
        assert!(!finding.subject.contains('\n'));
    }
}
