//! DAISY 2.02: the navigation center (NCC), SMIL 1.0, and the text as HTML where the book has one.

mod ncc;

use std::sync::Arc;

use super::navigation::{self, EntryKind, FileSequence, PlayedBook, SourceFiles};
use crate::daisy::Standard;
use crate::model::{Book, Metadata};
use crate::{Error, FindingKind, Package, Progress, Result, path};

use ncc::Ncc;

/// Reads the book of a navigation center.
pub(super) fn read_book(package: &Arc<Package>, path: &str, progress: &mut dyn Progress) -> Result<Book> {
    let mut files = SourceFiles::new(package, Standard::Daisy202);
    let ncc = ncc::read_ncc(&files, path)?;
    files.charset = ncc.statements.find_first("ncc:charset").map(str::to_owned);
    let smil = smil_files(&files, &ncc)?;
    let unplayed = unplayed_texts(&files, &ncc);
    let playing = PlayedBook { center: &ncc.center, smil: &smil, unplayed: &unplayed };
    navigation::read_book(package, &files, &playing, read_metadata(&ncc), progress)
}

/// The SMIL files in the order of playing: as the navigation center leads to them, with what the master file
/// has in addition. What is listed and missing is left out, and reported; without any list, all files count
/// in the order of their names.
fn smil_files(files: &SourceFiles<'_>, ncc: &Ncc) -> Result<Vec<String>> {
    let center = &ncc.center;
    // In a book of several volumes, what is missing is in another one.
    let kind = if has_one_volume(ncc) { FindingKind::MissingFile } else { FindingKind::MissingVolume };
    center.report_missing(files, kind);
    let mut order = FileSequence::default();
    order.append_missing(center.smil_files().filter(|path| files.contains(path)));
    let master = files.resolve_place(&center.path, "master.smil").map(|(path, _)| path);
    if let Some(master) = master.filter(|path| files.contains(path)) {
        let listed = files.with_document(&master, &center.path, |document, _| {
            let refs = document.descendants().filter(|node| node.tag_name().name() == "ref");
            let places = refs.filter_map(|node| files.resolve_place(&master, node.attribute("src")?));
            places.map(|(path, _)| path).collect::<Vec<_>>()
        });
        match listed {
            Ok(listed) => {
                let is_usable = |path: &&String| is_smil(path) && files.contains(path) && **path != master;
                order.insert_missing(listed.iter().filter(is_usable).map(String::as_str));
            }
            Err(error) if error.costs_part() => files.package().report_lost_document(&master, &error),
            Err(error) => return Err(error),
        }
    }
    let mut order = order.into_paths();
    if order.is_empty() {
        order = files.package().names().filter(|path| is_smil(path)).map(str::to_owned).collect();
        order.retain(|path| !path.to_ascii_lowercase().ends_with("master.smil"));
        order.sort();
        if !order.is_empty() {
            files.package().reporter().report(FindingKind::NoContents, &center.path, "");
        }
    }
    if order.is_empty() && unplayed_texts(files, ncc).is_empty() {
        return Err(why_nothing_is_played(files, ncc));
    }
    Ok(order)
}

fn is_smil(path: &str) -> bool {
    path::extension(path) == "smil"
}

/// The texts that missing SMIL files may play: all documents of the book, in the order of their names. Those
/// that other SMIL files play have their place already.
fn unplayed_texts(files: &SourceFiles<'_>, ncc: &Ncc) -> Vec<String> {
    const OTHER_DOCUMENT_NAMES: [&str; 5] = ["ncc", "discinfo", "master", "index", "readme"];
    let center = &ncc.center;
    let is_whole =
        center.smil_files().next().is_some() && center.smil_files().all(|path| files.contains(path));
    if is_whole {
        return Vec::new();
    }
    let is_text = |name: &&str| {
        let file = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
        let (stem, extension) = file.rsplit_once('.').unwrap_or((&file, ""));
        path::folder(name) == path::folder(&center.path)
            && matches!(extension, "html" | "htm" | "xhtml")
            && !OTHER_DOCUMENT_NAMES.contains(&stem)
    };
    let mut texts: Vec<String> = files.package().names().filter(is_text).map(str::to_owned).collect();
    texts.sort();
    texts
}

/// Returns true if the book has only one volume.
fn has_one_volume(ncc: &Ncc) -> bool {
    let set = ncc.statements.find_first("ncc:setinfo").unwrap_or("1 of 1");
    set.rsplit(' ').next().is_none_or(|volumes| volumes == "1")
}

fn why_nothing_is_played(files: &SourceFiles<'_>, ncc: &Ncc) -> Error {
    let center = &ncc.center;
    let missing = center.smil_files().find(|path| !files.contains(path));
    match missing {
        Some(path) if has_one_volume(ncc) => {
            Error::MissingEntry { entry: path.to_owned(), place: center.path.clone() }
        }
        Some(path) => {
            let set = ncc.statements.find_first("ncc:setinfo").unwrap_or_default();
            let reason =
                format!("it is volume {set}, and {path} is in another; all volumes must be in one container");
            Error::Unsupported { entry: center.path.clone(), reason }
        }
        None => Error::bad_package(&center.path, "it leads to no part of the book"),
    }
}

fn read_metadata(ncc: &Ncc) -> Metadata {
    let title = ncc.center.entries.iter().find(|entry| entry.kind == EntryKind::Title);
    let title = title.map_or(ncc.title.as_str(), |entry| &entry.label);
    ncc.statements.to_metadata(Some(title), &[], ncc.language.as_deref())
}
