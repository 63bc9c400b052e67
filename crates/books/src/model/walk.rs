//! Visits of blocks and of what is inside them.

use super::{Block, BlockKind, Image, Inline, PageBreak};

impl Block {
    /// Visits this block, then all blocks inside it, in reading order.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }

    /// Visits the inlines directly inside, each followed by all inside it.
    pub fn walk_inlines<'a>(&'a self, visit: &mut dyn FnMut(&'a Inline)) {
        for inline in self.inlines() {
            inline.walk(visit);
        }
    }

    /// Visits the print page that begins at this block, or those that begin in its inlines.
    pub(crate) fn walk_page_breaks<'a>(&'a self, visit: &mut dyn FnMut(&'a PageBreak)) {
        if let BlockKind::PageBreak(page) = &self.kind {
            visit(page);
        }
        self.walk_inlines(&mut |inline| {
            if let Inline::PageBreak(page) = inline {
                visit(page);
            }
        });
    }

    /// Visits the image that this block is, or those in its inlines.
    pub(crate) fn walk_images<'a>(&'a self, visit: &mut dyn FnMut(&'a Image)) {
        if let BlockKind::Image(image) = &self.kind {
            visit(image);
        }
        self.walk_inlines(&mut |inline| {
            if let Inline::Image(image) = inline {
                visit(image);
            }
        });
    }
}

/// Visits blocks, each followed by all blocks inside it, in reading order.
pub fn walk_blocks<'a>(blocks: impl IntoIterator<Item = &'a Block>, visit: &mut dyn FnMut(&'a Block)) {
    for block in blocks {
        block.walk(visit);
    }
}
