//! Blocks as elements of `DTBook`, each where the schema allows it.

use speech::Announcement;

use crate::model::{
    Attrs, Block, BlockKind, Inline, List, Math, NoteKind, Numbering, Row, Scope, Table, Term, plain_text,
};

use super::script::pause;
use super::smil::Skippable;
use super::text::TextWriter;

/// What surrounds a block, as far as the schema cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
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
    pub(super) fn blocks(&mut self, blocks: &'a [Block], place: Place) -> bool {
        let mut any = false;
        for block in blocks {
            any |= self.block(block, place);
        }
        any
    }

    /// Writes one block; returns whether anything was written.
    pub(super) fn block(&mut self, block: &'a Block, place: Place) -> bool {
        let attrs = &block.attrs;
        match &block.kind {
            BlockKind::Heading { inlines, .. } => {
                let name = match place {
                    Place::Blocks => "bridgehead",
                    Place::Boxed | Place::Verse => "hd",
                    Place::Quoted | Place::Mixed | Place::Cell => "p",
                };
                self.line(name, attrs, inlines)
            }
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => self.line("p", attrs, inlines),
            BlockKind::Line(inlines) => self.verse_line(attrs, inlines),
            BlockKind::Preformatted(inlines) => self.preformatted(attrs, inlines),
            BlockKind::List(list) => self.list(attrs, list),
            BlockKind::Definitions(terms) => self.definitions(attrs, terms),
            BlockKind::Table(table) if table.layout => self.layout(attrs, table),
            BlockKind::Table(table) => self.table(attrs, table),
            BlockKind::Image(image) => self.image(image, &[], Some(attrs)),
            BlockKind::Figure { blocks, caption } => self.figure(attrs, blocks, caption, place),
            BlockKind::Note { kind, blocks } => self.note(attrs, *kind, blocks),
            BlockKind::PageBreak(page) => {
                if place == Place::Cell && !page.label.is_empty() {
                    self.xml.open("p");
                    let written = self.page(page);
                    self.xml.close();
                    return written;
                }
                self.page(page)
            }
            BlockKind::Math(math) => self.formula_alone(attrs, math),
            BlockKind::Poem(blocks) => self.verse("poem", attrs, blocks, place),
            BlockKind::LineGroup(blocks) => self.verse("linegroup", attrs, blocks, place),
            BlockKind::Quote(blocks) => self.container("blockquote", attrs, blocks, (place, Place::Quoted)),
            BlockKind::Aside(blocks) => self.sidebar(attrs, blocks, place),
            BlockKind::Group(blocks) if attrs.is("epigraph") || attrs.is("doc-epigraph") => {
                self.container("epigraph", attrs, blocks, (place, Place::Mixed))
            }
            BlockKind::Group(blocks) => self.container("div", attrs, blocks, (place, Place::Blocks)),
            BlockKind::Separator => {
                self.open_synced("p", Some(attrs));
                self.say(&[], pause::SEPARATOR);
                self.xml.attr("class", "separator").text("* * *").close().line();
                true
            }
        }
    }

    fn line(&mut self, name: &'static str, attrs: &Attrs, inlines: &'a [Inline]) -> bool {
        if inlines.is_empty() {
            return false;
        }
        let before = self.last_step();
        self.open_line(name, Some(attrs), inlines, pause::PARAGRAPH);
        self.inlines(inlines);
        self.pause(pause::PARAGRAPH, before);
        self.xml.close().line();
        true
    }

    /// A line of verse; its number, if it bears one, is an element of its own.
    fn verse_line(&mut self, attrs: &Attrs, inlines: &'a [Inline]) -> bool {
        if inlines.is_empty() {
            return false;
        }
        self.open_synced("line", Some(attrs));
        let words: Vec<Inline> = match self.voice {
            Some(_) => inlines.iter().filter(|inline| !is_line_number(inline)).cloned().collect(),
            None => Vec::new(),
        };
        self.say(&words, pause::LINE);
        for inline in inlines {
            match inline {
                Inline::Span { attrs, inlines } if is_line_number(inline) => {
                    self.open_plain("linenum", attrs);
                    self.letters.add_omitted(inline);
                    self.xml.text(plain_text(inlines).trim()).close();
                }
                _ => self.inlines(std::slice::from_ref(inline)),
            }
        }
        self.xml.close().line();
        true
    }

    fn preformatted(&mut self, attrs: &Attrs, inlines: &'a [Inline]) -> bool {
        self.open_synced("p", Some(attrs));
        self.say(inlines, pause::PARAGRAPH);
        self.xml.attr("xml:space", "preserve").open("code");
        self.inlines(inlines);
        self.xml.close().close().line();
        true
    }

    /// A container that may not be empty.
    fn container(
        &mut self,
        name: &'static str,
        attrs: &Attrs,
        blocks: &'a [Block],
        (outer, inner): (Place, Place),
    ) -> bool {
        if !blocks.iter().any(Block::has_content) {
            // What it holds is page numbers at most.
            return self.blocks(blocks, outer);
        }
        self.open_plain(name, attrs);
        if name == "div"
            && let Some(kind) = attrs.kinds.first()
        {
            self.xml.attr("class", kind);
        }
        self.xml.line();
        if !self.blocks(blocks, inner) {
            self.filler();
        }
        self.xml.close().line();
        true
    }

    fn sidebar(&mut self, attrs: &Attrs, blocks: &'a [Block], place: Place) -> bool {
        if !blocks.iter().any(Block::has_content) {
            return self.blocks(blocks, place);
        }
        let outer = self.begin_skippable(Skippable::Sidebar);
        let before = self.last_step();
        self.announce(&Announcement::Aside);
        self.open_plain("sidebar", attrs);
        self.xml.attr("render", "optional").line();
        self.blocks(blocks, Place::Boxed);
        self.announce_end(&Announcement::EndOfAside, before);
        self.xml.close().line();
        self.end_skippable(outer);
        true
    }

    fn note(&mut self, attrs: &Attrs, kind: NoteKind, blocks: &'a [Block]) -> bool {
        let id = self.id(&attrs.ids);
        let class = match kind {
            NoteKind::Footnote => "footnote",
            NoteKind::Endnote => "endnote",
            NoteKind::Annotation => "annotation",
        };
        let outer = self.begin_skippable(Skippable::Note);
        let before = self.last_step();
        self.xml.open("note").attr("id", &id).attr("class", class).line();
        self.narrated_as_a_whole(&attrs.ids);
        self.announce(&Announcement::Note);
        if !self.blocks(blocks, Place::Quoted) {
            self.filler();
        }
        self.announce_end(&Announcement::EndOfNote, before);
        self.xml.close().line();
        self.end_skippable(outer);
        true
    }

    fn verse(&mut self, name: &'static str, attrs: &Attrs, blocks: &'a [Block], place: Place) -> bool {
        if !blocks.iter().any(Block::has_content) {
            return self.blocks(blocks, place);
        }
        let fits = |block: &Block| match &block.kind {
            BlockKind::Paragraph(_) | BlockKind::Plain(_) | BlockKind::Quote(_) | BlockKind::Note { .. } => {
                name == "linegroup"
            }
            _ => fits_verse(block),
        };
        if blocks.iter().all(fits) {
            // A poem inside a poem is a group of its lines.
            self.open_plain(if place == Place::Verse { "linegroup" } else { name }, attrs);
            self.xml.line();
            self.blocks(blocks, Place::Verse);
        } else {
            self.open_plain("div", attrs);
            self.xml.attr("class", name).line();
            if !self.blocks(blocks, Place::Blocks) {
                self.filler();
            }
        }
        self.xml.close().line();
        true
    }

    fn list(&mut self, attrs: &Attrs, list: &'a List) -> bool {
        self.open_plain("list", attrs);
        // The items of DTBook have no numbers of their own: where these skip, they are part of the text.
        let in_text = list.numbering.filter(|_| !list.is_consecutive());
        match list.numbering {
            None => self.xml.attr("type", "ul"),
            Some(Numbering::Unmarked) => self.xml.attr("type", "pl"),
            Some(_) if in_text.is_some() => self.xml.attr("type", "pl"),
            Some(numbering) => self.xml.attr("type", "ol").attr(
                "enum",
                match numbering {
                    Numbering::Decimal | Numbering::Unmarked => "1",
                    Numbering::LowerLetter => "a",
                    Numbering::UpperLetter => "A",
                    Numbering::LowerRoman => "i",
                    Numbering::UpperRoman => "I",
                },
            ),
        };
        if list.start != 1 && in_text.is_none() && list.numbering != Some(Numbering::Unmarked) {
            self.xml.attr("start", &list.start.to_string());
        }
        self.xml.line();
        let mut any = false;
        for (item, number) in list.items.iter().zip(list.numbers()) {
            if let [Block { kind: BlockKind::PageBreak(page), .. }] = item.blocks.as_slice() {
                any |= self.page(page);
                continue;
            }
            self.open_plain("li", &item.attrs);
            let number = number.filter(|_| list.numbering != Some(Numbering::Unmarked));
            if let Some((numbering, number)) = list.numbering.zip(number) {
                self.say_before(format!("{}.", spoken_number(numbering, number)));
                if in_text.is_some() {
                    self.xml.text(&format!("{}. ", numbering.written(number)));
                }
            }
            for block in &item.blocks {
                match &block.kind {
                    BlockKind::Plain(inlines) => self.line("lic", &block.attrs, inlines),
                    _ => self.block(block, Place::Mixed),
                };
            }
            self.xml.close().line();
            any = true;
        }
        if !any {
            self.xml.open("li").close();
        }
        self.xml.close().line();
        true
    }

    fn definitions(&mut self, attrs: &Attrs, terms: &'a [Term]) -> bool {
        self.open_plain("dl", attrs);
        self.xml.line();
        for term in terms {
            if term.definition {
                self.mixed("dd", &term.attrs, &term.blocks, Place::Mixed);
            } else {
                let first = term.blocks.iter().map(|block| block.attrs.sentence).find(|number| *number > 0);
                let attrs = Attrs { sentence: first.unwrap_or(0), ..term.attrs.clone() };
                self.open_synced("dt", Some(&attrs));
                let words: Vec<Inline> = match self.voice {
                    Some(_) => lines(&term.blocks).flat_map(Line::inlines).collect(),
                    None => Vec::new(),
                };
                self.say(&words, pause::LINE);
                self.flattened(&term.blocks);
            }
            self.xml.close().line();
        }
        self.xml.close().line();
        true
    }

    /// Blocks where only a line is allowed.
    fn flattened(&mut self, blocks: &'a [Block]) {
        for (n, line) in lines(blocks).enumerate() {
            if n > 0 {
                self.xml.text(" ");
            }
            match line {
                Line::Words(inlines) => self.inlines(inlines),
                Line::Formula(math) => self.formula(math),
            }
        }
    }

    /// Opens an element of mixed content and writes into it: a single line directly, all else as
    /// blocks. It stays open.
    pub(super) fn mixed(&mut self, name: &'static str, attrs: &Attrs, blocks: &'a [Block], place: Place) {
        if let [block] = blocks
            && let BlockKind::Plain(inlines) = &block.kind
            && !inlines.iter().any(|inline| matches!(inline, Inline::PageBreak(_)))
            && !inlines.is_empty()
        {
            let ids = attrs.ids.iter().chain(&block.attrs.ids).cloned().collect();
            let both = Attrs { ids, sentence: block.attrs.sentence, ..attrs.clone() };
            let before = self.last_step();
            self.open_line(name, Some(&both), inlines, pause::LINE);
            self.inlines(inlines);
            self.pause(pause::LINE, before);
            return;
        }
        self.open_plain(name, attrs);
        self.blocks(blocks, place);
    }

    fn layout(&mut self, attrs: &Attrs, table: &'a Table) -> bool {
        self.open_plain("div", attrs);
        self.xml.line();
        let mut any = self.blocks(&table.caption, Place::Blocks);
        for cell in table.rows().flat_map(|row| &row.cells) {
            any |= self.blocks(&cell.blocks, Place::Blocks);
        }
        if !any {
            self.filler();
        }
        self.xml.close().line();
        true
    }

    fn table(&mut self, attrs: &Attrs, table: &'a Table) -> bool {
        self.open_plain("table", attrs);
        self.xml.attr_opt("summary", table.summary.as_deref()).line();
        let before = self.last_step();
        let columns = |row: &Row| row.cells.iter().map(|cell| usize::from(cell.column_span)).sum();
        let columns: usize = table.rows().map(columns).max().unwrap_or_default();
        let rows = table.rows().count();
        self.announce(&Announcement::Table { rows, columns });
        if let Some(summary) = &table.summary {
            self.say_before(summary.clone());
        }
        if !table.caption.is_empty() {
            self.mixed("caption", &Attrs::default(), &table.caption, Place::Mixed);
            self.xml.close().line();
        }
        let grouped = !table.head.is_empty();
        if grouped {
            self.xml.open("thead").line();
            table.head.iter().enumerate().for_each(|(n, row)| self.row(row, n + 1));
            self.xml.close().line().open("tbody").line();
        }
        // The schema wants the foot before the body; in reading order it comes last.
        let body = table.body.iter().chain(&table.foot).enumerate();
        body.for_each(|(n, row)| self.row(row, table.head.len() + n + 1));
        if grouped {
            self.xml.close().line();
        }
        self.announce_end(&Announcement::EndOfTable, before);
        self.xml.close().line();
        true
    }

    /// One row; `number` counts from 1.
    fn row(&mut self, row: &'a Row, number: usize) {
        self.open_plain("tr", &row.attrs);
        if row.cells.iter().any(|cell| cell.blocks.iter().any(Block::has_content)) {
            self.announce(&Announcement::Row(number));
        }
        for cell in &row.cells {
            self.open_plain(if cell.header { "th" } else { "td" }, &cell.attrs);
            let scope = cell.scope.map(|scope| match scope {
                Scope::Row => "row",
                Scope::Column => "col",
                Scope::RowGroup => "rowgroup",
                Scope::ColumnGroup => "colgroup",
            });
            self.xml.attr_opt("scope", scope);
            for (name, span) in [("rowspan", cell.row_span), ("colspan", cell.column_span)] {
                if span > 1 {
                    self.xml.attr(name, &span.to_string());
                }
            }
            self.blocks(&cell.blocks, Place::Cell);
            self.xml.close();
        }
        self.xml.close().line();
    }
}

/// What a block is where only a line is allowed.
enum Line<'a> {
    Words(&'a [Inline]),
    Formula(&'a Math),
}

impl Line<'_> {
    fn inlines(self) -> Vec<Inline> {
        match self {
            Self::Words(inlines) => inlines.to_vec(),
            Self::Formula(math) => vec![Inline::Math(math.clone())],
        }
    }
}

/// Blocks and what is directly in them, as lines.
fn lines(blocks: &[Block]) -> impl Iterator<Item = Line<'_>> {
    blocks.iter().flat_map(|block| std::iter::once(block).chain(block.children())).map(|block| {
        match &block.kind {
            BlockKind::Math(math) => Line::Formula(math),
            _ => Line::Words(block.inlines()),
        }
    })
}

/// Whether this is the number of a verse: it is shown and not spoken.
fn is_line_number(inline: &Inline) -> bool {
    matches!(inline, Inline::Span { attrs, .. } if attrs.is("linenum"))
}

/// The number of an item as it is spoken.
fn spoken_number(numbering: Numbering, number: i32) -> String {
    match numbering {
        // An engine reads Roman numerals as letters or as a Roman number; neither is what is meant.
        Numbering::LowerRoman | Numbering::UpperRoman => number.to_string(),
        _ => numbering.written(number),
    }
}

/// Whether a block may be among lines of verse.
fn fits_verse(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Heading { .. } | BlockKind::Line(_) | BlockKind::PageBreak(_) | BlockKind::Image(_) => {
            true
        }
        BlockKind::LineGroup(blocks) | BlockKind::Poem(blocks) => blocks.iter().all(|block| {
            fits_verse(block)
                || matches!(
                    block.kind,
                    BlockKind::Paragraph(_)
                        | BlockKind::Plain(_)
                        | BlockKind::Quote(_)
                        | BlockKind::Note { .. }
                )
        }),
        _ => false,
    }
}
