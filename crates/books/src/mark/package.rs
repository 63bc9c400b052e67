//! Packages: the container of a book, prepared once and copied for many.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom, Write};

use serde::{Deserialize, Serialize};

use super::changes::Changes;
use super::copy::Copy;
use super::form::{Filling, Form};
use super::plan::Plan;
use super::records::{Directory, Record};
use super::rewrite::Rewrite;
use super::seams::{Joiner, Part, Piece, Seams};
use crate::error::{Error, Result};
use crate::format::Format;

/// Changes whenever the same package would be prepared in other bytes, or get another plan. It belongs into
/// the key under which a prepared file is kept.
pub const PREPARATION_VERSION: u32 = 1;

/// What goes where in a prepared package. Files are named by their number in the directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Package {
    /// Files that carry marks, in the order of their fingerprints.
    files: Vec<(usize, Vec<Piece>)>,
    /// A file that is new: its name, behind which it stands, and its text.
    new: Option<(String, usize, Form)>,
    comment: Option<Form>,
}

/// Rewrites a finished package so that marked copies are quickly made of it: the files that carry marks
/// are compressed with seams; all others are copied as they are compressed. It remains an ordinary container
/// with the same files. `None`: it is too large for that, or not plain enough, and nothing of use was
/// written.
///
/// # Errors
/// As [`fn@super::mark`].
pub fn prepare<R: Read + Seek, W: Write>(
    format: Format,
    package: R,
    mut out: W,
) -> Result<Option<(W, Plan)>> {
    let mut rewrite = Rewrite::open(package)?;
    let changes = Changes::find(format, &mut rewrite)?;
    let mut package = rewrite.into_inner();
    let Some(mut directory) = Directory::read(&mut package)? else { return Ok(None) };
    let Some((files, new)) = numbered(changes.files, changes.new, &directory) else { return Ok(None) };
    let numbers: Vec<usize> = files.iter().map(|(number, _)| *number).collect();
    let mut texts: BTreeMap<usize, _> = files.into_iter().collect();
    let mut pieces: BTreeMap<usize, Vec<Piece>> = BTreeMap::new();
    let mut seams = Seams::new();
    let mut at = 0;
    for (number, end) in directory.in_order() {
        let record = &mut directory.records[number];
        let range = record.offset()..end;
        record.move_to(at);
        if let Some(text) = texts.remove(&number) {
            let (bytes, sizes, own) = seams.pack(text)?;
            record.deflate();
            record.set(sizes);
            let head = record.head();
            out.write_all(&head)?;
            out.write_all(&bytes)?;
            at += (head.len() + bytes.len()) as u64;
            pieces.insert(number, own);
        } else {
            let length = range.end - range.start;
            package.seek(SeekFrom::Start(range.start))?;
            if std::io::copy(&mut package.by_ref().take(length), &mut out)? != length {
                return Err(Error::Write(std::io::ErrorKind::UnexpectedEof.into()));
            }
            at += length;
        }
    }
    directory.at = at;
    let Some(end) = directory.write() else { return Ok(None) };
    out.write_all(&end)?;
    let files = numbers.into_iter().filter_map(|number| Some((number, pieces.remove(&number)?))).collect();
    let plan = Plan::of_package(Package { files, new, comment: changes.comment }, at, &end);
    Ok(Some((out, plan)))
}

type Numbered<T> = (Vec<(usize, T)>, Option<(String, usize, Form)>);

/// The files by their numbers; `None` if one is not there.
fn numbered<T>(
    files: Vec<(String, T)>,
    new: Option<super::changes::New>,
    directory: &Directory,
) -> Option<Numbered<T>> {
    let number = |name: &str| directory.records.iter().position(|record| record.name() == name.as_bytes());
    let files = files.into_iter().map(|(name, text)| Some((number(&name)?, text))).collect::<Option<_>>()?;
    let new = match new {
        Some(new) => Some((new.name, number(&new.behind)?, new.form)),
        None => None,
    };
    Some((files, new))
}

impl Package {
    /// The contents of a copy; `None` if the plan does not belong to this package. `end` is everything from
    /// `at` on: the directory.
    pub(super) fn copy(&self, end: &[u8], at: u64, mut filling: Filling<'_>) -> Result<Option<Copy>> {
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
