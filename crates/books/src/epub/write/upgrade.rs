//! An EPUB 2 made into an EPUB 3: package document, navigation document, cleaned text.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use roxmltree::{Document, Node};

use super::accessibility::Claims;
use super::clean::{Cleaned, clean};
use super::patch::timestamp;
use super::{Changes, free_path, navdoc};
use crate::epub::Source;
use crate::epub::opf::Item;
use crate::error::Result;
use crate::model::{Book, Target};
use crate::path;
use crate::xml::{Writer, XML, child, text_of};

const OPF: &str = "http://www.idpf.org/2007/opf";
const DC: &str = "http://purl.org/dc/elements/1.1/";

/// The changed files, and the files to leave out.
pub(super) fn upgrade(
    source: &Source,
    book: &Book,
    modified: Timestamp,
    claims: &Claims,
) -> Result<(Changes, Vec<String>)> {
    let mut changes = Changes::new();
    let mut dropped = Vec::new();
    let mut texts: HashMap<&str, Cleaned> = HashMap::new();
    for item in &source.opf.items {
        let Some(path) = item.path.as_deref().filter(|path| source.package.contains(path)) else { continue };
        if item.is_text() && !texts.contains_key(path) {
            let cleaned = source.with_text(path, &source.opf.path, |document, _| clean(document, book))?;
            texts.insert(path, cleaned);
        } else if item.media_type == "application/x-dtbncx+xml" {
            // The navigation document takes its place.
            dropped.push(path.to_owned());
        }
    }
    let nav = free_path(source, "nav");
    let spine: HashSet<&str> =
        source.opf.spine.iter().filter_map(|entry| source.opf.items[entry.item].path.as_deref()).collect();
    let exists = |target: &Target| {
        spine.contains(target.path.as_str())
            && target
                .id
                .as_ref()
                .is_none_or(|id| texts.get(target.path.as_str()).is_some_and(|text| text.ids.contains(id)))
    };
    changes.insert(nav.clone(), navdoc::write(book, &nav, &exists));
    let opf = source.with_opf(|_, document| {
        Package { source, document, nav: &nav, texts: &texts, dropped: &dropped }
            .write(book, modified, claims)
    })?;
    changes.insert(source.opf.path.clone(), opf);
    for (path, cleaned) in texts {
        changes.insert(path.to_owned(), cleaned.text);
    }
    Ok((changes, dropped))
}

struct Package<'a, 'i> {
    source: &'a Source,
    document: &'a Document<'i>,
    nav: &'a str,
    texts: &'a HashMap<&'a str, Cleaned>,
    dropped: &'a [String],
}

impl Package<'_, '_> {
    fn write(&self, book: &Book, modified: Timestamp, claims: &Claims) -> String {
        let mut xml = Writer::document("");
        xml.open("package").attr("xmlns", OPF).attr("version", "3.0").attr("unique-identifier", "uid");
        xml.attr_opt("xml:lang", super::language::of_book(book)).line();
        xml.open("metadata").attr("xmlns:dc", DC).line();
        self.metadata(&mut xml, book);
        let modified = timestamp(modified);
        for (property, value) in std::iter::once(("dcterms:modified", &modified))
            .chain(claims.iter().map(|(name, value)| (*name, value)))
        {
            xml.open("meta").attr("property", property).text(value).close().line();
        }
        let ids = self.kept_items();
        if let Some(cover) = &book.metadata.cover
            && let Some((id, _)) = ids.iter().find(|(_, item)| item.path.as_ref() == Some(cover))
        {
            xml.open("meta").attr("name", "cover").attr("content", id).close().line();
        }
        xml.close().line();
        self.manifest(&mut xml, book, &ids);
        self.spine(&mut xml, &ids);
        xml.finish()
    }

    fn metadata(&self, xml: &mut Writer, book: &Book) {
        let root = self.document.root_element();
        let unique = root.attribute("unique-identifier");
        let statements: Vec<Node<'_, '_>> = child(root, "metadata")
            .into_iter()
            .flat_map(|metadata| metadata.descendants().filter(Node::is_element))
            .filter(|node| node.tag_name().namespace().is_some_and(|ns| ns.contains("purl.org/dc/")))
            .filter(|node| !text_of(*node).is_empty())
            .collect();
        let is = |node: &&Node<'_, '_>, name: &str| node.tag_name().name().eq_ignore_ascii_case(name);
        let own = statements
            .iter()
            .filter(|node| is(node, "identifier"))
            .find(|node| node.attribute("id") == unique)
            .or_else(|| statements.iter().find(|node| is(node, "identifier")))
            .map(Node::id);
        if own.is_none() {
            xml.open("dc:identifier")
                .attr("id", "uid")
                .text(&format!("title:{}", book.metadata.title))
                .close()
                .line();
        }
        if !statements.iter().any(|node| is(&node, "title")) {
            xml.element(
                "dc:title",
                if book.metadata.title.is_empty() { "Untitled" } else { &book.metadata.title },
            )
            .line();
        }
        if book.metadata.languages.is_empty() {
            xml.element("dc:language", "und").line();
        }
        let mut dated = false;
        for (n, node) in statements.iter().enumerate() {
            let name = node.tag_name().name().to_ascii_lowercase();
            let id = if Some(node.id()) == own { "uid".to_owned() } else { format!("m{n}") };
            let text = text_of(*node);
            match name.as_str() {
                "language" if crate::xml::language(&text).is_none() => {}
                // EPUB 3 has one date: that of publication.
                "date" if std::mem::replace(&mut dated, true) || book.metadata.published.is_none() => {}
                "date" => {
                    xml.element("dc:date", book.metadata.published.as_deref().unwrap_or_default()).line();
                }
                _ => statement(xml, *node, &name, &id, &text),
            }
        }
        for meta in root.descendants().filter(|node| node.tag_name().name() == "meta") {
            if let (Some(name), Some(content)) = (meta.attribute("name"), meta.attribute("content"))
                && name != "cover"
                && !content.trim().is_empty()
            {
                xml.open("meta").attr("name", name).attr("content", content).close().line();
            }
        }
    }

    /// The items that stay, with new ids: nothing outside the package document refers to them.
    fn kept_items(&self) -> Vec<(String, &Item)> {
        let mut seen: HashSet<&str> = HashSet::new();
        let kept = self.source.opf.items.iter().filter(|item| {
            item.path.as_deref().is_some_and(|path| {
                self.source.package.contains(path)
                    && path != self.source.opf.path
                    && !path.starts_with("META-INF/")
                    && !self.dropped.iter().any(|dropped| dropped == path)
                    && seen.insert(path)
            })
        });
        kept.enumerate().map(|(n, item)| (format!("i{}", n + 1), item)).collect()
    }

    fn manifest(&self, xml: &mut Writer, book: &Book, ids: &[(String, &Item)]) {
        xml.open("manifest").line();
        let opf = &self.source.opf.path;
        xml.open("item").attr("id", "nav").attr("href", &path::relative(opf, self.nav));
        xml.attr("media-type", "application/xhtml+xml").attr("properties", "nav").close().line();
        for (id, item) in ids {
            let path = item.path.as_deref().unwrap_or_default();
            let mut properties: Vec<&str> = Vec::new();
            if let Some(text) = self.texts.get(path) {
                properties.extend(&text.properties);
            }
            if book.metadata.cover.as_deref() == Some(path) {
                properties.push("cover-image");
            }
            xml.open("item").attr("id", id).attr("href", &path::relative(opf, path));
            xml.attr("media-type", media_type(item, path));
            if !properties.is_empty() {
                xml.attr("properties", &properties.join(" "));
            }
            let fallback = item.fallback.as_deref().and_then(|id| self.source.opf.by_id(id));
            let fallback = fallback.and_then(|to| ids.iter().find(|(_, item)| item.path == to.path));
            xml.attr_opt("fallback", fallback.map(|(id, _)| id.as_str())).close().line();
        }
        xml.close().line();
    }

    fn spine(&self, xml: &mut Writer, ids: &[(String, &Item)]) {
        xml.open("spine");
        xml.attr_opt(
            "page-progression-direction",
            self.source.opf.direction.map(crate::model::Direction::name),
        )
        .line();
        let mut seen: HashSet<&str> = HashSet::new();
        for entry in &self.source.opf.spine {
            let path = &self.source.opf.items[entry.item].path;
            if let Some((id, _)) = ids.iter().find(|(_, item)| item.path == *path)
                && seen.insert(id)
            {
                xml.open("itemref").attr("idref", id);
                xml.attr_opt("linear", (!entry.linear).then_some("no")).close().line();
            }
        }
        xml.close().line();
    }
}

/// A Dublin Core statement; attributes of EPUB 2 become statements that refine it.
fn statement(xml: &mut Writer, node: Node<'_, '_>, name: &str, id: &str, text: &str) {
    const NAMES: [(&str, &str); 14] = [
        ("title", "dc:title"),
        ("identifier", "dc:identifier"),
        ("language", "dc:language"),
        ("creator", "dc:creator"),
        ("contributor", "dc:contributor"),
        ("publisher", "dc:publisher"),
        ("description", "dc:description"),
        ("subject", "dc:subject"),
        ("rights", "dc:rights"),
        ("source", "dc:source"),
        ("relation", "dc:relation"),
        ("coverage", "dc:coverage"),
        ("type", "dc:type"),
        ("format", "dc:format"),
    ];
    let Some((_, element)) = NAMES.iter().find(|(known, _)| *known == name) else { return };
    xml.open(element).attr("id", id);
    if !matches!(name, "identifier" | "language" | "source" | "type" | "format") {
        xml.attr_opt("xml:lang", node.attribute((XML, "lang")).and_then(crate::xml::language));
    }
    xml.text(text).close().line();
    let attribute = |name: &str| node.attribute((OPF, name)).or_else(|| node.attribute(name)).map(str::trim);
    for (from, to) in [("role", "role"), ("file-as", "file-as"), ("scheme", "identifier-type")] {
        let Some(value) = attribute(from).filter(|value| !value.is_empty()) else { continue };
        if (from == "scheme") != (name == "identifier") {
            continue;
        }
        xml.open("meta").attr("refines", &format!("#{id}")).attr("property", to);
        xml.attr_opt("scheme", (from == "role").then_some("marc:relators")).text(value).close().line();
    }
}

/// Media types that EPUB 3 knows under other names.
fn media_type<'a>(item: &'a Item, path: &str) -> &'a str {
    match (item.media_type.as_str(), path::extension(path).as_str()) {
        ("text/html" | "text/x-oeb1-document", _) => "application/xhtml+xml",
        ("text/x-oeb1-css", _) => "text/css",
        ("image/jpg", _) => "image/jpeg",
        (font, "ttf") if font.contains("font") || font == "application/octet-stream" => "font/ttf",
        (font, "otf") if font.contains("font") || font.contains("opentype") => "font/otf",
        (font, "woff") if font.contains("font") => "font/woff",
        (other, _) => other,
    }
}
