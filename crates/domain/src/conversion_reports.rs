//! Reports of what was repaired or left out when a book was read or converted (docs/rules/titles.md#rule-14).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{Format, Item, SiteId, wire_enum};

/// Words lost that staff must acknowledge before a title goes live: one in this many words read.
const ACKNOWLEDGED_SHARE: u64 = 50;

wire_enum! {
    /// Action that a report asks of collection staff.
    pub enum Severity {
        /// Faults were repaired, and nothing is missing.
        Repaired = "repaired",
        /// A part of the book is missing from what was made of it.
        LeftOut = "leftOut",
        /// More than 2 % of the words are missing: staff must acknowledge this before the title goes live.
        WordsLost = "wordsLost",
    }
}

/// One repair or omission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Stable code of the finding, in capitals.
    pub code: String,
    /// True if a part of the book is missing.
    pub left_out: bool,
    /// Path of the file in the package; empty for the container itself.
    pub file: String,
    /// Line in the file, from 1, if one is to blame.
    pub line: Option<u32>,
    /// The path, reference or words that the finding concerns.
    pub subject: String,
    /// The fault, as a sentence.
    pub reason: String,
    /// The repair, as a sentence.
    pub action: String,
}

impl Finding {
    /// File and line: `text/1.xhtml, line 12`.
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}, line {line}", self.file),
            None => self.file.clone(),
        }
    }
}

/// Words of the source, and how many of them were written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordBalance {
    /// Words of the source, without those that are left out by rule.
    pub source: u64,
    /// Words of these that were written.
    pub written: u64,
}

impl WordBalance {
    pub fn lost_words(&self) -> u64 {
        self.source.saturating_sub(self.written)
    }

    /// Returns true if so many words are missing that staff must acknowledge it.
    fn needs_acknowledgement(&self) -> bool {
        self.lost_words().saturating_mul(ACKNOWLEDGED_SHARE) > self.source
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Findings {
    /// The first findings, in the order in which they were made.
    pub list: Vec<Finding>,
    /// The number of findings that are not listed.
    #[serde(default)]
    pub unlisted: u64,
    /// The words, if they were counted.
    #[serde(default)]
    pub words: Option<WordBalance>,
}

impl Findings {
    /// Returns true if nothing was repaired or left out.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.unlisted == 0
    }

    pub fn severity(&self) -> Severity {
        if self.words.is_some_and(|words| words.needs_acknowledgement()) {
            Severity::WordsLost
        } else if self.list.iter().any(|finding| finding.left_out) {
            Severity::LeftOut
        } else {
            Severity::Repaired
        }
    }
}

/// The report of one run: of reading the source, or of converting it to a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversionReport {
    pub id: i64,
    /// The title or edition.
    pub item: Item,
    /// The site whose staff it is for.
    pub site: SiteId,
    /// The format that was made. `None` if the source was read for the catalog.
    pub format: Option<Format>,
    pub findings: Findings,
    pub severity: Severity,
    pub reported: Timestamp,
    /// Time at which staff acknowledged it. `None` if nobody has.
    pub acknowledged: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word_findings(source: u64, written: u64, left_out: bool) -> Findings {
        let finding = Finding {
            code: "MISSING_FILE".into(),
            left_out,
            file: "a.xhtml".into(),
            line: Some(3),
            subject: "b.png".into(),
            reason: "The package does not contain this file.".into(),
            action: "The part was left out.".into(),
        };
        Findings { list: vec![finding], unlisted: 0, words: Some(WordBalance { source, written }) }
    }

    #[test]
    fn more_than_two_percent_of_lost_words_must_be_acknowledged() {
        assert_eq!(word_findings(1000, 980, true).severity(), Severity::LeftOut);
        assert_eq!(word_findings(1000, 979, true).severity(), Severity::WordsLost);
        assert_eq!(word_findings(1000, 1200, false).severity(), Severity::Repaired);
        assert_eq!(word_findings(0, 0, false).severity(), Severity::Repaired);
    }

    #[test]
    fn a_finding_names_file_and_line() {
        assert_eq!(word_findings(1, 1, false).list[0].place(), "a.xhtml, line 3");
    }
}
