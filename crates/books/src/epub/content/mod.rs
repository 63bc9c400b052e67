//! Reading a content document (XHTML) into blocks.

mod drawing;
mod elements;
mod flow;
mod inline;
mod linked;
mod list;
mod math;
mod media;
mod pages;
mod table;
mod verse;

use std::collections::HashMap;

use roxmltree::{Document, Node};

use crate::language::canonical_tag;
use crate::model::{Attrs, Block, Direction};
use crate::package::Package;
use crate::path;
use crate::xml::{self, OPS, XML, child, text_of};

pub(crate) use drawing::{Matrix, Styled, advance, is_sheet};
#[cfg(any(test, feature = "testkit"))]
pub(crate) use elements::hidden;
pub(crate) use elements::is_block;
use flow::Flow;

/// Pages of the print edition by document and id, from the page list.
pub(crate) type PageIds = HashMap<String, HashMap<String, String>>;

/// What is read from one document.
#[derive(Debug, Default)]
pub(crate) struct Content {
    pub(crate) lang: Option<String>,
    pub(crate) dir: Option<Direction>,
    pub(crate) title: Option<String>,
    pub(crate) kinds: Vec<String>,
    pub(crate) ids: Vec<String>,
    pub(crate) blocks: Vec<Block>,
}

/// Reads one document.
pub(crate) struct Reader<'a, 'i> {
    path: &'a str,
    document: &'a Document<'i>,
    /// By node id: whether a block is somewhere inside.
    blocky: Vec<bool>,
    /// Ids that the page list points at, with their labels.
    pages: Option<&'a HashMap<String, String>>,
    /// What the drawings say that elements refer to, by node id.
    linked: HashMap<u32, Vec<Block>>,
    /// What style sheets say about the drawings.
    styles: drawing::Styles,
}

/// Reads a document of XHTML. `files` finds what it refers to.
pub(crate) fn read(path: &str, document: &Document<'_>, pages: &PageIds, files: Option<&Package>) -> Content {
    let linked = files.map(|files| linked::read(path, document, files)).unwrap_or_default();
    let blocky = blocky(document, &linked);
    let styles = drawing::Styles::read(document);
    let reader = Reader { path, document, blocky, pages: pages.get(path), linked, styles };
    let root = document.root_element();
    if root.tag_name().namespace() == Some(xml::SVG) {
        return reader.svg_document(root);
    }
    let Some(body) = child(root, "body") else { return Content::default() };
    let (html_attrs, body_attrs) = (attrs(root), attrs(body));
    let mut flow = Flow::new(true);
    reader.flow(body, &mut flow);
    let title = child(root, "head").and_then(|head| child(head, "title")).map(text_of);
    Content {
        lang: body_attrs.lang.or(html_attrs.lang),
        dir: body_attrs.dir.or(html_attrs.dir),
        title: title.filter(|title| !title.is_empty()),
        kinds: kinds_of_document(root, body),
        ids: html_attrs.ids.into_iter().chain(body_attrs.ids).collect(),
        blocks: flow.finish(),
    }
}

/// The kinds of the document: those of the body, and of a section that is all the body has.
fn kinds_of_document(root: Node<'_, '_>, body: Node<'_, '_>) -> Vec<String> {
    let mut kinds = kinds(root);
    let mut node = Some(body);
    while let Some(current) = node {
        kinds.extend(self::kinds(current));
        let mut elements = current.children().filter(Node::is_element);
        node = elements.next().filter(|only| {
            elements.next().is_none()
                && matches!(only.tag_name().name(), "section" | "div" | "article" | "main")
        });
    }
    kinds
}

/// Marks every element that has a block somewhere inside, in one pass.
fn blocky(document: &Document<'_>, linked: &HashMap<u32, Vec<Block>>) -> Vec<bool> {
    let mut marks: Vec<bool> = Vec::new();
    for node in document.root().descendants() {
        marks.push(false);
        if !node.is_element() || !is_block(node) && !linked.contains_key(&node.id().get()) {
            continue;
        }
        let mut parent = node.parent();
        while let Some(above) = parent {
            let mark = &mut marks[above.id().get_usize()];
            // A formula is read as one, whatever is annotated in it.
            if *mark || above.tag_name().name() == "math" {
                break;
            }
            *mark = true;
            parent = above.parent();
        }
    }
    marks
}

impl<'i> Reader<'_, 'i> {
    /// Whether a block is somewhere inside the element.
    fn has_block(&self, node: Node<'_, 'i>) -> bool {
        self.blocky[node.id().get_usize()]
    }

    /// The path that a reference of this document leads to.
    fn resolve(&self, href: &str) -> Option<String> {
        path::resolve(self.path, href).map(|(path, _)| path)
    }

    /// The element with this id.
    fn by_id(&self, id: &str) -> Option<Node<'_, 'i>> {
        self.document.descendants().find(|node| node.attribute("id") == Some(id))
    }
}

/// What an element carries.
fn attrs(node: Node<'_, '_>) -> Attrs {
    let lang = node.attribute((XML, "lang")).or_else(|| node.attribute("lang"));
    let id = node.attribute("id").or_else(|| node.attribute((XML, "id"))).map(str::trim);
    Attrs {
        ids: id.filter(|id| !id.is_empty()).map(str::to_owned).into_iter().collect(),
        lang: lang.and_then(canonical_tag),
        dir: match node.attribute("dir").map(str::trim) {
            Some(dir) if dir.eq_ignore_ascii_case("rtl") => Some(Direction::Rtl),
            Some(dir) if dir.eq_ignore_ascii_case("ltr") => Some(Direction::Ltr),
            _ => None,
        },
        kinds: kinds(node),
        ..Attrs::default()
    }
}

/// The words of `epub:type` and `role`.
fn kinds(node: Node<'_, '_>) -> Vec<String> {
    let words = |value: Option<&str>| -> Vec<String> {
        value.into_iter().flat_map(str::split_ascii_whitespace).map(str::to_owned).collect()
    };
    let mut kinds = words(node.attribute((OPS, "type")));
    kinds.extend(words(node.attribute("role")));
    kinds
}
