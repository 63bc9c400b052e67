//! The reading order: the documents that the spine names, or those that can be found if it names none.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::{ManifestItem, Opf, SpineRef, kind};
use crate::litter::is_litter;
use crate::xml::find_children;
use crate::{Error, FindingKind, Package, Result, path};

/// Why an entry of the spine has no document.
type MissingDocument = (FindingKind, String, Error);

/// Reads the spine into the package document. Entries that lead to no document or picture are left out and
/// reported; if none leads to a document, those of the manifest are read in its order.
///
/// # Errors
/// There is no document at all: why the first entry has none.
pub(super) fn read_spine(opf: &mut Opf, spine: Option<Node<'_, '_>>, package: &Package) -> Result<()> {
    let mut first_error = None;
    let mut seen = HashSet::new();
    let mut ids_by_case: Option<HashMap<String, Option<String>>> = None;
    let nodes = spine.into_iter().flat_map(|spine| find_children(spine, "itemref"));
    for (position, node) in nodes.enumerate() {
        let mut idref = node.attribute("idref").unwrap_or_default().trim();
        if !opf.by_id.contains_key(idref)
            && let Some(Some(id)) =
                ids_by_case.get_or_insert_with(|| index_by_case(opf)).get(&idref.to_lowercase())
        {
            package.reporter().report(FindingKind::InexactName, &opf.path, idref);
            idref = id;
        }
        match find_document(opf, idref, package) {
            // A spine names each document once (EPUB 3.3, 5.7.2): a short list could make an endless book
            // otherwise.
            Ok(item) if !seen.insert(opf.items[item].path.clone()) => {
                package.reporter().report(FindingKind::RepeatedItem, &opf.path, idref);
            }
            Ok(item) => {
                let linear = node.attribute("linear").map(str::trim) != Some("no");
                opf.spine.push(SpineRef { item, linear, position });
            }
            Err((kind, subject, error)) => {
                package.reporter().report(kind, &opf.path, &subject);
                first_error.get_or_insert(error);
            }
        }
    }
    if opf.document_paths().next().is_none() {
        let pictures = std::mem::take(&mut opf.spine);
        read_manifest(opf, package);
        if opf.spine.is_empty() && pictures.is_empty() {
            list_documents(opf, package);
            read_manifest(opf, package);
        }
        if !opf.spine.is_empty() {
            package.reporter().report(FindingKind::NoSpine, &opf.path, "spine");
            // A package document that lists so little is delivered rewritten.
            opf.version = 2;
        }
        opf.spine.splice(0..0, pictures);
    }
    if opf.spine.is_empty() {
        let reason = match spine {
            Some(_) => "the spine is empty, and the manifest has no document",
            None => "the spine is missing, and the manifest has no document",
        };
        return Err(first_error.unwrap_or_else(|| Error::bad_package(&opf.path, reason)));
    }
    if opf.version == 2 {
        // The spine that is delivered is written from this one. Pictures get pages, except those that EPUB 3
        // does not have.
        let mut position = 0;
        for entry in &mut opf.spine {
            entry.position = position;
            let item = &opf.items[entry.item];
            position += usize::from(!item.is_picture() || item.gets_page(package));
        }
    }
    Ok(())
}

/// The ids of the items by their small letters; none where several items differ in case alone.
fn index_by_case(opf: &Opf) -> HashMap<String, Option<String>> {
    let mut ids: HashMap<String, Option<String>> = HashMap::new();
    for id in opf.by_id.keys() {
        ids.entry(id.to_lowercase()).and_modify(|other| *other = None).or_insert_with(|| Some(id.clone()));
    }
    ids
}

/// Makes a spine of the documents of the manifest.
fn read_manifest(opf: &mut Opf, package: &Package) {
    let mut seen = HashSet::new();
    for item in 0..opf.items.len() {
        let own = &opf.items[item];
        let is_text = own.is_text() || kind::is_dtbook_type(&own.media_type);
        if is_text && has_content(own, package) && !own.has_property("nav") && seen.insert(own.path.clone()) {
            let position = opf.spine.len();
            opf.spine.push(SpineRef { item, linear: true, position });
        }
    }
}

/// Lists the documents that the manifest does not, in the order of their names.
fn list_documents(opf: &mut Opf, package: &Package) {
    let listed: HashSet<&str> = opf.items.iter().filter_map(|item| item.path.as_deref()).collect();
    let is_document = |path: &&str| path::is_html(path) && !is_litter(path);
    let mut paths: Vec<String> = package
        .names()
        .filter(|path| !listed.contains(path))
        .filter(is_document)
        .map(str::to_owned)
        .collect();
    paths.sort();
    opf.items.extend(paths.into_iter().map(ManifestItem::new_unlisted));
}

/// The document of an entry: its item, or the first of its fallbacks that can be read. If none can, the first
/// of them that is a picture.
fn find_document(opf: &mut Opf, idref: &str, package: &Package) -> Result<usize, MissingDocument> {
    let Some(mut at) = opf.by_id.get(idref).copied().or_else(|| item_by_path(opf, idref, package)) else {
        return Err(missing_item(FindingKind::MissingItem, opf, idref));
    };
    let mut missing: Option<MissingDocument> = None;
    let mut picture: Option<usize> = None;
    // A fallback chain that is longer than the manifest is a cycle.
    for _ in 0..opf.items.len() {
        correct_picture_type(&mut opf.items[at], package);
        match readable_type(opf, at, idref, package) {
            Ok(media_type) => {
                if let Some(media_type) = media_type {
                    correct_type(&mut opf.items[at], media_type, package);
                }
                return Ok(at);
            }
            Err(error) => missing = missing.or(Some(error)),
        }
        let item = &opf.items[at];
        if picture.is_none() && item.is_picture() && has_content(item, package) {
            picture = Some(at);
        }
        let fallback = item.fallback.as_deref();
        match fallback.and_then(|id| opf.by_id.get(id.trim())) {
            Some(next) => at = *next,
            None => break,
        }
    }
    picture.ok_or_else(|| missing.unwrap_or_else(|| missing_item(FindingKind::MissingItem, opf, idref)))
}

fn missing_item(kind: FindingKind, opf: &Opf, idref: &str) -> MissingDocument {
    let error = Error::MissingSpineItem { entry: opf.path.clone(), idref: idref.to_owned() };
    (kind, idref.to_owned(), error)
}

fn correct_type(item: &mut ManifestItem, media_type: &str, package: &Package) {
    let path = item.path.as_deref().unwrap_or_default();
    package.reporter().report(FindingKind::WrongMediaType, path, &item.media_type);
    media_type.clone_into(&mut item.media_type);
}

/// Corrects the type of a picture that the manifest calls a document.
fn correct_picture_type(item: &mut ManifestItem, package: &Package) {
    let Some(path) = item.path.as_deref().filter(|_| item.is_text()) else { return };
    if let Some(media_type) = kind::picture_type(path, package) {
        correct_type(item, media_type, package);
    }
}

/// Returns true if the file of an item exists and is not empty.
fn has_content(item: &ManifestItem, package: &Package) -> bool {
    item.path.as_deref().and_then(|path| package.size(path)).is_some_and(|size| size > 0)
}

/// The item of an entry that names a path instead of an id.
fn item_by_path(opf: &Opf, idref: &str, package: &Package) -> Option<usize> {
    let (path, _) = package.resolve(&opf.path, idref).filter(|(path, _)| package.contains(path))?;
    opf.items.iter().position(|item| item.path.as_deref() == Some(path.as_str()))
}

/// Checks that an item is a document that can be read. Returns its true type if that is another than the
/// stated one.
fn readable_type(
    opf: &Opf,
    at: usize,
    idref: &str,
    package: &Package,
) -> Result<Option<&'static str>, MissingDocument> {
    let item = &opf.items[at];
    let Some(path) = item.path.as_deref() else {
        return Err(missing_item(FindingKind::MissingFile, opf, idref));
    };
    let Some(size) = package.size(path) else {
        let error = Error::MissingEntry { entry: path.to_owned(), place: opf.path.clone() };
        return Err((FindingKind::MissingFile, path.to_owned(), error));
    };
    if size == 0 {
        let error = Error::bad_package(path, "the document is empty");
        return Err((FindingKind::EmptyDocument, path.to_owned(), error));
    }
    if kind::is_readable(&item.media_type) {
        return Ok(None);
    }
    // Plain text is read if it has no fallback, which has its words and more.
    let has_better = item.fallback.is_some() && path::extension(path) == "txt";
    kind::true_type(path, package).filter(|_| !has_better).map(Some).ok_or_else(|| {
        let reason = format!("a text of the type {} cannot be read", item.media_type);
        let error = Error::Unsupported { entry: path.to_owned(), reason };
        (FindingKind::UnreadableType, format!("{path} ({})", item.media_type), error)
    })
}
