//! Blocks as elements of XHTML.

use crate::model::{
    Attrs, Block, BlockKind, Cell, Image, Inline, List, ListItem, NoteKind, Numbering, PageBreak, Row, Scope,
    Table, Term, flat_lines, plain_text,
};

use super::text::{Text, line};

impl<'a> Text<'a> {
    /// Writes a section's own blocks, whose headings are the outline of the book.
    pub(super) fn outlined(&mut self, blocks: &'a [Block]) {
        self.blocks_at(blocks, true);
    }

    pub(super) fn blocks(&mut self, blocks: &'a [Block]) {
        self.blocks_at(blocks, false);
    }

    fn blocks_at(&mut self, blocks: &'a [Block], outline: bool) {
        let mut rest = blocks;
        while let [first, tail @ ..] = rest {
            // Lines of verse that follow one another are one group.
            let lines = rest.iter().take_while(|block| matches!(block.kind, BlockKind::Line(_))).count();
            if lines > 0 {
                self.verse_lines(&Attrs::default(), &rest[..lines]);
                rest = &rest[lines..];
            } else {
                match &first.kind {
                    BlockKind::Heading { level, inlines } if outline => {
                        self.heading(&first.attrs, *level, inlines, true);
                    }
                    _ => self.block(first),
                }
                rest = tail;
            }
        }
    }

    fn block(&mut self, block: &'a Block) {
        let attrs = &block.attrs;
        match &block.kind {
            BlockKind::Heading { level, inlines } => self.heading(attrs, *level, inlines, false),
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => self.line("p", attrs, inlines),
            BlockKind::Line(_) => self.verse_lines(&Attrs::default(), std::slice::from_ref(block)),
            BlockKind::Preformatted(inlines) => self.line("pre", attrs, inlines),
            BlockKind::List(list) => self.list(attrs, list),
            BlockKind::Definitions(terms) => self.definitions(attrs, terms),
            BlockKind::Table(table) if table.layout => self.layout(attrs, table),
            BlockKind::Table(table) => self.table(attrs, table),
            BlockKind::Image(image) => self.image_block(attrs, image),
            BlockKind::Figure { blocks, caption } => self.figure(attrs, blocks, caption),
            BlockKind::Note { kind, blocks } => self.note(attrs, *kind, blocks),
            BlockKind::PageBreak(page) => {
                self.page("div", page);
                self.xml.line();
            }
            BlockKind::Math(math) => {
                self.open("p", attrs);
                self.formula(math);
                self.xml.close().line();
            }
            BlockKind::Poem(blocks) => {
                self.open("div", attrs);
                self.xml.attr("class", "poem").line();
                self.blocks(blocks);
                self.xml.close().line();
            }
            BlockKind::LineGroup(blocks) => {
                if blocks.iter().all(|block| matches!(block.kind, BlockKind::Line(_))) {
                    self.verse_lines(attrs, blocks);
                } else {
                    self.open("div", attrs);
                    self.xml.attr("class", "linegroup").line();
                    self.blocks(blocks);
                    self.xml.close().line();
                }
            }
            BlockKind::Quote(blocks) => self.container("blockquote", attrs, blocks),
            BlockKind::Aside(blocks) => self.container("aside", attrs, blocks),
            BlockKind::Group(blocks) => self.container("div", attrs, blocks),
            BlockKind::Separator => {
                self.open("hr", attrs);
                self.xml.close().line();
            }
        }
    }

    fn open(&mut self, name: &'static str, attrs: &Attrs) {
        self.xml.open(name);
        self.attrs(attrs);
    }

    fn container(&mut self, name: &'static str, attrs: &Attrs, blocks: &'a [Block]) {
        if blocks.is_empty() {
            return;
        }
        self.open(name, attrs);
        self.kinds(attrs);
        self.xml.line();
        self.blocks(blocks);
        self.xml.close().line();
    }

    fn heading(&mut self, attrs: &Attrs, level: u8, inlines: &'a [Inline], outline: bool) {
        const NAMES: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
        let label = line(&plain_text(inlines));
        if label.is_empty() {
            // A picture without words, or nothing: no heading that could be announced.
            return self.line("p", attrs, inlines);
        }
        let level = level.clamp(1, 6);
        self.xml.open(NAMES[usize::from(level) - 1]);
        let id = self.id(&attrs.ids).unwrap_or_else(|| {
            let id = self.new_id("h");
            self.xml.attr("id", &id);
            id
        });
        self.carry(attrs);
        if outline {
            self.note_heading(level, label, id);
        }
        self.inlines(inlines);
        self.xml.close().line();
    }

    fn line(&mut self, name: &'static str, attrs: &Attrs, inlines: &'a [Inline]) {
        if inlines.is_empty() {
            return;
        }
        self.open(name, attrs);
        self.inlines(inlines);
        self.xml.close().line();
    }

    /// Lines of verse as one paragraph with forced line ends.
    fn verse_lines(&mut self, attrs: &Attrs, blocks: &'a [Block]) {
        self.open("p", attrs);
        self.xml.attr("class", "linegroup");
        for (n, block) in blocks.iter().enumerate() {
            if n > 0 {
                self.xml.open("br").close().line();
            }
            self.spanned(&block.attrs, block.inlines());
        }
        self.xml.close().line();
    }

    /// Inlines in a span, when there is something that a span must carry.
    fn spanned(&mut self, attrs: &Attrs, inlines: &'a [Inline]) {
        let bare = attrs.ids.is_empty() && attrs.lang.is_none() && attrs.dir.is_none();
        if !bare {
            self.open("span", attrs);
        }
        self.inlines(inlines);
        if !bare {
            self.xml.close();
        }
    }

    /// The contents of an item, cell or caption: a single line directly, all else as blocks.
    fn mixed(&mut self, blocks: &'a [Block]) {
        for (n, block) in blocks.iter().enumerate() {
            match &block.kind {
                BlockKind::Plain(inlines) => {
                    if n > 0 {
                        self.xml.text(" ");
                    }
                    self.spanned(&block.attrs, inlines);
                }
                _ => self.blocks(std::slice::from_ref(block)),
            }
        }
    }

    fn list(&mut self, attrs: &Attrs, list: &'a List) {
        if list.items.is_empty() {
            return;
        }
        match list.numbering {
            None => self.open("ul", attrs),
            Some(Numbering::Unmarked) => {
                self.open("ul", attrs);
                self.xml.attr("style", "list-style-type: none");
            }
            Some(numbering) => {
                self.open("ol", attrs);
                let kind = match numbering {
                    Numbering::Decimal | Numbering::Unmarked => None,
                    Numbering::LowerLetter => Some("a"),
                    Numbering::UpperLetter => Some("A"),
                    Numbering::LowerRoman => Some("i"),
                    Numbering::UpperRoman => Some("I"),
                };
                self.xml.attr_opt("type", kind);
                if list.start != 1 {
                    self.xml.attr("start", &list.start.to_string());
                }
            }
        }
        self.xml.line();
        // A page that begins between two items belongs to the one after it.
        let mut waiting: Vec<&PageBreak> = Vec::new();
        let numbered = !matches!(list.numbering, None | Some(Numbering::Unmarked));
        for (item, number) in list.items.iter().zip(list.numbers()) {
            if let [Block { kind: BlockKind::PageBreak(page), .. }] = item.blocks.as_slice() {
                waiting.push(page);
                continue;
            }
            self.item(item, number.filter(|_| numbered && item.number.is_some()), &mut waiting);
        }
        if !waiting.is_empty() {
            self.xml.open("li");
            waiting.drain(..).for_each(|page| self.page("span", page));
            self.xml.close();
        }
        self.xml.close().line();
    }

    fn item(&mut self, item: &'a ListItem, value: Option<i32>, waiting: &mut Vec<&'a PageBreak>) {
        self.open("li", &item.attrs);
        self.xml.attr_opt("value", value.map(|value| value.to_string()).as_deref());
        waiting.drain(..).for_each(|page| self.page("span", page));
        self.mixed(&item.blocks);
        self.xml.close().line();
    }

    fn definitions(&mut self, attrs: &Attrs, terms: &'a [Term]) {
        let Some((first, last)) = terms.first().zip(terms.last()) else { return };
        // The schema wants terms before, and definitions after; other lists are mere paragraphs.
        let whole = !first.definition && last.definition;
        self.open(if whole { "dl" } else { "div" }, attrs);
        self.xml.line();
        for term in terms {
            match (whole, term.definition) {
                (true, true) => {
                    self.open("dd", &term.attrs);
                    self.mixed(&term.blocks);
                }
                (false, true) => {
                    self.open("div", &term.attrs);
                    self.blocks(&term.blocks);
                }
                (_, false) => {
                    self.open(if whole { "dt" } else { "p" }, &term.attrs);
                    self.flattened(&term.blocks);
                }
            }
            self.xml.close().line();
        }
        self.xml.close().line();
    }

    /// Blocks where only a line is allowed.
    fn flattened(&mut self, blocks: &'a [Block]) {
        for (n, line) in flat_lines(blocks).enumerate() {
            if n > 0 {
                self.xml.text(" ");
            }
            self.inlines(line);
        }
    }

    fn layout(&mut self, attrs: &Attrs, table: &'a Table) {
        self.open("div", attrs);
        self.xml.line();
        self.blocks(&table.caption);
        for cell in table.rows().flat_map(|row| &row.cells) {
            self.blocks(&cell.blocks);
        }
        self.xml.close().line();
    }

    fn table(&mut self, attrs: &Attrs, table: &'a Table) {
        if table.rows().all(|row| row.cells.is_empty()) {
            return self.blocks(&table.caption);
        }
        if let Some(summary) = table.summary.as_deref().filter(|summary| !summary.trim().is_empty()) {
            self.xml.open("p").attr("class", "table-summary").text(summary).close().line();
        }
        self.open("table", attrs);
        self.xml.line();
        if !table.caption.is_empty() {
            self.xml.open("caption");
            self.mixed(&table.caption);
            self.xml.close().line();
        }
        for (name, rows) in [("thead", &table.head), ("tbody", &table.body), ("tfoot", &table.foot)] {
            if rows.iter().all(|row| row.cells.is_empty()) {
                continue;
            }
            self.xml.open(name).line();
            rows.iter().filter(|row| !row.cells.is_empty()).for_each(|row| self.row(row));
            self.xml.close().line();
        }
        self.xml.close().line();
    }

    fn row(&mut self, row: &'a Row) {
        self.open("tr", &row.attrs);
        for cell in &row.cells {
            self.cell(cell);
        }
        self.xml.close().line();
    }

    fn cell(&mut self, cell: &'a Cell) {
        self.open(if cell.header { "th" } else { "td" }, &cell.attrs);
        let scope = cell.scope.filter(|_| cell.header).map(|scope| match scope {
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
        self.mixed(&cell.blocks);
        self.xml.close();
    }

    fn image_block(&mut self, attrs: &Attrs, image: &'a Image) {
        if !self.shows(image) {
            return;
        }
        self.open("p", attrs);
        self.image(image);
        self.xml.close().line();
    }

    fn figure(&mut self, attrs: &Attrs, blocks: &'a [Block], caption: &'a [Block]) {
        self.open("figure", attrs);
        self.xml.line();
        for block in blocks {
            match &block.kind {
                BlockKind::Image(image) if block.attrs.is_empty() => {
                    self.image(image);
                    self.xml.line();
                }
                _ => self.block(block),
            }
        }
        if !caption.is_empty() {
            self.xml.open("figcaption");
            self.mixed(caption);
            self.xml.close().line();
        }
        self.xml.close().line();
    }

    fn note(&mut self, attrs: &Attrs, kind: NoteKind, blocks: &'a [Block]) {
        let (kind, role) = match kind {
            NoteKind::Footnote => ("footnote", Some("doc-footnote")),
            NoteKind::Endnote => ("endnote", None),
            NoteKind::Annotation => ("annotation", None),
        };
        self.xml.open("aside").attr("epub:type", kind).attr_opt("role", role);
        self.attrs(attrs);
        self.xml.line();
        self.blocks(blocks);
        self.xml.close().line();
    }
}
