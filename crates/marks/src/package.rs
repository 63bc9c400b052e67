//! Copies of a prepared package.

use std::collections::BTreeMap;

use books::Result;
use serde::{Deserialize, Serialize};

use crate::copy::Copy;
use crate::form::{FormTemplate, TemplateFiller};
use crate::records::{Directory, DirectoryRecord};
use crate::seams::{CopyPart, PreparedPiece};

/// Positions of notice and fingerprints in a prepared package. Files are identified by their index in the
/// directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PackagePlan {
    /// Files that carry marks, in the order of their fingerprints.
    pub(crate) files: Vec<(usize, Vec<PreparedPiece>)>,
    /// A file that is new: its name, the number of the file that it follows, and its text.
    pub(crate) new: Option<(String, usize, FormTemplate)>,
    pub(crate) comment: Option<FormTemplate>,
}

impl PackagePlan {
    /// Builds the contents of a copy; `None` if the plan does not belong to this package. `end` is
    /// everything from `at` on: the directory.
    pub(crate) fn build_copy(
        &self,
        end: &[u8],
        at: u64,
        mut filling: TemplateFiller<'_>,
    ) -> Result<Option<Copy>> {
        let Some(mut directory) = Directory::parse(end, at) else { return Ok(None) };
        let mut files = BTreeMap::new();
        for (number, pieces) in &self.files {
            files.insert(*number, filling.join_pieces(pieces)?);
        }
        let new = self.new.as_ref().map(|(_, _, form)| filling.compress_form(form)).transpose()?;
        let mut new = self.new.as_ref().zip(new).map(|((name, behind, _), file)| (name, *behind, file));
        let mut added = None;
        let mut copy = Copy::default();
        for (number, end) in directory.records_in_file_order() {
            let record = &mut directory.records[number];
            let mut at = record.header_offset();
            record.set_header_offset(copy.size());
            if let Some((parts, sizes)) = files.remove(&number) {
                record.set_sizes(sizes);
                let head = record.local_header();
                at += head.len() as u64;
                copy.push_bytes(&head);
                for part in parts {
                    match part {
                        CopyPart::Kept(length) => {
                            copy.push_range(at..at + length);
                            at += length;
                        }
                        CopyPart::New(length, bytes) => {
                            copy.push_bytes(&bytes);
                            at += length;
                        }
                    }
                }
                if at != end {
                    return Ok(None);
                }
            } else {
                copy.push_range(at..end);
            }
            if let Some((name, _, (bytes, sizes))) = new.take_if(|(_, behind, _)| *behind == number) {
                let mut record = DirectoryRecord::new(name, &directory.records[number]);
                record.set_sizes(sizes);
                record.set_header_offset(copy.size());
                copy.push_bytes(&record.local_header());
                copy.push_bytes(&bytes);
                added = Some((number + 1, record));
            }
        }
        if !files.is_empty() || new.is_some() {
            return Ok(None);
        }
        if let Some((number, record)) = added {
            directory.records.insert(number, record);
        }
        directory.offset = copy.size();
        if let Some(comment) = &self.comment {
            directory.comment = filling.fill(comment)?.into_bytes();
        }
        let Some(end) = directory.to_bytes() else { return Ok(None) };
        copy.push_bytes(&end);
        Ok(Some(copy))
    }
}
