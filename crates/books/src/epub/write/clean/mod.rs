//! Old or faulty XHTML made into the XHTML of EPUB 3: what HTML dropped is renamed or becomes style, what is
//! in the wrong place gets an element that may be there, and what leads nowhere is no reference.

mod attributes;
mod containers;
mod ids;
mod lost;
mod model;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use roxmltree::{Document, Node, NodeType};

use crate::model::{Book, Target};
use crate::package::Package;
use crate::path;
use crate::report::FindingKind;
use crate::xml::{MATHML, SVG, XHTML, escape, text_of};
use containers::name_of;
use ids::Ids;
use lost::report_ids;
use model::{holds_line, is_block, is_dropped, is_known, is_transparent, is_void, look, renamed};

/// A cleaned document.
#[derive(Debug)]
pub(super) struct Cleaned {
    pub(super) text: String,
    /// What the manifest must say of it.
    pub(super) properties: Vec<&'static str>,
    /// By id of the source: the id that is written. Links may point at these.
    pub(super) ids: HashMap<String, String>,
    /// Links to other documents, in the order of the text.
    pub(super) links: Vec<Link>,
    /// Other files that it uses.
    pub(super) files: BTreeSet<String>,
}

/// A link of a document.
#[derive(Debug)]
pub(super) struct Link {
    /// Its attribute in the text, from the space before it.
    pub(super) range: Range<usize>,
    pub(super) target: Target,
    /// Whether its element may not be without it.
    pub(super) required: bool,
}

/// What is allowed where a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    /// Blocks and lines.
    Blocks,
    /// A line.
    Line,
    /// Items of a list.
    List,
    /// Parts of a definition list.
    Definitions,
    /// Parts of a table.
    Table,
}

/// The text being written.
struct Cleaner<'a, 'b> {
    book: &'a Book,
    package: &'a Package,
    path: &'a str,
    ids: Ids,
    /// By node id: whether a block is somewhere inside.
    blocky: Vec<bool>,
    /// Whether the text is inside a link.
    linked: bool,
    /// How many documents that are written in frames are around the text.
    framed: usize,
    out: &'b mut Cleaned,
}

/// Cleans the document at a path of the package.
pub(super) fn clean(document: &Document<'_>, path: &str, book: &Book, package: &Package) -> Cleaned {
    let mut out = Cleaned {
        text: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n"),
        properties: Vec::new(),
        ids: HashMap::new(),
        links: Vec::new(),
        files: BTreeSet::new(),
    };
    for (property, found) in [
        ("svg", document.descendants().any(|node| node.has_tag_name((SVG, "svg")))),
        ("mathml", document.descendants().any(|node| node.has_tag_name((MATHML, "math")))),
        ("scripted", document.descendants().any(|node| matches!(&*name_of(node), "script" | "form"))),
    ] {
        if found {
            out.properties.push(property);
        }
    }
    let ids = Ids::of(document);
    report_ids(document, path, book, &ids);
    let blocky = blocky(document);
    let mut cleaner = Cleaner { book, package, path, ids, blocky, linked: false, framed: 0, out: &mut out };
    cleaner.document(document.root_element());
    let ids = std::mem::take(&mut cleaner.ids.written);
    out.ids = ids;
    out.text.push('\n');
    out
}

/// Whether each element has a block somewhere inside.
fn blocky(document: &Document<'_>) -> Vec<bool> {
    let mut blocky = Vec::new();
    let nodes: Vec<Node<'_, '_>> = document.root().descendants().collect();
    blocky.resize(nodes.last().map_or(0, |node| node.id().get_usize() + 1), false);
    for node in nodes.into_iter().rev().filter(Node::is_element) {
        let own = is_html(node) && is_block(&name_of(node));
        let inside = blocky[node.id().get_usize()] && is_html(node);
        if (own || inside)
            && let Some(parent) = node.parent()
        {
            blocky[parent.id().get_usize()] = true;
        }
    }
    blocky
}

/// Whether an element is one of HTML, or of no language in particular.
fn is_html(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().namespace(), None | Some(XHTML))
}

impl Cleaner<'_, '_> {
    fn document(&mut self, root: Node<'_, '_>) {
        self.start("html", root, "");
        let head = root.children().find(|child| name_of(*child) == "head");
        match head {
            Some(head) => self.start("head", head, ""),
            None => self.open("head", None),
        }
        self.head(head, root);
        self.close("head");
        let body = root.children().find(|child| matches!(&*name_of(*child), "body" | "frameset"));
        match body {
            Some(body) => self.start("body", body, ""),
            None => self.open("body", None),
        }
        let inside = body.unwrap_or(root);
        for child in
            inside.children().filter(|child| body.is_some() || Some(child.id()) != head.map(|head| head.id()))
        {
            self.node(child, Around::Blocks);
        }
        // What is outside of the body is shown, too.
        for child in root.children().filter(|child| {
            let known = [head, body].into_iter().flatten().any(|known| known.id() == child.id());
            body.is_some() && !known
        }) {
            self.node(child, Around::Blocks);
        }
        self.close("body");
        self.out.text.push_str("</html>");
    }

    /// The encoding comes first, one title there must be, and what belongs here but is in the text.
    fn head(&mut self, head: Option<Node<'_, '_>>, root: Node<'_, '_>) {
        self.out.text.push_str("<meta charset=\"utf-8\"/>");
        let title = head.and_then(|head| head.children().find(|child| name_of(*child) == "title"));
        let title = title.map(text_of).filter(|title| !title.is_empty());
        let title = title.unwrap_or_else(|| super::language::title_of(root, self.book));
        self.out.text.extend(["<title>", &escape(&title), "</title>"]);
        let strays = root.descendants().filter(|node| {
            matches!(&*name_of(*node), "style" | "link")
                && is_html(*node)
                && head.is_none_or(|head| !node.ancestors().any(|above| above.id() == head.id()))
        });
        for child in head.into_iter().flat_map(|head| head.descendants().skip(1)).chain(strays) {
            if !child.is_element() || !is_html(child) {
                continue;
            }
            match &*name_of(child) {
                "meta" if keeps_meta(child) => self.void("meta", child),
                "link" => self.link(child),
                "style" => {
                    let rules: String =
                        child.children().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
                    let rules = super::css::clean(&rules, self.path, self.package, &mut self.out.files);
                    self.start("style", child, "");
                    self.out.text.push_str(&escape(&rules));
                    self.close("style");
                }
                "script" => self.script(child),
                _ => {}
            }
            self.out.text.push('\n');
        }
    }

    /// A style sheet. Links to anything else say nothing to readers of EPUB.
    fn link(&mut self, node: Node<'_, '_>) {
        let is_sheet = node.attribute("rel").is_some_and(|rel| {
            rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("stylesheet"))
        });
        let of_css = node
            .attribute("type")
            .is_none_or(|kind| matches!(kind.trim(), "" | "text/css" | "text/x-oeb1-css"));
        let file = node.attribute("href").and_then(|href| self.file(href));
        if let Some(file) = file.filter(|_| is_sheet && of_css) {
            self.out.files.insert(file);
            self.void("link", node);
        }
    }

    fn script(&mut self, node: Node<'_, '_>) {
        let source = node.attribute("src");
        let file = source.and_then(|source| self.file(source));
        if let Some(source) = source.filter(|_| file.is_none()) {
            return self.report(FindingKind::InactiveContent, &format!("script {source}"));
        }
        self.out.files.extend(file);
        self.start("script", node, "");
        self.out.text.push_str(&escape(&text_of_script(node)));
        self.close("script");
    }

    /// The path of a file that a reference leads to; `None` if the package does not have it.
    fn file(&self, href: &str) -> Option<String> {
        let (path, _) = self.package.resolve(self.path, href)?;
        (!href.trim().is_empty() && self.package.contains(&path)).then_some(path)
    }

    fn all(&mut self, nodes: &[Node<'_, '_>], around: Around) {
        for node in nodes {
            self.node(*node, around);
        }
    }

    fn children(&mut self, parent: Node<'_, '_>, around: Around) {
        for node in parent.children() {
            self.node(node, around);
        }
    }

    fn node(&mut self, node: Node<'_, '_>, around: Around) {
        match node.node_type() {
            NodeType::Text => self.out.text.push_str(&escape(node.text().unwrap_or_default())),
            NodeType::Element => self.element(node, around),
            _ => {}
        }
    }

    fn element(&mut self, node: Node<'_, '_>, around: Around) {
        match node.tag_name().namespace() {
            Some(SVG | MATHML) => return self.foreign(node, None),
            None | Some(XHTML) => {}
            // Words of other languages are words.
            Some(_) => return self.children(node, around),
        }
        let name = node.tag_name().name().to_ascii_lowercase();
        if is_dropped(&name) || matches!(name.as_str(), "style" | "link" | "meta" | "title" | "head") {
            return self.report_dropped(&name, node);
        }
        self.report_inactive(&name, node);
        let Some(new) = renamed(&name) else { return self.children(node, around) };
        match new {
            "img" | "input" if new == "img" || node.attribute("type") == Some("image") => {
                return self.image(node);
            }
            "script" => return self.script(node),
            "object" | "embed" | "iframe" => return self.embedded(new, node, around),
            "a" if self.linked => {
                if let Some(href) = node.attribute("href").filter(|_| self.framed == 0) {
                    self.report(FindingKind::ChangedElement, &format!("a {href}"));
                }
                return self.children_in("span", node, around);
            }
            "a" => {
                self.linked = true;
                self.children_in("a", node, around);
                self.linked = false;
                return;
            }
            // Settings of programs that no reader of EPUB has.
            "param" => return,
            "source" | "track" | "optgroup" | "option" | "legend" | "summary" | "datalist"
                if !belongs(new, node) =>
            {
                return self.children(node, around);
            }
            _ if is_void(new) && new != "hr" => return self.void(new, node),
            _ => {}
        }
        let blocky = self.blocky[node.id().get_usize()];
        if !is_known(new) {
            self.report(FindingKind::ChangedElement, new);
        }
        let new = if is_known(new) {
            new
        } else if blocky {
            "div"
        } else {
            "span"
        };
        self.placed(new, &name, node, around, blocky);
    }

    /// Writes an element of HTML where it may be, or another in its place.
    fn placed(&mut self, new: &str, name: &str, node: Node<'_, '_>, around: Around, blocky: bool) {
        if around == Around::Line {
            if new == "hr" {
                return self.out.text.push_str("<br/>");
            }
            if is_block(new) {
                self.start("span", node, "display: block");
                self.children(node, Around::Line);
                return self.close("span");
            }
            self.start(new, node, own_style(name));
            self.children(node, Around::Line);
            return self.close(new);
        }
        match new {
            "hr" => self.void("hr", node),
            "ul" | "ol" => {
                self.start(new, node, "");
                self.list(node);
                self.close(new);
            }
            "dl" if Self::is_definition_list(node) => {
                self.start("dl", node, "");
                self.children(node, Around::Definitions);
                self.close("dl");
            }
            "table" => {
                self.start("table", node, "");
                self.table(node);
                self.close("table");
            }
            "li" if around != Around::List => self.children_in("div", node, Around::Blocks),
            "dt" | "dd" if around != Around::Definitions => self.children_in("div", node, Around::Blocks),
            "td" | "th" | "caption" | "colgroup" if around == Around::Table => {
                self.children_in(new, node, Around::Blocks);
            }
            "td" | "th" | "caption" | "tr" | "tbody" | "thead" | "tfoot" | "body" | "html" | "dl" => {
                self.children_in("div", node, Around::Blocks);
            }
            "colgroup" => {}
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.children_in(new, node, Around::Line),
            _ if is_transparent(new) => self.children_in(new, node, around),
            _ if holds_line(new) && blocky => {
                self.start("div", node, if new == "p" { "" } else { look(new) });
                self.children(node, Around::Blocks);
                self.close("div");
            }
            _ => {
                self.start(new, node, own_style(name));
                self.children(node, if holds_line(new) { Around::Line } else { Around::Blocks });
                self.close(new);
            }
        }
    }

    fn children_in(&mut self, name: &str, node: Node<'_, '_>, around: Around) {
        self.start(name, node, "");
        self.children(node, around);
        self.close(name);
    }

    /// A picture, or its alternative in its place.
    fn image(&mut self, node: Node<'_, '_>) {
        let source = node.attribute("src").or_else(|| node.attribute((crate::xml::XLINK, "href")));
        let source = source.unwrap_or_default().trim();
        let is_data = source.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("data:image/"));
        let file = self.file(source).filter(|path| super::upgrade::is_core_picture(self.package, path));
        if is_data || file.is_some() {
            self.out.files.extend(file);
            return self.void(if name_of(node) == "input" { "input" } else { "img" }, node);
        }
        let kind =
            if path::has_scheme(source) { FindingKind::RemotePicture } else { FindingKind::MissingPicture };
        self.book.reporter.report(kind, self.path, source);
        let words = ["alt", "aria-label", "title"].into_iter().filter_map(|name| node.attribute(name));
        let alt = words.map(str::trim).find(|words| !words.is_empty()).unwrap_or_default();
        if !alt.is_empty() || self.ids.id(node).is_some() {
            self.open("span", None);
            self.place_id(node);
            self.out.text.push_str(&escape(alt));
            self.close("span");
        }
    }

    /// A file in the text. Without the file, what is written for those who cannot show it.
    fn embedded(&mut self, name: &str, node: Node<'_, '_>, around: Around) {
        if let Some(source) = node.attribute("srcdoc").filter(|_| name == "iframe") {
            return self.written_frame(source, node, around);
        }
        let reference = node.attribute(if name == "object" { "data" } else { "src" });
        let file = reference.and_then(|href| self.file(href));
        if file.is_none() {
            if reference.is_some_and(|href| !href.trim().is_empty()) {
                self.book.reporter.report(
                    FindingKind::UnreadableEmbedding,
                    self.path,
                    reference.unwrap_or_default(),
                );
            }
            return self.children(node, around);
        }
        self.out.files.extend(file);
        match name {
            "object" => self.children_in("object", node, around),
            "iframe" => {
                self.start("iframe", node, "");
                self.close("iframe");
            }
            _ => self.void("embed", node),
        }
    }

    fn void(&mut self, name: &str, node: Node<'_, '_>) {
        self.out.text.extend(["<", name]);
        self.attributes(name, node, "");
        self.out.text.push_str("/>");
    }

    fn start(&mut self, name: &str, node: Node<'_, '_>, style: &str) {
        self.out.text.extend(["<", name]);
        self.attributes(name, node, style);
        self.out.text.push('>');
    }

    /// Opens an element that the source does not have.
    fn open(&mut self, name: &str, style: Option<&str>) {
        self.out.text.extend(["<", name]);
        if let Some(style) = style {
            push(&mut self.out.text, "style", style);
        }
        self.out.text.push('>');
    }

    fn close(&mut self, name: &str) {
        self.out.text.extend(["</", name, ">"]);
    }

    /// Gives the span just opened the id of an element that is not written.
    fn place_id(&mut self, node: Node<'_, '_>) {
        if let Some(id) = self.ids.id(node) {
            self.out.text.pop();
            let id = id.to_owned();
            push(&mut self.out.text, "id", &id);
            self.out.text.push('>');
        }
    }

    /// SVG and MathML stay as they are, written without prefixes of their own.
    fn foreign(&mut self, node: Node<'_, '_>, namespace: Option<&str>) {
        let own = node.tag_name().namespace();
        if !matches!(own, Some(SVG | MATHML)) {
            // HTML inside a drawing; notes of drawing programs are no words.
            if own == Some(XHTML) {
                self.out.text.extend(["<div xmlns=\"", XHTML, "\">"]);
                self.element(node, Around::Blocks);
                self.out.text.push_str("</div>");
            }
            return;
        }
        let name = node.tag_name().name();
        if name == "script" {
            return self.report(FindingKind::InactiveContent, "script in a drawing");
        }
        self.out.text.extend(["<", name]);
        if own != namespace {
            push(&mut self.out.text, "xmlns", own.unwrap_or_default());
        }
        self.foreign_attributes(node);
        self.out.text.push('>');
        for child in node.children() {
            match child.node_type() {
                NodeType::Text => self.out.text.push_str(&escape(child.text().unwrap_or_default())),
                NodeType::Element => self.foreign(child, own),
                _ => {}
            }
        }
        self.close(name);
    }
}

/// Whether an element is inside the one that it is part of.
fn belongs(name: &str, node: Node<'_, '_>) -> bool {
    let parent = node.parent().map(name_of).unwrap_or_default();
    match name {
        "source" | "track" => matches!(&*parent, "audio" | "video" | "picture"),
        "option" => matches!(&*parent, "select" | "optgroup" | "datalist"),
        "optgroup" => parent == "select",
        "legend" => parent == "fieldset",
        "summary" => parent == "details",
        _ => true,
    }
}

/// The look that the name of an element of old HTML had.
fn own_style(name: &str) -> &'static str {
    match name {
        "big" => "font-size: larger",
        "nobr" => "white-space: nowrap",
        "center" => "text-align: center",
        _ => "",
    }
}

fn keeps_meta(node: Node<'_, '_>) -> bool {
    let stated = |name: &str| node.attribute(name).is_some_and(|value| !value.trim().is_empty());
    stated("name") && node.attribute("content").is_some() && node.attribute("charset").is_none()
}

/// The text of a script; comments that once hid it from old browsers are part of it.
fn text_of_script(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text()).collect()
}

fn push(out: &mut String, key: &str, value: &str) {
    out.push(' ');
    out.push_str(key);
    out.push_str("=\"");
    out.push_str(&escape(value));
    out.push('"');
}

#[cfg(test)]
mod tests;
