//! XHTML 1.1 made into the XHTML of EPUB 3: what HTML dropped is renamed or becomes style.

use std::collections::HashSet;

use roxmltree::{Document, Node, NodeType};

use crate::model::Book;
use crate::xml::{MATHML, OPS, SVG, XML, escape, language};

/// A cleaned document.
#[derive(Debug)]
pub(super) struct Cleaned {
    pub(super) text: String,
    /// What the manifest must say of it.
    pub(super) properties: Vec<&'static str>,
    /// Ids that links may point at.
    pub(super) ids: HashSet<String>,
}

pub(super) fn clean(document: &Document<'_>, book: &Book) -> Cleaned {
    let mut out = Cleaned {
        text: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n"),
        properties: Vec::new(),
        ids: HashSet::new(),
    };
    for (property, found) in [
        ("svg", document.descendants().any(|node| node.has_tag_name((SVG, "svg")))),
        ("mathml", document.descendants().any(|node| node.has_tag_name((MATHML, "math")))),
        ("scripted", document.descendants().any(|node| node.tag_name().name() == "script")),
    ] {
        if found {
            out.properties.push(property);
        }
    }
    element(document.root_element(), book, &mut out);
    out.text.push('\n');
    out
}

fn nodes(parent: Node<'_, '_>, book: &Book, out: &mut Cleaned) {
    for node in parent.children() {
        match node.node_type() {
            NodeType::Text => out.text.push_str(&escape(node.text().unwrap_or_default())),
            NodeType::Element => element(node, book, out),
            _ => {}
        }
    }
}

fn element(node: Node<'_, '_>, book: &Book, out: &mut Cleaned) {
    if matches!(node.tag_name().namespace(), Some(SVG | MATHML)) {
        foreign(node, None, out);
        return;
    }
    let name = node.tag_name().name();
    let renamed = match name {
        "acronym" => "abbr",
        "big" | "font" | "nobr" | "blink" => "span",
        "tt" => "code",
        "strike" => "s",
        "center" => "div",
        "dir" | "menu" => "ul",
        "base" | "basefont" | "isindex" | "bgsound" => return,
        "frameset" | "noframes" | "applet" | "layer" => return nodes(node, book, out),
        "meta" if !keeps_meta(node) => return,
        other => other,
    };
    out.text.push('<');
    out.text.push_str(renamed);
    attributes(node, book, out);
    if matches!(name, "br" | "hr" | "img" | "meta" | "link" | "col" | "area" | "param" | "input") {
        out.text.push_str("/>");
        return;
    }
    out.text.push('>');
    match name {
        "head" => head(node, book, out),
        "title" if crate::xml::text_of(node).is_empty() => out.text.push_str(&escape(&book.metadata.title)),
        "table" => table(node, book, out),
        _ => nodes(node, book, out),
    }
    out.text.push_str("</");
    out.text.push_str(renamed);
    out.text.push('>');
}

/// The encoding comes first, and a title there must be.
fn head(node: Node<'_, '_>, book: &Book, out: &mut Cleaned) {
    out.text.push_str("<meta charset=\"utf-8\"/>");
    if !node.children().any(|child| child.tag_name().name() == "title") {
        out.text.push_str("<title>");
        out.text.push_str(&escape(&book.metadata.title));
        out.text.push_str("</title>");
    }
    nodes(node, book, out);
}

fn keeps_meta(node: Node<'_, '_>) -> bool {
    node.attribute("name").is_some()
        && node.attribute("content").is_some()
        && node.attribute("charset").is_none()
}

/// In HTML the foot of a table is at its end.
fn table(node: Node<'_, '_>, book: &Book, out: &mut Cleaned) {
    let is_foot = |child: &Node<'_, '_>| child.tag_name().name() == "tfoot";
    for child in node.children().filter(|child| child.is_element() && !is_foot(child)) {
        element(child, book, out);
    }
    node.children().filter(is_foot).for_each(|foot| element(foot, book, out));
}

fn attributes(node: Node<'_, '_>, book: &Book, out: &mut Cleaned) {
    let name = node.tag_name().name();
    if name == "html" {
        push(&mut out.text, "xmlns", crate::xml::XHTML);
        push(&mut out.text, "xmlns:epub", OPS);
    }
    let mut style = node.attribute("style").unwrap_or_default().trim().trim_end_matches(';').to_owned();
    let mut lang = None;
    let mut id = node.attribute("id").map(str::trim);
    for attribute in node.attributes() {
        let (key, value) = (attribute.name(), attribute.value());
        match attribute.namespace() {
            Some(XML) if key == "lang" => lang = language(value),
            Some(OPS) if key == "type" => push(&mut out.text, "epub:type", value),
            Some(_) => {}
            None if key == "lang" => lang = lang.or(language(value)),
            None if key == "name" && matches!(name, "a" | "map") => id = id.or(Some(value.trim())),
            None if matches!(key, "style" | "id") => {}
            None if is_allowed(name, key, value) => push(&mut out.text, key, value),
            None => {
                if let Some(rule) = as_style(name, key, value) {
                    if !style.is_empty() {
                        style.push_str("; ");
                    }
                    style.push_str(&rule);
                }
            }
        }
    }
    if name == "html" {
        lang = lang.or_else(|| super::language::of_book(book));
    }
    if let Some(lang) = lang {
        push(&mut out.text, "lang", lang);
        push(&mut out.text, "xml:lang", lang);
    }
    if let Some(id) = id.filter(|id| !id.is_empty() && !id.contains(char::is_whitespace))
        && out.ids.insert(id.to_owned())
    {
        push(&mut out.text, "id", id);
    }
    if name == "map" {
        push(&mut out.text, "name", node.attribute("name").or(id).unwrap_or("map"));
    }
    if name == "center" {
        style.push_str(if style.is_empty() { "text-align: center" } else { "; text-align: center" });
    }
    if !style.is_empty() {
        push(&mut out.text, "style", &style);
    }
}

/// Attributes that HTML still has.
fn is_allowed(element: &str, key: &str, value: &str) -> bool {
    let number = || !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match key {
        "class" | "title" | "dir" | "tabindex" | "accesskey" | "hidden" | "role" => !value.trim().is_empty(),
        _ if key.starts_with("aria-") || key.starts_with("data-") => true,
        "href" => matches!(element, "a" | "area" | "link"),
        "rel" | "hreflang" => matches!(element, "a" | "link"),
        "media" => matches!(element, "link" | "style"),
        "type" => match element {
            "link" | "style" | "script" | "object" | "a" | "input" => true,
            "ol" => matches!(value, "1" | "a" | "A" | "i" | "I"),
            _ => false,
        },
        "src" => matches!(element, "img" | "script" | "input"),
        "alt" => matches!(element, "img" | "area" | "input"),
        "width" | "height" => matches!(element, "img" | "object") && number(),
        "usemap" => matches!(element, "img" | "object"),
        "start" => element == "ol",
        "value" => matches!(element, "li" | "param" | "input"),
        "colspan" | "rowspan" => matches!(element, "td" | "th") && number(),
        "headers" => matches!(element, "td" | "th"),
        "scope" | "abbr" => element == "th",
        "span" => matches!(element, "col" | "colgroup") && number(),
        "cite" => matches!(element, "blockquote" | "q" | "ins" | "del"),
        "datetime" => matches!(element, "ins" | "del"),
        "data" => element == "object",
        "name" => matches!(element, "meta" | "param" | "input" | "object"),
        "content" => element == "meta",
        "shape" | "coords" => element == "area",
        _ => false,
    }
}

/// The style that replaces an attribute which HTML dropped.
fn as_style(element: &str, key: &str, value: &str) -> Option<String> {
    let value = value.trim().to_ascii_lowercase();
    let word = !value.is_empty()
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"#%.,- ".contains(&byte));
    if !word {
        return (key == "nowrap").then(|| "white-space: nowrap".to_owned());
    }
    let length =
        || if value.bytes().all(|b| b.is_ascii_digit()) { format!("{value}px") } else { value.clone() };
    Some(match (key, element) {
        ("align", "img" | "object") if matches!(value.as_str(), "left" | "right") => {
            format!("float: {value}")
        }
        ("align", "table") if value == "center" => "margin-left: auto; margin-right: auto".to_owned(),
        ("align", "table") if matches!(value.as_str(), "left" | "right") => format!("float: {value}"),
        ("align", _) if matches!(value.as_str(), "left" | "right" | "center" | "justify") => {
            format!("text-align: {value}")
        }
        ("valign", _) => format!("vertical-align: {value}"),
        ("bgcolor", _) => format!("background-color: {value}"),
        ("color" | "text", _) => format!("color: {value}"),
        ("face", _) => format!("font-family: {value}"),
        ("width" | "height", "td" | "th" | "table" | "hr" | "col" | "img" | "tr") => {
            format!("{key}: {}", length())
        }
        ("clear", "br") => format!("clear: {}", if value == "all" { "both" } else { &value }),
        ("nowrap", _) => "white-space: nowrap".to_owned(),
        _ => return None,
    })
}

/// SVG and MathML stay as they are, written without prefixes of their own.
fn foreign(node: Node<'_, '_>, namespace: Option<&str>, out: &mut Cleaned) {
    let own = node.tag_name().namespace();
    out.text.push('<');
    out.text.push_str(node.tag_name().name());
    if own != namespace {
        push(&mut out.text, "xmlns", own.unwrap_or_default());
    }
    for attribute in node.attributes() {
        match attribute.namespace() {
            None => {
                if attribute.name() == "id" {
                    out.ids.insert(attribute.value().to_owned());
                }
                push(&mut out.text, attribute.name(), attribute.value());
            }
            Some(XML) => push(&mut out.text, &format!("xml:{}", attribute.name()), attribute.value()),
            Some(crate::xml::XLINK) => {
                if attribute.name() == "href" {
                    push(&mut out.text, "xmlns:xlink", crate::xml::XLINK);
                }
                if node.attribute((crate::xml::XLINK, "href")).is_some() {
                    push(&mut out.text, &format!("xlink:{}", attribute.name()), attribute.value());
                }
            }
            Some(_) => {}
        }
    }
    out.text.push('>');
    for child in node.children() {
        match child.node_type() {
            NodeType::Text => out.text.push_str(&escape(child.text().unwrap_or_default())),
            NodeType::Element => foreign(child, own, out),
            _ => {}
        }
    }
    out.text.push_str("</");
    out.text.push_str(node.tag_name().name());
    out.text.push('>');
}

fn push(out: &mut String, key: &str, value: &str) {
    out.push(' ');
    out.push_str(key);
    out.push_str("=\"");
    out.push_str(&escape(value));
    out.push('"');
}
