//! The navigation document of EPUB 3, written from the book model.

use crate::model::{Block, BlockKind, Book, NavPoint, Target, plain_text};
use crate::path;
use crate::xml::Writer;

/// Writes the navigation document for this place in the package. `place` returns where a target is written,
/// or `None` if nothing can lead there.
pub(crate) fn write(book: &Book, at: &str, place: &dyn Fn(&Target) -> Option<Target>) -> String {
    let lang = crate::xml::well_formed_language(book.metadata.language()).unwrap_or("und");
    let mut xml = Writer::document("<!DOCTYPE html>");
    xml.open("html")
        .attr("xmlns", crate::xml::XHTML)
        .attr("xmlns:epub", crate::xml::OPS)
        .attr("lang", lang)
        .attr("xml:lang", lang);
    let title = book.metadata.title.trim();
    xml.open("head").element("title", if title.is_empty() { "Untitled" } else { title }).close();
    xml.open("body").line();
    let nav = Nav { at, place };
    let mut toc = nav.reachable(&book.nav);
    if toc.is_empty() {
        toc = nav.reachable(&from_text(book));
    }
    xml.open("nav").attr("epub:type", "toc").attr("role", "doc-toc").attr("id", "toc");
    nav.list(&mut xml, &toc);
    xml.close().line();
    nav.pages(&mut xml, book);
    nav.landmarks(&mut xml, book);
    xml.finish()
}

/// A table of contents for a book that brings none: its sections by their first headings.
fn from_text(book: &Book) -> Vec<NavPoint> {
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

struct Nav<'a> {
    at: &'a str,
    place: &'a dyn Fn(&Target) -> Option<Target>,
}

impl Nav<'_> {
    /// The entries that lead somewhere, or are above some that do.
    fn reachable(&self, points: &[NavPoint]) -> Vec<NavPoint> {
        let kept = points.iter().map(|point| NavPoint {
            children: self.reachable(&point.children),
            label: if point.label.trim().is_empty() { "\u{2014}".to_owned() } else { point.label.clone() },
            ..point.clone()
        });
        kept.filter(|point| {
            !point.children.is_empty()
                || point.target.as_ref().is_some_and(|target| self.href(target).is_some())
        })
        .collect()
    }

    fn list(&self, xml: &mut Writer, points: &[NavPoint]) {
        xml.open("ol").line();
        for point in points {
            xml.open("li");
            match point.target.as_ref().and_then(|target| self.href(target)) {
                Some(href) => xml.open("a").attr("href", &href).text(&point.label).close(),
                None => xml.element("span", &point.label),
            };
            if !point.children.is_empty() {
                self.list(xml, &point.children);
            }
            xml.close().line();
        }
        xml.close();
    }

    fn pages(&self, xml: &mut Writer, book: &Book) {
        let pages: Vec<_> = book
            .pages
            .iter()
            .filter(|page| !page.label.is_empty())
            .filter_map(|page| Some((page.label.as_str(), self.href(&page.target)?)))
            .collect();
        if pages.is_empty() {
            return;
        }
        xml.open("nav").attr("epub:type", "page-list").attr("role", "doc-pagelist").attr("hidden", "hidden");
        xml.open("ol").line();
        for (label, href) in pages {
            xml.open("li").open("a").attr("href", &href).text(label).close().close().line();
        }
        xml.close().close().line();
    }

    fn landmarks(&self, xml: &mut Writer, book: &Book) {
        let mut seen: Vec<(&str, String)> = Vec::new();
        for landmark in book.landmarks.iter().filter(|landmark| is_kind(&landmark.kind)) {
            if let Some(href) = self.href(&landmark.target)
                && !seen.iter().any(|(kind, known)| *kind == landmark.kind && *known == href)
            {
                seen.push((&landmark.kind, href));
            }
        }
        if seen.is_empty() {
            return;
        }
        xml.open("nav").attr("epub:type", "landmarks").attr("hidden", "hidden").open("ol").line();
        for (kind, href) in &seen {
            let label = book.landmarks.iter().find(|landmark| landmark.kind == *kind);
            let label = label.map(|landmark| landmark.label.as_str()).filter(|label| !label.is_empty());
            xml.open("li").open("a").attr("epub:type", kind).attr("href", href);
            xml.text(label.unwrap_or(kind)).close().close().line();
        }
        xml.close().close().line();
    }

    /// A reference; `None` if nothing leads there.
    fn href(&self, target: &Target) -> Option<String> {
        let target = (self.place)(target)?;
        let href = path::relative(self.at, &target.path);
        Some(match &target.id {
            Some(id) => format!("{href}#{}", path::relative("", id)),
            None => href,
        })
    }
}

/// Words of the vocabulary for landmarks; a guide may hold any.
fn is_kind(kind: &str) -> bool {
    const KINDS: [&str; 19] = [
        "acknowledgments",
        "afterword",
        "appendix",
        "backmatter",
        "bibliography",
        "bodymatter",
        "colophon",
        "copyright-page",
        "cover",
        "dedication",
        "endnotes",
        "epigraph",
        "foreword",
        "frontmatter",
        "glossary",
        "index",
        "preface",
        "titlepage",
        "toc",
    ];
    KINDS.contains(&kind)
}
