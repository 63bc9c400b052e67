//! Zip files of suppliers: one book, or books and records in a package.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek};
use std::path::Path;

use books::Stop;
use books::litter::is_skipped;
use serde::{Deserialize, Serialize};
use zip::ZipArchive;

use crate::daisy::{BEGINNING, is_navigation_center, is_package_document, is_text};
use crate::error::{Error, Result};
use crate::files::{SOURCE, unpacked};
use crate::task::{Task, Tools};

/// Limit of the total size of a zip file's entries, bytes.
pub(crate) const LARGEST: u64 = 64 << 30;
/// Limit of a zip file's entries.
const ENTRIES: usize = 200_000;
/// Bytes unpacked between two reports of progress.
const PIECE: u64 = 4 << 20;
/// Texts and package documents of a zip file that are looked into, at most.
const LOOKED_INTO: usize = 64;

/// Unpacks the zip file [`SOURCE`], unless it is a book itself: the files with the wanted extensions, and of
/// zip files inside only those that are DAISY books.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Unpack {
    /// The extensions of files that are wanted, in lower case.
    pub wanted: BTreeSet<String>,
}

/// What a zip file contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parcel {
    /// A DAISY book.
    Book,
    /// Files, by their paths in the zip file, which do not lead out of it. The content of the n-th is in the
    /// file [`unpacked`]`(n)` of the task.
    Files(Vec<String>),
}

impl Task for Unpack {
    type Made = Parcel;

    fn run(self, tools: &mut Tools<'_>) -> Result<Parcel> {
        let mut archive = open(File::open(tools.folder.join(SOURCE))?)?;
        if is_daisy(&mut archive) {
            return Ok(Parcel::Book);
        }
        if archive.len() > ENTRIES {
            return Err(broken(&format!("it has more than {ENTRIES} entries")));
        }
        let mut names = Vec::new();
        let mut unpacking = Unpacking { done: 0, total: self.size(&mut archive), watch: tools.watch };
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).map_err(|error| broken(&error))?;
            let name = entry.enclosed_name().filter(|name| entry.is_file() && self.wants(name));
            let Some(name) = name.and_then(|name| name.into_os_string().into_string().ok()) else { continue };
            let path = tools.folder.join(unpacked(names.len()));
            unpacking.copy(&mut entry, &mut File::create(&path)?)?;
            if is_zip(&name) && !open(File::open(&path)?).is_ok_and(|mut inner| is_daisy(&mut inner)) {
                fs::remove_file(&path)?;
                continue;
            }
            names.push(name);
        }
        Ok(Parcel::Files(names))
    }
}

impl Unpack {
    fn wants(&self, name: &Path) -> bool {
        let extension = name.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        self.wanted.contains(&extension) && !is_skipped(&name.to_string_lossy())
    }

    /// The size of the wanted entries as the zip file states it, which may be wrong.
    fn size<R: io::Read + Seek>(&self, archive: &mut ZipArchive<R>) -> u64 {
        let count = archive.len();
        let stated = |index| {
            let entry = archive.by_index_raw(index).ok()?;
            entry.enclosed_name().filter(|name| self.wants(name)).map(|_| entry.size())
        };
        (0..count).filter_map(stated).fold(0, u64::saturating_add)
    }
}

/// Unpacking in progress.
struct Unpacking<'a> {
    /// Bytes unpacked.
    done: u64,
    /// Of all, as stated.
    total: u64,
    watch: &'a mut dyn FnMut(usize, usize) -> Option<Stop>,
}

impl Unpacking<'_> {
    /// Unpacks an entry, piece by piece, and reports the progress.
    fn copy(&mut self, entry: &mut impl io::Read, file: &mut File) -> Result<()> {
        loop {
            let size = io::copy(&mut entry.take(PIECE), file)?;
            self.done += size;
            if self.done >= LARGEST {
                return Err(broken(&format!("it holds more than {LARGEST} bytes")));
            }
            let count = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
            match (self.watch)(count(self.done.min(self.total)), count(self.total)) {
                Some(Stop::Cancelled) => return Err(Error::Interrupted("cancelled".to_owned())),
                Some(Stop::OutOfTime) => return Err(broken(&"it takes too long")),
                None if size < PIECE => return Ok(()),
                None => {}
            }
        }
    }
}

fn open<R: io::Read + Seek>(file: R) -> Result<ZipArchive<R>> {
    ZipArchive::new(file).map_err(|error| broken(&error))
}

fn broken(error: &dyn std::fmt::Display) -> Error {
    Error::Book(format!("cannot be unpacked: {error}"))
}

fn is_zip(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".zip")
}

/// Whether a zip file is a DAISY book rather than a package of several books.
fn is_daisy<R: io::Read + Seek>(archive: &mut ZipArchive<R>) -> bool {
    let mut names: Vec<String> = archive.file_names().flatten().map(std::borrow::Cow::into_owned).collect();
    names.retain(|name| !is_skipped(name));
    let ends = |name: &str, end: &str| name.to_ascii_lowercase().ends_with(end);
    if names.iter().any(|name| ends(name, ".epub") || is_zip(name)) {
        return false;
    }
    if names.iter().any(|name| is_navigation_center(name)) {
        return true;
    }
    let mut begins = |name: &String| -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        archive.by_name(name).ok()?.take(BEGINNING).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    names.iter().filter(|name| ends(name, ".opf") || ends(name, ".xml")).take(LOOKED_INTO).any(|name| {
        let beginning = begins(name).unwrap_or_default();
        if ends(name, ".opf") { is_package_document(&beginning) } else { is_text(&beginning) }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use books::testkit::{ToneEngine, zip_files};

    use super::*;
    use crate::{Limits, Workshop};

    /// What is found in a zip file, with the content of each file.
    async fn parcel(package: &[u8]) -> Result<(Parcel, Vec<String>)> {
        let mut bench =
            Workshop::here(Arc::new(ToneEngine::default()), crate::Writers::default()).bench().await.unwrap();
        bench.put(SOURCE, package.to_vec().into()).await.unwrap();
        let wanted = ["epub", "zip", "onix"].map(str::to_owned).into();
        let limits = Limits::unpacking(package.len() as u64, Duration::from_mins(1));
        let found = bench.run(Unpack { wanted }, limits, 0).await?;
        let count = if let Parcel::Files(names) = &found { names.len() } else { 0 };
        let mut contents = Vec::new();
        for n in 0..count {
            let bytes = bench.get(&unpacked(n)).await.unwrap().unwrap();
            contents.push(String::from_utf8_lossy(&bytes).into_owned());
        }
        Ok((found, contents))
    }

    #[tokio::test]
    async fn a_book_stays_packed() {
        for book in [
            zip_files([("disc/NCC.HTML", "<html/>"), ("disc/a.mp3", "sound")]),
            zip_files([("p.opf", "<item media-type='application/x-dtbook+xml'/>")]),
            zip_files([("text.xml", "<?xml version='1.0'?><dtbook/>")]),
        ] {
            assert_eq!(parcel(&book).await.unwrap().0, Parcel::Book);
        }
    }

    #[tokio::test]
    async fn of_a_package_only_books_and_records_are_unpacked() {
        let spoken = zip_files([("x/ncc.html", "<html/>")]);
        let other = zip_files([("readme.txt", "no book")]);
        let package = zip_files([
            ("b/c.ONIX", &b"records"[..]),
            ("../../evil.epub", b"outside"),
            ("/etc/root.epub", b"inside"),
            ("d.txt", b"no book"),
            ("in/other.zip", &other),
            ("in/spoken.zip", &spoken),
            ("torn.zip", b"PK\x03\x04 and no more"),
            ("a.epub", b"book"),
        ]);
        let (found, contents) = parcel(&package).await.unwrap();
        let Parcel::Files(names) = found else { panic!("{found:?}") };
        assert!(names.iter().all(|name| Path::new(name).is_relative() && !name.contains("..")), "{names:?}");
        assert!(
            ["b/c.ONIX", "in/spoken.zip", "a.epub"].iter().all(|name| names.contains(&(*name).to_owned()))
        );
        assert!(!names.iter().any(|name| name.contains("other") || name.contains("torn")), "{names:?}");
        assert_eq!(contents[names.iter().position(|name| name == "a.epub").unwrap()], "book");
    }

    #[tokio::test]
    async fn what_systems_leave_in_a_package_is_neither_unpacked_nor_taken_for_its_book() {
        let package = zip_files([
            ("delivery/two.epub", "book"),
            ("__MACOSX/delivery/._two.epub", "shadow"),
            ("__MACOSX/delivery/ncc.html", "shadow"),
            ("delivery/@eaDir/two.epub/text.xml", "<dtbook/>"),
            ("delivery/.hidden.epub", "hidden"),
            ("delivery/three.epub.part", "unfinished"),
        ]);
        let (found, contents) = parcel(&package).await.unwrap();
        assert_eq!(found, Parcel::Files(vec!["delivery/two.epub".to_owned()]));
        assert_eq!(contents, ["book"]);
    }

    #[tokio::test]
    async fn a_file_that_is_not_a_zip_file_is_refused() {
        let refused = parcel(b"PK\x03\x04 and no more").await;
        assert!(matches!(refused, Err(Error::Book(reason)) if reason.starts_with("cannot be unpacked: ")));
    }
}
