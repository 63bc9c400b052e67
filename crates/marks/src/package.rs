//! Copies of a prepared package.

use std::collections::BTreeMap;

use books::Result;
use serde::{Deserialize, Serialize};

use crate::copy::Copy;
use crate::form::{Filling, Form};
use crate::records::{Directory, Record};
use crate::seams::{Joiner, Part, Piece};

/// What goes where in a prepared package. Files are named by their number in the directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Package {
    /// Files that carry marks, in the order of their fingerprints.
    pub(crate) files: Vec<(usize, Vec<Piece>)>,
    /// A file that is new: its name, the number of the file that it follows, and its text.
    pub(crate) new: Option<(String, usize, Form)>,
    pub(crate) comment: Option<Form>,
}

impl Package {
    /// The contents of a copy; `None` if the plan does not belong to this package. `end` is everything from
    /// `at` on: the directory.
    pub(crate) fn copy(&self, end: &[u8], at: u64, mut filling: Filling<'_>) -> Result<Option<Copy>> {
        let Some(mut directory) = Directory::parse(end, at) else { return Ok(None) };
        let mut joiner = Joiner::new(&mut filling);
        let mut files = BTreeMap::new();
        for (number, pieces) in &self.files {
            files.insert(*number, joiner.join(pieces)?);
        }
        let new = self.new.as_ref().map(|(_, _, form)| joiner.file(form)).transpose()?;
        let mut new = self.new.as_ref().zip(new).map(|((name, behind, _), file)| (name, *behind, file));
        let mut added = None;
        let mut copy = Copy::default();
        for (number, end) in directory.in_order() {
            let record = &mut directory.records[number];
            let mut at = record.offset();
            record.move_to(copy.size());
            if let Some((parts, sizes)) = files.remove(&number) {
                record.set(sizes);
                let head = record.head();
                at += head.len() as u64;
                copy.add(&head);
                for part in parts {
                    match part {
                        Part::Kept(length) => {
                            copy.keep(at..at + length);
                            at += length;
                        }
                        Part::New(length, bytes) => {
                            copy.add(&bytes);
                            at += length;
                        }
                    }
                }
                if at != end {
                    return Ok(None);
                }
            } else {
                copy.keep(at..end);
            }
            if let Some((name, _, (bytes, sizes))) = new.take_if(|(_, behind, _)| *behind == number) {
                let mut record = Record::new(name, &directory.records[number]);
                record.set(sizes);
                record.move_to(copy.size());
                copy.add(&record.head());
                copy.add(&bytes);
                added = Some((number + 1, record));
            }
        }
        if !files.is_empty() || new.is_some() {
            return Ok(None);
        }
        if let Some((number, record)) = added {
            directory.records.insert(number, record);
        }
        directory.at = copy.size();
        if let Some(comment) = &self.comment {
            directory.comment = joiner.filling().fill(comment)?.into_bytes();
        }
        let Some(end) = directory.write() else { return Ok(None) };
        copy.add(&end);
        Ok(Some(copy))
    }
}
