//! The files of a task, by their names in its folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use bytes::Bytes;

use crate::Result;

/// The input of a task.
pub const SOURCE_NAME: &str = "source";
/// A package document next to a book, which corrects the book's own.
pub const PACKAGE_DOCUMENT_NAME: &str = "package-document";
pub const OUTPUT_NAME: &str = "made";
/// The plan by which copies of the output are watermarked.
pub const PLAN_NAME: &str = "plan";
/// The positions of the book's sentences in the output.
pub const MAP_NAME: &str = "map";
/// Repairs and omissions of the source. Missing if there were none.
pub const REPORT_NAME: &str = "report";
pub const COVER_NAME: &str = "cover";
/// The thumbnail of a cover image.
pub const THUMBNAIL_NAME: &str = "thumbnail";

/// The largest map of sentences, bytes. Most have a few thousand.
pub const MAX_MAP_BYTES: u64 = 16 << 20;
/// The largest plan, bytes. Most have a few thousand.
pub const MAX_PLAN_BYTES: u64 = 64 << 20;
/// The largest report, bytes: far larger than any that is written.
pub(crate) const MAX_REPORT_BYTES: u64 = 1 << 20;
pub(crate) const MAX_COVER_BYTES: u64 = 64 << 20;
/// The largest other file that is read into memory, bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The largest file of this name that is read into the memory of the server, bytes. A worker process that was
/// taken over may write any.
pub(crate) fn max_bytes(name: &str) -> u64 {
    match name {
        MAP_NAME => MAX_MAP_BYTES,
        PLAN_NAME => MAX_PLAN_BYTES,
        REPORT_NAME => MAX_REPORT_BYTES,
        COVER_NAME | THUMBNAIL_NAME => MAX_COVER_BYTES,
        _ => MAX_BYTES,
    }
}

/// The file with the n-th of the files that were unpacked.
pub fn unpacked_name(n: usize) -> String {
    format!("unpacked-{n}")
}

pub(crate) fn read_file(folder: &Path, name: &str) -> Result<Bytes> {
    Ok(fs::read(folder.join(name))?.into())
}

/// Writes where the sentences of a book are. A map that is too large is left out: places are then found by
/// their share of the text.
pub(crate) fn write_map(folder: &Path, map: &[u8]) -> io::Result<()> {
    if map.len() as u64 <= MAX_MAP_BYTES { fs::write(folder.join(MAP_NAME), map) } else { Ok(()) }
}

/// A new file, for writing and reading.
pub(crate) fn create_file(folder: &Path, name: &str) -> io::Result<File> {
    let path = folder.join(name);
    File::options().read(true).write(true).create(true).truncate(true).open(path)
}
