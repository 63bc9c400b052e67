//! Notes that only a class marks, as in books of Project Gutenberg.

use roxmltree::Node;

use super::elements::{has_class, heading_rank, is_block};
use super::{Reader, element_ids};
use crate::model::{Attrs, Block, BlockKind, Inline, NoteKind};

const FOOTNOTE_CLASSES: [&str; 1] = ["footnote"];
const ENDNOTE_CLASSES: [&str; 2] = ["endnote", "rearnote"];

impl<'i> Reader<'_, 'i> {
    /// Reads a note of several paragraphs; `None` for anything else. A note of one paragraph is one by the
    /// references to it.
    pub(super) fn read_classed_note(&self, node: Node<'_, 'i>, attrs: &Attrs) -> Option<Block> {
        let kind = if has_class(node, &FOOTNOTE_CLASSES) {
            NoteKind::Footnote
        } else if has_class(node, &ENDNOTE_CLASSES) {
            NoteKind::Endnote
        } else {
            return None;
        };
        let is_read = |part: &Node<'_, '_>| part.is_element() && !self.presentation.is_skipped(*part);
        let mut parts = node.children().filter(is_read);
        let first = parts.next().filter(|part| is_block(*part))?;
        // Several places are several notes.
        let is_continued = parts.clone().next().is_some()
            && parts.all(|part| !has_place(part) && heading_rank(part).is_none())
            && (!attrs.ids.is_empty() || has_place(first));
        if node.tag_name().name() != "div" || !is_continued {
            return None;
        }
        let mut blocks = self.read_blocks(node, true);
        let mut attrs = attrs.clone();
        if let Some(first) = blocks.first_mut() {
            attrs.ids.append(&mut first.attrs.ids);
            first.inlines_mut().into_iter().flatten().for_each(|inline| take_ids(inline, &mut attrs.ids));
        }
        Some(Block { attrs, kind: BlockKind::Note { kind, blocks } })
    }
}

/// Returns true if an element, or one that it begins with, is a place that references lead to.
fn has_place(part: Node<'_, '_>) -> bool {
    let is_blank = |node: &Node<'_, '_>| node.text().is_none_or(|text| text.trim().is_empty());
    let mut node = Some(part);
    while let Some(current) = node {
        if element_ids(current).next().is_some() {
            return true;
        }
        let first = current.children().find(|inner| inner.is_element() || !is_blank(inner));
        node = first.filter(Node::is_element);
    }
    false
}

fn take_ids(inline: &mut Inline, ids: &mut Vec<String>) {
    if let Inline::Span { attrs, inlines }
    | Inline::Link { attrs, inlines, .. }
    | Inline::Styled { attrs, inlines, .. } = inline
    {
        ids.append(&mut attrs.ids);
        for inline in inlines {
            take_ids(inline, ids);
        }
    }
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
