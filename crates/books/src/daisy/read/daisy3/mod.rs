//! DAISY 3: the text of the `DTBook`, the metadata of the package document, the narration of the SMIL files.
//! A book without text is audio only; its NCX is read instead.

mod ncx;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use roxmltree::Document;

use super::dtbook::{self, no_text};
use super::navigation::{self, Files, Sequence};
use super::{narration, placed};
use crate::daisy::Standard;
use crate::epub::{Opf, read_opf_metadata, smil};
use crate::error::{Error, Result};
use crate::model::{Book, Clip, Metadata, Resource, Resources, Target};
use crate::package::Package;
use crate::path;
use crate::progress::Progress;
use crate::xml::{self, child, children};

/// The package document of a book.
struct Packed<'a> {
    package: &'a Arc<Package>,
    opf: Opf,
    /// The SMIL files in the order of playing, as the spine has them.
    smil: Sequence,
    metadata: Metadata,
}

/// Reads the book of a package document. Every division of the first level is a section.
pub(super) fn read(package: &Arc<Package>, path: &str, progress: &mut dyn Progress) -> Result<Book> {
    let text = xml::decode(path, package.read(path, "the container")?)?;
    let document = xml::parse(path, &text, package.limits())?;
    let opf = Opf::of_manifest(path, &document)?;
    let metadata = Metadata { epub_version: 0, ..read_opf_metadata(&opf, &document) };
    let smil = spine(&opf, &document);
    let packed = Packed { package, opf, smil, metadata };
    let text = dtbook_of(&packed.opf);
    match (text, ncx_of(&packed)) {
        (Some(text), _) if package.contains(&text) => with_text(packed, &text, progress),
        (_, Some(ncx)) => only_heard(packed, &ncx, progress),
        (Some(text), None) => Err(Error::MissingEntry { entry: text, place: path.to_owned() }),
        (None, None) => Err(no_text(path)),
    }
}

fn with_text(packed: Packed<'_>, dtbook: &str, progress: &mut dyn Progress) -> Result<Book> {
    let Packed { package, opf, smil, metadata } = packed;
    let text = xml::decode(dtbook, package.read(dtbook, &opf.path)?)?;
    let clips = clips(package, &opf, smil, dtbook)?;
    let narrated: HashSet<&str> = clips.iter().filter_map(|clip| clip.text.id.as_deref()).collect();
    let files = dtbook::Files { package: Some(package), limits: package.limits() };
    let dtbook::Text { sections, places, front, .. } =
        dtbook::text(dtbook, &text, &narrated, files, progress)?;
    let present = opf.items.iter().filter_map(|item| {
        let path = item.path.clone()?;
        let size = package.size(&path)?;
        let kept = item.media_type.starts_with("image/") || item.media_type.starts_with("audio/");
        kept.then(|| Resource { path, media_type: item.media_type.clone(), size })
    });
    let resources = Resources::new(Arc::clone(package), present.collect());
    // The headings and page numbers of the text say the same as the navigation file.
    let clips = placed(clips, |clip| place(clip.text.id.as_deref()?, &places, &front, &metadata));
    let book = Book::of_text(metadata, sections, resources);
    Ok(Book { overlays: narration(clips), ..book })
}

/// A book with navigation alone (`dtb:multimediaType` `audioNCX`), or one whose text is missing.
fn only_heard(packed: Packed<'_>, ncx: &str, progress: &mut dyn Progress) -> Result<Book> {
    let Packed { package, opf, mut smil, mut metadata } = packed;
    let files = Files::new(package, Standard::Daisy3);
    let ncx::Ncx { center, title } = ncx::read(&files, ncx, &opf.path, &metadata.title)?;
    if !title.is_empty() && metadata.title == metadata.identifier() {
        metadata.title = title;
    }
    smil.fill_in(center.smil_files());
    smil.fill_in(smil_items(&opf));
    let smil = smil.finish();
    if smil.is_empty() {
        return Err(Error::BadPackage { entry: opf.path, reason: "it has no SMIL file".into() });
    }
    let book = navigation::book(package, &files, &center, &smil, metadata, progress)?;
    if book.overlays.is_empty() {
        let reason = "the book has neither text (DTBook) nor narration".into();
        return Err(Error::Unsupported { entry: opf.path, reason });
    }
    Ok(book)
}

/// The text of the book.
fn dtbook_of(opf: &Opf) -> Option<String> {
    opf.items.iter().find(|item| dtbook::is_media_type(&item.media_type)).and_then(|item| item.path.clone())
}

/// The navigation of the book.
fn ncx_of(packed: &Packed<'_>) -> Option<String> {
    let files = packed.opf.items.iter().filter_map(|item| Some((item, item.path.as_deref()?)));
    let mut ncx =
        files.filter(|(item, path)| item.media_type == "application/x-dtbncx+xml" || ncx::is_named_so(path));
    ncx.find(|(_, path)| packed.package.contains(path)).map(|(_, path)| path.to_owned())
}

/// The SMIL files of the spine.
fn spine(opf: &Opf, document: &Document<'_>) -> Sequence {
    let spine = child(document.root_element(), "spine");
    let refs = spine.into_iter().flat_map(|spine| children(spine, "itemref"));
    let items = refs.filter_map(|node| opf.by_id(node.attribute("idref")?));
    let mut order = Sequence::default();
    order
        .append(items.filter_map(|item| item.path.as_deref().filter(|path| is_smil(&item.media_type, path))));
    order
}

fn smil_items(opf: &Opf) -> impl Iterator<Item = &str> {
    let files = opf.items.iter().filter_map(|item| Some((item, item.path.as_deref()?)));
    files.filter(|(item, path)| is_smil(&item.media_type, path)).map(|(_, path)| path)
}

fn is_smil(media_type: &str, file: &str) -> bool {
    media_type.starts_with("application/smil") || path::extension(file) == "smil"
}

/// The clips of all SMIL files, with the id of the text that they speak, if they say it. A file that is not
/// there narrates nothing.
fn clips(package: &Package, opf: &Opf, mut smil: Sequence, dtbook: &str) -> Result<Vec<Clip>> {
    smil.fill_in(smil_items(opf));
    let mut clips = Vec::new();
    for file in smil.finish().iter().filter(|file| package.contains(file)) {
        let text = xml::decode(file, package.read(file, &opf.path)?)?;
        let document = xml::parse(file, &text, package.limits())?;
        for step in smil::steps(&document, &mut |source| Ok(path::resolve(file, source)))? {
            let id = step.text.filter(|(text, _)| text == dtbook).and_then(|(_, id)| id);
            let text = Target { path: dtbook.to_owned(), id };
            clips.extend(step.pieces.into_iter().map(|piece| piece.of(text.clone())));
        }
    }
    Ok(clips)
}

/// Where the text with an id is now: in a section, or among the metadata.
fn place(
    id: &str,
    places: &HashMap<String, String>,
    front: &HashMap<String, Option<String>>,
    metadata: &Metadata,
) -> Option<Target> {
    if let Some(author) = front.get(id) {
        let known = author.as_deref().filter(|author| metadata.names("aut").contains(author));
        return Some(Target { path: String::new(), id: known.map(str::to_owned) });
    }
    Some(Target { path: places.get(id)?.clone(), id: Some(id.to_owned()) })
}
