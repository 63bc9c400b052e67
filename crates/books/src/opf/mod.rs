//! The package document: manifest and spine.

mod kind;
mod metadata;
mod spine;
mod titles;

use std::collections::HashMap;

use roxmltree::{Document, Node};

use crate::model::Direction;
use crate::xml::{find_child, find_children};
use crate::{Error, FindingKind, Package, Result, path};

pub(crate) use kind::{core_picture_type, is_dtbook_type};
pub(crate) use metadata::{identifier_isbns, list_isbns, read_metadata, stated_text};

#[derive(Debug, Clone, Default)]
pub(crate) struct ManifestItem {
    pub(crate) id: String,
    /// Path in the package; `None` for a remote resource.
    pub(crate) path: Option<String>,
    /// The stated media type, or for documents of the spine the true one.
    pub(crate) media_type: String,
    pub(crate) properties: String,
    pub(crate) overlay: Option<String>,
    pub(crate) fallback: Option<String>,
    /// The name by which the manifest lists a file that has an equivalent name in the container.
    listed_name: Option<String>,
}

impl ManifestItem {
    fn new_unlisted(path: String) -> Self {
        Self { path: Some(path), media_type: "application/xhtml+xml".to_owned(), ..Self::default() }
    }

    pub(crate) fn has_property(&self, property: &str) -> bool {
        self.properties.split_ascii_whitespace().any(|p| p == property)
    }

    /// Returns true if it is a list of the pages of the print edition as Adobe's programs had it.
    pub(crate) fn is_page_map(&self) -> bool {
        matches!(
            self.media_type.as_str(),
            "application/oebps-page-map+xml" | "application/vnd.adobe-page-map+xml"
        )
    }

    /// Returns true if it is a picture, other than a drawing.
    pub(crate) fn is_picture(&self) -> bool {
        matches!(
            self.media_type.as_str(),
            "image/png" | "image/jpeg" | "image/jpg" | "image/gif" | "image/webp" | "image/bmp"
        )
    }

    /// Returns true if it is a picture that gets a page if the spine of an EPUB 2 names it: one that EPUB 3
    /// has.
    pub(crate) fn gets_page(&self, package: &Package) -> bool {
        let is_core = |path: &str| core_picture_type(path, package).is_some();
        self.is_picture() && self.path.as_deref().is_some_and(is_core)
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(self.media_type.as_str(), "application/xhtml+xml" | "text/html" | "text/x-oeb1-document")
    }
}

#[derive(Debug, Clone)]
pub(crate) struct SpineRef {
    /// Index into [`Opf::items`].
    pub(crate) item: usize,
    pub(crate) linear: bool,
    /// Index of its `itemref` in the package document that is delivered, from 0. One without a document
    /// counts.
    pub(crate) position: usize,
}

/// The package document without its metadata.
#[derive(Debug, Clone)]
pub(crate) struct Opf {
    pub(crate) path: String,
    /// 2 or 3.
    pub(crate) version: u8,
    pub(crate) items: Vec<ManifestItem>,
    /// The documents in reading order, each once, and pictures that the spine names in place of documents.
    pub(crate) spine: Vec<SpineRef>,
    pub(crate) ncx: Option<usize>,
    pub(crate) direction: Option<Direction>,
    by_id: HashMap<String, usize>,
}

impl Opf {
    /// Reads the package document of an EPUB. What its spine names and the package does not have is left out
    /// and reported.
    ///
    /// # Errors
    /// It is not a package document, has no manifest, or leads to no document.
    pub(crate) fn read(path: &str, document: &Document<'_>, package: &Package) -> Result<Self> {
        let bad = |reason: &str| Error::bad_package(path, reason);
        let root = document.root_element();
        if root.tag_name().name() != "package" {
            return Err(bad("not a package document"));
        }
        let manifest = find_nested_child(root, "manifest").ok_or_else(|| bad("the manifest is missing"))?;
        let spine_node = find_nested_child(root, "spine");
        let mut opf = Self::with_items(path, manifest, package);
        opf.version = effective_version(root, &opf, package);
        let direction = spine_node.and_then(|spine| spine.attribute("page-progression-direction"));
        opf.direction = direction.and_then(Direction::from_name);
        spine::read_spine(&mut opf, spine_node, package)?;
        opf.ncx = opf.find_ncx(spine_node, package);
        Ok(opf)
    }

    /// The package document of a DAISY book: a manifest, and a spine of other files than texts.
    pub(crate) fn from_manifest(path: &str, document: &Document<'_>, package: &Package) -> Result<Self> {
        let manifest = find_nested_child(document.root_element(), "manifest")
            .ok_or_else(|| Error::bad_package(path, "the manifest is missing"))?;
        Ok(Self::with_items(path, manifest, package))
    }

    /// A package document without its book.
    pub(crate) fn without_package(path: &str, document: &Document<'_>) -> Result<Self> {
        if document.root_element().tag_name().name() != "package" {
            return Err(Error::bad_package(path, "not a package document"));
        }
        Ok(Self::new(path, 3, Vec::new()))
    }

    fn new(path: &str, version: u8, items: Vec<ManifestItem>) -> Self {
        let mut by_id = HashMap::with_capacity(items.len());
        for (n, item) in items.iter().enumerate() {
            by_id.entry(item.id.clone()).or_insert(n);
        }
        Self { path: path.to_owned(), version, ncx: None, direction: None, spine: Vec::new(), items, by_id }
    }

    fn with_items(path: &str, manifest: Node<'_, '_>, package: &Package) -> Self {
        let items = find_children(manifest, "item").map(|node| read_item(path, node, package)).collect();
        Self::new(path, 2, items)
    }

    pub(crate) fn spine_items(&self) -> impl Iterator<Item = &ManifestItem> {
        self.spine.iter().map(move |entry| &self.items[entry.item])
    }

    /// The paths of the documents in reading order, without pictures.
    pub(crate) fn document_paths(&self) -> impl Iterator<Item = &str> {
        let documents = self.spine_items().filter(|item| !item.is_picture());
        documents.filter_map(|item| item.path.as_deref())
    }

    pub(crate) fn find_item(&self, id: &str) -> Option<&ManifestItem> {
        self.by_id.get(id.trim()).map(|n| &self.items[*n])
    }

    pub(crate) fn page_map(&self) -> Option<&str> {
        self.items.iter().find(|item| item.is_page_map())?.path.as_deref()
    }

    /// The navigation document of EPUB 3.
    pub(crate) fn nav_item(&self) -> Option<&ManifestItem> {
        self.items.iter().find(|item| item.has_property("nav"))
    }

    /// Gives the files of the package the names by which the manifest lists them.
    pub(crate) fn rename_files(&mut self, package: &mut Package) {
        for item in &mut self.items {
            let (Some(listed), Some(path)) = (item.listed_name.take(), &mut item.path) else { continue };
            package.rename(path, &listed);
            if package.contains(&listed) {
                *path = listed;
            }
        }
    }

    fn find_ncx(&self, spine: Option<Node<'_, '_>>, package: &Package) -> Option<usize> {
        let is_present =
            |at: &usize| self.items[*at].path.as_deref().is_some_and(|path| package.contains(path));
        let stated = spine.and_then(|spine| self.by_id.get(spine.attribute("toc")?.trim()).copied());
        let of_type = || self.items.iter().position(|item| item.media_type == "application/x-dtbncx+xml");
        let of_name = || {
            let is_ncx =
                |item: &ManifestItem| item.path.as_deref().is_some_and(|path| path::extension(path) == "ncx");
            self.items.iter().position(is_ncx)
        };
        stated.filter(is_present).or_else(of_type).or_else(of_name)
    }
}

/// A child of the package document, or what was put below another by mistake.
fn find_nested_child<'a, 'i>(root: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    find_child(root, name).or_else(|| root.descendants().find(|node| node.tag_name().name() == name))
}

/// The version that is stated, or the one that the contents are of.
fn effective_version(root: Node<'_, '_>, opf: &Opf, package: &Package) -> u8 {
    let stated = root.attribute("version").unwrap_or_default().trim();
    match stated.as_bytes().first() {
        Some(b'3') => return 3,
        Some(b'1' | b'2') => return 2,
        _ => {}
    }
    package.reporter().report(FindingKind::UnknownVersion, &opf.path, stated);
    let has_property =
        |node: Node<'_, '_>| node.tag_name().name() == "meta" && node.has_attribute("property");
    if opf.nav_item().is_some() || root.descendants().any(has_property) { 3 } else { 2 }
}

fn read_item(opf: &str, node: Node<'_, '_>, package: &Package) -> ManifestItem {
    let attribute = |name: &str| node.attribute(name).unwrap_or_default().trim().to_owned();
    let href = attribute("href");
    let path = package.resolve(opf, &href).map(|(path, _)| path).filter(|_| !href.is_empty());
    let listed =
        path::resolve(opf, &href).map(|(path, _)| path).filter(|listed| path.as_ref() != Some(listed));
    ManifestItem {
        id: attribute("id"),
        path,
        media_type: attribute("media-type").to_ascii_lowercase(),
        properties: attribute("properties"),
        overlay: node.attribute("media-overlay").map(str::to_owned),
        fallback: node.attribute("fallback").map(str::to_owned),
        listed_name: listed,
    }
}
