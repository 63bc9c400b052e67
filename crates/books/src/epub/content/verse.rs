//! Poetry. XHTML has no element for it; books mark it by kinds and by the names of classes.

use roxmltree::Node;

use super::Reader;
use super::elements::{has_class, heading, hidden, is_block};
use super::flow::Flow;
use crate::model::{Attrs, Block, BlockKind, Inline};

const KINDS: [&str; 5] = ["poem", "verse", "song", "hymn", "lyrics"];
const CLASSES: [&str; 6] = ["poem", "poetry", "verse", "linegroup", "stanza", "lg"];

/// Whether the element holds verse.
pub(super) fn is_poem(node: Node<'_, '_>, attrs: &Attrs) -> bool {
    let container = matches!(node.tag_name().name(), "div" | "section" | "blockquote");
    let named = KINDS.iter().any(|kind| attrs.is(kind)) || has_class(node, &CLASSES);
    // A whole chapter in verse keeps its headings in the outline; its stanzas are found one by one.
    container && named && !node.descendants().any(|inner| heading(inner).is_some())
}

impl<'i> Reader<'_, 'i> {
    /// Reads the contents of a poem or of a part of it.
    pub(super) fn verse(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        for child in node.children() {
            if child.is_text() || (child.is_element() && !is_block(child) && !self.has_block(child)) {
                let mut flow = Flow::new(true);
                flow.push_node(self, child);
                blocks.extend(flow.finish().into_iter().map(lines_of));
            } else if child.is_element() && !hidden(child) {
                self.verse_part(child, &mut blocks);
            }
        }
        blocks
    }

    fn verse_part(&self, node: Node<'_, 'i>, blocks: &mut Vec<Block>) {
        let attrs = super::attrs(node);
        let name = node.tag_name().name();
        match name {
            "p" => {
                let line = self.line(node);
                if !line.is_empty() {
                    blocks.push(lines_of(Block { attrs, kind: BlockKind::Paragraph(line) }));
                }
            }
            "div" | "section" | "li" if !self.has_block(node) => {
                let mut flow = Flow::new(true);
                flow.push_node(self, node);
                for block in flow.finish() {
                    let kind = match block.kind {
                        BlockKind::Paragraph(line) => BlockKind::Line(line),
                        other => other,
                    };
                    blocks.push(Block { attrs: block.attrs, kind });
                }
            }
            "div" | "section" | "ul" | "ol" => {
                let kind = BlockKind::LineGroup(self.verse(node));
                blocks.push(Block { attrs, kind });
            }
            "blockquote" => blocks.push(Block { attrs, kind: BlockKind::Quote(self.verse(node)) }),
            _ => {
                let mut flow = Flow::new(true);
                flow.push_node(self, node);
                blocks.extend(flow.finish());
            }
        }
    }
}

/// A paragraph of verse as a group of lines, one for each forced line end.
fn lines_of(block: Block) -> Block {
    let BlockKind::Paragraph(inlines) = block.kind else { return block };
    let mut lines: Vec<Vec<Inline>> = vec![Vec::new()];
    for inline in inlines {
        if inline == Inline::LineBreak {
            lines.push(Vec::new());
        } else if let Some(line) = lines.last_mut() {
            line.push(inline);
        }
    }
    lines.retain(|line| !line.is_empty());
    let lines = lines.into_iter().map(|line| Block::new(BlockKind::Line(line))).collect();
    Block { attrs: block.attrs, kind: BlockKind::LineGroup(lines) }
}
