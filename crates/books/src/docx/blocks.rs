//! Blocks as paragraphs and tables.

use crate::model::{Attrs, Block, BlockKind, Inline, PageBreak};

use super::lists::STEP;
use super::math;
use super::runs::Run;
use super::text::{Place, TextWriter};

impl<'a> TextWriter<'a> {
    /// Writes blocks one below the other.
    pub(super) fn blocks(&mut self, blocks: &'a [Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &'a Block) {
        if self.notes.takes(&self.section.path, block) {
            return;
        }
        if let BlockKind::Heading { level, inlines } = &block.kind
            && self.place.outline
        {
            return self.heading(&block.attrs, *level, inlines);
        }
        let outer = self.enter(&block.attrs);
        match &block.kind {
            BlockKind::Heading { inlines, .. } => self.paragraph("BoxTitle", inlines),
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => {
                self.paragraph(self.place.style, inlines);
            }
            BlockKind::Line(inlines) => self.paragraph("Verse", inlines),
            BlockKind::Preformatted(inlines) => {
                self.open_paragraph("Preformatted");
                self.inlines(inlines, &Run { preformatted: true, ..Run::default() });
                self.close_paragraph();
            }
            BlockKind::List(list) => self.list(list),
            BlockKind::Definitions(terms) => self.definitions(terms),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Image(image) => self.image(image, false),
            BlockKind::Figure { blocks, caption } => {
                let keep = !caption.is_empty();
                for block in blocks {
                    match &block.kind {
                        BlockKind::Image(image) => {
                            self.wait_for(&block.attrs.ids);
                            self.image(image, keep);
                        }
                        _ => self.block(block),
                    }
                }
                self.within("Caption", 0, caption);
            }
            // One that the text does not call.
            BlockKind::Note { blocks, .. } => self.within("FootnoteText", 0, blocks),
            BlockKind::PageBreak(page) => self.page(page),
            BlockKind::Math(math) => {
                self.open_paragraph(self.place.style);
                math::write(&mut self.xml, math, true);
                self.close_paragraph();
            }
            BlockKind::Poem(blocks) => {
                self.boxed("Verse", 0, blocks);
                self.gap();
            }
            BlockKind::LineGroup(blocks) => {
                self.boxed("Verse", 0, blocks);
                if outer.style != "Verse" {
                    self.gap();
                }
            }
            BlockKind::Quote(blocks) => {
                let step = if outer.style == "Quote" { STEP } else { 0 };
                self.boxed("Quote", step, blocks);
            }
            BlockKind::Aside(blocks) => self.boxed("Sidebar", 0, blocks),
            BlockKind::Group(blocks) if block.attrs.is("epigraph") || block.attrs.is("doc-epigraph") => {
                self.boxed("Epigraph", 0, blocks);
            }
            BlockKind::Group(blocks) => self.blocks(blocks),
            BlockKind::Separator => {
                self.open_paragraph("Separator");
                self.run(&Run::default(), "* * *");
                self.close_paragraph();
            }
        }
        self.leave(outer);
    }

    pub(super) fn heading(&mut self, attrs: &'a Attrs, level: u8, inlines: &'a [Inline]) {
        let outer = self.enter(attrs);
        let label = crate::model::plain_text(inlines);
        let bookmark = self.heading_bookmark(level, &label);
        self.open_heading(level, attrs, &bookmark);
        self.inlines(inlines, &Run::default());
        self.close_paragraph();
        self.leave(outer);
    }

    pub(super) fn paragraph(&mut self, style: &'static str, inlines: &'a [Inline]) {
        if inlines.is_empty() {
            return;
        }
        self.open_paragraph(style);
        self.inlines(inlines, &Run::default());
        self.close_paragraph();
    }

    /// Blocks whose plain paragraphs have a style of their own.
    pub(super) fn within(&mut self, style: &'static str, indent: u32, blocks: &'a [Block]) {
        let outer = self.place;
        self.place = Place { style, indent: outer.indent + indent, ..outer };
        self.blocks(blocks);
        self.place = outer;
    }

    /// The same, with headings that are titles of a box.
    fn boxed(&mut self, style: &'static str, indent: u32, blocks: &'a [Block]) {
        let outline = self.place.outline;
        self.place.outline = false;
        self.within(style, indent, blocks);
        self.place.outline = outline;
    }

    /// The space after a stanza.
    fn gap(&mut self) {
        // In a cell, list or note the next paragraph is near enough.
        if self.place.outline {
            self.paragraph_begins();
            self.xml.open("w:p").open("w:pPr").open("w:pStyle").attr("w:val", "Verse").close();
            self.xml.open("w:spacing").attr("w:after", "0").attr("w:line", "160").attr("w:lineRule", "exact");
            self.xml.close().close().close().line();
        }
    }

    /// A page of the print edition, on a line of its own.
    fn page(&mut self, page: &PageBreak) {
        self.wait_for(&page.ids);
        let label = page.label.trim();
        if label.is_empty() {
            return;
        }
        self.open_paragraph("PrintPage");
        self.page_number(label);
        self.close_paragraph();
    }

    pub(super) fn page_number(&mut self, label: &str) {
        self.run(&Run { named: Some("PageNumber"), ..Run::default() }, &format!("[{label}]"));
    }

    /// The blocks of one footnote, after its number, which has `number` characters in the source.
    pub(super) fn footnote(&mut self, block: &'a Block, number: usize) {
        self.wait_for(&block.attrs.ids);
        let outer = self.enter(&block.attrs);
        let BlockKind::Note { blocks, .. } = &block.kind else { return };
        let (first, rest) = match blocks.split_first() {
            Some((
                Block { attrs, kind: BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) },
                rest,
            )) => (Some((attrs, inlines)), rest),
            _ => (None, blocks.as_slice()),
        };
        self.open_paragraph("FootnoteText");
        self.xml
            .open("w:r")
            .open("w:rPr")
            .open("w:rStyle")
            .attr("w:val", "FootnoteReference")
            .close()
            .close();
        self.xml.open("w:footnoteRef").close().close();
        if let Some((attrs, inlines)) = first {
            self.run(&Run::default(), " ");
            let before = self.enter(attrs);
            self.settle_bookmarks();
            self.skip = number;
            self.inlines(inlines, &Run::default());
            self.skip = 0;
            self.leave(before);
        }
        self.close_paragraph();
        self.blocks(rest);
        self.leave(outer);
    }
}
