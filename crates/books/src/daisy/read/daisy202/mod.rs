//! DAISY 2.02: the navigation center (NCC), SMIL 1.0, and the text as HTML where the book has one.

mod ncc;

use std::sync::Arc;

use super::navigation::{self, Files, Kind, Sequence};
use crate::daisy::Standard;
use crate::error::{Error, Result};
use crate::model::{Book, Metadata};
use crate::package::Package;
use crate::path;
use crate::progress::Progress;

use ncc::Ncc;

/// Reads the book of a navigation center.
pub(super) fn read(package: &Arc<Package>, path: &str, progress: &mut dyn Progress) -> Result<Book> {
    let mut files = Files::new(package, Standard::Daisy202);
    let ncc = ncc::read(&files, path)?;
    files.charset = ncc.stated.first("ncc:charset").map(str::to_owned);
    let smil = smil_files(&files, &ncc)?;
    navigation::book(package, &files, &ncc.center, &smil, metadata(&ncc), progress)
}

/// The SMIL files in the order of playing: as the navigation center leads to them, with what the master file
/// has in addition.
fn smil_files(files: &Files<'_>, ncc: &Ncc) -> Result<Vec<String>> {
    let center = &ncc.center;
    if let Some(absent) = center.smil_files().find(|path| !files.contains(path)) {
        return Err(missing(ncc, absent));
    }
    let mut order = Sequence::default();
    order.append(center.smil_files());
    let (master, _) = files.place(&center.path, "master.smil")?;
    if files.contains(&master) {
        let listed = files.document(&master, &center.path, |document, _| {
            let refs = document.descendants().filter(|node| node.tag_name().name() == "ref");
            let places = refs.filter_map(|node| files.place(&master, node.attribute("src")?).ok());
            places.map(|(path, _)| path).collect::<Vec<_>>()
        })?;
        let usable =
            |path: &&String| path::extension(path) == "smil" && files.contains(path) && **path != master;
        order.fill_in(listed.iter().filter(usable).map(String::as_str));
    }
    let order = order.finish();
    if order.is_empty() {
        let reason = "it leads to no SMIL file".into();
        return Err(Error::BadPackage { entry: center.path.clone(), reason });
    }
    Ok(order)
}

/// A part that is not there may be on another disc.
fn missing(ncc: &Ncc, path: &str) -> Error {
    let center = &ncc.center;
    let set = ncc.stated.first("ncc:setinfo").unwrap_or("1 of 1");
    if set.rsplit(' ').next().is_none_or(|volumes| volumes == "1") {
        return Error::MissingEntry { entry: path.to_owned(), place: center.path.clone() };
    }
    let reason =
        format!("it is volume {set}, and {path} is in another; all volumes must be in one container");
    Error::Unsupported { entry: center.path.clone(), reason }
}

fn metadata(ncc: &Ncc) -> Metadata {
    let title = ncc.center.entries.iter().find(|entry| entry.kind == Kind::Title);
    let title = title.map_or(ncc.title.as_str(), |entry| &entry.label);
    ncc.stated.metadata(Some(title), &[], ncc.language.as_deref())
}
