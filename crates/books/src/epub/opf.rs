//! The package document: manifest and spine.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use crate::error::{Error, Result};
use crate::model::Direction;
use crate::package::Package;
use crate::path;
use crate::xml::{child, children};

/// A file of the manifest.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) id: String,
    /// Path in the package; `None` for a remote resource.
    pub(crate) path: Option<String>,
    pub(crate) media_type: String,
    pub(crate) properties: String,
    pub(crate) overlay: Option<String>,
    pub(crate) fallback: Option<String>,
}

impl Item {
    pub(crate) fn has(&self, property: &str) -> bool {
        self.properties.split_ascii_whitespace().any(|p| p == property)
    }

    /// Whether it is a document of text that can be read.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.media_type.as_str(), "application/xhtml+xml" | "text/html" | "text/x-oeb1-document")
    }
}

/// An entry of the spine.
#[derive(Debug, Clone)]
pub(crate) struct SpineRef {
    /// Index into [`Opf::items`].
    pub(crate) item: usize,
    pub(crate) linear: bool,
}

/// The package document without its metadata.
#[derive(Debug, Clone)]
pub(crate) struct Opf {
    pub(crate) path: String,
    /// 2 or 3.
    pub(crate) version: u8,
    pub(crate) items: Vec<Item>,
    pub(crate) spine: Vec<SpineRef>,
    pub(crate) ncx: Option<usize>,
    pub(crate) direction: Option<Direction>,
    by_id: HashMap<String, usize>,
}

impl Opf {
    pub(crate) fn read(path: &str, document: &Document<'_>, package: &Package) -> Result<Self> {
        let bad = |reason: &str| Error::BadPackage { entry: path.to_owned(), reason: reason.to_owned() };
        let root = document.root_element();
        if root.tag_name().name() != "package" {
            return Err(bad("not a package document"));
        }
        let version = if root.attribute("version").unwrap_or("3").trim().starts_with('3') { 3 } else { 2 };
        if child(root, "metadata").is_none() {
            return Err(bad("the metadata is missing"));
        }
        let manifest = child(root, "manifest").ok_or_else(|| bad("the manifest is missing"))?;
        let spine_node = child(root, "spine").ok_or_else(|| bad("the spine is missing"))?;
        let mut opf = Self {
            version,
            direction: match spine_node.attribute("page-progression-direction") {
                Some("rtl") => Some(Direction::Rtl),
                Some("ltr") => Some(Direction::Ltr),
                _ => None,
            },
            ..Self::of_items(path, manifest)?
        };
        for node in children(spine_node, "itemref") {
            let spine_ref = opf.spine_ref(node, package)?;
            opf.spine.push(spine_ref);
        }
        if opf.spine.is_empty() {
            return Err(bad("the spine is empty"));
        }
        opf.ncx = spine_node
            .attribute("toc")
            .and_then(|id| opf.by_id.get(id).copied())
            .or_else(|| opf.items.iter().position(|item| item.media_type == "application/x-dtbncx+xml"));
        Ok(opf)
    }

    /// The package document of a DAISY book: a manifest, and a spine of other files than texts.
    pub(crate) fn of_manifest(path: &str, document: &Document<'_>) -> Result<Self> {
        let bad = |reason: &str| Error::BadPackage { entry: path.to_owned(), reason: reason.to_owned() };
        let manifest = child(document.root_element(), "manifest");
        Self::of_items(path, manifest.ok_or_else(|| bad("the manifest is missing"))?)
    }

    /// A package document without its book.
    pub(crate) fn alone(path: &str, document: &Document<'_>) -> Result<Self> {
        let bad = |reason: &str| Error::BadPackage { entry: path.to_owned(), reason: reason.to_owned() };
        if document.root_element().tag_name().name() != "package" {
            return Err(bad("not a package document"));
        }
        Ok(Self {
            path: path.to_owned(),
            version: 3,
            ncx: None,
            direction: None,
            spine: Vec::new(),
            items: Vec::new(),
            by_id: HashMap::new(),
        })
    }

    fn of_items(path: &str, manifest: Node<'_, '_>) -> Result<Self> {
        let items = children(manifest, "item").map(|node| item(path, node)).collect::<Result<Vec<_>>>()?;
        let by_id = items.iter().enumerate().map(|(n, item)| (item.id.clone(), n)).collect();
        Ok(Self {
            path: path.to_owned(),
            version: 2,
            ncx: None,
            direction: None,
            spine: Vec::new(),
            items,
            by_id,
        })
    }

    pub(crate) fn by_id(&self, id: &str) -> Option<&Item> {
        self.by_id.get(id).map(|n| &self.items[*n])
    }

    /// The navigation document of EPUB 3.
    pub(crate) fn nav(&self) -> Option<&Item> {
        self.items.iter().find(|item| item.has("nav"))
    }

    fn spine_ref(&self, node: Node<'_, '_>, package: &Package) -> Result<SpineRef> {
        let idref = node.attribute("idref").unwrap_or_default();
        let missing = || Error::MissingSpineItem { entry: self.path.clone(), idref: idref.to_owned() };
        let mut at = *self.by_id.get(idref).ok_or_else(missing)?;
        // A fallback chain that is longer than the manifest runs in a circle.
        for _ in 0..self.items.len() {
            let item = &self.items[at];
            if item.is_text() || item.media_type == "image/svg+xml" {
                let found = item.path.as_deref().ok_or_else(missing)?;
                if !package.contains(found) {
                    return Err(Error::MissingEntry { entry: found.to_owned(), place: self.path.clone() });
                }
                return Ok(SpineRef { item: at, linear: node.attribute("linear") != Some("no") });
            }
            let next = item.fallback.as_deref().and_then(|id| self.by_id.get(id));
            at = *next.ok_or_else(|| Error::Unsupported {
                entry: item.path.clone().unwrap_or_else(|| idref.to_owned()),
                reason: format!("a text of the type {} cannot be read", item.media_type),
            })?;
        }
        Err(missing())
    }
}

fn item(opf: &str, node: Node<'_, '_>) -> Result<Item> {
    let attribute = |name: &str| node.attribute(name).unwrap_or_default().trim().to_owned();
    let href = attribute("href");
    let path = if path::has_scheme(&href) {
        None
    } else {
        let resolved = path::resolve(opf, &href);
        Some(resolved.ok_or_else(|| Error::UnsafePath { path: href.clone(), place: opf.to_owned() })?.0)
    };
    Ok(Item {
        id: attribute("id"),
        path,
        media_type: attribute("media-type").to_ascii_lowercase(),
        properties: attribute("properties"),
        overlay: node.attribute("media-overlay").map(str::to_owned),
        fallback: node.attribute("fallback").map(str::to_owned),
    })
}
