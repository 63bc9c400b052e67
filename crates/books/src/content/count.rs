//! Letters and words of a document, counted apart from how it is read, so that the two can be compared.

use roxmltree::Node;

use super::Reader;
use super::pages::PageStart;
use crate::letters::{SourceCount, count_letters, count_words};
use crate::model::is_reference_sign;
use crate::xml::{MATHML, SVG, text_of};

/// Elements whose content is only for readers that cannot show them.
const WITH_FALLBACK: [&str; 6] = ["audio", "canvas", "iframe", "object", "picture", "video"];

impl<'i> Reader<'_, 'i> {
    /// Counts what the document presents. Left out by rule are labels of pages, signs of references to notes,
    /// formulas, drawings, and what is only there in place of something else.
    pub(super) fn count(&self, node: Node<'_, 'i>) -> SourceCount {
        let mut count = SourceCount::default();
        self.add(node, &mut count);
        count
    }

    fn add(&self, node: Node<'_, 'i>, count: &mut SourceCount) {
        for child in node.children() {
            if child.is_text() {
                let text = child.text().unwrap_or_default();
                if !self.presentation.mutes_text(child) {
                    count.letters += count_letters(text);
                    count.words += count_words(text);
                }
            } else if child.is_element() && !self.is_uncounted(child) {
                self.add(child, count);
            }
        }
    }

    fn is_uncounted(&self, node: Node<'_, 'i>) -> bool {
        let namespace = node.tag_name().namespace();
        if self.presentation.skips(node) || namespace == Some(SVG) || namespace == Some(MATHML) {
            return true;
        }
        match node.tag_name().name() {
            "math" => true,
            "a" => is_reference(node) && is_reference_sign(&text_of(node)),
            name if WITH_FALLBACK.contains(&name) => true,
            _ => matches!(self.page_start(node), Some(PageStart::Whole(_))),
        }
    }
}

fn is_reference(node: Node<'_, '_>) -> bool {
    super::kinds(node).iter().any(|kind| matches!(kind.as_str(), "noteref" | "annoref" | "doc-noteref"))
}
