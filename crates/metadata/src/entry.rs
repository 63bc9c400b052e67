//! What a file of records gives, one after the other.

use crate::record::Record;

/// One record of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Which one, from 1.
    pub number: u64,
    /// The line that it begins on, from 1; the number of the record in files without lines.
    pub line: u64,
    /// What the supplier calls it; empty when it does not say.
    pub reference: String,
    /// The record, or why it cannot be taken.
    pub result: Result<Record, String>,
    /// What of it was left out, and why.
    pub notes: Vec<String>,
    /// About so many bytes.
    pub size: u64,
}

/// A file that cannot be read on from here. What came before stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Broken {
    /// The line, from 1; the number of the record in files without lines.
    pub line: u64,
    /// Why.
    pub reason: String,
}

impl Broken {
    pub(crate) fn new(line: u64, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

/// Makes a reader of entries an iterator, which ends at the end of the file and after an error.
macro_rules! entries_of {
    ($reader:ident) => {
        impl<R: std::io::BufRead> Iterator for $reader<R> {
            type Item = Result<$crate::entry::Entry, $crate::entry::Broken>;

            fn next(&mut self) -> Option<Self::Item> {
                if self.ended {
                    return None;
                }
                let next = self.entry().transpose();
                self.ended = !matches!(next, Some(Ok(_)));
                next
            }
        }
    };
}
pub(crate) use entries_of;

/// Notes of one record, at most.
const MOST: usize = 20;

/// Collects what of a record was left out.
#[derive(Debug, Default)]
pub(crate) struct Notes(Vec<String>);

impl Notes {
    pub(crate) fn add(&mut self, note: impl Into<String>) {
        if self.0.len() < MOST {
            self.0.push(note.into());
        }
    }

    pub(crate) fn into_inner(self) -> Vec<String> {
        self.0
    }
}
