//! Blocks as elements of XHTML.

use crate::model::{
    Attrs, Block, BlockKind, Cell, FlatContent, Image, Inline, List, ListItem, NoteKind, Numbering,
    PageBreak, Row, Scope, Table, Term, collapse_spaces, flat_content, plain_text,
};

use super::text::SectionWriter;

impl<'a> SectionWriter<'a> {
    /// Writes a section's own blocks, whose headings are the outline of the book.
    pub(super) fn write_outlined(&mut self, blocks: &'a [Block]) {
        self.write_blocks_in(blocks, true);
    }

    pub(super) fn write_blocks(&mut self, blocks: &'a [Block]) {
        self.write_blocks_in(blocks, false);
    }

    fn write_blocks_in(&mut self, blocks: &'a [Block], outline: bool) {
        let mut rest = blocks;
        while let [first, tail @ ..] = rest {
            // Lines of verse that follow one another are one group.
            let lines = rest.iter().take_while(|block| matches!(block.kind, BlockKind::Line(_))).count();
            if lines > 0 {
                self.write_verse_lines(&Attrs::default(), &rest[..lines]);
                rest = &rest[lines..];
            } else {
                match &first.kind {
                    BlockKind::Heading { level, inlines } if outline => {
                        self.write_heading(&first.attrs, *level, inlines, true);
                    }
                    _ => self.write_block(first),
                }
                rest = tail;
            }
        }
    }

    fn write_block(&mut self, block: &'a Block) {
        let attrs = &block.attrs;
        match &block.kind {
            BlockKind::Heading { level, inlines } => self.write_heading(attrs, *level, inlines, false),
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => self.write_line("p", attrs, inlines),
            BlockKind::Line(_) => self.write_verse_lines(&Attrs::default(), std::slice::from_ref(block)),
            BlockKind::Preformatted(inlines) => self.write_line("pre", attrs, inlines),
            BlockKind::List(list) => self.write_list(attrs, list),
            BlockKind::Definitions(terms) => self.write_definitions(attrs, terms),
            BlockKind::Table(table) if table.layout => self.write_layout_table(attrs, table),
            BlockKind::Table(table) => self.write_table(attrs, table),
            BlockKind::Image(image) => self.write_image_block(attrs, image),
            BlockKind::Figure { blocks, caption } => self.write_figure(attrs, blocks, caption),
            BlockKind::Note { kind, blocks } => self.write_note(attrs, *kind, blocks),
            BlockKind::PageBreak(page) => {
                self.write_page_break("div", page);
                self.xml.end_line();
            }
            BlockKind::Math(math) => {
                self.open_element("p", attrs);
                self.write_formula(math);
                self.xml.close().end_line();
            }
            BlockKind::Poem(blocks) => self.write_verse("poem", attrs, blocks),
            BlockKind::LineGroup(blocks)
                if blocks.iter().all(|block| matches!(block.kind, BlockKind::Line(_))) =>
            {
                self.write_verse_lines(attrs, blocks);
            }
            BlockKind::LineGroup(blocks) => self.write_verse("linegroup", attrs, blocks),
            BlockKind::Quote(blocks) => self.write_container("blockquote", attrs, blocks),
            BlockKind::Aside(blocks) => self.write_container("aside", attrs, blocks),
            BlockKind::Group(blocks) => self.write_container("div", attrs, blocks),
            BlockKind::Separator => {
                self.open_element("hr", attrs);
                self.xml.close().end_line();
            }
        }
    }

    fn open_element(&mut self, name: &'static str, attrs: &Attrs) {
        self.xml.open(name);
        self.write_attrs(attrs);
    }

    fn write_container(&mut self, name: &'static str, attrs: &Attrs, blocks: &'a [Block]) {
        if blocks.is_empty() {
            return;
        }
        self.open_element(name, attrs);
        self.write_kinds(attrs);
        self.xml.end_line();
        self.write_blocks(blocks);
        self.xml.close().end_line();
    }

    fn write_verse(&mut self, class: &str, attrs: &Attrs, blocks: &'a [Block]) {
        self.open_element("div", attrs);
        self.xml.attr("class", class).end_line();
        self.write_blocks(blocks);
        self.xml.close().end_line();
    }

    fn write_heading(&mut self, attrs: &Attrs, level: u8, inlines: &'a [Inline], outline: bool) {
        const NAMES: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
        let label = collapse_spaces(&plain_text(inlines));
        if label.is_empty() {
            // A picture without words, or nothing: no heading that could be announced.
            return self.write_line("p", attrs, inlines);
        }
        let level = level.clamp(1, 6);
        self.xml.open(NAMES[usize::from(level) - 1]);
        let id = self.assign_id(&attrs.ids).unwrap_or_else(|| {
            let id = self.unused_id("h");
            self.xml.attr("id", &id);
            id
        });
        self.write_attrs_without_id(attrs);
        if outline {
            self.record_heading(level, label, id);
        }
        self.write_inlines(inlines);
        self.xml.close().end_line();
    }

    fn write_line(&mut self, name: &'static str, attrs: &Attrs, inlines: &'a [Inline]) {
        if inlines.is_empty() {
            return;
        }
        self.open_element(name, attrs);
        self.write_inlines(inlines);
        self.xml.close().end_line();
    }

    /// Lines of verse as one paragraph with forced line ends.
    fn write_verse_lines(&mut self, attrs: &Attrs, blocks: &'a [Block]) {
        self.open_element("p", attrs);
        self.xml.attr("class", "linegroup");
        for (n, block) in blocks.iter().enumerate() {
            if n > 0 {
                self.xml.open("br").close().end_line();
            }
            self.write_spanned(&block.attrs, block.inlines());
        }
        self.xml.close().end_line();
    }

    /// Inlines in a span, when there is something that a span must carry.
    fn write_spanned(&mut self, attrs: &Attrs, inlines: &'a [Inline]) {
        let bare = attrs.ids.is_empty() && attrs.lang.is_none() && attrs.dir.is_none();
        if !bare {
            self.open_element("span", attrs);
        }
        self.write_inlines(inlines);
        if !bare {
            self.xml.close();
        }
    }

    /// The contents of an item, cell or caption: a single line directly, all else as blocks.
    fn write_mixed(&mut self, blocks: &'a [Block]) {
        for (n, block) in blocks.iter().enumerate() {
            match &block.kind {
                BlockKind::Plain(inlines) => {
                    if n > 0 {
                        self.xml.text(" ");
                    }
                    self.write_spanned(&block.attrs, inlines);
                }
                _ => self.write_blocks(std::slice::from_ref(block)),
            }
        }
    }

    fn write_list(&mut self, attrs: &Attrs, list: &'a List) {
        if list.items.is_empty() {
            return;
        }
        match list.numbering {
            None => self.open_element("ul", attrs),
            Some(Numbering::Unmarked) => {
                self.open_element("ul", attrs);
                self.xml.attr("style", "list-style-type: none");
            }
            Some(numbering) => {
                self.open_element("ol", attrs);
                // The kinds are named by their first numbers.
                let kind = numbering.format_number(1);
                self.xml.attr_opt("type", (kind != "1").then_some(kind.as_str()));
                if list.start != 1 {
                    self.xml.attr("start", &list.start.to_string());
                }
            }
        }
        self.xml.end_line();
        // A page that begins between two items belongs to the one after it.
        let mut waiting: Vec<&PageBreak> = Vec::new();
        let numbered = !matches!(list.numbering, None | Some(Numbering::Unmarked));
        for (item, number) in list.items.iter().zip(list.item_numbers()) {
            if let [Block { kind: BlockKind::PageBreak(page), .. }] = item.blocks.as_slice() {
                waiting.push(page);
                continue;
            }
            self.write_item(item, number.filter(|_| numbered && item.number.is_some()), &mut waiting);
        }
        if !waiting.is_empty() {
            self.xml.open("li");
            waiting.drain(..).for_each(|page| self.write_page_break("span", page));
            self.xml.close();
        }
        self.xml.close().end_line();
    }

    fn write_item(&mut self, item: &'a ListItem, value: Option<i32>, waiting: &mut Vec<&'a PageBreak>) {
        self.open_element("li", &item.attrs);
        self.xml.attr_opt("value", value.map(|value| value.to_string()).as_deref());
        waiting.drain(..).for_each(|page| self.write_page_break("span", page));
        self.write_mixed(&item.blocks);
        self.xml.close().end_line();
    }

    fn write_definitions(&mut self, attrs: &Attrs, terms: &'a [Term]) {
        let Some((first, last)) = terms.first().zip(terms.last()) else { return };
        // The schema wants terms before, and definitions after; other lists are mere paragraphs.
        let whole = !first.definition && last.definition;
        self.open_element(if whole { "dl" } else { "div" }, attrs);
        self.xml.end_line();
        for term in terms {
            match (whole, term.definition) {
                (true, true) => {
                    self.open_element("dd", &term.attrs);
                    self.write_mixed(&term.blocks);
                }
                (false, true) => {
                    self.open_element("div", &term.attrs);
                    self.write_blocks(&term.blocks);
                }
                (_, false) => {
                    self.open_element(if whole { "dt" } else { "p" }, &term.attrs);
                    self.write_flattened(&term.blocks);
                }
            }
            self.xml.close().end_line();
        }
        self.xml.close().end_line();
    }

    /// Blocks where only a line is allowed.
    fn write_flattened(&mut self, blocks: &'a [Block]) {
        for (n, content) in flat_content(blocks).into_iter().enumerate() {
            if n > 0 {
                self.xml.text(" ");
            }
            match content {
                FlatContent::Line(line) => self.write_inlines(line),
                FlatContent::Image(image) => self.write_image(image),
                FlatContent::Formula(math) => self.write_formula(math),
                FlatContent::Page(page) => self.write_page_break("span", page),
            }
        }
    }

    fn write_layout_table(&mut self, attrs: &Attrs, table: &'a Table) {
        self.open_element("div", attrs);
        self.xml.end_line();
        self.write_blocks(&table.caption);
        for cell in table.rows().flat_map(|row| &row.cells) {
            self.write_blocks(&cell.blocks);
        }
        self.xml.close().end_line();
    }

    fn write_table(&mut self, attrs: &Attrs, table: &'a Table) {
        if table.rows().all(|row| row.cells.is_empty()) {
            return self.write_blocks(&table.caption);
        }
        if let Some(summary) = table.summary.as_deref().filter(|summary| !summary.trim().is_empty()) {
            self.xml.open("p").attr("class", "table-summary").text(summary).close().end_line();
        }
        self.open_element("table", attrs);
        self.xml.end_line();
        if !table.caption.is_empty() {
            self.xml.open("caption");
            self.write_mixed(&table.caption);
            self.xml.close().end_line();
        }
        for (name, rows) in [("thead", &table.head), ("tbody", &table.body), ("tfoot", &table.foot)] {
            if rows.iter().all(|row| row.cells.is_empty()) {
                continue;
            }
            self.xml.open(name).end_line();
            rows.iter().filter(|row| !row.cells.is_empty()).for_each(|row| self.write_row(row));
            self.xml.close().end_line();
        }
        self.xml.close().end_line();
    }

    fn write_row(&mut self, row: &'a Row) {
        self.open_element("tr", &row.attrs);
        for cell in &row.cells {
            self.write_cell(cell);
        }
        self.xml.close().end_line();
    }

    fn write_cell(&mut self, cell: &'a Cell) {
        self.open_element(if cell.header { "th" } else { "td" }, &cell.attrs);
        self.xml.attr_opt("scope", cell.scope.filter(|_| cell.header).map(Scope::name));
        for (name, span) in [("rowspan", cell.row_span), ("colspan", cell.column_span)] {
            if span > 1 {
                self.xml.attr(name, &span.to_string());
            }
        }
        self.write_mixed(&cell.blocks);
        self.xml.close();
    }

    fn write_image_block(&mut self, attrs: &Attrs, image: &'a Image) {
        if !self.is_shown(image) {
            return;
        }
        self.open_element("p", attrs);
        self.write_image(image);
        self.xml.close().end_line();
    }

    fn write_figure(&mut self, attrs: &Attrs, blocks: &'a [Block], caption: &'a [Block]) {
        self.open_element("figure", attrs);
        self.xml.end_line();
        for block in blocks {
            match &block.kind {
                BlockKind::Image(image) if block.attrs.is_empty() => {
                    self.write_image(image);
                    self.xml.end_line();
                }
                _ => self.write_block(block),
            }
        }
        if !caption.is_empty() {
            self.xml.open("figcaption");
            self.write_mixed(caption);
            self.xml.close().end_line();
        }
        self.xml.close().end_line();
    }

    fn write_note(&mut self, attrs: &Attrs, kind: NoteKind, blocks: &'a [Block]) {
        let (kind, role) = match kind {
            NoteKind::Footnote => ("footnote", Some("doc-footnote")),
            NoteKind::Endnote => ("endnote", None),
            NoteKind::Annotation => ("annotation", None),
        };
        self.xml.open("aside").attr("epub:type", kind).attr_opt("role", role);
        self.write_attrs(attrs);
        self.xml.end_line();
        self.write_blocks(blocks);
        self.xml.close().end_line();
    }
}
