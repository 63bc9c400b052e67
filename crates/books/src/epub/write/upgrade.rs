//! An EPUB 2 made into an EPUB 3: package document, navigation document, cleaned text.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use jiff::Timestamp;
use position_maps::DocumentTrail;
use roxmltree::{Document, Node};

use super::accessibility::{Claims, write_claim};
use super::clean::{CleanedDocument, clean_document};
use super::patch::{TextEdits, format_timestamp};
use super::picture_pages::{self, PicturePages};
use super::{ChangedFiles, container, css, navdoc, unused_path};
use crate::epub::{EpubSource, Trails};
use crate::error::keep_part;
use crate::media_types::media_type as type_of_name;
use crate::model::{Book, Target};
use crate::opf::{ManifestItem, core_picture_type};
use crate::xml::{self, XML_NAMESPACE, XmlWriter, escape, find_child, text_of};
use crate::{FindingKind, Limits, Result, path};

const OPF_NAMESPACE: &str = "http://www.idpf.org/2007/opf";
const DC_NAMESPACE: &str = "http://purl.org/dc/elements/1.1/";

/// The changed files, and the files to leave out.
pub(super) fn upgrade_package(
    source: &EpubSource,
    book: &Book,
    modified: Timestamp,
    claims: &Claims,
) -> Result<(ChangedFiles, Vec<String>)> {
    let mut changes = ChangedFiles::new();
    let mut dropped: Vec<String> = source
        .opf
        .items
        .iter()
        .filter(|item| is_replaced(item))
        .filter_map(|item| item.path.clone())
        .collect();
    container::rewrite_container(source, &mut changes, &mut dropped)?;
    let mut texts = clean_texts(source, book)?;
    let mut sheets = clean_sheets(source, &texts);
    let pages = picture_pages::list_pages(source);
    for (picture, page) in &pages {
        texts.insert(page.clone(), picture_pages::write_page(book, picture, page));
    }
    let mut linked = settle_links(source, book, &pages, &mut texts);
    let nav = unused_path(source, "nav");
    let mut spine: HashSet<&str> = source.opf.document_paths().collect();
    spine.extend(pages.values().map(String::as_str));
    // The table of contents, too, may lead to documents that the spine does not name.
    let read = book.sections.iter().map(|section| &section.path);
    let unnamed = read.filter(|path| texts.contains_key(*path) && !spine.contains(path.as_str()));
    linked.extend(unnamed.cloned());
    spine.extend(linked.iter().map(String::as_str));
    let place = |target: &Target| written_place(&texts, &spine, target);
    changes.insert(nav.clone(), navdoc::write_nav(book, &nav, &place));
    let mut files: BTreeSet<String> = texts.values().flat_map(|text| text.files.iter().cloned()).collect();
    files.extend(sheets.values().flat_map(|(_, files)| files.iter().cloned()));
    files.extend(texts.keys().cloned());
    let opf = source.with_opf(|_, document| {
        PackageUpgrade {
            source,
            document,
            nav: &nav,
            texts: &texts,
            picture_pages: &pages,
            dropped_files: &dropped,
            linked_documents: &linked,
            files: &files,
        }
        .write_package(book, modified, claims)
    })?;
    changes.insert(source.opf.path.clone(), opf);
    changes.extend(sheets.iter_mut().map(|(path, (text, _))| (path.clone(), std::mem::take(text))));
    changes.extend(texts.into_iter().map(|(path, cleaned)| (path, cleaned.text)));
    Ok((changes, dropped))
}

/// Replaces the trails of documents that are delivered with other elements.
pub(super) fn retrace_documents(source: &EpubSource, book: &Book, trails: &mut Trails) -> Result<()> {
    let limits = Limits { xml_depth: usize::MAX, xml_nodes: u32::MAX, ..Limits::default() };
    for ((spine, trail), section) in trails.iter_mut().zip(&book.sections) {
        if source.opf.version != 2 && !section.repaired {
            continue;
        }
        let entries = source.opf.spine.iter().filter(|entry| entry.position == *spine);
        let mut items = entries.map(|entry| &source.opf.items[entry.item]);
        // A picture without a page has the position of the document after it.
        let item = items.find(|item| item.path.as_ref() == Some(&section.path) && !item.is_picture());
        let Some(path) = item.and_then(|item| item.path.as_deref()) else { continue };
        let cleaned = source.with_text(path, &source.opf.path, |document, _| {
            clean_document(document, path, book, &source.package)
        })?;
        *trail = DocumentTrail::from_document(&xml::parse(path, &cleaned.text, &limits)?);
    }
    Ok(())
}

type CleanedTexts = BTreeMap<String, CleanedDocument>;

/// Returns true if the navigation document takes the place of a file, or nothing in EPUB 3 can use it.
fn is_replaced(item: &ManifestItem) -> bool {
    item.media_type == "application/x-dtbncx+xml" || item.is_page_map()
}

/// Cleans the documents of the manifest, and those that they link to but the manifest does not list.
fn clean_texts(source: &EpubSource, book: &Book) -> Result<CleanedTexts> {
    let listed = source.opf.items.iter().filter(|item| item.is_text()).filter_map(|item| item.path.clone());
    let mut waiting: Vec<String> = listed.collect();
    let mut texts = CleanedTexts::new();
    while let Some(path) = waiting.pop() {
        if texts.contains_key(&path) || !source.package.contains(&path) {
            continue;
        }
        let cleaned = source.with_text(&path, &source.opf.path, |document, _| {
            clean_document(document, &path, book, &source.package)
        });
        // Files that cannot be read are passed through unchanged.
        let Some(cleaned) = keep_part(cleaned)? else { continue };
        let unlisted = cleaned.links.iter().map(|link| &link.target.path).filter(|path| {
            path::is_html(path) && !source.opf.items.iter().any(|item| item.path.as_ref() == Some(path))
        });
        waiting.extend(unlisted.cloned());
        texts.insert(path, cleaned);
    }
    Ok(texts)
}

/// Cleans the style sheets of the manifest, and those that others import; with the files that they use.
fn clean_sheets(source: &EpubSource, texts: &CleanedTexts) -> BTreeMap<String, (String, BTreeSet<String>)> {
    let listed = source
        .opf
        .items
        .iter()
        .filter(|item| is_sheet(&item.media_type))
        .filter_map(|item| item.path.clone());
    let linked = texts.values().flat_map(|text| text.files.iter().cloned());
    let mut waiting: Vec<String> =
        listed.chain(linked.filter(|path| path::extension(path) == "css")).collect();
    let mut sheets = BTreeMap::new();
    while let Some(path) = waiting.pop() {
        if sheets.contains_key(&path) || !source.package.contains(&path) {
            continue;
        }
        let Ok(bytes) = source.package.read(&path, &source.opf.path) else { continue };
        let rules = css::decode_without_charset_rule(bytes);
        let mut files = BTreeSet::new();
        let cleaned = css::clean_rules(&rules, &path, &source.package, &mut files);
        waiting.extend(files.iter().filter(|path| path::extension(path) == "css").cloned());
        sheets.insert(path, (cleaned, files));
    }
    sheets
}

fn is_sheet(media_type: &str) -> bool {
    matches!(media_type, "text/css" | "text/x-oeb1-css")
}

/// Gives each link the id that its target is written with. A link that leads nowhere keeps only its text, and
/// is reported. Returns the documents that links lead to, but not the spine.
fn settle_links(
    source: &EpubSource,
    book: &Book,
    pages: &PicturePages,
    texts: &mut CleanedTexts,
) -> BTreeSet<String> {
    let spine: HashSet<&str> = source.opf.document_paths().collect();
    let drawings: HashSet<&str> = spine.iter().copied().filter(|path| !texts.contains_key(*path)).collect();
    let mut linked = BTreeSet::new();
    let mut edits: Vec<(String, TextEdits)> = Vec::new();
    for (path, text) in &*texts {
        let mut own = TextEdits::default();
        for link in &text.links {
            let target = &link.target;
            if let Some(page) = pages.get(&target.path) {
                let href = path::relative_href(path, page);
                own.replace(link.range.clone(), format!(" href=\"{}\"", escape(&href)));
                continue;
            }
            let to = texts.get(&target.path);
            let id = target.id.as_ref().map(|id| to.and_then(|to| to.ids.get(id)));
            let exists = to.is_some() || drawings.contains(target.path.as_str());
            if exists && !spine.contains(target.path.as_str()) {
                linked.insert(target.path.clone());
            }
            match id {
                _ if !exists || target.path == *path => {
                    let href = path::relative_href(path, path);
                    let instead =
                        if link.is_required { format!(" href=\"{}\"", escape(&href)) } else { String::new() };
                    own.replace(link.range.clone(), instead);
                }
                None => continue,
                Some(Some(written)) if Some(written) == target.id.as_ref() => continue,
                Some(Some(written)) => {
                    let old = target.id.as_deref().unwrap_or_default();
                    book.reporter.report(FindingKind::ChangedId, &target.path, old);
                    let href = format!(
                        "{}#{}",
                        path::relative_href(path, &target.path),
                        path::relative_href("", written)
                    );
                    own.replace(link.range.clone(), format!(" href=\"{}\"", escape(&href)));
                    continue;
                }
                Some(None) => {
                    let href = path::relative_href(path, &target.path);
                    own.replace(link.range.clone(), format!(" href=\"{}\"", escape(&href)));
                }
            }
            let hash = target.id.as_ref().map(|id| format!("#{id}")).unwrap_or_default();
            book.reporter.report(FindingKind::DanglingLink, path, &format!("{}{hash}", target.path));
        }
        edits.push((path.clone(), own));
    }
    for (path, edits) in edits {
        if let Some(text) = texts.get_mut(&path) {
            text.text = edits.apply(&text.text);
        }
    }
    linked
}

/// The position at which a place of the source is written; its document if the place itself does not exist.
fn written_place(texts: &CleanedTexts, spine: &HashSet<&str>, target: &Target) -> Option<Target> {
    if !spine.contains(target.path.as_str()) {
        return None;
    }
    let id = target.id.as_ref().and_then(|id| texts.get(&target.path)?.ids.get(id)).cloned();
    Some(Target { path: target.path.clone(), id })
}

struct PackageUpgrade<'a, 'i> {
    source: &'a EpubSource,
    document: &'a Document<'i>,
    nav: &'a str,
    texts: &'a CleanedTexts,
    picture_pages: &'a PicturePages,
    dropped_files: &'a [String],
    /// Documents that links lead to, but not the spine.
    linked_documents: &'a BTreeSet<String>,
    /// Files that documents and style sheets use.
    files: &'a BTreeSet<String>,
}

impl PackageUpgrade<'_, '_> {
    fn write_package(&self, book: &Book, modified: Timestamp, claims: &Claims) -> String {
        let mut xml = XmlWriter::document("");
        xml.open("package")
            .attr("xmlns", OPF_NAMESPACE)
            .attr("version", "3.0")
            .attr("unique-identifier", "uid");
        xml.attr_opt("xml:lang", super::language::book_language(book)).end_line();
        xml.open("metadata").attr("xmlns:dc", DC_NAMESPACE).end_line();
        self.write_metadata(&mut xml, book);
        let modified = format_timestamp(modified);
        for (property, value) in std::iter::once(("dcterms:modified", &modified))
            .chain(claims.iter().map(|(name, value)| (*name, value)))
        {
            write_claim(&mut xml, property, value, book);
        }
        let ids = self.kept_items();
        if let Some(cover) = &book.metadata.cover
            && let Some((id, ..)) = ids.iter().find(|(_, path, _)| path == cover)
        {
            xml.open("meta").attr("name", "cover").attr("content", id).close().end_line();
        }
        xml.close().end_line();
        self.write_manifest(&mut xml, book, &ids);
        self.write_spine(&mut xml, &ids);
        xml.finish()
    }

    fn write_metadata(&self, xml: &mut XmlWriter, book: &Book) {
        let root = self.document.root_element();
        let unique = root.attribute("unique-identifier");
        let statements: Vec<Node<'_, '_>> = find_child(root, "metadata")
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
            xml.open("dc:identifier").attr("id", "uid").text(book.metadata.identifier()).close().end_line();
        }
        if !statements.iter().any(|node| is(&node, "title")) {
            xml.element(
                "dc:title",
                if book.metadata.title.is_empty() { "Untitled" } else { &book.metadata.title },
            )
            .end_line();
        }
        let languages: Vec<&str> =
            book.metadata.languages.iter().filter_map(|tag| crate::xml::well_formed_language(tag)).collect();
        for language in &languages {
            xml.element("dc:language", language).end_line();
        }
        if languages.is_empty() {
            xml.element("dc:language", "und").end_line();
        }
        let mut dated = false;
        for (n, node) in statements.iter().enumerate() {
            let name = node.tag_name().name().to_ascii_lowercase();
            let id = if Some(node.id()) == own { "uid".to_owned() } else { format!("m{n}") };
            let text = text_of(*node);
            match name.as_str() {
                // As they were understood.
                "language" => {}
                // EPUB 3 has one date: that of publication.
                "date" if std::mem::replace(&mut dated, true) || book.metadata.published.is_none() => {}
                "date" => {
                    let date = book.metadata.published.as_deref().unwrap_or_default();
                    if crate::epub::build::is_date(date) {
                        xml.element("dc:date", date).end_line();
                    }
                }
                _ => write_statement(xml, *node, &name, &id, &text),
            }
        }
        for meta in root.descendants().filter(|node| node.tag_name().name() == "meta") {
            if let (Some(name), Some(content)) = (meta.attribute("name"), meta.attribute("content"))
                && name != "cover"
                && !content.trim().is_empty()
            {
                xml.open("meta").attr("name", name).attr("content", content).close().end_line();
            }
        }
    }

    /// The items that stay, then files that the manifest does not list but documents use; with new ids,
    /// because nothing outside the package document refers to them.
    fn kept_items(&self) -> Vec<(String, String, Option<&ManifestItem>)> {
        let mut seen: HashSet<&str> = HashSet::new();
        let listed =
            self.source.opf.items.iter().filter_map(|item| Some((item.path.as_deref()?, Some(item))));
        let used = self.files.iter().map(|path| (path.as_str(), None));
        let kept = listed.chain(used).filter(|(path, _)| {
            (self.source.package.contains(path) || self.texts.contains_key(*path))
                && *path != self.source.opf.path
                && !path.starts_with("META-INF/")
                && !self.dropped_files.iter().any(|dropped| dropped == path)
                && seen.insert(path)
        });
        kept.enumerate().map(|(n, (path, item))| (format!("i{}", n + 1), path.to_owned(), item)).collect()
    }

    fn write_manifest(
        &self,
        xml: &mut XmlWriter,
        book: &Book,
        ids: &[(String, String, Option<&ManifestItem>)],
    ) {
        xml.open("manifest").end_line();
        let opf = &self.source.opf.path;
        xml.open("item").attr("id", "nav").attr("href", &path::relative_href(opf, self.nav));
        xml.attr("media-type", "application/xhtml+xml").attr("properties", "nav").close().end_line();
        for (id, path, item) in ids {
            let mut properties: Vec<&str> = Vec::new();
            if let Some(text) = self.texts.get(path) {
                properties.extend(&text.properties);
            }
            let stated = item.map_or_else(|| type_of_name(path), |item| item.media_type.as_str());
            let media_type = self.written_media_type(stated, path);
            if book.metadata.cover.as_deref() == Some(path) && media_type.starts_with("image/") {
                properties.push("cover-image");
            }
            xml.open("item").attr("id", id).attr("href", &path::relative_href(opf, path));
            xml.attr("media-type", media_type);
            if !properties.is_empty() {
                xml.attr("properties", &properties.join(" "));
            }
            let fallback = item.and_then(|item| self.source.opf.find_item(item.fallback.as_deref()?));
            let fallback =
                fallback.and_then(|to| ids.iter().find(|(_, path, _)| Some(path) == to.path.as_ref()));
            let fallback = fallback.filter(|(other, ..)| other != id && !self.texts.contains_key(path));
            xml.attr_opt("fallback", fallback.map(|(id, ..)| id.as_str())).close().end_line();
        }
        xml.close().end_line();
    }

    /// The media type of a file: what was cleaned is XHTML, pictures are what they begin with, and others
    /// have names that EPUB 3 knows.
    fn written_media_type<'m>(&self, stated: &'m str, path: &str) -> &'m str {
        if self.texts.contains_key(path) {
            return "application/xhtml+xml";
        }
        let extension = path::extension(path);
        if stated.starts_with("image/") {
            return core_picture_type(path, &self.source.package).unwrap_or(stated);
        }
        match (stated, extension.as_str()) {
            ("text/x-oeb1-css", _) => "text/css",
            ("", _) => type_of_name(path),
            (font, "ttf") if font.contains("font") || font == "application/octet-stream" => "font/ttf",
            (font, "otf")
                if font.contains("font")
                    || font.contains("opentype")
                    || font == "application/octet-stream" =>
            {
                "font/otf"
            }
            (font, "woff") if font.contains("font") => "font/woff",
            (other, _) => other,
        }
    }

    fn write_spine(&self, xml: &mut XmlWriter, ids: &[(String, String, Option<&ManifestItem>)]) {
        xml.open("spine");
        xml.attr_opt(
            "page-progression-direction",
            self.source.opf.direction.map(crate::model::Direction::name),
        )
        .end_line();
        let mut seen: HashSet<&str> = HashSet::new();
        let opf = &self.source.opf;
        let entries = opf.spine.iter().map(|entry| (&opf.items[entry.item], entry.linear));
        let read = entries.filter_map(|(item, linear)| {
            let path = item.path.as_ref()?;
            let written = if item.is_picture() { self.picture_pages.get(path)? } else { path };
            Some((written.as_str(), linear))
        });
        let linear = read.clone().any(|(_, linear)| linear);
        // Targets of links must exist, if not in the order of reading.
        let linked = self.linked_documents.iter().map(|path| (path.as_str(), false));
        for (path, is_linear) in read.chain(linked) {
            if let Some((id, ..)) = ids.iter().find(|(_, own, _)| own == path)
                && seen.insert(id)
            {
                xml.open("itemref").attr("idref", id);
                xml.attr_opt("linear", (!is_linear && linear).then_some("no")).close().end_line();
            }
        }
        xml.close().end_line();
    }
}

/// A Dublin Core statement; attributes of EPUB 2 become statements that refine it.
fn write_statement(xml: &mut XmlWriter, node: Node<'_, '_>, name: &str, id: &str, text: &str) {
    const ELEMENTS: [&str; 14] = [
        "dc:title", "dc:identifier", "dc:language", "dc:creator", "dc:contributor", "dc:publisher",
        "dc:description", "dc:subject", "dc:rights", "dc:source", "dc:relation", "dc:coverage", "dc:type",
        "dc:format",
    ];
    let is_own = |element: &&str| element.strip_prefix("dc:") == Some(name);
    let Some(element) = ELEMENTS.into_iter().find(is_own) else { return };
    xml.open(element).attr("id", id);
    if !matches!(name, "identifier" | "language" | "source" | "type" | "format") {
        xml.attr_opt(
            "xml:lang",
            node.attribute((XML_NAMESPACE, "lang")).and_then(crate::xml::schema_language),
        );
    }
    xml.text(text).close().end_line();
    let attribute =
        |name: &str| node.attribute((OPF_NAMESPACE, name)).or_else(|| node.attribute(name)).map(str::trim);
    for (from, to) in [("role", "role"), ("file-as", "file-as"), ("scheme", "identifier-type")] {
        let Some(value) = attribute(from).filter(|value| !value.is_empty()) else { continue };
        if (from == "scheme") != (name == "identifier") {
            continue;
        }
        xml.open("meta").attr("refines", &format!("#{id}")).attr("property", to);
        xml.attr_opt("scheme", (from == "role").then_some("marc:relators")).text(value).close().end_line();
    }
}
