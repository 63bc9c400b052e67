//! Blocks as paragraphs and tables.

use crate::model::{Attrs, Block, BlockKind, Inline, PageBreak, leading_heading_level};

use super::lists::INDENT_TWIPS;
use super::math;
use super::runs::RunStyle;
use super::text::{BlockContext, TextWriter};

impl<'a> TextWriter<'a> {
    pub(super) fn write_blocks(&mut self, blocks: &'a [Block]) {
        for (n, block) in blocks.iter().enumerate() {
            match &block.kind {
                BlockKind::PageBreak(page) if self.place.outline => {
                    let level = leading_heading_level(&blocks[n + 1..]);
                    self.write_page_break_block(&block.attrs, page, level);
                }
                _ => self.write_block(block),
            }
        }
    }

    fn write_block(&mut self, block: &'a Block) {
        if self.notes.book_notes.is_taken(&self.section.path, block) {
            return self.letters.add_omitted_headings(block);
        }
        if let BlockKind::Heading { level, inlines } = &block.kind
            && self.place.outline
        {
            return self.write_heading(&block.attrs, *level, inlines);
        }
        let outer = self.enter_context(&block.attrs);
        match &block.kind {
            BlockKind::Heading { inlines, .. } => self.write_paragraph("BoxTitle", inlines),
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => {
                self.write_paragraph(self.place.style, inlines);
            }
            BlockKind::Line(inlines) => self.write_paragraph("Verse", inlines),
            BlockKind::Preformatted(inlines) => {
                self.open_paragraph("Preformatted");
                self.write_inlines(inlines, &RunStyle { preformatted: true, ..RunStyle::default() });
                self.close_paragraph();
            }
            BlockKind::List(list) => self.write_list(list),
            BlockKind::Definitions(terms) => self.write_definitions(terms),
            BlockKind::Table(table) => self.write_table(table),
            BlockKind::Image(image) => self.write_image(image, false),
            BlockKind::Figure { blocks, caption } => {
                let keep = !caption.is_empty();
                for block in blocks {
                    match &block.kind {
                        BlockKind::Image(image) => {
                            self.queue_bookmarks(&block.attrs.ids);
                            self.write_image(image, keep);
                        }
                        _ => self.write_block(block),
                    }
                }
                self.write_in_style("Caption", 0, caption);
            }
            // A note that the text does not call.
            BlockKind::Note { blocks, .. } => self.write_in_style("FootnoteText", 0, blocks),
            BlockKind::PageBreak(page) => self.write_page_break(page, None),
            BlockKind::Math(math) => {
                self.open_paragraph(self.place.style);
                math::write_formula(&mut self.xml, math, true);
                self.close_paragraph();
            }
            BlockKind::Poem(blocks) => {
                self.write_boxed("Verse", 0, blocks);
                self.write_gap();
            }
            BlockKind::LineGroup(blocks) => {
                self.write_boxed("Verse", 0, blocks);
                if outer.style != "Verse" {
                    self.write_gap();
                }
            }
            BlockKind::Quote(blocks) => {
                let step = if outer.style == "Quote" { INDENT_TWIPS } else { 0 };
                self.write_boxed("Quote", step, blocks);
            }
            BlockKind::Aside(blocks) => self.write_boxed("Sidebar", 0, blocks),
            BlockKind::Group(blocks)
                if block.attrs.has_kind("epigraph") || block.attrs.has_kind("doc-epigraph") =>
            {
                self.write_boxed("Epigraph", 0, blocks);
            }
            BlockKind::Group(blocks) => self.write_blocks(blocks),
            BlockKind::Separator => {
                self.open_paragraph("Separator");
                self.write_run(&RunStyle::default(), "* * *");
                self.close_paragraph();
            }
        }
        self.leave_context(outer);
    }

    pub(super) fn write_heading(&mut self, attrs: &'a Attrs, level: u8, inlines: &'a [Inline]) {
        // The words of a heading are those of the table of contents too.
        let mut pages = Vec::new();
        for inline in inlines {
            inline.walk(&mut |inline| {
                if let Inline::PageBreak(page) = inline {
                    pages.push(page);
                }
            });
        }
        for page in pages {
            self.write_page_break(page, Some(level));
        }
        let outer = self.enter_context(attrs);
        let label = crate::model::plain_text(inlines);
        let bookmark = self.add_heading_bookmark(level, &label);
        self.open_heading(level, attrs, &bookmark);
        self.in_heading = true;
        self.write_inlines(inlines, &RunStyle::default());
        self.in_heading = false;
        self.close_paragraph();
        self.leave_context(outer);
    }

    pub(super) fn write_paragraph(&mut self, style: &'static str, inlines: &'a [Inline]) {
        if inlines.is_empty() {
            return;
        }
        self.open_paragraph(style);
        self.write_inlines(inlines, &RunStyle::default());
        self.close_paragraph();
    }

    /// Writes blocks whose plain paragraphs have a style of their own.
    pub(super) fn write_in_style(&mut self, style: &'static str, indent: u32, blocks: &'a [Block]) {
        let outer = self.place;
        self.place = BlockContext { style, indent: outer.indent + indent, ..outer };
        self.write_blocks(blocks);
        self.place = outer;
    }

    /// Writes blocks as [`Self::write_in_style`] does, with headings that are titles of a box.
    fn write_boxed(&mut self, style: &'static str, indent: u32, blocks: &'a [Block]) {
        let outline = self.place.outline;
        self.place.outline = false;
        self.write_in_style(style, indent, blocks);
        self.place.outline = outline;
    }

    /// The space after a stanza.
    fn write_gap(&mut self) {
        // In a cell, list or note the next paragraph is near enough.
        if self.place.outline {
            self.begin_paragraph();
            self.xml.open("w:p").open("w:pPr").open("w:pStyle").attr("w:val", "Verse").close();
            self.xml.open("w:spacing").attr("w:after", "0").attr("w:line", "160").attr("w:lineRule", "exact");
            self.xml.close().close().close().end_line();
        }
    }

    /// A page of the print edition between blocks. `heading`: the level of the heading that follows.
    pub(super) fn write_page_break_block(&mut self, attrs: &'a Attrs, page: &PageBreak, heading: Option<u8>) {
        let outer = self.enter_context(attrs);
        self.write_page_break(page, heading);
        self.leave_context(outer);
    }

    /// A page of the print edition, on a line of its own. `heading`: the level of the heading that follows.
    fn write_page_break(&mut self, page: &PageBreak, heading: Option<u8>) {
        self.queue_bookmarks(&page.ids);
        let label = page.label.trim();
        if label.is_empty() {
            return;
        }
        match heading {
            Some(level) => self.open_before_heading("PrintPage", level),
            None => self.open_paragraph("PrintPage"),
        }
        self.write_page_number(label);
        self.close_paragraph();
    }

    pub(super) fn write_page_number(&mut self, label: &str) {
        self.write_run(
            &RunStyle { character_style: Some("PageNumber"), ..RunStyle::default() },
            &format!("[{label}]"),
        );
    }

    /// The blocks of one footnote, after its number, which has `number` characters in the source.
    pub(super) fn write_footnote(&mut self, block: &'a Block, number: usize) {
        self.queue_bookmarks(&block.attrs.ids);
        let outer = self.enter_context(&block.attrs);
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
            self.write_run(&RunStyle::default(), " ");
            let before = self.enter_context(attrs);
            self.flush_bookmarks();
            self.notes.skip = number;
            self.write_inlines(inlines, &RunStyle::default());
            self.notes.skip = 0;
            self.leave_context(before);
        }
        self.close_paragraph();
        self.write_blocks(rest);
        self.leave_context(outer);
    }
}
