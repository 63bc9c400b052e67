//! Zip files of suppliers: one book, or books and records in a package.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek};
use std::path::Path;

use books::Stop;
use books::litter::is_skipped;
use serde::{Deserialize, Serialize};
use zip::ZipArchive;

use crate::daisy::{HEAD_BYTES, is_dtbook, is_navigation_center, is_package_document};
use crate::{Error, Result, SOURCE_NAME, Task, TaskTools, unpacked_name};

/// Limit of the total size of a zip file's entries, bytes.
pub const MAX_UNPACKED_BYTES: u64 = 64 << 30;
/// Limit of a zip file's entries.
const MAX_ENTRIES: usize = 200_000;
/// Bytes unpacked between two reports of progress.
const PROGRESS_BYTES: u64 = 4 << 20;
/// Texts and package documents of a zip file that are looked into, at most.
const MAX_INSPECTED_TEXTS: usize = 64;

/// Unpacks the zip file [`SOURCE_NAME`], unless it is a book itself: the files with the wanted extensions,
/// and of zip files inside only those that are DAISY books.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct UnpackZip {
    /// The extensions of files that are wanted, in lower case.
    pub wanted: BTreeSet<String>,
    /// Limit of the total size of its entries, bytes: less than [`MAX_UNPACKED_BYTES`] if other zip files
    /// share the space.
    pub max_bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZipContent {
    /// A DAISY book.
    Book,
    /// Files, by their paths in the zip file, which do not lead out of it. The content of the n-th is in the
    /// file [`unpacked`]`(n)` of the task.
    Files(Vec<String>),
}

impl Task for UnpackZip {
    type Output = ZipContent;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<ZipContent> {
        let mut archive = open_archive(File::open(tools.folder.join(SOURCE_NAME))?)?;
        if is_daisy(&mut archive) {
            return Ok(ZipContent::Book);
        }
        if archive.len() > MAX_ENTRIES {
            return Err(broken_error(&format!("it has more than {MAX_ENTRIES} entries")));
        }
        let mut names = Vec::new();
        let mut unpacking = UnpackProgress {
            done_bytes: 0,
            total: self.wanted_size(&mut archive),
            max_bytes: self.max_bytes,
            watch: tools.watch,
        };
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).map_err(|error| broken_error(&error))?;
            let name = entry.enclosed_name().filter(|name| entry.is_file() && self.wants_file(name));
            let Some(name) = name.and_then(|name| name.into_os_string().into_string().ok()) else { continue };
            let path = tools.folder.join(unpacked_name(names.len()));
            unpacking.copy_entry(&mut entry, &mut File::create(&path)?)?;
            if is_zip(&name) && !open_archive(File::open(&path)?).is_ok_and(|mut inner| is_daisy(&mut inner))
            {
                fs::remove_file(&path)?;
                continue;
            }
            names.push(name);
        }
        Ok(ZipContent::Files(names))
    }
}

impl UnpackZip {
    fn wants_file(&self, name: &Path) -> bool {
        let extension = name.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        self.wanted.contains(&extension) && !is_skipped(&name.to_string_lossy())
    }

    /// The size of the wanted entries as the zip file states it, which may be wrong.
    fn wanted_size<R: io::Read + Seek>(&self, archive: &mut ZipArchive<R>) -> u64 {
        let count = archive.len();
        let stated = |index| {
            let entry = archive.by_index_raw(index).ok()?;
            entry.enclosed_name().filter(|name| self.wants_file(name)).map(|_| entry.size())
        };
        (0..count).filter_map(stated).fold(0, u64::saturating_add)
    }
}

struct UnpackProgress<'a> {
    done_bytes: u64,
    total: u64,
    max_bytes: u64,
    watch: &'a mut dyn FnMut(usize, usize) -> Option<Stop>,
}

impl UnpackProgress<'_> {
    /// Unpacks an entry, piece by piece, and reports the progress.
    fn copy_entry(&mut self, entry: &mut impl io::Read, file: &mut File) -> Result<()> {
        loop {
            let size = io::copy(&mut entry.take(PROGRESS_BYTES), file)?;
            self.done_bytes += size;
            if self.done_bytes > self.max_bytes.min(MAX_UNPACKED_BYTES) {
                return Err(size_error(self.max_bytes));
            }
            let count = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
            match (self.watch)(count(self.done_bytes.min(self.total)), count(self.total)) {
                Some(Stop::Cancelled) => return Err(Error::Interrupted("cancelled".to_owned())),
                Some(Stop::OutOfTime) => return Err(broken_error(&"it takes too long")),
                None if size < PROGRESS_BYTES => return Ok(()),
                None => {}
            }
        }
    }
}

fn open_archive<R: io::Read + Seek>(file: R) -> Result<ZipArchive<R>> {
    ZipArchive::new(file).map_err(|error| broken_error(&error))
}

/// The error of a zip file that holds more than `max_bytes`.
fn size_error(max_bytes: u64) -> Error {
    let limit = MAX_UNPACKED_BYTES >> 30;
    let reason = if max_bytes < MAX_UNPACKED_BYTES {
        format!("together with the zip files before it, it holds more than {limit} GiB: send it alone")
    } else {
        format!("it holds more than {limit} GiB")
    };
    broken_error(&reason)
}

fn broken_error(error: &dyn std::fmt::Display) -> Error {
    Error::Book(format!("cannot be unpacked: {error}"))
}

fn is_zip(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".zip")
}

/// Returns true if a zip file is a DAISY book rather than a package of several books.
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
        archive.by_name(name).ok()?.take(HEAD_BYTES).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    names.iter().filter(|name| ends(name, ".opf") || ends(name, ".xml")).take(MAX_INSPECTED_TEXTS).any(
        |name| {
            let beginning = begins(name).unwrap_or_default();
            if ends(name, ".opf") { is_package_document(&beginning) } else { is_dtbook(&beginning) }
        },
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use books::testkit::{ToneEngine, zip_files};

    use super::*;
    use crate::{Limits, Workshop};

    /// Unpacks a zip file; returns its content, with the content of each file.
    async fn unpack(package: &[u8]) -> Result<(ZipContent, Vec<String>)> {
        unpack_within(package, MAX_UNPACKED_BYTES).await
    }

    async fn unpack_within(package: &[u8], max_bytes: u64) -> Result<(ZipContent, Vec<String>)> {
        let mut bench = Workshop::in_this_process(Arc::new(ToneEngine::default()), crate::Writers::default())
            .open_bench()
            .await
            .unwrap();
        bench.write_input(SOURCE_NAME, package.to_vec().into()).await.unwrap();
        let wanted = ["epub", "zip", "onix"].map(str::to_owned).into();
        let limits = Limits::for_unpacking(package.len() as u64, Duration::from_mins(1));
        let found = bench.run(UnpackZip { wanted, max_bytes }, limits, 0).await?;
        let count = if let ZipContent::Files(names) = &found { names.len() } else { 0 };
        let mut contents = Vec::new();
        for n in 0..count {
            let bytes = bench.read_output(&unpacked_name(n)).await.unwrap().unwrap();
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
            assert_eq!(unpack(&book).await.unwrap().0, ZipContent::Book);
        }
    }

    #[tokio::test]
    async fn unpacks_only_books_and_records_of_a_package() {
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
        let (found, contents) = unpack(&package).await.unwrap();
        let ZipContent::Files(names) = found else { panic!("{found:?}") };
        assert!(names.iter().all(|name| Path::new(name).is_relative() && !name.contains("..")), "{names:?}");
        assert!(
            ["b/c.ONIX", "in/spoken.zip", "a.epub"].iter().all(|name| names.contains(&(*name).to_owned()))
        );
        assert!(!names.iter().any(|name| name.contains("other") || name.contains("torn")), "{names:?}");
        assert_eq!(contents[names.iter().position(|name| name == "a.epub").unwrap()], "book");
    }

    #[tokio::test]
    async fn litter_of_systems_is_neither_unpacked_nor_taken_for_the_book() {
        let package = zip_files([
            ("delivery/two.epub", "book"),
            ("__MACOSX/delivery/._two.epub", "shadow"),
            ("__MACOSX/delivery/ncc.html", "shadow"),
            ("delivery/@eaDir/two.epub/text.xml", "<dtbook/>"),
            ("delivery/.hidden.epub", "hidden"),
            ("delivery/three.epub.part", "unfinished"),
        ]);
        let (found, contents) = unpack(&package).await.unwrap();
        assert_eq!(found, ZipContent::Files(vec!["delivery/two.epub".to_owned()]));
        assert_eq!(contents, ["book"]);
    }

    #[tokio::test]
    async fn a_zip_file_that_holds_more_than_is_left_is_refused() {
        let package = zip_files([("a.epub", "book"), ("b.epub", "books"), ("c.txt", "not counted")]);
        assert_eq!(unpack_within(&package, 9).await.unwrap().1, ["book", "books"]);
        let refused = unpack_within(&package, 8).await;
        assert!(matches!(refused, Err(Error::Book(reason)) if reason.contains("the zip files before it")));
    }

    #[tokio::test]
    async fn a_file_that_is_not_a_zip_file_is_refused() {
        let refused = unpack(b"PK\x03\x04 and no more").await;
        assert!(matches!(refused, Err(Error::Book(reason)) if reason.starts_with("cannot be unpacked: ")));
    }
}
