//! Sidecar files that describe a book: a package document, an ONIX record; and the book's own file name.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use domain::isbn;
use metadata::Kind;

/// Size limit of a package document, bytes.
const LARGEST: u64 = 16 << 20;

/// What is known about a book from its sidecars.
#[derive(Debug, Clone, Default)]
pub(super) struct Beside {
    /// A package document next to it, which completes or corrects the book's own: name and content.
    pub(super) opf: Option<(String, Bytes)>,
    /// ISBNs from the record next to it, and from the file's name.
    pub(super) isbns: Vec<String>,
    /// References that the book's record may have.
    pub(super) references: Vec<String>,
}

/// Reads sidecars. A package document that cannot be opened makes the book be refused.
pub(super) fn of(path: &Path) -> Result<Beside, String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut found = Beside { references: vec![stem.clone()], ..Beside::default() };
    found.isbns.extend(isbn::parse(&stem).ok().map(|isbn| isbn.to_string()));
    if let Some(file) = package(path) {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let size = fs::metadata(&file).map_err(|error| told(&error))?.len();
        if size > LARGEST {
            return Err(told(&"too large for a package document"));
        }
        let bytes = fs::read(&file).map_err(|error| told(&error))?;
        found.opf = Some((file.display().to_string(), bytes.into()));
    }
    for end in ["xml", "onix", "mrc", "marcxml"] {
        let file = path.with_extension(end);
        if let Some((reference, isbn)) = single(&file) {
            found.references.insert(0, reference);
            found.isbns.extend(isbn);
        }
    }
    Ok(found)
}

/// `NAME.opf` next to `NAME.epub`; or the package document of a folder with a single book.
fn package(path: &Path) -> Option<PathBuf> {
    let own = path.with_extension("opf");
    if own.is_file() {
        return Some(own);
    }
    let folder = path.parent()?;
    let common = ["metadata.opf", "content.opf"].map(|name| folder.join(name));
    let common = common.into_iter().find(|file| file.is_file())?;
    let is_book = |path: &PathBuf| {
        let end = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        ["epub", "musicxml", "mxl"].contains(&end.as_str())
    };
    let mut books = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(is_book);
    let alone = books.next().is_some_and(|first| first == path) && books.next().is_none();
    alone.then_some(common)
}

/// Reference and ISBN of a file with exactly one record.
fn single(path: &Path) -> Option<(String, Option<String>)> {
    let file = File::open(path).ok()?;
    let mut reader = BufReader::new(file);
    let name = path.file_name()?.to_string_lossy().into_owned();
    let beginning = std::io::BufRead::fill_buf(&mut reader).ok()?;
    let kind = Kind::of(&name, &beginning[..beginning.len().min(1024)]).filter(|kind| *kind != Kind::Opf)?;
    let mut entries = metadata::read(kind, reader).ok()?;
    let only = entries.next()?.ok()?.result.ok()?;
    entries.next().is_none().then_some((only.reference, only.metadata.isbn13))
}
