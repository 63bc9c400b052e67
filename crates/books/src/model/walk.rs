//! Visits of blocks and of what is inside them.

use super::{Block, BlockKind, Image, Inline, Math, PageBreak};

impl Block {
    /// Visits this block, then all blocks inside it, in reading order.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }

    /// Visits this block, then all blocks inside it, to be changed.
    pub(crate) fn walk_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        visit(self);
        self.child_lists_mut().into_iter().flatten().for_each(|child| child.walk_mut(visit));
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
    pub fn walk_images<'a>(&'a self, visit: &mut dyn FnMut(&'a Image)) {
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

/// Returns true if this holds for any of the inlines, or for any inside them.
pub fn any_inline(inlines: &[Inline], is_wanted: impl Fn(&Inline) -> bool) -> bool {
    let mut found = false;
    for inline in inlines {
        inline.walk(&mut |inner| found |= is_wanted(inner));
    }
    found
}

/// Content that is allowed in a line.
#[derive(Debug, Clone, Copy)]
pub enum FlatContent<'a> {
    /// The line of a block.
    Line(&'a [Inline]),
    /// A picture by itself.
    Image(&'a Image),
    /// A displayed formula.
    Formula(&'a Math),
    /// A page of the print edition begins here.
    Page(&'a PageBreak),
}

/// The contents of blocks and of all blocks inside them, for a place where only a line is allowed.
pub fn flat_content(blocks: &[Block]) -> Vec<FlatContent<'_>> {
    let mut found = Vec::new();
    walk_blocks(blocks, &mut |block| match &block.kind {
        BlockKind::Image(image) => found.push(FlatContent::Image(image)),
        BlockKind::Math(math) => found.push(FlatContent::Formula(math)),
        BlockKind::PageBreak(page) => found.push(FlatContent::Page(page)),
        _ if block.inlines().is_empty() => {}
        _ => found.push(FlatContent::Line(block.inlines())),
    });
    found
}

/// The lines of blocks and of all blocks inside them.
pub fn flat_lines(blocks: &[Block]) -> impl Iterator<Item = &[Inline]> {
    flat_content(blocks).into_iter().filter_map(|content| match content {
        FlatContent::Line(line) => Some(line),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_at_every_depth_can_be_in_a_line() {
        let image = Image {
            source: crate::model::ImageSource::File("a.png".to_owned()),
            alt: Some("Sea".to_owned()),
            description: Vec::new(),
            decorative: false,
            words_follow: false,
        };
        let page = PageBreak { label: "2".to_owned(), ids: Vec::new() };
        let inner = vec![
            Block::from_text("deep"),
            Block::new(BlockKind::Image(image)),
            Block::new(BlockKind::PageBreak(page)),
        ];
        let quote = Block::new(BlockKind::Quote(vec![Block::new(BlockKind::Aside(inner))]));
        let blocks = [Block::from_text("flat"), Block::new(BlockKind::Group(vec![quote]))];
        let contents: Vec<String> = flat_content(&blocks)
            .into_iter()
            .map(|content| match content {
                FlatContent::Line(line) => crate::model::plain_text(line),
                FlatContent::Image(image) => image.alt.clone().unwrap_or_default(),
                FlatContent::Formula(math) => math.linear.clone(),
                FlatContent::Page(page) => page.label.clone(),
            })
            .collect();
        assert_eq!(contents, ["flat", "deep", "Sea", "2"]);
        assert_eq!(flat_lines(&blocks).count(), 2);
    }
}
