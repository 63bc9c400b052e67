//! Letters and words of a document, counted apart from how it is read, so that the two can be compared.

use std::collections::HashSet;

use roxmltree::Node;

use super::Reader;
use super::elements::is_note_reference;
use super::media::is_decorative;
use super::pages::PageStart;
use crate::letters::{SourceCount, count_letters};
use crate::model::is_reference_sign;
use crate::xml::count::{AllText, count_markup};
use crate::xml::{MATHML_NAMESPACE, SVG_NAMESPACE, text_of};

/// Elements whose content is only for readers that cannot show them.
const WITH_FALLBACK: [&str; 6] = ["audio", "canvas", "iframe", "object", "picture", "video"];

impl<'i> Reader<'_, 'i> {
    /// Counts what the document presents. Left out by rule are labels of pages, signs of references to notes,
    /// formulas, drawings, and what is only there in place of something else.
    pub(super) fn count_document(&self, node: Node<'_, 'i>) -> SourceCount {
        let mut count = SourceCount::default();
        self.add_node(node, &mut count);
        self.add_descriptions(node, &mut count);
        count
    }

    /// Counts the hidden descriptions of pictures, each once.
    fn add_descriptions(&self, node: Node<'_, 'i>, count: &mut SourceCount) {
        let mut counted: HashSet<&str> = HashSet::new();
        for image in node.descendants().filter(|node| node.tag_name().name() == "img") {
            let ids =
                ["aria-describedby", "aria-details"].into_iter().filter_map(|name| image.attribute(name));
            for id in ids.flat_map(str::split_ascii_whitespace) {
                let target =
                    self.find_by_id(id).filter(|target| self.presentation.is_inside_concealed(*target));
                if let Some(target) = target.filter(|_| counted.insert(id))
                    && !self.presentation.is_inside_concealed(image)
                {
                    self.add_node(target, count);
                }
            }
        }
    }

    fn add_node(&self, node: Node<'_, 'i>, count: &mut SourceCount) {
        for child in node.children() {
            if child.is_text() {
                if !self.presentation.mutes_text(child) {
                    count.add_text(&self.displayed_text(child));
                }
            } else if let Some(letter) =
                self.find_letter_of_image(child).filter(|_| !self.is_uncounted(child))
            {
                count.add_text(&letter);
            } else if child.is_element() && !self.is_uncounted(child) {
                count.alternatives += count_alternative_letters(child);
                self.add_node(child, count);
            } else if let Some(source) =
                child.attribute("srcdoc").filter(|_| !self.presentation.is_skipped(child))
            {
                *count += count_markup(source, &mut AllText);
            } else if child.tag_name().name() == "picture" && !self.presentation.is_skipped(child) {
                let images = child.descendants().filter(|inner| inner.tag_name().name() == "img");
                count.alternatives += images.map(count_alternative_letters).sum::<u64>();
            }
        }
    }

    fn is_uncounted(&self, node: Node<'_, 'i>) -> bool {
        if self.presentation.is_skipped(node)
            || matches!(node.tag_name().namespace(), Some(SVG_NAMESPACE | MATHML_NAMESPACE))
        {
            return true;
        }
        match node.tag_name().name() {
            "math" => true,
            "img" => self.find_hidden_formula(node).is_some() || self.is_page_alone(node),
            "a" if is_note_reference(node) && is_reference_sign(&text_of(node)) => true,
            name if WITH_FALLBACK.contains(&name) => true,
            _ => self.is_page_alone(node),
        }
    }

    /// Returns true if an element is nothing but the beginning of a page.
    fn is_page_alone(&self, node: Node<'_, 'i>) -> bool {
        matches!(self.page_start(node), Some(PageStart::Whole(_)))
    }
}

/// Letters of the alternative of a picture that is not a decoration.
fn count_alternative_letters(node: Node<'_, '_>) -> u64 {
    let alt = node.attribute("alt").filter(|_| node.tag_name().name() == "img");
    alt.filter(|_| !is_decorative(node)).map(count_letters).unwrap_or_default()
}
