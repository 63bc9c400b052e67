//! The files of a task, by their names in its folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use bytes::Bytes;

use crate::error::Result;

/// The input of a task.
pub const SOURCE: &str = "source";
/// A package document next to a book, which corrects the book's own.
pub const PACKAGE_DOCUMENT: &str = "package-document";
/// The output of a task.
pub const MADE: &str = "made";
/// The plan by which copies of the output are watermarked.
pub const PLAN: &str = "plan";
/// Where the sentences of the book are in what was made.
pub const MAP: &str = "map";
/// What of the source was repaired or left out. Missing if nothing was.
pub const REPORT: &str = "report";
/// A cover image.
pub const COVER: &str = "cover";
/// The thumbnail of a cover image.
pub const THUMBNAIL: &str = "thumbnail";

/// The largest map of sentences, bytes. Most have a few thousand.
pub const MAX_MAP_BYTES: u64 = 16 << 20;
/// The largest plan, bytes. Most have a few thousand.
pub const MAX_PLAN_BYTES: u64 = 64 << 20;
/// The largest report, bytes: far larger than any that is written.
pub(crate) const MAX_REPORT_BYTES: u64 = 1 << 20;
/// The largest cover image, bytes.
pub(crate) const MAX_COVER_BYTES: u64 = 64 << 20;
/// The largest other file that is read into memory, bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The largest file of this name that is read into the memory of the server, bytes. A worker process that was
/// taken over may write any.
pub(crate) fn max_bytes(name: &str) -> u64 {
    match name {
        MAP => MAX_MAP_BYTES,
        PLAN => MAX_PLAN_BYTES,
        REPORT => MAX_REPORT_BYTES,
        COVER | THUMBNAIL => MAX_COVER_BYTES,
        _ => MAX_BYTES,
    }
}

/// The file with the n-th of the files that were unpacked.
pub fn unpacked(n: usize) -> String {
    format!("unpacked-{n}")
}

/// A whole file.
pub(crate) fn read(folder: &Path, name: &str) -> Result<Bytes> {
    Ok(fs::read(folder.join(name))?.into())
}

/// Writes where the sentences of a book are. A map that is too large is left out: places are then found by
/// their share of the text.
pub(crate) fn write_map(folder: &Path, map: &[u8]) -> io::Result<()> {
    if map.len() as u64 <= MAX_MAP_BYTES { fs::write(folder.join(MAP), map) } else { Ok(()) }
}

/// A new file, for writing and reading.
pub(crate) fn create(folder: &Path, name: &str) -> io::Result<File> {
    let path = folder.join(name);
    File::options().read(true).write(true).create(true).truncate(true).open(path)
}
