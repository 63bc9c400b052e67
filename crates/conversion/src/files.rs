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

/// The file with the n-th of the files that were unpacked.
pub fn unpacked(n: usize) -> String {
    format!("unpacked-{n}")
}

/// A whole file.
pub(crate) fn read(folder: &Path, name: &str) -> Result<Bytes> {
    Ok(fs::read(folder.join(name))?.into())
}

/// A new file, for writing and reading.
pub(crate) fn create(folder: &Path, name: &str) -> io::Result<File> {
    let path = folder.join(name);
    File::options().read(true).write(true).create(true).truncate(true).open(path)
}
