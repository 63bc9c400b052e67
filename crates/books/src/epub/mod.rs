//! EPUB 2 and 3: reading on bytes, and writing the EPUB 3 that is delivered.

mod build;
mod concealed;
mod container;
mod content;
mod metadata;
mod nav;
mod notes;
mod opf;
mod outline;
mod page_list;
pub(crate) mod smil;
mod source;
mod titles;
mod unmarked;
mod write;

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;

use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::model::{Book, Matter, Overlay, Resource, Resources, Section, Target};
use crate::package::Package;
use crate::places::Trail;
use crate::progress::{Progress, step};

pub(crate) use build::write_book_placed;
pub use build::{Built, write_book};
pub(crate) use container::package_document;
#[cfg(any(test, feature = "testkit"))]
pub(crate) use content::hidden as is_hidden;
pub(crate) use content::{BookFiles, Content, Matrix, PageIds, advance, is_block, read as read_content};
pub(crate) use metadata::{isbns, isbns_of, read as read_opf_metadata};
pub(crate) use notes::resolve as resolve_notes;
pub(crate) use opf::Opf;
pub(crate) use outline::set_levels;
pub(crate) use source::Source;
pub(crate) use write::locate;
pub use write::{CONVERTER_VERSION, write};

/// Reads an EPUB 2 or 3.
///
/// Ill-formed documents are read as browsers read them ([`Section::repaired`]); everything else
/// that is wrong is an error which names the file. Files next to the text stay packed until they are
/// asked for.
///
/// # Errors
/// Every kind of broken, hostile or protected file; see [`crate::Error`].
pub fn read(bytes: Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    read_source(&Source::open(bytes, limits, progress.reporter())?, None, progress)
}

/// Reads the metadata of a sidecar package document.
///
/// # Errors
/// It is not a package document, or not well-formed.
pub fn read_package_document(bytes: &[u8]) -> Result<crate::model::Metadata> {
    const NAME: &str = "package document";
    let text = crate::xml::decode(NAME, bytes.to_vec())?;
    let document = crate::xml::parse(NAME, &text, &Limits::default())?;
    let opf = Opf::alone(NAME, &document)?;
    Ok(metadata::read(&opf, &document))
}

/// The index in the spine and the text of each section, in order.
pub(crate) type Trails = Vec<(usize, Trail)>;

/// Returns another text for a document of the spine, by its path, before it is read.
pub(crate) type Rewrite<'r> = &'r mut dyn FnMut(&str, &roxmltree::Document<'_>) -> String;

/// Reads the book; its documents are also kept as trails if these are wanted.
pub(crate) fn read_source(
    source: &Source,
    trails: Option<&mut Trails>,
    progress: &mut dyn Progress,
) -> Result<Book> {
    read_documents(source, trails, None, progress)
}

/// Reads the book from documents that are rewritten first.
pub(crate) fn read_rewritten(
    source: &Source,
    rewrite: Option<Rewrite<'_>>,
    progress: &mut dyn Progress,
) -> Result<Book> {
    read_documents(source, None, rewrite, progress)
}

fn read_documents(
    source: &Source,
    mut trails: Option<&mut Trails>,
    mut rewrite: Option<Rewrite<'_>>,
    progress: &mut dyn Progress,
) -> Result<Book> {
    let Source { package, opf, .. } = source;
    let (metadata, landmarks) = source
        .with_opf(|opf, document| (metadata::read(opf, document), nav::read_guide(&opf.path, document)))?;
    let mut navigation = source.navigation()?;
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
    let total = opf.spine.len();
    let mut sections = Vec::with_capacity(total);
    let mut kinds = Vec::with_capacity(total);
    let mut read = HashSet::new();
    for (n, spine_ref) in opf.spine.iter().enumerate() {
        step(progress, n, total)?;
        // A spine names each document once (EPUB 3.3, 5.7.2): a short list could make an endless book
        // otherwise.
        if !read.insert(spine_ref.item) {
            continue;
        }
        let item = &opf.items[spine_ref.item];
        let path = item.path.clone().unwrap_or_default();
        let mut names_language = false;
        let (content, repaired) = source.with_text(&path, &opf.path, |document, repaired| {
            package.keep(&path, document)?;
            names_language = write::language::names_language(document);
            if let Some(trails) = &mut trails {
                trails.push((n, Trail::of(document)));
            }
            let Some(rewrite) = &mut rewrite else {
                return Ok::<_, Error>((content::read(&path, document, &pages, Some(&files)), repaired));
            };
            let text = rewrite(&path, document);
            let document = crate::xml::parse(&path, &text, package.limits())?;
            Ok((content::read(&path, &document, &pages, Some(&files)), repaired))
        })??;
        kinds.push(content.kinds);
        sections.push(Section {
            path,
            linear: spine_ref.linear,
            matter: Matter::Body,
            lang: content.lang,
            dir: content.dir,
            title: content.title,
            starts: None,
            blocks: content.blocks,
            ids: content.ids,
            repaired,
            names_language,
            counted: None,
        });
    }
    follow_frames(&files, &mut sections, &mut navigation);
    page_list::place_pages(&mut sections, &mut navigation.pages, package.reporter());
    outline::set_matter(&mut sections, &kinds, &navigation.landmarks);
    outline::set_levels(&mut sections, &navigation.toc);
    unmarked::recognize(&mut sections);
    concealed::settle(&mut sections, navigation.targets());
    notes::resolve(&mut sections);
    step(progress, total, total)?;
    Ok(Book {
        metadata,
        sections,
        nav: navigation.toc,
        pages: navigation.pages,
        landmarks: navigation.landmarks,
        overlays: overlays(source)?,
        resources: resources(package, opf).with_added(files.take_pictures().into_iter().map(|picture| {
            let (path, media_type) = (picture.path, picture.media_type);
            (path, media_type, picture.bytes)
        })),
        reporter: package.reporter().clone(),
    })
}

/// Leads links to framed documents to where these are shown.
fn follow_frames(files: &BookFiles<'_>, sections: &mut [Section], navigation: &mut nav::Navigation) {
    if !files.has_moved() {
        return;
    }
    let mut follow = |target: &mut Target| {
        if let Some(moved) = files.moved(target) {
            *target = moved;
        }
    };
    for block in sections.iter_mut().flat_map(|section| &mut section.blocks) {
        content::frames::visit_targets(block, &mut follow);
    }
    navigation.visit_targets(&mut follow);
}

fn overlays(source: &Source) -> Result<Vec<Overlay>> {
    let mut found = Vec::new();
    for item in &source.opf.items {
        let overlay = item.overlay.as_deref().and_then(|id| source.opf.by_id(id));
        let (Some(section), Some(smil)) = (&item.path, overlay.and_then(|overlay| overlay.path.as_deref()))
        else {
            continue;
        };
        let clips = smil::read(&source.package, smil, &source.opf.path)?;
        let duration = clips.iter().map(crate::model::Clip::length).sum();
        found.push(Overlay { section: section.clone(), duration, clips });
    }
    Ok(found)
}

fn resources(package: &Arc<Package>, opf: &Opf) -> Resources {
    let present = opf.items.iter().filter_map(|item| {
        let path = item.path.clone()?;
        let size = package.size(&path)?;
        Some(Resource { path, media_type: item.media_type.clone(), size })
    });
    Resources::new(Arc::clone(package), present.collect())
}
