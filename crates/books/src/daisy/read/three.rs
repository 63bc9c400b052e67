//! DAISY 3: the text of the `DTBook`, the metadata of the package document, the narration of the SMIL files.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::dtbook::{self, no_text};
use super::narration;
use crate::epub::{Opf, read_opf_metadata, smil};
use crate::error::Result;
use crate::model::{Book, Clip, Metadata, Resource, Resources};
use crate::package::Package;
use crate::progress::Progress;
use crate::xml;

/// Reads the book of a package document. Every division of the first level is a section.
pub(super) fn read(package: &Arc<Package>, path: &str, progress: &mut dyn Progress) -> Result<Book> {
    let limits = package.limits();
    let text = xml::decode(path, package.read(path, "the container")?)?;
    let document = xml::parse(path, &text, limits)?;
    let opf = Opf::of_manifest(path, &document)?;
    let metadata = Metadata { epub_version: 0, ..read_opf_metadata(&opf, &document) };
    let dtbook = dtbook_of(&opf).ok_or_else(|| no_text(path))?;
    let text = xml::decode(&dtbook, package.read(&dtbook, path)?)?;
    let clips = clips(package, &opf, &dtbook)?;
    let narrated: HashSet<&str> = clips.iter().filter_map(|clip| clip.text.id.as_deref()).collect();
    let dtbook::Text { sections, places, .. } = dtbook::text(&dtbook, &text, &narrated, limits, progress)?;
    let present = opf.items.iter().filter_map(|item| {
        let path = item.path.clone()?;
        let size = package.size(&path)?;
        let kept = item.media_type.starts_with("image/") || item.media_type.starts_with("audio/");
        kept.then(|| Resource { path, media_type: item.media_type.clone(), size })
    });
    let resources = Resources::new(Arc::clone(package), present.collect());
    // The headings and page numbers of the text say the same as the navigation file.
    let book = Book::of_text(metadata, sections, resources);
    Ok(Book { overlays: narration(placed(clips, &places)), ..book })
}

/// The text of the book.
fn dtbook_of(opf: &Opf) -> Option<String> {
    opf.items.iter().find(|item| dtbook::is_media_type(&item.media_type)).and_then(|item| item.path.clone())
}

/// The clips of all SMIL files that speak this text. A file that is not there narrates nothing.
fn clips(package: &Package, opf: &Opf, dtbook: &str) -> Result<Vec<Clip>> {
    let mut clips = Vec::new();
    for item in opf.items.iter().filter(|item| item.media_type.starts_with("application/smil")) {
        let Some(path) = item.path.as_deref().filter(|path| package.contains(path)) else { continue };
        clips.extend(smil::read(package, path, &opf.path)?);
    }
    clips.retain(|clip| clip.text.path == dtbook && clip.text.id.is_some());
    Ok(clips)
}

/// The same by the sections that their text has become a part of.
fn placed(clips: Vec<Clip>, places: &HashMap<String, String>) -> impl Iterator<Item = Clip> {
    clips.into_iter().filter_map(|mut clip| {
        clip.text.path.clone_from(places.get(clip.text.id.as_ref()?)?);
        Some(clip)
    })
}
