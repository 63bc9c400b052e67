//! Entries of a file of records.

use serde::{Deserialize, Serialize};

use crate::Record;
use crate::printable::to_printable;

/// One record of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub number: u64,
    /// The line that it begins on, from 1; the number of the record in files without lines.
    pub line: u64,
    /// The supplier's reference; empty if missing.
    pub reference: String,
    /// The record, or why it is refused.
    pub result: Result<Record, String>,
    /// Notes about parts that were ignored or repaired.
    pub notes: Vec<String>,
    /// Approximate size in bytes.
    pub size: u64,
}

/// The end of a file that cannot be read any further. Earlier entries are valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BrokenFile {
    /// The line, from 1; the number of the record in files without lines.
    pub line: u64,
    /// The reason.
    pub reason: String,
}

impl BrokenFile {
    /// The reason is printed on one line; it may quote the file.
    pub(crate) fn new(line: u64, reason: impl AsRef<str>) -> Self {
        Self { line, reason: to_printable(reason.as_ref()) }
    }
}

/// Makes a reader of entries an iterator, which ends at the end of the file and after an error.
macro_rules! entries_of {
    ($reader:ident) => {
        impl<R: std::io::BufRead> Iterator for $reader<R> {
            type Item = Result<$crate::entry::Entry, $crate::entry::BrokenFile>;

            fn next(&mut self) -> Option<Self::Item> {
                if self.has_ended {
                    return None;
                }
                let next = self.read_entry().transpose();
                self.has_ended = !matches!(next, Some(Ok(_)));
                next
            }
        }
    };
}
pub(crate) use entries_of;

/// Limit of notes per record.
const MAX_NOTES: usize = 20;

/// Collects notes about parts of a record that were ignored or repaired, each once.
#[derive(Debug, Default)]
pub(crate) struct Notes(Vec<String>);

impl Notes {
    pub(crate) fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.0.len() < MAX_NOTES && !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    pub(crate) fn into_inner(self) -> Vec<String> {
        self.0
    }
}
