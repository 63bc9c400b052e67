//! Notes of several paragraphs that only a class marks, as in books of Project Gutenberg, or only the links
//! between them and their references.

use roxmltree::Node;

use super::elements::{has_class, heading_rank, is_block};
use super::unmarked::is_mark;
use super::{Reader, element_ids};
use crate::model::{Attrs, Block, BlockKind, NoteKind};
use crate::xml::text_of;

const FOOTNOTE_CLASSES: [&str; 1] = ["footnote"];
const ENDNOTE_CLASSES: [&str; 2] = ["endnote", "rearnote"];

impl<'i> Reader<'_, 'i> {
    /// Reads a note of several paragraphs; `None` for anything else. A note of one paragraph is one by the
    /// references to it.
    pub(super) fn read_classed_note(&self, node: Node<'_, 'i>, attrs: &Attrs) -> Option<Block> {
        let kind = if has_class(node, &FOOTNOTE_CLASSES) {
            NoteKind::Footnote
        } else if has_class(node, &ENDNOTE_CLASSES) || self.is_linked_note(node, attrs) {
            NoteKind::Endnote
        } else {
            return None;
        };
        let is_read = |part: &Node<'_, '_>| part.is_element() && !self.presentation.is_skipped(*part);
        let mut parts = node.children().filter(is_read);
        let first = parts.next().filter(|part| is_block(*part))?;
        // Several places are several notes.
        let is_continued = parts.clone().next().is_some()
            && parts.all(|part| !begins_with_id(part) && heading_rank(part).is_none())
            && (!attrs.ids.is_empty() || begins_with_id(first));
        if node.tag_name().name() != "div" || !is_continued {
            return None;
        }
        let mut blocks = self.read_blocks(node, true);
        let mut attrs = attrs.clone();
        if let Some(first) = blocks.first_mut() {
            attrs.ids.append(&mut first.attrs.ids);
            for inline in first.inlines_mut().into_iter().flatten() {
                inline.walk_attrs_mut(&mut |own| attrs.ids.append(&mut own.ids));
            }
        }
        Some(Block { attrs, kind: BlockKind::Note { kind, blocks } })
    }

    /// Returns true if an element begins with a number that links to the reference to it, and only its first
    /// part begins with a link.
    fn is_linked_note(&self, node: Node<'_, 'i>, attrs: &Attrs) -> bool {
        if attrs.ids.is_empty() || node.tag_name().name() != "div" {
            return false;
        }
        let mut parts = node.children().filter(Node::is_element);
        let link = parts.next().and_then(leading_link).filter(|link| is_mark(&text_of(*link)));
        link.is_some_and(|link| self.links_from_reference(link, node, attrs))
            && !parts.any(|part| leading_link(part).is_some())
    }

    /// Returns true if a link in a note leads to a place outside of it that links to the note.
    fn links_from_reference(&self, link: Node<'_, 'i>, note: Node<'_, 'i>, attrs: &Attrs) -> bool {
        const MAX_NODES: usize = 8;
        let place = link.attribute("href").and_then(|href| self.resolve_place(href));
        let Some((_, Some(id))) = place.filter(|(path, _)| path == self.path) else { return false };
        let Some(reference) = self.find_by_id(&id) else { return false };
        let leads_here = |node: Node<'_, '_>| {
            let target = node.attribute("href").and_then(|href| Some(href.trim().rsplit_once('#')?.1));
            target.is_some_and(|target| attrs.ids.iter().any(|own| own == target))
        };
        reference.ancestors().all(|around| around.range() != note.range())
            && (reference.descendants().take(MAX_NODES).any(leads_here)
                || reference.next_sibling_element().is_some_and(leads_here)
                || reference.parent_element().is_some_and(leads_here))
    }
}

/// The link that an element begins with, after empty anchors.
fn leading_link<'n, 'i>(part: Node<'n, 'i>) -> Option<Node<'n, 'i>> {
    let has_words =
        |node: &Node<'_, '_>| !node.is_comment() && node.text().is_some_and(|text| !text.trim().is_empty());
    let mut beginnings = std::iter::successors(Some(part), |node| {
        node.children().find(|inner| has_words(inner) || inner.first_element_child().is_some())
    });
    beginnings.find(|node| node.tag_name().name() == "a" && node.has_attribute("href"))
}

/// Returns true if an element, or another one at its beginning, has an id that references can lead to.
fn begins_with_id(part: Node<'_, '_>) -> bool {
    let is_blank = |node: &Node<'_, '_>| node.text().is_none_or(|text| text.trim().is_empty());
    let mut beginnings = std::iter::successors(Some(part), |node| {
        node.children().find(|inner| inner.is_element() || !is_blank(inner)).filter(Node::is_element)
    });
    beginnings.any(|node| element_ids(node).next().is_some())
}

#[cfg(test)]
mod tests {
    use crate::model::{BlockKind, Inline};
    use crate::testkit::EpubBuilder;

    /// The numbers of references, and of the blocks of each note.
    fn read_notes(notes: &str) -> (usize, Vec<usize>) {
        let text = "<p>Sea<a id='r1' href='#n1'>[1]</a> and land<a id='r2' href='#n2'>[2]</a>.</p>";
        let book = EpubBuilder::new("Notes").chapter("", &format!("{text}{notes}")).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let (mut references, mut found) = (0, Vec::new());
        book.walk(&mut |block| {
            if let BlockKind::Note { blocks, .. } = &block.kind {
                found.push(blocks.len());
            }
            for inline in block.inlines() {
                inline
                    .walk(&mut |inline| references += usize::from(matches!(inline, Inline::NoteRef { .. })));
            }
        });
        (references, found)
    }

    #[test]
    fn all_paragraphs_of_a_note_are_the_note() {
        let back = |n: u32| format!("<a id='n{n}' href='#r{n}'>[{n}]</a>");
        for (notes, expected) in [
            (
                format!(
                    "<div class='footnote'><p>{} One.</p><p>More.</p></div><div class='footnote'><p>{} Two.</p></div>",
                    back(1),
                    back(2)
                ),
                (2, vec![2, 1]),
            ),
            (
                "<div class='endnote' id='n1'><p><a href='#r1'>1</a> One.</p><p>More.</p></div>".to_owned(),
                (1, vec![2]),
            ),
            // A box with all notes.
            (
                format!("<div class='footnote'><p>{} One.</p><p>{} Two.</p></div>", back(1), back(2)),
                (2, vec![1, 1]),
            ),
        ] {
            assert_eq!(read_notes(&notes), expected, "{notes}");
        }
    }
}
