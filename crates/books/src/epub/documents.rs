//! The documents of the spine, one after the other, with what belongs to them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use position_maps::DocumentTrail;
use roxmltree::Document;

use super::nav::Navigation;
use super::{EpubSource, Rewrite, Trails, nav, write};
use crate::content::{self, BookFiles};
use crate::dtbook::{self, MovedPlaces, TextFiles as DtbookFiles};
use crate::media_types::media_type;
use crate::model::{
    Block, BlockKind, Book, Clip, Image, ImageSource, Landmark, Matter, Metadata, Overlay, Resource,
    Resources, Section, Target, has_words, walk_blocks,
};
use crate::opf::{Opf, SpineRef};
use crate::progress::report_step;
use crate::{Error, FindingKind, Package, Progress, Result, identity, opf, smil};

/// Sections with their kinds, of which there may be several in one document.
#[derive(Default)]
pub(super) struct ReadSections {
    pub(super) sections: Vec<Section>,
    pub(super) kinds: Vec<Vec<String>>,
    /// The metadata of the package document, completed from documents of `DTBook`.
    metadata: Metadata,
    /// New places of documents of `DTBook`.
    moved_places: MovedPlaces,
    /// Why the first document that cannot be read cannot.
    first_error: Option<Error>,
}

pub(super) struct DocumentReader<'a, 'r> {
    pub(super) source: &'a EpubSource,
    pub(super) files: &'a BookFiles<'a>,
    pages: &'a content::PageIds,
    trails: Option<&'a mut Trails>,
    rewrite: Option<Rewrite<'r>>,
    pub(super) reading: ReadSections,
}

impl DocumentReader<'_, '_> {
    /// Reads a document. `entry` is its entry in the spine, if it has one. A document that cannot be read is
    /// left out and reported.
    pub(super) fn read_document(
        &mut self,
        path: &str,
        entry: Option<&SpineRef>,
        progress: &mut dyn Progress,
    ) -> Result<()> {
        let source = self.source;
        let EpubSource { package, opf, .. } = source;
        let pages = self.pages;
        let files = self.files;
        let Self { trails, rewrite, reading, .. } = self;
        let document = source.with_text(path, &opf.path, |document, repaired| {
            if let Err(error) = package.count_nodes(path, document) {
                return Ok(Err(error));
            }
            if is_dtbook(document) {
                return reading.read_dtbook(path, document, package, progress).map(Ok);
            }
            if let (Some(trails), Some(entry)) = (trails, entry) {
                trails.push((entry.position, DocumentTrail::from_document(document)));
            }
            let content = match rewrite {
                None => content::read_document(path, document, pages, Some(files)),
                Some(rewrite) => {
                    let text = rewrite(path, document);
                    let document = crate::xml::parse(path, &text, package.limits())?;
                    content::read_document(path, &document, pages, Some(files))
                }
            };
            // Documents that the spine does not name follow the book.
            reading.kinds.push(if entry.is_some() { content.kinds } else { vec!["backmatter".to_owned()] });
            reading.sections.push(Section {
                path: path.to_owned(),
                linear: entry.is_some_and(|entry| entry.linear),
                matter: Matter::Body,
                lang: content.lang,
                dir: content.dir,
                title: content.title,
                starts: None,
                named_places: Vec::new(),
                blocks: content.blocks,
                ids: content.ids,
                repaired,
                names_language: write::language::names_language(document),
                needed_properties: write::properties::needed_properties(document),
                counted: Some(content.source_count),
                part_of: None,
            });
            Ok(Ok(()))
        });
        match document.and_then(|result| result) {
            // All documents together are too many.
            Ok(result) => result,
            Err(error) if error.costs_part() => {
                package.report_lost_document(path, &error);
                self.reading.first_error.get_or_insert(error);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Adds a picture that the spine names in place of a document. Reading apps don't show a book that is
    /// nothing but such pictures, so theirs get names of documents, for which the book is written again. In
    /// an EPUB 2 they get pages.
    fn add_picture(&mut self, path: &str, entry: &SpineRef, has_documents: bool) {
        if let Some(trails) = &mut self.trails {
            trails.push((entry.position, DocumentTrail::default()));
        }
        let EpubSource { package, opf, .. } = self.source;
        let stays = has_documents && opf.version != 2;
        let name = if stays { path.to_owned() } else { write::unused_document_path(package, path) };
        self.reading.moved_places.add_document(path, name.clone(), HashMap::new());
        let image = Image::from_file(path, None);
        let blocks = vec![Block::new(BlockKind::Image(image))];
        self.reading.kinds.push(Vec::new());
        self.reading.sections.push(Section {
            linear: entry.linear,
            names_language: true,
            ..Section::new(name, Matter::Body, blocks)
        });
    }
}

/// Reads the book. A document that cannot be read is left out and reported.
pub(super) fn read_documents(
    source: &EpubSource,
    trails: Option<&mut Trails>,
    rewrite: Option<Rewrite<'_>>,
    progress: &mut dyn Progress,
) -> Result<Book> {
    let EpubSource { package, opf, .. } = source;
    let (metadata, landmarks) = source.with_opf(|opf, document| {
        (opf::read_metadata(opf, document), nav::read_guide(package, &opf.path, document))
    })?;
    let mut navigation = source.read_navigation()?;
    if navigation.landmarks.is_empty() {
        navigation.landmarks = landmarks;
    }
    let mut pages = content::PageIds::new();
    for page in &navigation.pages {
        if let Some(id) = &page.target.id {
            let labels = pages.entry(page.target.path.clone()).or_default();
            labels.entry(id.clone()).or_insert_with(|| page.label.clone());
        }
    }
    let files = BookFiles::new(package, Some(opf));
    let mut reader = DocumentReader {
        source,
        files: &files,
        pages: &pages,
        trails,
        rewrite,
        reading: ReadSections { metadata, ..ReadSections::default() },
    };
    let total = opf.spine.len();
    let has_documents = opf.document_paths().next().is_some();
    for (n, entry) in opf.spine.iter().enumerate() {
        report_step(progress, n, total)?;
        let item = &opf.items[entry.item];
        let path = item.path.as_deref().unwrap_or_default();
        if item.is_picture() {
            reader.add_picture(path, entry, has_documents);
            continue;
        }
        reader.read_document(path, Some(entry), progress)?;
    }
    reader.read_linked(&navigation, progress)?;
    let ReadSections { mut sections, kinds, mut metadata, moved_places: moved, first_error } = reader.reading;
    if sections.is_empty() {
        let unreadable = || Error::bad_package(&opf.path, "no document of the book can be read");
        return Err(first_error.unwrap_or_else(unreadable));
    }
    moved.redirect_links(&mut sections);
    navigation.visit_targets(&mut |target| moved.redirect_target(target));
    follow_frames(&files, &mut sections, &mut navigation);
    content::place_pages(&mut sections, &mut navigation.pages, package.reporter());
    if navigation.pages.is_empty() {
        // The navigation document that is delivered leads to the pages of the text.
        navigation.pages = content::list_pages(&sections);
    }
    content::set_matter(&mut sections, &kinds, &navigation.landmarks);
    content::set_levels(&mut sections, &navigation.toc);
    content::recognize_unmarked(&mut sections);
    content::settle_concealed(&mut sections, navigation.targets());
    content::resolve_notes(&mut sections);
    content::recognize_scene_breaks(&mut sections);
    report_step(progress, total, total)?;
    if metadata.cover.is_none() {
        metadata.cover = find_cover_picture(&sections, &kinds, &navigation.landmarks);
    }
    let mut book = Book {
        metadata,
        sections,
        nav: navigation.toc,
        pages: navigation.pages,
        landmarks: navigation.landmarks,
        overlays: read_overlays(source)?,
        resources: list_resources(package, opf).with_added(files.take_pictures().into_iter().map(
            |picture| {
                let (path, media_type) = (picture.path, picture.media_type);
                (path, media_type, picture.bytes)
            },
        )),
        reporter: package.reporter().clone(),
    };
    identity::complete_metadata(&mut book, &opf.path, || package.bytes());
    Ok(book)
}

/// Leads links to framed documents to where these are shown.
fn follow_frames(files: &BookFiles<'_>, sections: &mut [Section], navigation: &mut Navigation) {
    if !files.has_moved_documents() {
        return;
    }
    let mut follow = |target: &mut Target| {
        if let Some(moved) = files.moved_target(target) {
            *target = moved;
        }
    };
    for block in sections.iter_mut().flat_map(|section| &mut section.blocks) {
        content::frames::visit_targets(block, &mut follow);
    }
    navigation.visit_targets(&mut follow);
}

/// The picture that is all a cover page has: the page that is called so, or else the first.
fn find_cover_picture(sections: &[Section], kinds: &[Vec<String>], landmarks: &[Landmark]) -> Option<String> {
    let named = landmarks.iter().find(|landmark| landmark.kind == "cover");
    let by_landmark = named.and_then(|named| sections.iter().find(|one| one.path == named.target.path));
    let is_cover = |kinds: &[String]| kinds.iter().any(|kind| kind == "cover");
    let by_kind =
        || sections.iter().zip(kinds).find(|(_, kinds)| is_cover(kinds)).map(|(section, _)| section);
    let page = by_landmark.or_else(by_kind).or(sections.first())?;
    let mut pictures: Vec<&ImageSource> = Vec::new();
    let mut has_text = false;
    walk_blocks(&page.blocks, &mut |block| {
        block.walk_images(&mut |image| pictures.push(&image.source));
        has_text |= has_words(block.inlines());
    });
    match pictures.as_slice() {
        [ImageSource::File(path)] if !path.is_empty() && !has_text => Some(path.clone()),
        _ => None,
    }
}

fn is_dtbook(document: &Document<'_>) -> bool {
    matches!(document.root_element().tag_name().name(), "dtbook" | "dtbook3")
}

impl ReadSections {
    /// Reads a text of `DTBook`, which an EPUB 2 may have in its spine (OPS 2.0.1, 1.3.7).
    fn read_dtbook(
        &mut self,
        path: &str,
        document: &Document<'_>,
        package: &Package,
        progress: &mut dyn Progress,
    ) -> Result<()> {
        let files = DtbookFiles {
            package: Some(package),
            limits: package.limits(),
            parts_before: self.sections.len(),
            stated: Some(&self.metadata),
        };
        let text = dtbook::read_text(path, document, &HashSet::new(), files, progress)?;
        self.metadata = text.metadata;
        let first = text.sections.first().map(|section| section.path.clone());
        self.moved_places.add_document(path, first.unwrap_or_default(), text.places);
        for section in text.sections {
            let kind = match section.matter {
                Matter::Front => "frontmatter",
                Matter::Body => "bodymatter",
                Matter::Back => "backmatter",
            };
            self.kinds.push(vec![kind.to_owned()]);
            self.sections.push(section);
        }
        Ok(())
    }
}

fn read_overlays(source: &EpubSource) -> Result<Vec<Overlay>> {
    let mut found = Vec::new();
    for item in &source.opf.items {
        let (Some(section), Some(stated)) = (&item.path, &item.overlay) else { continue };
        let smil = source.opf.find_item(stated).and_then(|overlay| overlay.path.as_deref());
        let Some(smil) = smil else {
            source.package.reporter().report(FindingKind::MissingNarration, &source.opf.path, stated);
            continue;
        };
        let clips = smil::read_clips(&source.package, smil, &source.opf.path)?;
        let duration = clips.iter().map(Clip::length).sum();
        found.push(Overlay { section: section.clone(), duration, clips });
    }
    Ok(found)
}

/// The files of the manifest, and the pictures and recordings that it does not list. A type that contradicts
/// the name of a picture or a recording is not believed.
fn list_resources(package: &Arc<Package>, opf: &Opf) -> Resources {
    let mut listed: HashSet<&str> = HashSet::new();
    let mut files = Vec::with_capacity(opf.items.len());
    for item in &opf.items {
        let Some(path) = item.path.as_deref().filter(|path| listed.insert(*path)) else { continue };
        let Some(size) = package.size(path) else { continue };
        let by_name = media_type(path);
        let is_media =
            |media_type: &str| ["image/", "audio/", "video/"].iter().any(|kind| media_type.starts_with(kind));
        let media_type = if is_media(by_name) && !is_media(&item.media_type) {
            package.reporter().report(FindingKind::WrongMediaType, path, &item.media_type);
            by_name
        } else {
            &item.media_type
        };
        files.push(Resource { path: path.to_owned(), media_type: media_type.to_owned(), size });
    }
    let unlisted = package.files(|path| media_type(path).to_owned()).into_iter().filter(|file| {
        !listed.contains(file.path.as_str())
            && (file.media_type.starts_with("image/") || file.media_type.starts_with("audio/"))
    });
    files.extend(unlisted.map(|file| Resource {
        path: file.path,
        media_type: file.media_type,
        size: file.size,
    }));
    Resources::new(Arc::clone(package), files)
}
