//! The text as XHTML 1.0, made of the `DTBook`: every element keeps its id, so what is true of one text is
//! true of the other.

use std::borrow::Cow;
use std::collections::HashMap;

use roxmltree::Node;

use crate::model::Book;
use crate::xml::{self, XmlWriter, find_child};
use crate::{Limits, Result};

use super::super::pictures::Picture;
use super::image_name;

const XHTML_DOCTYPE: &str = "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">";

/// Writes the text; images that are not among these are left out.
pub(super) fn write_text(book: &Book, dtbook: &str, images: &[Cow<'_, Picture>]) -> Result<String> {
    let limits = Limits { xml_depth: usize::MAX, xml_nodes: u32::MAX, ..Limits::default() };
    let document = xml::parse(super::super::TEXT_NAME, dtbook, &limits)?;
    let root = document.root_element();
    let mut text = XhtmlText {
        xml: XmlWriter::document(XHTML_DOCTYPE),
        images: images.iter().map(|image| (image.name.as_str(), image_name(image))).collect(),
    };
    let language = xml::schema_language(book.metadata.language()).unwrap_or("und");
    text.xml.open("html").attr("xmlns", "http://www.w3.org/1999/xhtml");
    text.xml.attr("lang", language).attr("xml:lang", language);
    text.xml.attr_opt("dir", root.attribute("dir")).end_line().open("head").end_line();
    text.xml.element("title", &book.metadata.title).end_line();
    text.xml.open("meta").attr("http-equiv", "Content-type").attr("content", "text/html; charset=utf-8");
    text.xml.close().end_line();
    for (name, content) in [
        ("dc:title", book.metadata.title.as_str()),
        ("dc:format", "Daisy 2.02"),
        ("dc:identifier", &super::super::book_uid(book)),
        ("ncc:generator", super::super::GENERATOR_NAME),
    ] {
        text.xml.open("meta").attr("name", name).attr("content", content).close().end_line();
    }
    text.xml.close().end_line().open("body").end_line();
    if let Some(book) = find_child(root, "book") {
        text.write_children(book, ContentContext::Blocks);
    }
    Ok(text.xml.finish())
}

/// The content that is allowed at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContentContext {
    Blocks,
    /// Text, and nothing with blocks in it.
    Line,
    /// Text inside a link, and nothing with blocks in it.
    Link,
    Items,
}

struct XhtmlText<'a> {
    xml: XmlWriter,
    images: HashMap<&'a str, String>,
}

impl XhtmlText<'_> {
    fn write_children(&mut self, node: Node<'_, '_>, context: ContentContext) {
        for inside in node.children() {
            if inside.is_element() {
                self.write_element(inside, context);
            } else if let Some(text) = inside.text() {
                self.xml.text(text);
            }
        }
    }

    fn write_element(&mut self, node: Node<'_, '_>, context: ContentContext) {
        use ContentContext::{Blocks, Items, Line};
        let line = if context == ContentContext::Link { ContentContext::Link } else { Line };
        let blocks = context == Blocks;
        let container_tag = if blocks { "div" } else { "span" };
        let inside = if blocks { Blocks } else { line };
        match node.tag_name().name() {
            "doctitle" => self.write_wrapped(node, if blocks { "h1" } else { "span" }, Some("title"), line),
            "docauthor" => self.write_wrapped(node, if blocks { "p" } else { "span" }, Some("author"), line),
            "frontmatter" => self.write_wrapped(node, "div", Some("frontmatter"), Blocks),
            "bodymatter" => self.write_wrapped(node, "div", Some("bodymatter"), Blocks),
            "rearmatter" => self.write_wrapped(node, "div", Some("rearmatter"), Blocks),
            "level1" => self.write_wrapped(node, "div", Some("level1"), Blocks),
            "level2" => self.write_wrapped(node, "div", Some("level2"), Blocks),
            "level3" => self.write_wrapped(node, "div", Some("level3"), Blocks),
            "level4" => self.write_wrapped(node, "div", Some("level4"), Blocks),
            "level5" => self.write_wrapped(node, "div", Some("level5"), Blocks),
            "level6" => self.write_wrapped(node, "div", Some("level6"), Blocks),
            "h1" => self.write_wrapped(node, "h1", None, line),
            "h2" => self.write_wrapped(node, "h2", None, line),
            "h3" => self.write_wrapped(node, "h3", None, line),
            "h4" => self.write_wrapped(node, "h4", None, line),
            "h5" => self.write_wrapped(node, "h5", None, line),
            "h6" => self.write_wrapped(node, "h6", None, line),
            "p" if node.attribute((xml::XML_NAMESPACE, "space")).is_some() && blocks => {
                self.write_wrapped(node, "pre", None, line);
            }
            "p" if blocks => self.write_wrapped(node, "p", None, line),
            name @ ("bridgehead" | "hd" | "line") => {
                let class = match name {
                    "line" => "line",
                    _ => "bridgehead",
                };
                self.write_wrapped(node, if blocks { "p" } else { "span" }, Some(class), line);
            }
            "poem" => self.write_wrapped(node, container_tag, Some("poem"), inside),
            "linegroup" => self.write_wrapped(node, container_tag, Some("linegroup"), inside),
            "epigraph" => self.write_wrapped(node, container_tag, Some("epigraph"), inside),
            "sidebar" => self.write_wrapped(node, container_tag, Some("sidebar"), inside),
            "note" => self.write_wrapped(node, container_tag, Some("notebody"), inside),
            "prodnote" => self.write_wrapped(node, container_tag, Some("optional-prodnote"), inside),
            "imggroup" => self.write_wrapped(node, container_tag, Some("imggroup"), inside),
            "blockquote" if blocks => self.write_wrapped(node, "blockquote", None, Blocks),
            "div" if blocks => self.write_wrapped(node, "div", None, Blocks),
            "caption" if node.parent().is_some_and(|parent| parent.tag_name().name() == "table") => {
                self.write_wrapped(node, "caption", None, line);
            }
            "caption" => self.write_wrapped(node, container_tag, Some("caption"), inside),
            "list" if blocks => {
                let ordered = node.attribute("type") == Some("ol");
                self.open_element(node, if ordered { "ol" } else { "ul" }, None);
                let unmarked = node.attribute("type") == Some("pl");
                self.xml.attr_opt("style", unmarked.then_some("list-style-type: none"));
                self.xml.attr_opt("type", node.attribute("enum").filter(|_| ordered));
                self.xml.attr_opt("start", node.attribute("start").filter(|_| ordered));
                self.write_children(node, Items);
                self.xml.close();
            }
            "li" => self.write_wrapped(node, "li", None, Blocks),
            "dl" if blocks => self.write_wrapped(node, "dl", None, Items),
            "dt" => self.write_wrapped(node, "dt", None, line),
            "dd" => self.write_wrapped(node, "dd", None, Blocks),
            "table" if blocks => self.write_wrapped(node, "table", None, Items),
            "thead" => self.write_wrapped(node, "thead", None, Items),
            "tbody" => self.write_wrapped(node, "tbody", None, Items),
            "tr" => self.write_wrapped(node, "tr", None, Items),
            "th" => self.write_wrapped(node, "th", None, Blocks),
            "td" => self.write_wrapped(node, "td", None, Blocks),
            "pagenum" => self.write_page(node, context),
            "noteref" => self.write_reference(node, context),
            "a" if context != ContentContext::Link => {
                self.open_element(node, "a", None);
                self.xml.attr_opt("href", node.attribute("href"));
                self.write_children(node, ContentContext::Link);
                self.xml.close();
            }
            "img" => self.write_image(node),
            "br" => {
                self.xml.open("br").close();
            }
            "em" => self.write_wrapped(node, "em", None, line),
            "strong" => self.write_wrapped(node, "strong", None, line),
            "sub" => self.write_wrapped(node, "sub", None, line),
            "sup" => self.write_wrapped(node, "sup", None, line),
            "code" => self.write_wrapped(node, "code", None, line),
            "cite" => self.write_wrapped(node, "cite", None, line),
            "q" => self.write_wrapped(node, "q", None, line),
            "dfn" => self.write_wrapped(node, "dfn", None, line),
            "abbr" => self.write_wrapped(node, "abbr", None, line),
            "sent" => self.write_wrapped(node, "span", Some("sentence"), line),
            _ => self.write_wrapped(node, "span", None, line),
        }
        if blocks {
            self.xml.end_line();
        }
    }

    fn write_wrapped(
        &mut self,
        node: Node<'_, '_>,
        name: &'static str,
        class: Option<&str>,
        context: ContentContext,
    ) {
        self.open_element(node, name, class);
        self.write_children(node, context);
        self.xml.close();
    }

    /// Opens an element with everything that it keeps.
    fn open_element(&mut self, node: Node<'_, '_>, name: &'static str, class: Option<&str>) {
        self.xml.open(name);
        self.xml.attr_opt("id", node.attribute("id"));
        self.xml.attr_opt("class", class.or(node.attribute("class")));
        let language = node.attribute((xml::XML_NAMESPACE, "lang"));
        self.xml.attr_opt("lang", language).attr_opt("xml:lang", language);
        self.xml.attr_opt("dir", node.attribute("dir"));
        let kept: &[&str] = match name {
            "th" | "td" => &["scope", "rowspan", "colspan"],
            "table" => &["summary"],
            "abbr" => &["title"],
            _ => &[],
        };
        for name in kept {
            self.xml.attr_opt(name, node.attribute(*name));
        }
    }

    fn write_page(&mut self, node: Node<'_, '_>, context: ContentContext) {
        let class = match node.attribute("page") {
            Some("front") => "page-front",
            Some("special") => "page-special",
            _ => "page-normal",
        };
        if context == ContentContext::Items {
            self.xml.open("li").attr("class", "page");
        }
        // Page numbers are separate from the adjacent words.
        self.xml.text(" ");
        self.write_wrapped(node, "span", Some(class), ContentContext::Line);
        self.xml.text(" ");
        if context == ContentContext::Items {
            self.xml.close();
        }
    }

    fn write_reference(&mut self, node: Node<'_, '_>, context: ContentContext) {
        self.open_element(node, "span", Some("noteref"));
        if context == ContentContext::Link {
            self.write_children(node, context);
        } else {
            self.xml.open("a").attr_opt("href", node.attribute("idref"));
            self.write_children(node, ContentContext::Link);
            self.xml.close();
        }
        self.xml.close();
    }

    fn write_image(&mut self, node: Node<'_, '_>) {
        let name = node.attribute("src").and_then(|name| self.images.get(name).cloned());
        if let Some(name) = name {
            self.xml.open("img").attr_opt("id", node.attribute("id")).attr("src", &name);
            self.xml.attr("alt", node.attribute("alt").unwrap_or_default()).close();
        }
    }
}
