//! Metadata of a book outside of the book: a package document or a record next to its file, and the file's
//! name.

use std::fs;
use std::path::{Path, PathBuf};

use books::litter::is_skipped;
use bytes::Bytes;
use domain::isbn;

use super::{IngestError, feed, run_blocking};
use crate::WorkerContext;

/// A larger file next to a book is not read, bytes.
const MAX_SIDECAR_BYTES: u64 = 16 << 20;
const RECORD_EXTENSIONS: [&str; 4] = ["xml", "onix", "mrc", "marcxml"];

/// Metadata of a book from the files next to it, and from its file's name.
#[derive(Debug, Clone, Default)]
pub(super) struct Sidecar {
    /// A package document next to it, which completes or corrects the book's own: its name and its content.
    pub(super) opf: Option<(String, Bytes)>,
    /// ISBNs of the record next to it, and of the file's name.
    pub(super) isbns: Vec<String>,
    /// References that the book's record may have.
    pub(super) references: Vec<String>,
}

/// Reads the files next to a book, records in a worker process. A package document that cannot be opened is a
/// reason to refuse the book.
pub(super) async fn read_sidecar(ctx: &WorkerContext, path: &Path) -> Result<Sidecar, IngestError> {
    let book = path.to_owned();
    let (mut sidecar, records) =
        run_blocking(move || Ok((by_name(&book).map_err(IngestError::Book)?, record_paths(&book)))).await?;
    for file in records {
        if let Some((reference, isbn)) = feed::read_single_record(ctx, &file).await {
            sidecar.references.insert(0, reference);
            sidecar.isbns.extend(isbn);
        }
    }
    Ok(sidecar)
}

/// Metadata from the name of a book's file and the package document next to it.
fn by_name(path: &Path) -> Result<Sidecar, String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut found = Sidecar { references: vec![stem.clone()], ..Sidecar::default() };
    found.isbns.extend(isbn::parse(&stem).ok().map(|isbn| isbn.to_string()));
    if let Some(file) = package_path(path) {
        let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let size = fs::metadata(&file).map_err(|error| fault(&error))?.len();
        if size > MAX_SIDECAR_BYTES {
            return Err(fault(&"too large for a package document"));
        }
        let bytes = fs::read(&file).map_err(|error| fault(&error))?;
        found.opf = Some((file.display().to_string(), bytes.into()));
    }
    Ok(found)
}

/// Files next to a book that may be its record.
fn record_paths(path: &Path) -> Vec<PathBuf> {
    let files = RECORD_EXTENSIONS.iter().map(|end| path.with_extension(end));
    let is_small = |file: &PathBuf| {
        fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() <= MAX_SIDECAR_BYTES)
    };
    files.filter(|file| file != path && is_small(file)).collect()
}

/// `NAME.opf` next to `NAME.epub`; or the package document of a folder in which there is but one book.
fn package_path(path: &Path) -> Option<PathBuf> {
    let own = path.with_extension("opf");
    if own.is_file() {
        return Some(own);
    }
    let folder = path.parent()?;
    let common = ["metadata.opf", "content.opf"].map(|name| folder.join(name));
    let common = common.into_iter().find(|file| file.is_file())?;
    let is_book = |path: &PathBuf| {
        let end = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ["epub", "musicxml", "mxl"].contains(&end.as_str()) && !is_skipped(&name)
    };
    let mut books = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(is_book);
    let alone = books.next().is_some_and(|first| first == path) && books.next().is_none();
    alone.then_some(common)
}
