//! DAISY 3 in: the text of the `DTBook`, the metadata of the package document, the narration of the SMIL files.

mod html;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;
use roxmltree::{Document, Node};

use crate::epub::smil;
use crate::epub::{Opf, PageIds, read_content, read_opf_metadata, resolve_notes};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::model::{Book, Clip, Matter, Overlay, Resource, Resources, Section};
use crate::package::Package;
use crate::path;
use crate::progress::{Progress, step};
use crate::resources::find_package_document;
use crate::xml::{self, child, children};

/// Reads a DAISY 3 book with text. Every division of the first level is a section.
///
/// # Errors
/// The container is broken, is no DAISY 3 book, or has no text; see [`crate::Error`].
pub fn read(bytes: Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    let package = Arc::new(Package::open(bytes, *limits)?);
    let path = package_document(&package)?;
    let text = xml::decode(&path, package.read(&path, "the container")?)?;
    let document = xml::parse(&path, &text, limits)?;
    let opf = Opf::of_manifest(&path, &document)?;
    let metadata = read_opf_metadata(&opf, &document);
    let dtbook = dtbook(&opf).ok_or_else(|| no_text(&path))?;
    let text = xml::decode(&dtbook, package.read(&dtbook, &path)?)?;
    let clips = clips(&package, &opf, &dtbook)?;
    let narrated: HashSet<&str> = clips.iter().filter_map(|clip| clip.text.id.as_deref()).collect();
    let (mut sections, places) = read_text(&dtbook, &text, &narrated, limits, progress)?;
    if sections.is_empty() {
        return Err(no_text(&dtbook));
    }
    resolve_notes(&mut sections);
    let present = opf.items.iter().filter_map(|item| {
        let path = item.path.clone()?;
        let size = package.size(&path)?;
        let kept = item.media_type.starts_with("image/") || item.media_type.starts_with("audio/");
        kept.then(|| Resource { path, media_type: item.media_type.clone(), size })
    });
    let overlays = narration(clips, &places);
    let resources = Resources::new(Arc::clone(&package), present.collect());
    Ok(Book {
        metadata,
        sections,
        // The headings and page numbers of the text say the same as the navigation file.
        nav: Vec::new(),
        pages: Vec::new(),
        landmarks: Vec::new(),
        overlays,
        resources,
    })
}

/// Whether a container is a DAISY 3 book and no EPUB.
pub(crate) fn is_daisy(bytes: &Bytes, limits: &Limits) -> bool {
    let package = Package::open(bytes.clone(), *limits);
    package.is_ok_and(|package| {
        !package.contains("META-INF/container.xml") && package_document(&package).is_ok()
    })
}

fn no_text(entry: &str) -> Error {
    Error::Unsupported { entry: entry.to_owned(), reason: "the book has no text (DTBook)".into() }
}

fn package_document(package: &Package) -> Result<String> {
    find_package_document(package).ok_or_else(|| Error::Unsupported {
        entry: "the container".into(),
        reason: "it is no DAISY 3 book".into(),
    })
}

/// The text of the book.
fn dtbook(opf: &Opf) -> Option<String> {
    let is =
        |media_type: &str| media_type == "application/x-dtbook+xml" || media_type == "application/x-dtbook";
    opf.items.iter().find(|item| is(&item.media_type)).and_then(|item| item.path.clone())
}

/// The sections, and in which of them each id is.
fn read_text(
    path: &str,
    text: &str,
    narrated: &HashSet<&str>,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Result<(Vec<Section>, HashMap<String, String>)> {
    let document = xml::parse(path, text, limits)?;
    let root = document.root_element();
    let book = child(root, "book").filter(|_| root.tag_name().name() == "dtbook");
    let Some(book) = book else { return Err(no_text(path)) };
    let mut parts: Vec<(Matter, Node<'_, '_>)> = Vec::new();
    for (name, matter) in
        [("frontmatter", Matter::Front), ("bodymatter", Matter::Body), ("rearmatter", Matter::Back)]
    {
        for division in children(book, name).flat_map(|part| part.children().filter(is_level)) {
            parts.push((matter, division));
        }
    }
    let names: Vec<String> = (1..=parts.len()).map(|n| name(path, n)).collect();
    let mut places: HashMap<String, String> = HashMap::new();
    for ((_, part), name) in parts.iter().zip(&names) {
        for id in part.descendants().filter_map(|node| node.attribute("id")) {
            places.entry(id.to_owned()).or_insert_with(|| name.clone());
        }
    }
    let total = parts.len();
    let mut sections = Vec::with_capacity(total);
    for (n, ((matter, part), name)) in parts.iter().zip(&names).enumerate() {
        step(progress, n, total)?;
        let html = html::write(*part, name, &places, narrated);
        let document = xml::parse(name, &html, &deeper(limits))?;
        sections.push(section(&document, name, *matter, root));
    }
    step(progress, total, total)?;
    Ok((sections, places))
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
fn narration(clips: Vec<Clip>, places: &HashMap<String, String>) -> Vec<Overlay> {
    let mut overlays: Vec<Overlay> = Vec::new();
    for mut clip in clips {
        let Some(section) = clip.text.id.as_ref().and_then(|id| places.get(id)) else { continue };
        clip.text.path.clone_from(section);
        match overlays.iter_mut().find(|overlay| overlay.section == *section) {
            Some(overlay) => overlay.clips.push(clip),
            None => overlays.push(Overlay { section: section.clone(), duration: None, clips: vec![clip] }),
        }
    }
    overlays
}

/// What is written for an element may be one element deeper.
fn deeper(limits: &Limits) -> Limits {
    Limits { xml_depth: limits.xml_depth * 2 + 8, ..*limits }
}

fn section(document: &Document<'_>, path: &str, matter: Matter, root: Node<'_, '_>) -> Section {
    let content = read_content(path, document, &PageIds::new());
    let own = |name: (&str, &str)| root.attribute(name).and_then(xml::language).map(str::to_owned);
    Section {
        path: path.to_owned(),
        linear: true,
        matter,
        lang: content.lang.or_else(|| own((xml::XML, "lang"))),
        dir: content.dir,
        title: None,
        starts: None,
        blocks: content.blocks,
        ids: content.ids,
        repaired: false,
    }
}

fn is_level(node: &Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "level1" | "level")
}

/// The name of a part, in the folder of the text, so that what it refers to is found from there.
fn name(text: &str, number: usize) -> String {
    let folder = path::folder(text);
    let slash = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{slash}dtbook-part{number}.xhtml")
}
