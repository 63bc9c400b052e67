//! Blocks as elements of `DTBook`, each where the schema allows it.

use speech::Announcement;

use crate::model::{
    Attrs, Block, BlockKind, FlatContent, Inline, List, NoteKind, Numbering, Row, Scope, Table, Term,
    flat_content, plain_text,
};

use super::script::pause;
use super::smil::Skippable;
use super::text::TextWriter;

/// The context of a block, as far as the schema distinguishes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockContext {
    /// A level or `div`: blocks, page numbers, bridgeheads.
    Blocks,
    /// A quotation or note: the same without bridgeheads.
    Quoted,
    /// A list item, definition, caption: blocks and lines mixed.
    Mixed,
    /// A sidebar: the same with headings.
    Boxed,
    /// A table cell: the same without page numbers.
    Cell,
    /// A poem or a group of lines.
    Verse,
}

impl<'a> TextWriter<'a> {
    /// Writes blocks one below the other; returns whether anything was written.
    pub(super) fn write_blocks(&mut self, blocks: &'a [Block], context: BlockContext) -> bool {
        let mut any = false;
        for block in blocks {
            any |= self.write_block(block, context);
        }
        any
    }

    /// Writes one block; returns whether anything was written.
    pub(super) fn write_block(&mut self, block: &'a Block, context: BlockContext) -> bool {
        let attrs = &block.attrs;
        self.name_block(block);
        match &block.kind {
            BlockKind::Heading { inlines, .. } => {
                let name = match context {
                    BlockContext::Blocks => "bridgehead",
                    BlockContext::Boxed | BlockContext::Verse => "hd",
                    BlockContext::Quoted | BlockContext::Mixed | BlockContext::Cell => "p",
                };
                self.write_line(name, attrs, inlines)
            }
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => self.write_line("p", attrs, inlines),
            BlockKind::Line(inlines) => self.write_verse_line(attrs, inlines),
            BlockKind::Preformatted(inlines) => self.write_preformatted(attrs, inlines),
            BlockKind::List(list) => self.write_list(attrs, list),
            BlockKind::Definitions(terms) => self.write_definitions(attrs, terms),
            BlockKind::Table(table) if table.layout => self.write_layout_table(attrs, table),
            BlockKind::Table(table) => self.write_table(attrs, table),
            BlockKind::Image(image) => self.write_image(image, &[], Some(attrs)),
            BlockKind::Figure { blocks, caption } => self.write_figure(attrs, blocks, caption, context),
            BlockKind::Note { kind, blocks } => self.write_note(attrs, *kind, blocks),
            BlockKind::PageBreak(page) => {
                if context == BlockContext::Cell && !page.label.is_empty() {
                    self.xml.open("p");
                    let written = self.write_page(page);
                    self.xml.close();
                    return written;
                }
                self.write_page(page)
            }
            BlockKind::Math(math) => self.write_formula_block(attrs, math),
            BlockKind::Poem(blocks) => self.write_verse("poem", attrs, blocks, context),
            BlockKind::LineGroup(blocks) => self.write_verse("linegroup", attrs, blocks, context),
            BlockKind::Quote(blocks) => {
                self.write_container("blockquote", attrs, blocks, (context, BlockContext::Quoted))
            }
            BlockKind::Aside(blocks) => self.write_sidebar(attrs, blocks, context),
            BlockKind::Group(blocks) if attrs.has_kind("epigraph") || attrs.has_kind("doc-epigraph") => {
                self.write_container("epigraph", attrs, blocks, (context, BlockContext::Mixed))
            }
            BlockKind::Group(blocks) => {
                self.write_container("div", attrs, blocks, (context, BlockContext::Blocks))
            }
            BlockKind::Separator => {
                self.open_synced("p", Some(attrs));
                self.say_inlines(&[], pause::SEPARATOR_MILLISECONDS);
                self.xml.attr("class", "separator").text("* * *").close().end_line();
                true
            }
        }
    }

    fn write_line(&mut self, name: &'static str, attrs: &Attrs, inlines: &'a [Inline]) -> bool {
        if inlines.is_empty() {
            return false;
        }
        let before = self.steps.last_number();
        self.open_line(name, Some(attrs), inlines, pause::PARAGRAPH_MILLISECONDS);
        self.write_inlines(inlines);
        self.extend_pause(pause::PARAGRAPH_MILLISECONDS, before);
        self.xml.close().end_line();
        true
    }

    /// A line of verse; its number, if any, is a separate element.
    fn write_verse_line(&mut self, attrs: &Attrs, inlines: &'a [Inline]) -> bool {
        if inlines.is_empty() {
            return false;
        }
        self.open_synced("line", Some(attrs));
        let words: Vec<Inline> = match self.voice {
            Some(_) => inlines.iter().filter(|inline| !is_line_number(inline)).cloned().collect(),
            None => Vec::new(),
        };
        self.say_inlines(&words, pause::LINE_MILLISECONDS);
        for inline in inlines {
            match inline {
                Inline::Span { attrs, inlines } if is_line_number(inline) => {
                    self.open_plain("linenum", attrs);
                    self.letters.add_omitted(inline);
                    self.xml.text(plain_text(inlines).trim()).close();
                }
                _ => self.write_inlines(std::slice::from_ref(inline)),
            }
        }
        self.xml.close().end_line();
        true
    }

    fn write_preformatted(&mut self, attrs: &Attrs, inlines: &'a [Inline]) -> bool {
        self.open_synced("p", Some(attrs));
        self.say_inlines(inlines, pause::PARAGRAPH_MILLISECONDS);
        self.xml.attr("xml:space", "preserve").open("code");
        self.write_inlines(inlines);
        self.xml.close().close().end_line();
        true
    }

    /// A container that may not be empty.
    fn write_container(
        &mut self,
        name: &'static str,
        attrs: &Attrs,
        blocks: &'a [Block],
        (outer, inner): (BlockContext, BlockContext),
    ) -> bool {
        if !blocks.iter().any(Block::has_content) {
            // What it holds is page numbers at most.
            return self.write_blocks(blocks, outer);
        }
        self.open_plain(name, attrs);
        if name == "div"
            && let Some(kind) = attrs.kinds.first()
        {
            self.xml.attr("class", kind);
        }
        self.xml.end_line();
        if !self.write_blocks(blocks, inner) {
            self.write_filler();
        }
        self.xml.close().end_line();
        true
    }

    fn write_sidebar(&mut self, attrs: &Attrs, blocks: &'a [Block], context: BlockContext) -> bool {
        if !blocks.iter().any(Block::has_content) {
            return self.write_blocks(blocks, context);
        }
        let outer = self.steps.begin_skippable(Skippable::Sidebar);
        let before = self.steps.last_number();
        self.announce_before(&Announcement::Aside);
        self.open_plain("sidebar", attrs);
        self.xml.attr("render", "optional").end_line();
        self.write_blocks(blocks, BlockContext::Boxed);
        self.announce_end(&Announcement::EndOfAside, before);
        self.xml.close().end_line();
        self.steps.end_skippable(outer);
        true
    }

    fn write_note(&mut self, attrs: &Attrs, kind: NoteKind, blocks: &'a [Block]) -> bool {
        let id = self.required_id(&attrs.ids);
        let class = match kind {
            NoteKind::Footnote => "footnote",
            NoteKind::Endnote => "endnote",
            NoteKind::Annotation => "annotation",
        };
        let outer = self.steps.begin_skippable(Skippable::Note);
        let before = self.steps.last_number();
        self.xml.open("note").attr("id", &id).attr("class", class);
        self.write_attributes(Some(attrs));
        self.xml.end_line();
        self.mark_narrated_as_whole(&attrs.ids);
        self.announce_before(&Announcement::Note);
        if !self.write_blocks(blocks, BlockContext::Quoted) {
            self.write_filler();
        }
        self.announce_end(&Announcement::EndOfNote, before);
        self.xml.close().end_line();
        self.steps.end_skippable(outer);
        true
    }

    fn write_verse(
        &mut self,
        name: &'static str,
        attrs: &Attrs,
        blocks: &'a [Block],
        context: BlockContext,
    ) -> bool {
        if !blocks.iter().any(Block::has_content) {
            return self.write_blocks(blocks, context);
        }
        let fits = if name == "linegroup" { fits_line_group } else { fits_verse };
        if blocks.iter().all(fits) {
            // A poem inside a poem is a group of its lines.
            self.open_plain(if context == BlockContext::Verse { "linegroup" } else { name }, attrs);
            self.xml.end_line();
            self.write_blocks(blocks, BlockContext::Verse);
        } else {
            self.open_plain("div", attrs);
            self.xml.attr("class", name).end_line();
            if !self.write_blocks(blocks, BlockContext::Blocks) {
                self.write_filler();
            }
        }
        self.xml.close().end_line();
        true
    }

    fn write_list(&mut self, attrs: &Attrs, list: &'a List) -> bool {
        self.open_plain("list", attrs);
        // The items of DTBook have no numbers of their own: where these skip, they are part of the text.
        let in_text = list.numbering.filter(|_| !list.is_consecutive());
        match list.numbering {
            None => self.xml.attr("type", "ul"),
            Some(Numbering::Unmarked) => self.xml.attr("type", "pl"),
            Some(_) if in_text.is_some() => self.xml.attr("type", "pl"),
            // The kinds are named by their first numbers.
            Some(numbering) => self.xml.attr("type", "ol").attr("enum", &numbering.format_number(1)),
        };
        if list.start != 1 && in_text.is_none() && list.numbering != Some(Numbering::Unmarked) {
            self.xml.attr("start", &list.start.to_string());
        }
        self.xml.end_line();
        let mut any = false;
        for (item, number) in list.items.iter().zip(list.item_numbers()) {
            if let [Block { kind: BlockKind::PageBreak(page), .. }] = item.blocks.as_slice() {
                any |= self.write_page(page);
                continue;
            }
            self.name_element(&item.attrs);
            self.open_plain("li", &item.attrs);
            let number = number.filter(|_| list.numbering != Some(Numbering::Unmarked));
            if let Some((numbering, number)) = list.numbering.zip(number) {
                self.say_before(format!("{}.", spoken_number(numbering, number)));
                if in_text.is_some() {
                    self.xml.text(&format!("{}. ", numbering.format_number(number)));
                }
            }
            for block in &item.blocks {
                match &block.kind {
                    BlockKind::Plain(inlines) => {
                        self.name_block(block);
                        self.write_line("lic", &block.attrs, inlines)
                    }
                    _ => self.write_block(block, BlockContext::Mixed),
                };
            }
            self.xml.close().end_line();
            any = true;
        }
        if !any {
            self.xml.open("li").close();
        }
        self.xml.close().end_line();
        true
    }

    fn write_definitions(&mut self, attrs: &Attrs, terms: &'a [Term]) -> bool {
        self.open_plain("dl", attrs);
        self.xml.end_line();
        for term in terms {
            if term.definition {
                self.open_mixed("dd", &term.attrs, &term.blocks);
            } else {
                let first = term.blocks.iter().map(|block| block.attrs.sentence).find(|number| *number > 0);
                let attrs = Attrs { sentence: first.unwrap_or(0), ..term.attrs.clone() };
                self.name_element(&attrs);
                term.blocks.iter().for_each(|block| self.name_block(block));
                self.open_synced("dt", Some(&attrs));
                let words: Vec<Inline> = match self.voice {
                    Some(_) => flat_content(&term.blocks).into_iter().flat_map(spoken_inlines).collect(),
                    None => Vec::new(),
                };
                self.say_inlines(&words, pause::LINE_MILLISECONDS);
                self.write_flattened(&term.blocks);
            }
            self.xml.close().end_line();
        }
        self.xml.close().end_line();
        true
    }

    /// Blocks where only a line is allowed.
    fn write_flattened(&mut self, blocks: &'a [Block]) {
        for (n, content) in flat_content(blocks).into_iter().enumerate() {
            if n > 0 {
                self.xml.text(" ");
            }
            match content {
                FlatContent::Line(inlines) => self.write_inlines(inlines),
                FlatContent::Formula(math) => self.write_formula(math),
                FlatContent::Image(image) => {
                    self.write_image(image, &[], None);
                }
                FlatContent::Page(page) => {
                    self.write_page(page);
                }
            }
        }
    }

    /// Opens an element of mixed content and writes into it: a single line directly, all else as
    /// blocks. It stays open.
    pub(super) fn open_mixed(&mut self, name: &'static str, attrs: &Attrs, blocks: &'a [Block]) {
        self.name_element(attrs);
        if let [block] = blocks
            && let BlockKind::Plain(inlines) = &block.kind
            && !inlines.iter().any(|inline| matches!(inline, Inline::PageBreak(_)))
            && !inlines.is_empty()
        {
            self.name_block(block);
            let ids = attrs.ids.iter().chain(&block.attrs.ids).cloned().collect();
            let both = Attrs { ids, sentence: block.attrs.sentence, ..attrs.clone() };
            let before = self.steps.last_number();
            self.open_line(name, Some(&both), inlines, pause::LINE_MILLISECONDS);
            self.write_inlines(inlines);
            self.extend_pause(pause::LINE_MILLISECONDS, before);
            return;
        }
        self.open_plain(name, attrs);
        self.write_blocks(blocks, BlockContext::Mixed);
    }

    fn write_layout_table(&mut self, attrs: &Attrs, table: &'a Table) -> bool {
        self.open_plain("div", attrs);
        self.xml.end_line();
        let mut any = self.write_blocks(&table.caption, BlockContext::Blocks);
        for cell in table.rows().flat_map(|row| &row.cells) {
            self.name_element(&cell.attrs);
            any |= self.write_blocks(&cell.blocks, BlockContext::Blocks);
        }
        if !any {
            self.write_filler();
        }
        self.xml.close().end_line();
        true
    }

    fn write_table(&mut self, attrs: &Attrs, table: &'a Table) -> bool {
        self.open_plain("table", attrs);
        self.xml.attr_opt("summary", table.summary.as_deref()).end_line();
        let before = self.steps.last_number();
        let columns = |row: &Row| row.cells.iter().map(|cell| usize::from(cell.column_span)).sum();
        let columns: usize = table.rows().map(columns).max().unwrap_or_default();
        let rows = table.rows().count();
        self.announce_before(&Announcement::Table { rows, columns });
        if let Some(summary) = &table.summary {
            self.say_before(summary.clone());
        }
        if !table.caption.is_empty() {
            self.open_mixed("caption", &Attrs::default(), &table.caption);
            self.xml.close().end_line();
        }
        let grouped = !table.head.is_empty();
        if grouped {
            self.xml.open("thead").end_line();
            table.head.iter().enumerate().for_each(|(n, row)| self.write_row(row, n + 1));
            self.xml.close().end_line().open("tbody").end_line();
        }
        // The schema wants the foot before the body; in reading order it comes last.
        let body = table.body.iter().chain(&table.foot).enumerate();
        body.for_each(|(n, row)| self.write_row(row, table.head.len() + n + 1));
        if grouped {
            self.xml.close().end_line();
        }
        self.announce_end(&Announcement::EndOfTable, before);
        self.xml.close().end_line();
        true
    }

    /// Writes one row; `number` counts from 1.
    fn write_row(&mut self, row: &'a Row, number: usize) {
        self.name_element(&row.attrs);
        self.open_plain("tr", &row.attrs);
        if row.cells.iter().any(|cell| cell.blocks.iter().any(Block::has_content)) {
            self.announce_before(&Announcement::Row(number));
        }
        for cell in &row.cells {
            self.name_element(&cell.attrs);
            self.open_plain(if cell.header { "th" } else { "td" }, &cell.attrs);
            self.xml.attr_opt("scope", cell.scope.map(Scope::name));
            for (name, span) in [("rowspan", cell.row_span), ("colspan", cell.column_span)] {
                if span > 1 {
                    self.xml.attr(name, &span.to_string());
                }
            }
            self.write_blocks(&cell.blocks, BlockContext::Cell);
            self.xml.close();
        }
        self.xml.close().end_line();
    }
}

/// The spoken part of the content of a line. Pictures and pages are spoken by steps of their own.
fn spoken_inlines(content: FlatContent<'_>) -> Vec<Inline> {
    match content {
        FlatContent::Line(inlines) => inlines.to_vec(),
        FlatContent::Formula(math) => vec![Inline::Math(math.clone())],
        FlatContent::Image(_) | FlatContent::Page(_) => Vec::new(),
    }
}

/// Returns true if this is the number of a verse: it is shown and not spoken.
fn is_line_number(inline: &Inline) -> bool {
    matches!(inline, Inline::Span { attrs, .. } if attrs.has_kind("linenum"))
}

fn spoken_number(numbering: Numbering, number: i32) -> String {
    match numbering {
        // An engine reads Roman numerals as letters or as a Roman number; neither is what is meant.
        Numbering::LowerRoman | Numbering::UpperRoman => number.to_string(),
        _ => numbering.format_number(number),
    }
}

/// Returns true if a block may be in a group of lines.
fn fits_line_group(block: &Block) -> bool {
    let is_text = matches!(
        block.kind,
        BlockKind::Paragraph(_) | BlockKind::Plain(_) | BlockKind::Quote(_) | BlockKind::Note { .. }
    );
    is_text || fits_verse(block)
}

/// Returns true if a block may be among lines of verse.
fn fits_verse(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Heading { .. } | BlockKind::Line(_) | BlockKind::PageBreak(_) | BlockKind::Image(_) => {
            true
        }
        BlockKind::LineGroup(blocks) | BlockKind::Poem(blocks) => blocks.iter().all(fits_line_group),
        _ => false,
    }
}
