//! The navigation document of EPUB 3, written from the book model.

use super::language::{book_title, main_language};
use crate::model::{Block, BlockKind, Book, Direction, NavPoint, Target, plain_text};
use crate::path;
use crate::xml::XmlWriter;

/// Writes the navigation document for this place in the package. `place` returns where a target is written,
/// or `None` if nothing can lead there.
pub(crate) fn write_nav(book: &Book, at: &str, place: &dyn Fn(&Target) -> Option<Target>) -> String {
    let lang = main_language(book);
    let mut xml = XmlWriter::document("<!DOCTYPE html>");
    xml.open("html")
        .attr("xmlns", crate::xml::XHTML_NAMESPACE)
        .attr("xmlns:epub", crate::xml::OPS_NAMESPACE)
        .attr("lang", lang)
        .attr("xml:lang", lang)
        .attr_opt("dir", Direction::rtl_for_language(lang).map(Direction::name));
    xml.open("head").element("title", book_title(book)).close();
    xml.open("body").end_line();
    let nav = NavWriter { nav_path: at, place };
    let mut toc = nav.reachable_points(&book.nav);
    if toc.is_empty() {
        toc = nav.reachable_points(&contents_from_text(book));
    }
    xml.open("nav").attr("epub:type", "toc").attr("role", "doc-toc").attr("id", "toc");
    nav.write_list(&mut xml, &toc);
    xml.close().end_line();
    nav.write_page_list(&mut xml, book);
    nav.write_landmarks(&mut xml, book);
    xml.finish()
}

/// The table of contents for a navigation document at this place in the package; `None` for no entries.
pub(super) fn format_contents(
    book: &Book,
    at: &str,
    place: &dyn Fn(&Target) -> Option<Target>,
) -> Option<String> {
    let nav = NavWriter { nav_path: at, place };
    let contents = nav.reachable_points(&book.nav);
    if contents.is_empty() {
        return None;
    }
    let mut xml = XmlWriter::default();
    open_hidden_nav(&mut xml, "toc", "doc-toc", true);
    nav.write_list(&mut xml, &contents);
    xml.close().end_line();
    Some(xml.finish())
}

/// The list of pages for a navigation document at this place in the package; `None` for no pages.
pub(super) fn format_page_list(
    book: &Book,
    at: &str,
    place: &dyn Fn(&Target) -> Option<Target>,
) -> Option<String> {
    let pages = NavWriter { nav_path: at, place }.reachable_pages(book);
    if pages.is_empty() {
        return None;
    }
    let mut xml = XmlWriter::default();
    write_pages(&mut xml, &pages, true);
    Some(xml.finish())
}

/// Opens a `nav` that only programs read. `is_alone`: it goes into a document with prefixes of its own.
fn open_hidden_nav(xml: &mut XmlWriter, kind: &str, role: &str, is_alone: bool) {
    xml.open("nav");
    if is_alone {
        xml.attr("xmlns", crate::xml::XHTML_NAMESPACE).attr("xmlns:epub", crate::xml::OPS_NAMESPACE);
    }
    xml.attr("epub:type", kind).attr("role", role).attr("hidden", "hidden");
}

/// Writes the list of pages. `is_alone`: it goes into a document with prefixes of its own.
fn write_pages(xml: &mut XmlWriter, pages: &[(&str, String)], is_alone: bool) {
    open_hidden_nav(xml, "page-list", "doc-pagelist", is_alone);
    xml.open("ol").end_line();
    for (label, href) in pages {
        xml.open("li").open("a").attr("href", href).text(label).close().close().end_line();
    }
    xml.close().close().end_line();
}

/// A table of contents for a book that brings none: its sections by their first headings.
fn contents_from_text(book: &Book) -> Vec<NavPoint> {
    let heading = |blocks: &[Block]| {
        blocks.iter().find_map(|block| match &block.kind {
            BlockKind::Heading { inlines, .. } => Some(plain_text(inlines).trim().to_owned()),
            _ => None,
        })
    };
    let sections = book.sections.iter().enumerate().map(|(n, section)| {
        let label =
            heading(&section.blocks).or_else(|| section.title.clone()).filter(|label| !label.is_empty());
        NavPoint {
            label: label.unwrap_or_else(|| (n + 1).to_string()),
            target: Some(Target { path: section.path.clone(), id: None }),
            children: Vec::new(),
        }
    });
    sections.collect()
}

struct NavWriter<'a> {
    nav_path: &'a str,
    place: &'a dyn Fn(&Target) -> Option<Target>,
}

impl NavWriter<'_> {
    /// The entries that lead somewhere, or are above some that do.
    fn reachable_points(&self, points: &[NavPoint]) -> Vec<NavPoint> {
        let kept = points.iter().map(|point| NavPoint {
            children: self.reachable_points(&point.children),
            label: if point.label.trim().is_empty() { "\u{2014}".to_owned() } else { point.label.clone() },
            ..point.clone()
        });
        kept.filter(|point| {
            !point.children.is_empty()
                || point.target.as_ref().is_some_and(|target| self.to_href(target).is_some())
        })
        .collect()
    }

    fn write_list(&self, xml: &mut XmlWriter, points: &[NavPoint]) {
        xml.open("ol").end_line();
        for point in points {
            xml.open("li");
            match point.target.as_ref().and_then(|target| self.to_href(target)) {
                Some(href) => xml.open("a").attr("href", &href).text(&point.label).close(),
                None => xml.element("span", &point.label),
            };
            if !point.children.is_empty() {
                self.write_list(xml, &point.children);
            }
            xml.close().end_line();
        }
        xml.close();
    }

    fn write_page_list(&self, xml: &mut XmlWriter, book: &Book) {
        let pages = self.reachable_pages(book);
        if !pages.is_empty() {
            write_pages(xml, &pages, false);
        }
    }

    fn reachable_pages<'b>(&self, book: &'b Book) -> Vec<(&'b str, String)> {
        let pages = book.pages.iter().filter(|page| !page.label.is_empty());
        pages.filter_map(|page| Some((page.label.as_str(), self.to_href(&page.target)?))).collect()
    }

    fn write_landmarks(&self, xml: &mut XmlWriter, book: &Book) {
        let mut seen: Vec<(&str, String)> = Vec::new();
        for landmark in book.landmarks.iter().filter(|landmark| is_kind(&landmark.kind)) {
            if let Some(href) = self.to_href(&landmark.target)
                && !seen.iter().any(|(kind, known)| *kind == landmark.kind && *known == href)
            {
                seen.push((&landmark.kind, href));
            }
        }
        if seen.is_empty() {
            return;
        }
        xml.open("nav").attr("epub:type", "landmarks").attr("hidden", "hidden").open("ol").end_line();
        for (kind, href) in &seen {
            let label = book.landmarks.iter().find(|landmark| landmark.kind == *kind);
            let label = label.map(|landmark| landmark.label.as_str()).filter(|label| !label.is_empty());
            xml.open("li").open("a").attr("epub:type", kind).attr("href", href);
            xml.text(label.unwrap_or(kind)).close().close().end_line();
        }
        xml.close().close().end_line();
    }

    /// A reference; `None` if nothing leads there.
    fn to_href(&self, target: &Target) -> Option<String> {
        let target = (self.place)(target)?;
        let href = path::relative_href(self.nav_path, &target.path);
        Some(match &target.id {
            Some(id) => format!("{href}#{}", path::relative_href("", id)),
            None => href,
        })
    }
}

/// Words of the vocabulary for landmarks; a guide may hold any.
fn is_kind(kind: &str) -> bool {
    const KINDS: [&str; 19] = [
        "acknowledgments", "afterword", "appendix", "backmatter", "bibliography", "bodymatter", "colophon",
        "copyright-page", "cover", "dedication", "endnotes", "epigraph", "foreword", "frontmatter",
        "glossary", "index", "preface", "titlepage", "toc",
    ];
    KINDS.contains(&kind)
}
