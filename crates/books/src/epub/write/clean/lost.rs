//! Content that cannot stay unchanged, and is reported where a reader could notice it.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use super::containers::html_name;
use super::ids::DocumentIds;
use super::{Cleaner, ContentContext, mark_elements_with_blocks};
use crate::model::Book;
use crate::report::FindingKind;
use crate::xml::{self, text_of};

/// Maximum nesting depth of documents that are written in frames.
const MAX_WRITTEN_FRAMES: usize = 4;

/// Reports ids that several elements have, if links of the document lead there: only the first keeps it.
pub(super) fn report_ids(document: &Document<'_>, path: &str, book: &Book, ids: &DocumentIds) {
    if ids.repeated_ids.is_empty() {
        return;
    }
    let links = document.descendants().filter_map(|node| node.attribute("href"));
    let targets: BTreeSet<&str> =
        links.filter_map(|href| href.trim().split_once('#')).map(|(_, id)| id).collect();
    for id in targets.into_iter().filter(|id| ids.repeated_ids.contains(*id)) {
        book.reporter.report(FindingKind::ChangedId, path, id);
    }
}

impl Cleaner<'_, '_> {
    pub(super) fn report_finding(&self, kind: FindingKind, subject: &str) {
        self.book.reporter.report(kind, self.path, subject);
    }

    /// A document that is written in a frame becomes a part of the text: few readers show such frames. Its
    /// links lead nowhere from there, and its ids may be those of other elements.
    pub(super) fn write_inline_frame(&mut self, source: &str, node: Node<'_, '_>, context: ContentContext) {
        let text = Some(source)
            .filter(|_| self.frame_depth < MAX_WRITTEN_FRAMES)
            .and_then(|source| xml::repair::repair_html(self.path, source, self.package.limits()).ok());
        let document =
            text.as_deref().and_then(|text| xml::parse(self.path, text, self.package.limits()).ok());
        let body = document.as_ref().and_then(|document| {
            document.root_element().children().find(|child| html_name(*child) == "body")
        });
        let (Some(document), Some(body)) = (&document, body) else {
            return self.report_finding(FindingKind::UnreadableEmbedding, "srcdoc");
        };
        self.report_finding(FindingKind::ChangedElement, "iframe srcdoc");
        let is_line = context == ContentContext::Line;
        self.open_element(if is_line { "span" } else { "div" }, is_line.then_some("display: block"));
        self.write_id_on_span(node);
        let mut inner = Cleaner {
            book: self.book,
            package: self.package,
            path: self.path,
            ids: DocumentIds::default(),
            blocky: mark_elements_with_blocks(document),
            is_in_link: true,
            frame_depth: self.frame_depth + 1,
            output: &mut *self.output,
        };
        inner.write_children(body, if is_line { ContentContext::Line } else { ContentContext::Blocks });
        self.close_element(if is_line { "span" } else { "div" });
    }

    /// Reports an element that is left out with what it would show or play.
    pub(super) fn report_dropped(&self, name: &str, node: Node<'_, '_>) {
        let words = ["src", "prompt", "label"].into_iter().find_map(|name| node.attribute(name));
        let text = text_of(node);
        let words = words.or(Some(text.as_str()).filter(|text| !text.is_empty() && name != "style"));
        if let Some(words) = words.filter(|_| !matches!(name, "link" | "meta" | "head" | "base" | "spacer")) {
            self.report_finding(FindingKind::DroppedElement, &format!("{name} {words}"));
        }
    }

    /// Reports what an element does in the source and not in the output.
    pub(super) fn report_inactive(&self, name: &str, node: Node<'_, '_>) {
        let kind = FindingKind::InactiveContent;
        match name {
            "form" => self.report_finding(kind, node.attribute("action").unwrap_or("form")),
            "applet" => self.report_finding(kind, node.attribute("code").unwrap_or("applet")),
            "noscript" if self.output.properties.contains(&"scripted") => {
                self.report_finding(FindingKind::ChangedElement, "noscript");
            }
            _ => {}
        }
        let handlers = node.attributes().filter(|attribute| {
            attribute.name().get(..2).is_some_and(|start| start.eq_ignore_ascii_case("on"))
        });
        for handler in handlers {
            self.report_finding(kind, &format!("{name} {}", handler.name()));
        }
    }
}
