//! Old or faulty XHTML made into the XHTML of EPUB 3: what HTML dropped is renamed or becomes style, what is
//! in the wrong place gets an element that may be there, and what leads nowhere is not a reference.

mod attributes;
mod containers;
mod ids;
mod lost;
mod model;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use roxmltree::{Document, Node, NodeType};

use super::properties::needed_properties;
use crate::content::find_lazy_attribute;
use crate::model::{Book, Target};
use crate::opf::core_picture_type;
use crate::xml::{
    MATHML_NAMESPACE, SVG_NAMESPACE, XHTML_NAMESPACE, escape, is_html_element, push_attribute, text_of,
};
use crate::{FindingKind, Package, path};
use containers::{html_name, is_heading_group};
use ids::DocumentIds;
use lost::report_ids;
use model::{block_style, holds_line, is_block, is_dropped, is_known, is_transparent, is_void, modern_name};

#[derive(Debug, Default)]
pub(super) struct CleanedDocument {
    pub(super) text: String,
    /// The properties that the manifest must state for it.
    pub(super) properties: Vec<&'static str>,
    /// By id of the source: the id that is written. Links may point at these.
    pub(super) ids: HashMap<String, String>,
    /// Links to other documents, in the order of the text.
    pub(super) links: Vec<PendingLink>,
    /// Other files that it uses.
    pub(super) files: BTreeSet<String>,
}

#[derive(Debug)]
pub(super) struct PendingLink {
    /// Its attribute in the text, from the space before it.
    pub(super) range: Range<usize>,
    pub(super) target: Target,
    /// True if its element may not be without it.
    pub(super) is_required: bool,
}

/// The content that is allowed where a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContentContext {
    /// Blocks and lines.
    Blocks,
    Line,
    List,
    Definitions,
    Table,
}

/// The text being written.
struct Cleaner<'a, 'b> {
    book: &'a Book,
    package: &'a Package,
    path: &'a str,
    ids: DocumentIds,
    /// By node id: whether a block is somewhere inside.
    blocky: Vec<bool>,
    is_in_link: bool,
    /// Nesting depth of documents that are written in frames around the text.
    frame_depth: usize,
    output: &'b mut CleanedDocument,
}

pub(super) fn clean_document(
    document: &Document<'_>,
    path: &str,
    book: &Book,
    package: &Package,
) -> CleanedDocument {
    let mut out = CleanedDocument {
        text: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n"),
        properties: needed_properties(document),
        ..CleanedDocument::default()
    };
    let ids = DocumentIds::from_document(document);
    report_ids(document, path, book, &ids);
    let blocky = mark_elements_with_blocks(document);
    let mut cleaner =
        Cleaner { book, package, path, ids, blocky, is_in_link: false, frame_depth: 0, output: &mut out };
    cleaner.write_document(document.root_element());
    let ids = std::mem::take(&mut cleaner.ids.written_ids);
    out.ids = ids;
    out.text.push('\n');
    out
}

fn mark_elements_with_blocks(document: &Document<'_>) -> Vec<bool> {
    let mut blocky = Vec::new();
    let nodes: Vec<Node<'_, '_>> = document.root().descendants().collect();
    blocky.resize(nodes.last().map_or(0, |node| node.id().get_usize() + 1), false);
    for node in nodes.into_iter().rev().filter(Node::is_element) {
        let own = is_html_element(node) && is_block(&html_name(node));
        let inside = blocky[node.id().get_usize()] && is_html_element(node);
        if (own || inside)
            && let Some(parent) = node.parent()
        {
            blocky[parent.id().get_usize()] = true;
        }
    }
    blocky
}

impl Cleaner<'_, '_> {
    fn write_document(&mut self, root: Node<'_, '_>) {
        self.write_start_tag("html", root, "");
        let head = root.children().find(|child| html_name(*child) == "head");
        match head {
            Some(head) => self.write_start_tag("head", head, ""),
            None => self.open_element("head", None),
        }
        self.write_head(head, root);
        self.close_element("head");
        let body = root.children().find(|child| matches!(&*html_name(*child), "body" | "frameset"));
        match body {
            Some(body) => self.write_start_tag("body", body, ""),
            None => self.open_element("body", None),
        }
        let inside = body.unwrap_or(root);
        for child in
            inside.children().filter(|child| body.is_some() || Some(child.id()) != head.map(|head| head.id()))
        {
            self.write_node(child, ContentContext::Blocks);
        }
        // Content outside of the body is shown, too.
        for child in root.children().filter(|child| {
            let known = [head, body].into_iter().flatten().any(|known| known.id() == child.id());
            body.is_some() && !known
        }) {
            self.write_node(child, ContentContext::Blocks);
        }
        self.close_element("body");
        self.output.text.push_str("</html>");
    }

    /// The encoding comes first, one title there must be, and what belongs here but is in the text.
    fn write_head(&mut self, head: Option<Node<'_, '_>>, root: Node<'_, '_>) {
        self.output.text.push_str("<meta charset=\"utf-8\"/>");
        let title = head.and_then(|head| head.children().find(|child| html_name(*child) == "title"));
        let title = title.map(text_of).filter(|title| !title.is_empty());
        let title = title.unwrap_or_else(|| super::language::document_title(root, self.book));
        self.output.text.extend(["<title>", &escape(&title), "</title>"]);
        let strays = root.descendants().filter(|node| {
            matches!(&*html_name(*node), "style" | "link")
                && is_html_element(*node)
                && head.is_none_or(|head| !node.ancestors().any(|above| above.id() == head.id()))
        });
        for child in head.into_iter().flat_map(|head| head.descendants().skip(1)).chain(strays) {
            if !child.is_element() || !is_html_element(child) {
                continue;
            }
            match &*html_name(child) {
                "meta" if keeps_meta(child) => self.write_void("meta", child),
                "link" => self.write_style_link(child),
                "style" => {
                    let rules: String =
                        child.children().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
                    let rules =
                        super::css::clean_rules(&rules, self.path, self.package, &mut self.output.files);
                    self.write_start_tag("style", child, "");
                    self.output.text.push_str(&escape(&rules));
                    self.close_element("style");
                }
                "script" => self.write_script(child),
                _ => {}
            }
            self.output.text.push('\n');
        }
    }

    /// A style sheet. Links to anything else say nothing to readers of EPUB.
    fn write_style_link(&mut self, node: Node<'_, '_>) {
        let is_sheet = node.attribute("rel").is_some_and(|rel| {
            rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("stylesheet"))
        });
        let of_css = node
            .attribute("type")
            .is_none_or(|kind| matches!(kind.trim(), "" | "text/css" | "text/x-oeb1-css"));
        let file = node.attribute("href").and_then(|href| self.resolve_file(href));
        if let Some(file) = file.filter(|_| is_sheet && of_css) {
            self.output.files.insert(file);
            self.write_void("link", node);
        }
    }

    fn write_script(&mut self, node: Node<'_, '_>) {
        let source = node.attribute("src");
        let file = source.and_then(|source| self.resolve_file(source));
        if let Some(source) = source.filter(|_| file.is_none()) {
            return self.report_finding(FindingKind::InactiveContent, &format!("script {source}"));
        }
        self.output.files.extend(file);
        self.write_start_tag("script", node, "");
        self.output.text.push_str(&escape(&script_text(node)));
        self.close_element("script");
    }

    /// The path of a file that a reference leads to; `None` if the package does not have it.
    fn resolve_file(&self, href: &str) -> Option<String> {
        let (path, _) = self.package.resolve(self.path, href)?;
        (!href.trim().is_empty() && self.package.contains(&path)).then_some(path)
    }

    fn write_nodes(&mut self, nodes: &[Node<'_, '_>], around: ContentContext) {
        for node in nodes {
            self.write_node(*node, around);
        }
    }

    fn write_children(&mut self, parent: Node<'_, '_>, around: ContentContext) {
        for node in parent.children() {
            self.write_node(node, around);
        }
    }

    fn write_node(&mut self, node: Node<'_, '_>, context: ContentContext) {
        match node.node_type() {
            NodeType::Text => self.output.text.push_str(&escape(node.text().unwrap_or_default())),
            NodeType::Element => self.write_element(node, context),
            _ => {}
        }
    }

    fn write_element(&mut self, node: Node<'_, '_>, context: ContentContext) {
        match node.tag_name().namespace() {
            Some(SVG_NAMESPACE | MATHML_NAMESPACE) => return self.write_foreign(node, None),
            None | Some(XHTML_NAMESPACE) => {}
            // Words of other languages are words.
            Some(_) => return self.write_children(node, context),
        }
        let name = node.tag_name().name().to_ascii_lowercase();
        if is_dropped(&name) || matches!(name.as_str(), "style" | "link" | "meta" | "title" | "head") {
            return self.report_dropped(&name, node);
        }
        self.report_inactive(&name, node);
        let Some(new) = modern_name(&name) else { return self.write_children(node, context) };
        match new {
            "img" | "input" if new == "img" || node.attribute("type") == Some("image") => {
                return self.write_image(node);
            }
            "script" => return self.write_script(node),
            "object" | "embed" | "iframe" => return self.write_embedded(new, node, context),
            "a" if self.is_in_link => {
                if let Some(href) = node.attribute("href").filter(|_| self.frame_depth == 0) {
                    self.report_finding(FindingKind::ChangedElement, &format!("a {href}"));
                }
                return self.write_children_of("span", node, context);
            }
            "a" => {
                self.is_in_link = true;
                self.write_children_of("a", node, context);
                self.is_in_link = false;
                return;
            }
            // Settings of programs that no reader of EPUB has.
            "param" => return,
            "source" | "track" | "optgroup" | "option" | "legend" | "summary" | "datalist"
                if !is_in_its_parent(new, node) =>
            {
                return self.write_children(node, context);
            }
            "source" | "track" if self.lacks_file(new, node) => return,
            _ if is_void(new) && new != "hr" => return self.write_void(new, node),
            _ => {}
        }
        let blocky = self.blocky[node.id().get_usize()];
        if !is_known(new) {
            self.report_finding(FindingKind::ChangedElement, new);
        }
        let new = if is_known(new) && (new != "hgroup" || is_heading_group(node)) {
            new
        } else if blocky {
            "div"
        } else {
            "span"
        };
        self.write_placed(new, &name, node, context, blocky);
    }

    /// Writes an element of HTML where it may be, or another in its place.
    fn write_placed(
        &mut self,
        new: &str,
        name: &str,
        node: Node<'_, '_>,
        context: ContentContext,
        blocky: bool,
    ) {
        if context == ContentContext::Line {
            if new == "hr" {
                return self.output.text.push_str("<br/>");
            }
            if is_block(new) {
                return self.write_styled("span", node, "display: block", ContentContext::Line);
            }
            return self.write_styled(new, node, implied_style(name), ContentContext::Line);
        }
        match new {
            "hr" => self.write_void("hr", node),
            "ul" | "ol" => {
                self.write_start_tag(new, node, "");
                self.write_list(node);
                self.close_element(new);
            }
            "dl" if Self::is_definition_list(node) => {
                self.write_children_of("dl", node, ContentContext::Definitions);
            }
            "table" => {
                self.write_start_tag("table", node, "");
                self.write_table(node);
                self.close_element("table");
            }
            "li" if context != ContentContext::List => {
                self.write_children_of("div", node, ContentContext::Blocks);
            }
            "dt" | "dd" if context != ContentContext::Definitions => {
                self.write_children_of("div", node, ContentContext::Blocks);
            }
            "td" | "th" | "caption" | "colgroup" if context == ContentContext::Table => {
                self.write_children_of(new, node, ContentContext::Blocks);
            }
            "td" | "th" | "caption" | "tr" | "tbody" | "thead" | "tfoot" | "body" | "html" | "dl" => {
                self.write_children_of("div", node, ContentContext::Blocks);
            }
            "colgroup" => {}
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.write_children_of(new, node, ContentContext::Line);
            }
            _ if is_transparent(new) => self.write_children_of(new, node, context),
            _ if holds_line(new) && blocky => {
                let style = if new == "p" { "" } else { block_style(new) };
                self.write_styled("div", node, style, ContentContext::Blocks);
            }
            _ => {
                let inside = if holds_line(new) { ContentContext::Line } else { ContentContext::Blocks };
                self.write_styled(new, node, implied_style(name), inside);
            }
        }
    }

    fn write_children_of(&mut self, name: &str, node: Node<'_, '_>, around: ContentContext) {
        self.write_styled(name, node, "", around);
    }

    fn write_styled(&mut self, name: &str, node: Node<'_, '_>, style: &str, around: ContentContext) {
        self.write_start_tag(name, node, style);
        self.write_children(node, around);
        self.close_element(name);
    }

    /// The attribute of an image with a picture of the book that a script would load.
    fn lazy_attribute(&self, image: Node<'_, '_>) -> Option<&'static str> {
        find_lazy_attribute(image, |address| {
            let file = self.resolve_file(address);
            file.is_some_and(|path| core_picture_type(&path, self.package).is_some())
        })
    }

    /// Returns true if a source of sound or video leads to no file.
    fn lacks_file(&mut self, name: &str, node: Node<'_, '_>) -> bool {
        let in_picture = node.parent().is_some_and(|parent| html_name(parent) == "picture");
        !in_picture
            && node.attribute("src").and_then(|source| self.clean_reference(name, "src", source)).is_none()
    }

    /// A picture, or its alternative in its place.
    fn write_image(&mut self, node: Node<'_, '_>) {
        let source = self.lazy_attribute(node).and_then(|name| node.attribute(name));
        let source = source
            .or_else(|| node.attribute("src"))
            .or_else(|| node.attribute((crate::xml::XLINK_NAMESPACE, "href")));
        let source = source.unwrap_or_default().trim();
        let is_data = path::is_data(source, "image/");
        let file = self.resolve_file(source).filter(|path| core_picture_type(path, self.package).is_some());
        if is_data || file.is_some() {
            self.output.files.extend(file);
            return self.write_void(if html_name(node) == "input" { "input" } else { "img" }, node);
        }
        let kind =
            if path::has_scheme(source) { FindingKind::RemotePicture } else { FindingKind::MissingPicture };
        self.report_finding(kind, source);
        let words = ["alt", "aria-label", "title"].into_iter().filter_map(|name| node.attribute(name));
        let alt = words.map(str::trim).find(|words| !words.is_empty()).unwrap_or_default();
        if !alt.is_empty() || self.ids.written_id(node).is_some() {
            self.open_element("span", None);
            self.write_id_on_span(node);
            self.output.text.push_str(&escape(alt));
            self.close_element("span");
        }
    }

    /// A file in the text. Without the file, what is written for those who cannot show it.
    fn write_embedded(&mut self, name: &str, node: Node<'_, '_>, context: ContentContext) {
        if let Some(source) = node.attribute("srcdoc").filter(|_| name == "iframe") {
            return self.write_inline_frame(source, node, context);
        }
        let reference = node.attribute(if name == "object" { "data" } else { "src" });
        let file = reference.and_then(|href| self.resolve_file(href));
        if file.is_none() {
            if reference.is_some_and(|href| !href.trim().is_empty()) {
                self.report_finding(FindingKind::UnreadableEmbedding, reference.unwrap_or_default());
            }
            return self.write_children(node, context);
        }
        self.output.files.extend(file);
        match name {
            "object" => self.write_children_of("object", node, context),
            "iframe" => {
                self.write_start_tag("iframe", node, "");
                self.close_element("iframe");
            }
            _ => self.write_void("embed", node),
        }
    }

    fn write_void(&mut self, name: &str, node: Node<'_, '_>) {
        self.output.text.extend(["<", name]);
        self.write_attributes(name, node, "");
        self.output.text.push_str("/>");
    }

    fn write_start_tag(&mut self, name: &str, node: Node<'_, '_>, style: &str) {
        self.output.text.extend(["<", name]);
        self.write_attributes(name, node, style);
        self.output.text.push('>');
    }

    /// Opens an element that the source does not have.
    fn open_element(&mut self, name: &str, style: Option<&str>) {
        self.output.text.extend(["<", name]);
        if let Some(style) = style {
            push_attribute(&mut self.output.text, "style", style);
        }
        self.output.text.push('>');
    }

    fn close_element(&mut self, name: &str) {
        self.output.text.extend(["</", name, ">"]);
    }

    /// Gives the span just opened the id of an element that is not written.
    fn write_id_on_span(&mut self, node: Node<'_, '_>) {
        if let Some(id) = self.ids.written_id(node) {
            self.output.text.pop();
            let id = id.to_owned();
            push_attribute(&mut self.output.text, "id", &id);
            self.output.text.push('>');
        }
    }

    /// SVG and MathML stay as they are, written without prefixes of their own.
    fn write_foreign(&mut self, node: Node<'_, '_>, namespace: Option<&str>) {
        let own = node.tag_name().namespace();
        if !matches!(own, Some(SVG_NAMESPACE | MATHML_NAMESPACE)) {
            // HTML inside a drawing; notes of drawing programs are not words.
            if own == Some(XHTML_NAMESPACE) {
                self.output.text.extend(["<div xmlns=\"", XHTML_NAMESPACE, "\">"]);
                self.write_element(node, ContentContext::Blocks);
                self.output.text.push_str("</div>");
            }
            return;
        }
        let name = node.tag_name().name();
        if name == "script" {
            return self.report_finding(FindingKind::InactiveContent, "script in a drawing");
        }
        self.output.text.extend(["<", name]);
        if own != namespace {
            push_attribute(&mut self.output.text, "xmlns", own.unwrap_or_default());
        }
        self.write_foreign_attributes(node);
        self.output.text.push('>');
        for child in node.children() {
            match child.node_type() {
                NodeType::Text => self.output.text.push_str(&escape(child.text().unwrap_or_default())),
                NodeType::Element => self.write_foreign(child, own),
                _ => {}
            }
        }
        self.close_element(name);
    }
}

/// Returns true if an element is inside the one that it is part of.
fn is_in_its_parent(name: &str, node: Node<'_, '_>) -> bool {
    let parent = node.parent().map(html_name).unwrap_or_default();
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
fn implied_style(name: &str) -> &'static str {
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
fn script_text(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text()).collect()
}

#[cfg(test)]
mod tests;
