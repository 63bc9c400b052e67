//! DAISY 2.02: the navigation center (NCC), SMIL 1.0, and the text as HTML where the book has one.

mod ncc;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use super::navigation::{self, EntryKind, FileSequence, PlayedBook, SourceFiles};
use super::volumes::{Volume, report_missing_volumes};
use crate::daisy::Standard;
use crate::litter::is_litter;
use crate::model::{Book, Metadata};
use crate::smil::parse_clock;
use crate::{Error, FindingKind, Package, Progress, Result, path};

use ncc::Ncc;

/// The navigation of all volumes of a book.
struct NavigationSet<'a> {
    /// The entries and numbers of all, with the head of the first.
    ncc: Ncc,
    volumes: &'a [Volume],
    /// The SMIL files of each volume, in their order.
    smil: FileSequence,
    /// Length of the narration, as each volume states it.
    durations: Vec<Duration>,
}

/// Reads the book of the navigation centers of its volumes.
pub(super) fn read_book(
    package: &Arc<Package>,
    volumes: &[Volume],
    progress: &mut dyn Progress,
) -> Result<Book> {
    let mut files = SourceFiles::new(package, Standard::Daisy202);
    let mut set = read_centers(&files, volumes)?;
    files.charset = set.ncc.head.statements.find_first("ncc:charset").map(str::to_owned);
    let smil = smil_files(&files, &mut set)?;
    let documents = list_texts(&files, &set);
    let unplayed: &[String] = if is_whole(&files, &set) { &[] } else { &documents };
    let playing = PlayedBook { center: &set.ncc.center, smil: &smil, unplayed, documents: &documents };
    navigation::read_book(package, &files, &playing, read_metadata(&set), progress)
}

fn read_centers<'a>(files: &SourceFiles<'_>, volumes: &'a [Volume]) -> Result<NavigationSet<'a>> {
    let mut whole: Option<NavigationSet<'a>> = None;
    let mut first_error = None;
    for volume in volumes {
        let ncc = match ncc::read_ncc(files, &volume.path, volumes) {
            Ok(ncc) => ncc,
            Err(error) if error.costs_part() && volumes.len() > 1 => {
                files.package.report_lost_document(&volume.path, &error);
                first_error.get_or_insert(error);
                continue;
            }
            Err(error) => return Err(error),
        };
        let folder = path::folder(&volume.path);
        let is_own = |path: &&str| volumes.len() == 1 || path::folder(path) == folder;
        let own: Vec<String> = ncc.center.smil_files().filter(is_own).map(str::to_owned).collect();
        let duration = ncc.head.statements.find_first("ncc:totaltime").and_then(parse_clock);
        let set = match &mut whole {
            Some(set) => {
                set.ncc.center.append_volume(ncc.center);
                set.ncc.numbers.extend(ncc.numbers);
                set
            }
            None => whole.insert(NavigationSet::new(ncc, volumes)),
        };
        set.smil.append_missing(own.iter().map(String::as_str).filter(|path| files.package.contains(path)));
        set.durations.extend(duration);
    }
    match (whole, first_error) {
        (Some(set), _) => Ok(set),
        (None, Some(error)) => Err(error),
        (None, None) => Err(Error::bad_package("the container", "it has no navigation center")),
    }
}

impl<'a> NavigationSet<'a> {
    fn new(ncc: Ncc, volumes: &'a [Volume]) -> Self {
        Self { ncc, volumes, smil: FileSequence::default(), durations: Vec::new() }
    }
}

/// The SMIL files in the order of playing: as the navigation center leads to them, with what the master file
/// of each volume has in addition. What is listed and missing is left out, and reported; without any list,
/// all files count in the order of their names.
fn smil_files(files: &SourceFiles<'_>, set: &mut NavigationSet<'_>) -> Result<Vec<String>> {
    let mut order = std::mem::take(&mut set.smil);
    let center = &set.ncc.center;
    let is_complete = set.ncc.head.place.is_none_or(|place| {
        report_missing_volumes(files.package, &center.path, place.total, &set.ncc.numbers)
    });
    center.report_missing(
        files,
        if is_complete { FindingKind::MissingFile } else { FindingKind::MissingVolume },
    );
    order.append_missing(center.smil_files().filter(|path| files.package.contains(path)));
    for volume in set.volumes {
        insert_master_files(files, &volume.path, &mut order)?;
    }
    let mut order = order.into_paths();
    if order.is_empty() {
        order = files.package.names().filter(|path| is_smil(path)).map(str::to_owned).collect();
        order.retain(|path| !is_master(path));
        order.sort();
        if !order.is_empty() {
            files.package.reporter().report(FindingKind::NoContents, &center.path, "");
        }
    }
    if order.is_empty() && (is_whole(files, set) || list_texts(files, set).is_empty()) {
        return Err(why_nothing_is_played(files, &set.ncc, is_complete));
    }
    let is_other =
        |path: &&str| is_smil(path) && is_in_volume(set, path) && !is_master(path) && !is_litter(path);
    let others = files.package.names().filter(is_other);
    let played: HashSet<&str> = order.iter().map(String::as_str).collect();
    for path in others.filter(|path| !played.contains(path)) {
        files.package.reporter().report(FindingKind::UnreferencedDocument, path, "");
    }
    Ok(order)
}

/// Inserts the SMIL files that the master file next to a navigation center lists.
fn insert_master_files(files: &SourceFiles<'_>, center: &str, order: &mut FileSequence) -> Result<()> {
    let master = files.package.resolve(center, "master.smil").map(|(path, _)| path);
    if let Some(master) = master.filter(|path| files.package.contains(path)) {
        let listed = files.with_document(&master, center, |document, _| {
            let refs = document.descendants().filter(|node| node.tag_name().name() == "ref");
            let places = refs.filter_map(|node| files.package.resolve(&master, node.attribute("src")?));
            places.map(|(path, _)| path).collect::<Vec<_>>()
        });
        if let Some(listed) = files.package.keep_or_report(&master, listed)? {
            let is_usable =
                |path: &&String| is_smil(path) && files.package.contains(path) && **path != master;
            order.insert_missing(listed.iter().filter(is_usable).map(String::as_str));
        }
    }
    Ok(())
}

fn is_smil(path: &str) -> bool {
    path::extension(path) == "smil"
}

fn is_master(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with("master.smil")
}

fn is_in_volume(set: &NavigationSet<'_>, file: &str) -> bool {
    set.volumes.iter().any(|volume| path::folder(file) == path::folder(&volume.path))
}

/// Returns true if the book has all SMIL files that its navigation leads to.
fn is_whole(files: &SourceFiles<'_>, set: &NavigationSet<'_>) -> bool {
    let mut smil = set.ncc.center.smil_files().peekable();
    smil.peek().is_some() && smil.all(|path| files.package.contains(path))
}

/// All documents of text of the book, in the order of their names: missing SMIL files may play them.
fn list_texts(files: &SourceFiles<'_>, set: &NavigationSet<'_>) -> Vec<String> {
    const OTHER_DOCUMENT_NAMES: [&str; 5] = ["ncc", "discinfo", "master", "index", "readme"];
    let is_text = |name: &&str| {
        let file = path::file_name(name).to_ascii_lowercase();
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        is_in_volume(set, name)
            && !is_litter(name)
            && path::is_html(name)
            && !OTHER_DOCUMENT_NAMES.contains(&stem)
    };
    let mut texts: Vec<String> = files.package.names().filter(is_text).map(str::to_owned).collect();
    texts.sort();
    texts
}

fn why_nothing_is_played(files: &SourceFiles<'_>, ncc: &Ncc, is_complete: bool) -> Error {
    let center = &ncc.center;
    let missing = center.smil_files().find(|path| !files.package.contains(path));
    match missing {
        Some(path) if is_complete => {
            Error::MissingEntry { entry: path.to_owned(), place: center.path.clone() }
        }
        Some(path) => {
            let set = ncc.head.statements.find_first("ncc:setinfo").unwrap_or_default();
            let reason =
                format!("it is volume {set}, and {path} is in another; all volumes must be in one container");
            Error::Unsupported { entry: center.path.clone(), reason }
        }
        None => Error::bad_package(&center.path, "it leads to no part of the book"),
    }
}

fn read_metadata(set: &NavigationSet<'_>) -> Metadata {
    let ncc = &set.ncc;
    let title = ncc.center.entries.iter().find(|entry| entry.kind == EntryKind::Title);
    let title = title.map_or(ncc.head.title.as_str(), |entry| &entry.label);
    let metadata = ncc.head.statements.to_metadata(Some(title), &[], ncc.language.as_deref());
    // Each volume states its own length, or all of them state that of the book.
    match set.durations.as_slice() {
        [first, others @ ..] if others.iter().any(|other| other != first) => {
            Metadata { duration: Some(set.durations.iter().sum()), ..metadata }
        }
        _ => metadata,
    }
}
