//! Preparation: the container of a book is rewritten once, so that many copies can be made of it quickly.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom, Write};

use books::{Error, Format, Result};

use crate::changes::NewFile;
use crate::package::PackagePlan;
use crate::plan::PlanKind;
use crate::records::Directory;
use crate::seams::{PreparedPiece, SeamCompressor};
use crate::{FormTemplate, PackageRewriter, WatermarkPlan, formats};

/// Changes whenever the same package would be prepared in other bytes, or get another plan. It belongs in
/// the key under which a prepared file is kept.
pub const PREPARATION_VERSION: u32 = 2;

/// Rewrites a finished package so that marked copies can be made of it quickly: the files that carry marks
/// are compressed with seams; all others are copied without recompression. It remains an ordinary container
/// with the same files. `None` if it is too large for that, or not plain enough; then nothing of use was
/// written.
pub fn prepare<R: Read + Seek, W: Write>(
    format: Format,
    package: R,
    mut out: W,
) -> Result<Option<(W, WatermarkPlan)>> {
    let find = formats::changes_finder(format)?;
    let mut rewrite = PackageRewriter::open(package)?;
    let changes = find(&mut rewrite)?;
    let mut package = rewrite.into_inner();
    let Some(mut directory) = Directory::read_from(&mut package)? else { return Ok(None) };
    let Some((files, new)) = number_files(changes.files, changes.new, &directory) else { return Ok(None) };
    let numbers: Vec<usize> = files.iter().map(|(number, _)| *number).collect();
    let mut texts: BTreeMap<usize, _> = files.into_iter().collect();
    let mut pieces: BTreeMap<usize, Vec<PreparedPiece>> = BTreeMap::new();
    let mut seams = SeamCompressor::new();
    let mut at = 0;
    for (number, end) in directory.records_in_file_order() {
        let record = &mut directory.records[number];
        let range = record.header_offset()..end;
        record.set_header_offset(at);
        if let Some(text) = texts.remove(&number) {
            let (bytes, sizes, own) = seams.compress(text)?;
            record.set_deflated();
            record.set_sizes(sizes);
            let head = record.local_header();
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
    directory.offset = at;
    let Some(end) = directory.to_bytes() else { return Ok(None) };
    out.write_all(&end)?;
    let files = numbers.into_iter().filter_map(|number| Some((number, pieces.remove(&number)?))).collect();
    let plan = PlanKind::Package(PackagePlan { files, new, comment: changes.comment });
    Ok(Some((out, WatermarkPlan::new(plan, at, &end))))
}

type NumberedFiles<T> = (Vec<(usize, T)>, Option<(String, usize, FormTemplate)>);

/// Identifies the files by their index in the directory; `None` if one is missing.
fn number_files<T>(
    files: Vec<(String, T)>,
    new: Option<NewFile>,
    directory: &Directory,
) -> Option<NumberedFiles<T>> {
    let number =
        |name: &str| directory.records.iter().position(|record| record.file_name() == name.as_bytes());
    let files = files.into_iter().map(|(name, text)| Some((number(&name)?, text))).collect::<Option<_>>()?;
    let new = match new {
        Some(new) => Some((new.name, number(&new.follows)?, new.form)),
        None => None,
    };
    Some((files, new))
}
