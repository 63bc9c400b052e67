//! DAISY 3: the text of the `DTBook`, the metadata of the package document, the narration of the SMIL files.
//! A book without text is audio only; its NCX is read instead.

mod ncx;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use roxmltree::Document;

use super::navigation::{self, FileSequence, PlayedBook, SourceFiles};
use super::volumes::{Volume, report_missing_volumes};
use super::{group_by_section, kind, place_clips};
use crate::content::resolve_notes;
use crate::daisy::Standard;
use crate::dtbook::{self, no_text_error};
use crate::dtbook::{MovedPlaces, image_resources};
use crate::model::{Book, Clip, Metadata, Resource, Resources, Target};
use crate::opf::{self, Opf, is_dtbook_type};
use crate::xml::{find_child, find_children};
use crate::{Error, FindingKind, Package, Progress, Result, path, smil};

use ncx::Ncx;

struct PackageDocument<'a> {
    package: &'a Arc<Package>,
    opf: Opf,
    /// The SMIL files in the order of playing, as the spine has them.
    smil: FileSequence,
    metadata: Metadata,
    /// The navigation of further volumes.
    other_ncx: Vec<String>,
}

/// Reads the book of the package documents of its volumes. Every division of the first level is a section.
pub(super) fn read_book(
    package: &Arc<Package>,
    volumes: &[Volume],
    progress: &mut dyn Progress,
) -> Result<Book> {
    let packed = read_package_documents(package, volumes)?;
    let texts = find_dtbooks(&packed)?;
    match (texts.is_empty(), find_ncx(&packed)) {
        (false, _) => read_with_text(packed, &texts, progress),
        (true, ncx) if ncx.is_some() || !packed.smil.is_empty() => {
            read_without_text(packed, ncx.as_deref(), progress)
        }
        (true, _) => {
            let missing = packed.opf.items.iter().find(|item| is_dtbook_type(&item.media_type));
            match missing.and_then(|item| item.path.clone()) {
                Some(entry) => Err(Error::MissingEntry { entry, place: packed.opf.path }),
                None => Err(no_text_error(&packed.opf.path)),
            }
        }
    }
}

/// Reads the package documents of all volumes as one. Copies of the first one are skipped.
fn read_package_documents<'a>(package: &'a Arc<Package>, volumes: &[Volume]) -> Result<PackageDocument<'a>> {
    let Some((first, others)) = volumes.split_first() else {
        return Err(Error::bad_package("the container", "it has no package document"));
    };
    let mut packed = PackageDocument::read(package, &first.path)?;
    if let Some(place) = first.place {
        let numbers: BTreeSet<u32> = volumes.iter().filter_map(|volume| Some(volume.place?.number)).collect();
        report_missing_volumes(package, &first.path, place.total, &numbers);
    }
    for other in others {
        if package.content_key(&other.path) == package.content_key(&first.path) {
            continue;
        }
        let read = PackageDocument::read(package, &other.path);
        if let Some(other) = package.keep_or_report(&other.path, read)? {
            packed.append_volume(other);
        }
    }
    Ok(packed)
}

impl<'a> PackageDocument<'a> {
    fn read(package: &'a Arc<Package>, path: &str) -> Result<Self> {
        let (opf, metadata, smil) = package.with_document(path, "the container", |document, _| {
            let opf = Opf::from_manifest(path, document, package)?;
            let metadata = Metadata { epub_version: 0, ..opf::read_metadata(&opf, document) };
            let smil = spine_sequence(&opf, document);
            Ok::<_, Error>((opf, metadata, smil))
        })??;
        Ok(Self { package, opf, smil, metadata, other_ncx: Vec::new() })
    }

    /// Adds the files of another volume, except copies of those that are known.
    fn append_volume(&mut self, other: Self) {
        let package = self.package;
        let key = |path: &str| Some((path::file_name(path).to_owned(), package.content_key(path)?));
        let known: HashSet<_> = self.opf.items.iter().filter_map(|item| key(item.path.as_deref()?)).collect();
        let is_new = |path: &str| key(path).is_none_or(|key| !known.contains(&key));
        self.other_ncx.extend(other.listed_ncx().filter(|path| is_new(path)).map(str::to_owned));
        let smil = other.smil.into_paths();
        self.smil.append_missing(smil.iter().map(String::as_str).filter(|path| is_new(path)));
        let items = other.opf.items.into_iter();
        self.opf.items.extend(items.filter(|item| item.path.as_deref().is_some_and(is_new)));
    }

    /// The first NCX that the manifest lists and the package has.
    fn listed_ncx(&self) -> Option<&str> {
        let files = self.opf.items.iter().filter_map(|item| Some((item, item.path.as_deref()?)));
        let mut ncx = files
            .filter(|(item, path)| item.media_type == "application/x-dtbncx+xml" || ncx::has_ncx_name(path));
        ncx.find(|(_, path)| self.package.contains(path)).map(|(_, path)| path)
    }
}

/// The positions of the ids of one text: in its sections, or among the metadata.
struct TextPlaces {
    sections: HashMap<String, String>,
    front_ids: HashMap<String, Option<String>>,
}

fn read_with_text(
    packed: PackageDocument<'_>,
    texts: &[String],
    progress: &mut dyn Progress,
) -> Result<Book> {
    let PackageDocument { package, opf, smil, mut metadata, .. } = packed;
    let clips = read_clips(package, &opf, smil, texts)?;
    let narrated: HashSet<&str> = clips.iter().filter_map(|clip| clip.text.id.as_deref()).collect();
    let mut sections = Vec::new();
    let mut places: HashMap<&str, TextPlaces> = HashMap::new();
    let mut moved = MovedPlaces::default();
    let mut first_error = None;
    for path in texts {
        let files = dtbook::TextFiles {
            package: Some(package),
            limits: package.limits(),
            parts_before: sections.len(),
            stated: Some(&metadata),
        };
        let read = package.with_document(path, &opf.path, |document, _| {
            dtbook::read_text(path, document, &narrated, files, progress)
        });
        match read.and_then(|text| text) {
            Ok(text) => {
                let first = text.sections.first().map(|section| section.path.clone());
                moved.add_document(path, first.unwrap_or_default(), text.places.clone());
                places.insert(path, TextPlaces { sections: text.places, front_ids: text.front_ids });
                sections.extend(text.sections);
                metadata = text.metadata;
            }
            Err(error) if error.costs_part() => {
                package.report_lost_document(path, &error);
                first_error.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    if let Some(error) = first_error.filter(|_| sections.is_empty()) {
        return Err(error);
    }
    if texts.len() > 1 {
        moved.redirect_links(&mut sections);
        resolve_notes(&mut sections);
    }
    let present = opf.items.iter().filter_map(|item| {
        let path = item.path.clone()?;
        let size = package.size(&path)?;
        let kept = item.media_type.starts_with("image/") || item.media_type.starts_with("audio/");
        kept.then(|| Resource { path, media_type: item.media_type.clone(), size })
    });
    let listed: Vec<Resource> = present.collect();
    let resources = if listed.is_empty() {
        image_resources(package)
    } else {
        let own: HashSet<&str> = listed.iter().map(|resource| resource.path.as_str()).collect();
        let unlisted = image_resources(package);
        let unlisted = unlisted.list().iter().filter(|resource| !own.contains(resource.path.as_str()));
        let unlisted: Vec<Resource> = unlisted.cloned().collect();
        Resources::new(Arc::clone(package), listed.into_iter().chain(unlisted).collect())
    };
    // The headings and page numbers of the text match the navigation file.
    let clips = place_clips(clips, |clip| {
        find_place(clip.text.id.as_deref()?, places.get(clip.text.path.as_str())?, &metadata)
    });
    let book = Book::from_text(metadata, sections, resources);
    Ok(Book { overlays: group_by_section(clips), ..book })
}

/// A book with navigation alone (`dtb:multimediaType` `audioNCX`), or one whose text is missing.
fn read_without_text(
    packed: PackageDocument<'_>,
    ncx: Option<&str>,
    progress: &mut dyn Progress,
) -> Result<Book> {
    let PackageDocument { package, opf, mut smil, mut metadata, other_ncx } = packed;
    let files = SourceFiles::new(package, Standard::Daisy3);
    let read_or_report =
        |path: &str| package.keep_or_report(path, ncx::read_ncx(&files, path, &opf.path, &metadata.title));
    let own = ncx.map(read_or_report).transpose()?.flatten();
    let Ncx { mut center, title } = own.unwrap_or_default();
    for path in other_ncx {
        if let Some(other) = read_or_report(&path)? {
            center.append_volume(other.center);
        }
    }
    if center.entries.is_empty() {
        package.reporter().report(FindingKind::NoContents, &opf.path, "");
    }
    center.report_missing(&files, FindingKind::MissingFile);
    if metadata.title.is_empty() {
        metadata.title = title;
    }
    smil.insert_missing(center.smil_files());
    smil.insert_missing(smil_items(&opf));
    let mut smil = smil.into_paths();
    smil.retain(|path| {
        let is_present = package.contains(path);
        if !is_present {
            package.reporter().report(FindingKind::MissingNarration, &opf.path, path);
        }
        is_present
    });
    if smil.is_empty() {
        return Err(Error::bad_package(opf.path, "it has no SMIL file"));
    }
    let playing = PlayedBook { center: &center, smil: &smil, unplayed: &[], documents: &[] };
    let book = navigation::read_book(package, &files, &playing, metadata, progress)?;
    if book.overlays.is_empty() {
        let reason = "the book has neither text (DTBook) nor narration".into();
        return Err(Error::Unsupported { entry: opf.path, reason });
    }
    Ok(book)
}

/// The texts of the book that the package has: those of the manifest, or else the one that is there. Others
/// are reported.
fn find_dtbooks(packed: &PackageDocument<'_>) -> Result<Vec<String>> {
    let PackageDocument { package, opf, .. } = packed;
    let mut texts: Vec<String> = Vec::new();
    for item in opf.items.iter().filter(|item| is_dtbook_type(&item.media_type)) {
        let Some(path) = &item.path else { continue };
        if !package.contains(path) {
            package.reporter().report(FindingKind::MissingFile, &opf.path, path);
        } else if !texts.contains(path) {
            texts.push(path.clone());
        }
    }
    if texts.is_empty() {
        texts = kind::find_texts(package, |_| true)?;
        for text in &texts {
            package.reporter().report(FindingKind::WrongMediaType, &opf.path, text);
        }
        return Ok(texts);
    }
    let listed: HashSet<&str> = opf.items.iter().filter_map(|item| item.path.as_deref()).collect();
    // Each volume may have a copy.
    let contents: HashSet<_> = texts.iter().map(|text| package.content_key(text)).collect();
    let is_other = |name: &str| !listed.contains(name) && !contents.contains(&package.content_key(name));
    for other in kind::find_texts(package, is_other)? {
        package.reporter().report(FindingKind::UnreferencedDocument, &other, "");
    }
    Ok(texts)
}

fn find_ncx(packed: &PackageDocument<'_>) -> Option<String> {
    let listed = packed.listed_ncx();
    listed.or_else(|| packed.package.names().find(|name| ncx::has_ncx_name(name))).map(str::to_owned)
}

fn spine_sequence(opf: &Opf, document: &Document<'_>) -> FileSequence {
    let spine = find_child(document.root_element(), "spine");
    let refs = spine.into_iter().flat_map(|spine| find_children(spine, "itemref"));
    let items = refs.filter_map(|node| opf.find_item(node.attribute("idref")?));
    let mut order = FileSequence::default();
    order.append_missing(
        items.filter_map(|item| item.path.as_deref().filter(|path| is_smil(&item.media_type, path))),
    );
    order
}

fn smil_items(opf: &Opf) -> impl Iterator<Item = &str> {
    let files = opf.items.iter().filter_map(|item| Some((item, item.path.as_deref()?)));
    files.filter(|(item, path)| is_smil(&item.media_type, path)).map(|(_, path)| path)
}

fn is_smil(media_type: &str, file: &str) -> bool {
    media_type.starts_with("application/smil") || path::extension(file) == "smil"
}

/// The clips of all SMIL files, with the text that they speak and its id, if they say it. A file that is
/// missing or cannot be read narrates nothing, and is reported.
fn read_clips(package: &Package, opf: &Opf, mut smil: FileSequence, texts: &[String]) -> Result<Vec<Clip>> {
    smil.insert_missing(smil_items(opf));
    let mut clips = Vec::new();
    let mut text = texts.first().cloned().unwrap_or_default();
    for file in smil.into_paths() {
        let steps = package.with_document(&file, &opf.path, |document, _| {
            smil::read_steps(document, &mut |source| Ok(package.resolve(&file, source)))
        });
        let steps = match steps {
            Ok(steps) => steps?,
            Err(error) if error.costs_part() => {
                package.reporter().report(FindingKind::MissingNarration, &opf.path, &file);
                package.report_lost_document(&file, &error);
                continue;
            }
            Err(error) => return Err(error),
        };
        for step in steps {
            let shown = step.text.filter(|(path, _)| texts.contains(path));
            let id = shown.and_then(|(path, id)| {
                text = path;
                id
            });
            let target = Target { path: text.clone(), id };
            let pieces =
                step.pieces.into_iter().filter(|piece| smil::is_present(package, &file, &piece.audio));
            clips.extend(pieces.map(|piece| piece.into_clip(target.clone())));
        }
    }
    Ok(clips)
}

/// The new position of the text with an id: in a section, or among the metadata.
fn find_place(id: &str, places: &TextPlaces, metadata: &Metadata) -> Option<Target> {
    if let Some(author) = places.front_ids.get(id) {
        let known = author.as_deref().filter(|author| metadata.names("aut").contains(author));
        return Some(Target { path: String::new(), id: known.map(str::to_owned) });
    }
    Some(Target { path: places.sections.get(id)?.clone(), id: Some(id.to_owned()) })
}
