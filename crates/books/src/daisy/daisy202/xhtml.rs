//! The text as XHTML 1.0, made of the `DTBook`: every element keeps its id, so what is true of one text is
//! true of the other.

use std::borrow::Cow;
use std::collections::HashMap;

use roxmltree::Node;

use crate::error::Result;
use crate::limits::Limits;
use crate::model::Book;
use crate::xml::{self, Writer, child};

use super::super::figures::Picture;
use super::image_name;

const DOCTYPE: &str = "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">";

/// Writes the text; images that are not among these are left out.
pub(super) fn write(book: &Book, dtbook: &str, images: &[Cow<'_, Picture>]) -> Result<String> {
    let limits = Limits { xml_depth: usize::MAX, xml_nodes: u32::MAX, ..Limits::default() };
    let document = xml::parse(super::super::TEXT, dtbook, &limits)?;
    let root = document.root_element();
    let mut text = Text {
        out: Writer::document(DOCTYPE),
        images: images.iter().map(|image| (image.name.as_str(), image_name(image))).collect(),
    };
    let language = xml::language(book.metadata.language()).unwrap_or("und");
    text.out.open("html").attr("xmlns", "http://www.w3.org/1999/xhtml");
    text.out.attr("lang", language).attr("xml:lang", language).line().open("head").line();
    text.out.element("title", &book.metadata.title).line();
    text.out.open("meta").attr("http-equiv", "Content-type").attr("content", "text/html; charset=utf-8");
    text.out.close().line();
    for (name, content) in [
        ("dc:title", book.metadata.title.as_str()),
        ("dc:format", "Daisy 2.02"),
        ("dc:identifier", &super::super::uid(book)),
        ("ncc:generator", super::super::GENERATOR),
    ] {
        text.out.open("meta").attr("name", name).attr("content", content).close().line();
    }
    text.out.close().line().open("body").line();
    if let Some(book) = child(root, "book") {
        text.children(book, Around::Blocks);
    }
    Ok(text.out.finish())
}

/// What is allowed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    Blocks,
    /// Text, and nothing with blocks in it.
    Line,
    /// The same inside a link.
    Link,
    /// Items of a list.
    Items,
}

struct Text<'a> {
    out: Writer,
    images: HashMap<&'a str, String>,
}

impl Text<'_> {
    fn children(&mut self, node: Node<'_, '_>, around: Around) {
        for inside in node.children() {
            if inside.is_element() {
                self.element(inside, around);
            } else if let Some(text) = inside.text() {
                self.out.text(text);
            }
        }
    }

    fn element(&mut self, node: Node<'_, '_>, around: Around) {
        use Around::{Blocks, Items, Line};
        let line = if around == Around::Link { Around::Link } else { Line };
        let blocks = around == Blocks;
        let either = if blocks { "div" } else { "span" };
        let inside = if blocks { Blocks } else { line };
        match node.tag_name().name() {
            "doctitle" => self.wrap(node, if blocks { "h1" } else { "span" }, Some("title"), line),
            "docauthor" => self.wrap(node, if blocks { "p" } else { "span" }, Some("author"), line),
            "frontmatter" => self.wrap(node, "div", Some("frontmatter"), Blocks),
            "bodymatter" => self.wrap(node, "div", Some("bodymatter"), Blocks),
            "rearmatter" => self.wrap(node, "div", Some("rearmatter"), Blocks),
            "level1" => self.wrap(node, "div", Some("level1"), Blocks),
            "level2" => self.wrap(node, "div", Some("level2"), Blocks),
            "level3" => self.wrap(node, "div", Some("level3"), Blocks),
            "level4" => self.wrap(node, "div", Some("level4"), Blocks),
            "level5" => self.wrap(node, "div", Some("level5"), Blocks),
            "level6" => self.wrap(node, "div", Some("level6"), Blocks),
            "h1" => self.wrap(node, "h1", None, line),
            "h2" => self.wrap(node, "h2", None, line),
            "h3" => self.wrap(node, "h3", None, line),
            "h4" => self.wrap(node, "h4", None, line),
            "h5" => self.wrap(node, "h5", None, line),
            "h6" => self.wrap(node, "h6", None, line),
            "p" if node.attribute((xml::XML, "space")).is_some() && blocks => {
                self.wrap(node, "pre", None, line);
            }
            "p" if blocks => self.wrap(node, "p", None, line),
            name @ ("bridgehead" | "hd" | "line") => {
                let class = match name {
                    "line" => "line",
                    _ => "bridgehead",
                };
                self.wrap(node, if blocks { "p" } else { "span" }, Some(class), line);
            }
            "poem" => self.wrap(node, either, Some("poem"), inside),
            "linegroup" => self.wrap(node, either, Some("linegroup"), inside),
            "epigraph" => self.wrap(node, either, Some("epigraph"), inside),
            "sidebar" => self.wrap(node, either, Some("sidebar"), inside),
            "note" => self.wrap(node, either, Some("notebody"), inside),
            "prodnote" => self.wrap(node, either, Some("optional-prodnote"), inside),
            "imggroup" => self.wrap(node, either, Some("imggroup"), inside),
            "blockquote" if blocks => self.wrap(node, "blockquote", None, Blocks),
            "div" if blocks => self.wrap(node, "div", None, Blocks),
            "caption" if node.parent().is_some_and(|parent| parent.tag_name().name() == "table") => {
                self.wrap(node, "caption", None, line);
            }
            "caption" => self.wrap(node, either, Some("caption"), inside),
            "list" if blocks => {
                let ordered = node.attribute("type") == Some("ol");
                self.open(node, if ordered { "ol" } else { "ul" }, None);
                let unmarked = node.attribute("type") == Some("pl");
                self.out.attr_opt("style", unmarked.then_some("list-style-type: none"));
                self.out.attr_opt("type", node.attribute("enum").filter(|_| ordered));
                self.out.attr_opt("start", node.attribute("start").filter(|_| ordered));
                self.children(node, Items);
                self.out.close();
            }
            "li" => self.wrap(node, "li", None, Blocks),
            "dl" if blocks => self.wrap(node, "dl", None, Items),
            "dt" => self.wrap(node, "dt", None, line),
            "dd" => self.wrap(node, "dd", None, Blocks),
            "table" if blocks => self.wrap(node, "table", None, Items),
            "thead" => self.wrap(node, "thead", None, Items),
            "tbody" => self.wrap(node, "tbody", None, Items),
            "tr" => self.wrap(node, "tr", None, Items),
            "th" => self.wrap(node, "th", None, Blocks),
            "td" => self.wrap(node, "td", None, Blocks),
            "pagenum" => self.page(node, around),
            "noteref" => self.reference(node, around),
            "a" if around != Around::Link => {
                self.open(node, "a", None);
                self.out.attr_opt("href", node.attribute("href"));
                self.children(node, Around::Link);
                self.out.close();
            }
            "img" => self.image(node),
            "br" => {
                self.out.open("br").close();
            }
            "em" => self.wrap(node, "em", None, line),
            "strong" => self.wrap(node, "strong", None, line),
            "sub" => self.wrap(node, "sub", None, line),
            "sup" => self.wrap(node, "sup", None, line),
            "code" => self.wrap(node, "code", None, line),
            "cite" => self.wrap(node, "cite", None, line),
            "q" => self.wrap(node, "q", None, line),
            "dfn" => self.wrap(node, "dfn", None, line),
            "abbr" => self.wrap(node, "abbr", None, line),
            "sent" => self.wrap(node, "span", Some("sentence"), line),
            _ => self.wrap(node, "span", None, line),
        }
        if blocks {
            self.out.line();
        }
    }

    fn wrap(&mut self, node: Node<'_, '_>, name: &'static str, class: Option<&str>, around: Around) {
        self.open(node, name, class);
        self.children(node, around);
        self.out.close();
    }

    /// Opens an element with everything that it keeps.
    fn open(&mut self, node: Node<'_, '_>, name: &'static str, class: Option<&str>) {
        self.out.open(name);
        self.out.attr_opt("id", node.attribute("id"));
        self.out.attr_opt("class", class.or(node.attribute("class")));
        let language = node.attribute((xml::XML, "lang"));
        self.out.attr_opt("lang", language).attr_opt("xml:lang", language);
        self.out.attr_opt("dir", node.attribute("dir"));
        let kept: &[&str] = match name {
            "th" | "td" => &["scope", "rowspan", "colspan"],
            "table" => &["summary"],
            "abbr" => &["title"],
            _ => &[],
        };
        for name in kept {
            self.out.attr_opt(name, node.attribute(*name));
        }
    }

    fn page(&mut self, node: Node<'_, '_>, around: Around) {
        let class = match node.attribute("page") {
            Some("front") => "page-front",
            Some("special") => "page-special",
            _ => "page-normal",
        };
        if around == Around::Items {
            self.out.open("li").attr("class", "page");
        }
        // Page numbers are separate from the adjacent words.
        self.out.text(" ");
        self.wrap(node, "span", Some(class), Around::Line);
        self.out.text(" ");
        if around == Around::Items {
            self.out.close();
        }
    }

    fn reference(&mut self, node: Node<'_, '_>, around: Around) {
        self.open(node, "span", Some("noteref"));
        if around == Around::Link {
            self.children(node, around);
        } else {
            self.out.open("a").attr_opt("href", node.attribute("idref"));
            self.children(node, Around::Link);
            self.out.close();
        }
        self.out.close();
    }

    fn image(&mut self, node: Node<'_, '_>) {
        let name = node.attribute("src").and_then(|name| self.images.get(name).cloned());
        if let Some(name) = name {
            self.out.open("img").attr_opt("id", node.attribute("id")).attr("src", &name);
            self.out.attr("alt", node.attribute("alt").unwrap_or_default()).close();
        }
    }
}
