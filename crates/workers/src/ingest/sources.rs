//! Finds the books, scores and files of records in the paths of a command.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::slice;

use books::litter::{is_litter, is_litter_folder, is_skipped, is_skipped_folder};
use conversion::daisy::is_dtbook;
use conversion::{MAX_UNPACKED_BYTES, UnpackZip};
use delivery::{Delivery, UnpackedParcel};
use metadata::Kind;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::daisy;
use super::discs::group_by_book;
use super::other_kinds::explain_other_kind;

const MAX_FOLDER_DEPTH: usize = 32;
/// Extensions of files that may be books or records, or packages of them.
const SOURCE_EXTENSIONS: [&str; 14] = [
    "epub", "zip", "xml", "onix", "mrc", "marc", "marcxml", "csv", "tsv", "xlsx", "xlsm", "opf", "musicxml",
    "mxl",
];
const WORKBOOK_EXTENSIONS: [&str; 2] = ["xlsx", "xlsm"];
/// Bytes that identify a file's type.
const DETECTION_BYTES: usize = 1024;

/// The files found, each list sorted.
#[derive(Debug, Default)]
pub struct SourceFiles {
    /// Books; includes explicitly named files of unknown type, which are refused later with the reason.
    pub books: Vec<PathBuf>,
    /// ONIX, MARC, tables.
    pub records: Vec<PathBuf>,
    /// Unreadable files, with the reason.
    pub failed: Vec<(PathBuf, String)>,
    /// The search was stopped before its end: there may be more.
    pub is_stopped: bool,
    /// Unpacked zip files; deleted on drop.
    unpacked: Vec<TempDir>,
}

/// The folder in which zip files are unpacked. One that is made from its path has room for any number of
/// them.
#[derive(Debug, Clone)]
pub struct UnpackSpace {
    folder: PathBuf,
    /// Room for the zip files that are not unpacked yet, bytes.
    free_bytes: u64,
}

impl UnpackSpace {
    /// The folder for zip files that hold at most this many bytes together.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: u64) -> Self {
        Self { free_bytes: max_bytes, ..self }
    }
}

impl From<PathBuf> for UnpackSpace {
    fn from(folder: PathBuf) -> Self {
        Self { folder, free_bytes: u64::MAX }
    }
}

/// Progress of unpacking a zip file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnpackProgress<'a> {
    pub path: &'a Path,
    /// Bytes unpacked.
    pub done: usize,
    /// Total bytes, as the zip file states them; 0 while unknown.
    pub total: usize,
}

/// Searches folders and zip files. `space` is where the latter are unpacked, each by a worker process; those
/// for which it has no room left are refused. `progress` receives the bytes unpacked so far. `stop` ends the
/// search immediately.
pub async fn find_sources(
    delivery: &Delivery,
    paths: Vec<PathBuf>,
    space: impl Into<UnpackSpace>,
    stop: &CancellationToken,
    mut progress: impl FnMut(&UnpackProgress<'_>),
) -> SourceFiles {
    let mut space: UnpackSpace = space.into();
    let temporary = space.folder.clone();
    let mut search = SourceSearch { temporary, stop: stop.clone(), ..SourceSearch::default() };
    search = search.add_paths(paths).await;
    for path in std::mem::take(&mut search.archives) {
        match unpack_sources(delivery, &path, &space, stop, &mut progress).await {
            None => break,
            Some(Ok(None)) => search.sources.books.push(path),
            Some(Ok(Some(parcel))) => {
                space.free_bytes = space.free_bytes.saturating_sub(parcel.size);
                search = search.add_paths(vec![parcel.folder.path().to_owned()]).await;
                // Of zip files in zip files, only books were unpacked.
                let books = std::mem::take(&mut search.archives);
                search.sources.books.extend(books);
                search.sources.unpacked.push(parcel.folder);
            }
            Some(Err(reason)) => search.sources.failed.push((path, reason)),
        }
    }
    let mut sources = search.sources;
    for path in search.workbooks {
        if stop.is_cancelled() {
            break;
        }
        match delivery.is_title_workbook(&path).await {
            Ok(true) => sources.records.push(path),
            Ok(false) => {}
            Err(error) => sources.failed.push((path, error.to_string())),
        }
    }
    sources.is_stopped = stop.is_cancelled();
    for list in [&mut sources.books, &mut sources.records] {
        list.sort();
        list.dedup();
    }
    sources
}

/// Results of a search so far.
#[derive(Default)]
struct SourceSearch {
    sources: SourceFiles,
    /// Zip files that were not read yet.
    archives: Vec<PathBuf>,
    /// Workbooks in folders, which may be tables of titles or others.
    workbooks: Vec<PathBuf>,
    /// Folder in which folders are packed and zip files unpacked.
    temporary: PathBuf,
    stop: CancellationToken,
}

impl SourceSearch {
    /// Adds these files, and the files in these folders.
    async fn add_paths(mut self, paths: Vec<PathBuf>) -> Self {
        let looked = tokio::task::spawn_blocking(move || {
            let mut daisy_folders = Vec::new();
            for path in paths {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                // A shell that expands `books/*` also names the files that systems leave behind.
                match path.is_dir() {
                    true if is_litter_folder(&name) => {}
                    true if daisy::is_folder(&path) => daisy_folders.push(path),
                    true => self.walk_folder(&path, MAX_FOLDER_DEPTH),
                    false if !is_litter(&name) => self.add_named(path),
                    false => {}
                }
            }
            self.add_daisy_folders(daisy_folders);
            self
        });
        looked.await.unwrap_or_default()
    }

    /// Adds an explicitly named file.
    fn add_named(&mut self, path: PathBuf) {
        let beginning = first_bytes(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(reason) = explain_other_kind(&path, &beginning) {
            self.sources.failed.push((path, reason.to_owned()));
        } else if is_archive(&path, &beginning) {
            self.archives.push(path);
        } else if Kind::detect(&name, &beginning).is_some_and(|kind| kind != Kind::Opf) {
            self.sources.records.push(path);
        } else {
            self.sources.books.push(path);
        }
    }

    fn walk_folder(&mut self, folder: &Path, depth: usize) {
        if self.stop.is_cancelled() {
            return;
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.sources.failed.push((folder.to_owned(), format!("cannot be read: {error}")));
                return;
            }
        };
        let mut daisy_folders = Vec::new();
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            // Links to folders may form a cycle; links to files are files.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder {
                if depth == 0 || is_skipped_folder(&name) {
                    continue;
                }
                if daisy::is_folder(&path) {
                    daisy_folders.push(path);
                } else {
                    self.walk_folder(&path, depth - 1);
                }
            } else if path.is_file() && !is_skipped(&name) {
                self.add_found(path);
            }
        }
        self.add_daisy_folders(daisy_folders);
    }

    /// Packs folders with DAISY books, the discs of one book together.
    fn add_daisy_folders(&mut self, mut folders: Vec<PathBuf>) {
        folders.sort();
        for discs in group_by_book(folders) {
            if self.stop.is_cancelled() {
                return;
            }
            self.add_discs(&discs);
        }
    }

    /// Packs the discs of one book.
    fn add_discs(&mut self, discs: &[PathBuf]) {
        match daisy::pack_folders(discs, &self.temporary) {
            Ok((book, unpacked)) => {
                self.sources.books.push(book);
                self.sources.unpacked.push(unpacked);
            }
            // Discs that are too large for one book are books of their own.
            Err(_) if discs.len() > 1 => {
                for disc in discs {
                    self.add_discs(slice::from_ref(disc));
                }
            }
            Err(reason) => self.sources.failed.extend(discs.first().map(|disc| (disc.clone(), reason))),
        }
    }

    /// Adds a file found in a folder; files that are neither books nor records are skipped, as is what
    /// systems and programs leave next to them.
    fn add_found(&mut self, path: PathBuf) {
        if has_end(&path, &["epub", "musicxml", "mxl"]) {
            self.sources.books.push(path);
        } else if has_end(&path, &["zip"]) {
            self.archives.push(path);
        } else if has_end(&path, &WORKBOOK_EXTENSIONS) {
            if Kind::detect(&path.to_string_lossy(), &first_bytes(&path)) == Some(Kind::Xlsx) {
                self.workbooks.push(path);
            }
        } else if has_end(&path, &["xml", "onix", "mrc", "marc", "marcxml", "csv", "tsv"]) {
            let beginning = first_bytes(&path);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match Kind::detect(&name, &beginning) {
                // Folders may contain unrelated tables, too.
                Some(Kind::Csv) if !has_record_columns(&beginning) => {}
                None if is_dtbook(&beginning) || is_score(&beginning) => self.sources.books.push(path),
                Some(Kind::Opf) | None => {}
                Some(_) => self.sources.records.push(path),
            }
        }
    }
}

/// Returns true if this is a zip file that may be more than one book.
fn is_archive(path: &Path, beginning: &[u8]) -> bool {
    let book = beginning.get(30..58) == Some(b"mimetypeapplication/epub+zip");
    let is_one_file = book || has_end(path, &["epub", "mxl"]) || has_end(path, &WORKBOOK_EXTENSIONS);
    beginning.starts_with(b"PK\x03\x04") && !is_one_file
}

fn first_bytes(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(DETECTION_BYTES as u64).read_to_end(&mut bytes);
    }
    bytes
}

fn has_end(path: &Path, ends: &[&str]) -> bool {
    let end = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ends.contains(&end.as_str())
}

/// Returns true if a file begins like a score (`MusicXML`).
fn is_score(beginning: &[u8]) -> bool {
    let plain: Vec<u8> = beginning.iter().copied().filter(|byte| *byte != 0).collect();
    let text = String::from_utf8_lossy(&plain);
    ["score-partwise", "score-timewise"].iter().any(|root| text.contains(root))
}

/// Returns true if a line of the beginning of a table names the columns of records, with any separator. A
/// wrong separator is reported when the table is read.
fn has_record_columns(beginning: &[u8]) -> bool {
    // In UTF-16, every other byte is zero.
    let bytes: Vec<u8> = beginning.iter().copied().filter(|byte| *byte != 0).collect();
    let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
    let is_separator = |one: char| matches!(one, ',' | ';' | '\t' | '|');
    let is_mark = |one: char| matches!(one, '"' | ' ' | '\u{feff}' | char::REPLACEMENT_CHARACTER);
    let is_around = |one: char| one.is_whitespace() || is_separator(one) || is_mark(one);
    text.lines().any(|line| {
        let mut columns = ["reference", "title"].into_iter();
        let line = line.trim_matches(is_around);
        columns.all(|column| line.split(is_separator).any(|cell| cell.trim_matches(is_mark) == column))
    })
}

/// Unpacks files that may be books or records; of nested zip files only books. `Some(Ok(None))` if the zip
/// file is a book itself; `None` if stopped.
async fn unpack_sources(
    delivery: &Delivery,
    path: &Path,
    space: &UnpackSpace,
    stop: &CancellationToken,
    progress: &mut impl FnMut(&UnpackProgress<'_>),
) -> Option<Result<Option<UnpackedParcel>, String>> {
    let folder = fs::create_dir_all(&space.folder)
        .and_then(|()| tempfile::Builder::new().prefix("ingest-").tempdir_in(&space.folder));
    let folder = match folder {
        Ok(folder) => folder,
        Err(error) => return Some(Err(format!("cannot be unpacked: {error}"))),
    };
    let steps = watch::Sender::default();
    let mut reported = steps.subscribe();
    let wanted = SOURCE_EXTENSIONS.map(str::to_owned).into();
    let order = UnpackZip { wanted, max_bytes: space.free_bytes.min(MAX_UNPACKED_BYTES) };
    let opening = delivery.open_parcel(path, order, folder, &steps);
    let mut opening = pin!(opening);
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return None,
            Ok(()) = reported.changed() => {
                let (done, total) = *reported.borrow_and_update();
                progress(&UnpackProgress { path, done, total });
            }
            opened = &mut opening => return Some(opened.map_err(|error| error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use books::testkit::{small_book, zip_files};
    use store::testkit::run_test;
    use store::{Backend, Db};
    use workbooks::testkit::{Cell, SampleWorkbook};
    use zip::ZipArchive;

    use super::*;
    use crate::testing::Bench;

    /// Files that look like books and records but are not; `put` writes them.
    fn put_litter(put: impl Fn(&str, &[u8])) {
        const RESOURCE_FORK: &[u8] = b"\0\x05\x16\x07\0\x02\0\0Mac OS X        ";
        let names = ["._a.epub", "._feed.xml", "._disc", ".hidden.epub", "b.epub.part", "c.epub.crdownload"];
        let elsewhere = [
            "@eaDir/a.epub/d.epub", "#recycle/e.epub", ".Trash-1000/files/f.epub", "lost+found/g.epub",
            "__MACOSX/h.epub", ".calnotes/i.epub", "j.epub.download/j.epub",
        ];
        for name in names.into_iter().chain(elsewhere).chain([".DS_Store", "Thumbs.db", "desktop.ini"]) {
            put(name, RESOURCE_FORK);
        }
        put("@eaDir/old.xml", b"<ONIXMessage release='3.0'/>");
        put("spoken/._ncc.html", RESOURCE_FORK);
        put("spoken/@eaDir/ncc.html", b"<html/>");
    }

    #[tokio::test]
    async fn file_types_are_detected_by_content() {
        run_test(Backend::Sqlite, detect_file_types).await;
    }

    async fn detect_file_types(db: Db) {
        let bench = Bench::new(db).await;
        let delivery = bench.ctx.delivery();
        let (on, quiet) = (CancellationToken::new(), |_: &UnpackProgress<'_>| {});
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, bytes: &[u8]| {
            let path = folder.path().join("in").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        };
        put("a.epub", &small_book());
        put("feed.xml", b"<ONIXMessage release='3.0'/>");
        put("page.xml", b"<html/>");
        put("tune.xml", b"<?xml version='1.0'?><!DOCTYPE score-partwise PUBLIC 'x' 'y'><score-partwise/>");
        put("song.musicxml", b"<score-partwise/>");
        put("air.mxl", &zip_files([("META-INF/container.xml", "<container/>")]));
        put("list.csv", b"title,reference\n");
        put("sums.csv", b"a,b\n");
        put("excel.csv", "\u{feff}sep=;\r\nList\r\nReference;Title\r\n".as_bytes());
        let wide: Vec<u8> = "\u{feff}title\treference\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        put("wide.csv", &wide);
        put("notes.txt", b"reference,title\n");
        put(
            "more.zip",
            &zip_files([
                ("b/../../evil.epub", "x"),
                ("b/c.onix", "<ONIXMessage release='3.0'/>"),
                ("d.txt", "y"),
                ("e/hymn.mxl", "PK"),
                ("__MACOSX/e/._hymn.mxl", "shadow"),
                ("@eaDir/c.onix", "<ONIXMessage release='3.0'/>"),
                ("e/.hidden.epub", "hidden"),
            ]),
        );
        put("torn.zip", b"PK\x03\x04 and no more");
        put_litter(put);
        let found =
            find_sources(delivery, vec![folder.path().join("in")], folder.path().join("tmp"), &on, quiet)
                .await;
        let names = |list: &[PathBuf]| -> Vec<String> {
            list.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        let is_music = |name: &str| ["air", "hymn", "song", "tune"].iter().any(|tune| name.starts_with(tune));
        let sorted = |list: &[PathBuf]| {
            let mut names = names(list);
            names.sort();
            names
        };
        assert_eq!(sorted(&found.books), ["a.epub", "air.mxl", "hymn.mxl", "song.musicxml", "tune.xml"]);
        let mut records = names(&found.records);
        records.sort();
        assert_eq!(records, ["c.onix", "excel.csv", "feed.xml", "list.csv", "wide.csv"]);
        assert_eq!(found.failed.len(), 1);
        assert!(!folder.path().join("evil.epub").exists());
        drop(found);
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0, "cleared away");

        put("disc/NCC.HTML", b"<html><body><h1><a href='a.smil'>A</a></h1></body></html>");
        put("disc/sound/a.mp3", b"sound");
        for number in ["1", "2"] {
            let set = format!("<title>Tides</title><meta name='ncc:setInfo' content='{number} of 2'/>");
            put(&format!("set/CD{number}/ncc.html"), set.as_bytes());
        }
        put("text.xml", b"<?xml version='1.0'?><!DOCTYPE dtbook SYSTEM 'x'><dtbook/>");
        let inner = zip_files([("x/ncc.html", "<html/>")]);
        let other = zip_files([("readme.txt", "no book")]);
        put("books.zip", &zip_files([("in/spoken.zip", inner), ("in/other.zip", other)]));
        put("three.zip", &zip_files([("p.opf", "<item media-type='application/x-dtbook+xml'/>")]));
        let found =
            find_sources(delivery, vec![folder.path().join("in")], folder.path().join("tmp"), &on, quiet)
                .await;
        let daisy: Vec<_> = sorted(&found.books).into_iter().filter(|name| !is_music(name)).collect();
        assert_eq!(daisy, ["a.epub", "disc.zip", "set.zip", "spoken.zip", "text.xml", "three.zip"]);
        let set = found.books.iter().find(|path| path.ends_with("set.zip")).unwrap();
        let set = ZipArchive::new(File::open(set).unwrap()).unwrap();
        let mut discs: Vec<_> = set.file_names().flatten().collect();
        discs.sort_unstable();
        assert_eq!(discs, ["CD1/ncc.html", "CD2/ncc.html"]);
        let disc = found.books.iter().find(|path| path.ends_with("disc.zip")).unwrap();
        let first = fs::read(disc).unwrap();
        let mut archive = ZipArchive::new(io::Cursor::new(&first)).unwrap();
        assert_eq!((archive.len(), archive.by_name("sound/a.mp3").unwrap().size()), (2, 5));
        drop(found);
        // The same folder is the same book, even if a file server adds files to it.
        put("disc/.DS_Store", b"litter");
        put("disc/@eaDir/a.mp3/thumbnail.jpg", b"litter");
        let again = find_sources(
            delivery,
            vec![folder.path().join("in/disc")],
            folder.path().join("tmp"),
            &on,
            quiet,
        )
        .await;
        assert!(fs::read(&again.books[0]).unwrap() == first);
        drop(again);
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0, "cleared away");

        put("list.xlsx", &zip_files([("xl/workbook.xml", "<workbook/>")]));
        put("list.ods", &zip_files([("content.xml", "<office/>")]));
        let given = [
            "page.xml", "feed.xml", "gone.epub", "air.mxl", "Thumbs.db", "@eaDir", "._a.epub", "list.xlsx",
            "list.ods",
        ]
        .map(|name| folder.path().join("in").join(name));
        let found = find_sources(delivery, given.to_vec(), folder.path().join("tmp"), &on, quiet).await;
        let records = vec!["feed.xml".to_owned(), "list.xlsx".to_owned()];
        assert_eq!((names(&found.books).len(), names(&found.records)), (3, records));
        assert!(
            matches!(found.failed.as_slice(), [(_, reason)] if reason.contains("save it as .xlsx or CSV UTF-8"))
        );
    }

    #[tokio::test]
    async fn workbooks_in_folders_are_read_if_they_are_tables_of_titles() {
        run_test(Backend::Sqlite, find_workbooks).await;
    }

    async fn find_workbooks(db: Db) {
        let bench = Bench::new(db).await;
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("in");
        fs::create_dir_all(&input).unwrap();
        let put = |name: &str, bytes: &[u8]| fs::write(input.join(name), bytes).unwrap();
        let columns = |names: &[&'static str]| {
            SampleWorkbook::with_rows(vec![names.iter().map(|name| Cell::Text(name)).collect()]).to_bytes()
        };
        put("titles.xlsx", &columns(&["Title", "reference", "price"]));
        put("invoice.xlsx", &columns(&["Article", "Price"]));
        put("~$titles.xlsx", b"a program has it open");
        put("secret.xlsx", b"\xd0\xcf\x11\xe0");
        put("torn.xlsx", b"PK\x03\x04 and no more");
        put("package.zip", &zip_files([("lists/more.XLSX", columns(&["reference", "title"]))]));
        let (on, quiet) = (CancellationToken::new(), |_: &UnpackProgress<'_>| {});
        let found =
            find_sources(bench.ctx.delivery(), vec![input], folder.path().join("tmp"), &on, quiet).await;
        let mut records: Vec<_> =
            found.records.iter().map(|path| path.file_name().unwrap().to_string_lossy()).collect();
        records.sort();
        // A damaged file, or one with other columns, is reported when it is read.
        assert_eq!(records, ["more.XLSX", "titles.xlsx", "torn.xlsx"]);
        assert!(found.books.is_empty() && found.failed.is_empty(), "{found:?}");
    }

    #[tokio::test]
    async fn zip_files_for_which_no_room_is_left_are_refused() {
        run_test(Backend::Sqlite, unpack_within_limit).await;
    }

    async fn unpack_within_limit(db: Db) {
        let bench = Bench::new(db).await;
        let folder = tempfile::tempdir().unwrap();
        let put = |(name, size): (&str, usize)| {
            let path = folder.path().join(name);
            fs::write(&path, zip_files([("book.epub", vec![b'x'; size])])).unwrap();
            path
        };
        let paths = [("a.zip", 600), ("b.zip", 600), ("c.zip", 300)].map(put);
        let space = UnpackSpace::from(folder.path().join("tmp")).with_max_bytes(1000);
        let stop = CancellationToken::new();
        let found = find_sources(bench.ctx.delivery(), paths.to_vec(), space, &stop, |_| {}).await;
        assert_eq!(found.books.len(), 2, "{found:?}");
        let [(refused, reason)] = found.failed.as_slice() else { panic!("{found:?}") };
        assert_eq!(*refused, paths[1]);
        assert!(reason.contains("it holds more than 64 GiB: send it alone"), "{reason}");
    }

    #[tokio::test]
    async fn unpacking_shows_its_progress_and_can_be_stopped() {
        run_test(Backend::Sqlite, unpack_and_stop).await;
    }

    async fn unpack_and_stop(db: Db) {
        let bench = Bench::new(db).await;
        let folder = tempfile::tempdir().unwrap();
        let temporary = folder.path().join("tmp");
        let long = vec![b'x'; 9 << 20];
        let [first, second] = ["a.zip", "b.zip"].map(|name| folder.path().join(name));
        for path in [&first, &second] {
            fs::write(path, zip_files([("long.epub", &long), ("short.txt", &b"no book".to_vec())])).unwrap();
        }
        let stop = CancellationToken::new();
        let mut reported = Vec::new();
        let progress = |unpacking: &UnpackProgress<'_>| {
            reported.push((unpacking.path.to_owned(), unpacking.done, unpacking.total));
            if unpacking.path == second {
                stop.cancel();
            }
        };
        let paths = vec![first.clone(), second.clone()];
        let found = find_sources(bench.ctx.delivery(), paths, temporary.clone(), &stop, progress).await;
        assert!(found.is_stopped);
        assert_eq!(found.books.len(), 1, "of the first zip file; the second was stopped");
        assert!(reported.iter().all(|(_, done, total)| done <= total && *total == 9 << 20), "{reported:?}");
        assert!(
            reported.iter().any(|(path, ..)| *path == first) && reported.last().unwrap().0 == second,
            "{reported:?}"
        );
        drop(found);
        assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0, "cleared away");

        let found = find_sources(bench.ctx.delivery(), vec![second], temporary, &stop, |_| {}).await;
        assert!(found.is_stopped && found.books.is_empty(), "{found:?}");
    }
}
