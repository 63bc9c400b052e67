//! Blocks as HTML.

use super::Word;
use super::page::{Page, Reference};
use crate::model::{
    Attrs, Block, BlockKind, Cell, Image, Inline, List, Numbering, Row, Scope, Table, Target, Term,
    flat_lines, plain_text,
};

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
/// Characters of a note's label.
const LONGEST_LABEL: usize = 12;

impl<'a> Page<'a> {
    pub(super) fn blocks(&mut self, blocks: &'a [Block]) {
        let mut rest = blocks;
        while let [first, tail @ ..] = rest {
            // Lines of verse that follow one another are one group.
            let lines = rest.iter().take_while(|block| matches!(block.kind, BlockKind::Line(_))).count();
            if lines > 0 {
                self.verse(&Attrs::default(), &rest[..lines]);
                rest = &rest[lines..];
            } else {
                self.block(first);
                rest = tail;
            }
        }
    }

    fn block(&mut self, block: &'a Block) {
        let attrs = &block.attrs;
        match &block.kind {
            BlockKind::Heading { level, inlines } => self.heading(attrs, *level, inlines),
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => self.paragraph("p", attrs, inlines),
            BlockKind::Line(_) => self.verse(&Attrs::default(), std::slice::from_ref(block)),
            BlockKind::Preformatted(inlines) => self.paragraph("pre", attrs, inlines),
            BlockKind::List(list) => self.list(attrs, list),
            BlockKind::Definitions(terms) => self.definitions(attrs, terms),
            BlockKind::Table(table) if table.layout => {
                self.container("div", "", attrs, |page| {
                    page.blocks(&table.caption);
                    table.rows().flat_map(|row| &row.cells).for_each(|cell| page.blocks(&cell.blocks));
                });
            }
            BlockKind::Table(table) => self.table(attrs, table),
            BlockKind::Image(image) => {
                self.container("div", "b-figure", attrs, |page| page.image_block(image));
            }
            BlockKind::Figure { blocks, caption } => self.figure(attrs, blocks, caption),
            BlockKind::Note { blocks, .. } => self.note(attrs, blocks),
            BlockKind::PageBreak(mark) => {
                self.page_break("div", mark);
                self.html.line();
            }
            BlockKind::Math(math) => {
                self.html.open("p");
                let id = self.attrs(attrs);
                self.spoken(id.as_deref(), math.text());
                self.formula(math);
                self.html.close("p").line();
            }
            BlockKind::Poem(blocks) => self.container("div", "b-poem", attrs, |page| page.blocks(blocks)),
            BlockKind::LineGroup(blocks) => {
                if blocks.iter().all(|block| matches!(block.kind, BlockKind::Line(_))) {
                    self.verse(attrs, blocks);
                } else {
                    self.container("div", "", attrs, |page| page.blocks(blocks));
                }
            }
            BlockKind::Quote(blocks) => self.container("blockquote", "", attrs, |page| page.blocks(blocks)),
            BlockKind::Aside(blocks) => self.container("div", "b-aside", attrs, |page| page.blocks(blocks)),
            BlockKind::Group(blocks) => self.container("div", "", attrs, |page| page.blocks(blocks)),
            BlockKind::Separator => {
                self.html.open("hr");
                self.attrs(attrs);
                self.html.void().line();
            }
        }
    }

    /// An element with blocks. `class` is empty for none.
    fn container(
        &mut self,
        name: &'static str,
        class: &'static str,
        attrs: &'a Attrs,
        inside: impl FnOnce(&mut Self),
    ) {
        self.html.open(name);
        if !class.is_empty() {
            self.html.attr("class", class);
        }
        self.attrs(attrs);
        self.html.line();
        inside(self);
        self.html.close(name).line();
    }

    fn heading(&mut self, attrs: &'a Attrs, level: u8, inlines: &'a [Inline]) {
        if plain_text(inlines).trim().is_empty() {
            // A picture without words, or nothing: not a heading that could be announced.
            return self.paragraph("p", attrs, inlines);
        }
        let name = HEADINGS[self.level(level).clamp(1, HEADINGS.len()) - 1];
        self.paragraph(name, attrs, inlines);
    }

    fn paragraph(&mut self, name: &'static str, attrs: &'a Attrs, inlines: &'a [Inline]) {
        if inlines.is_empty() && attrs.ids.is_empty() {
            return;
        }
        // An empty paragraph is announced by some screen readers; its place remains.
        let name = if inlines.is_empty() { "div" } else { name };
        self.html.open(name);
        let id = self.attrs(attrs);
        if name == "pre" {
            // It may be wider than the window, and is then scrolled with the keyboard.
            self.html.attr("tabindex", "0");
        }
        self.spoken(id.as_deref(), &plain_text(inlines));
        self.inlines(inlines);
        self.html.close(name).line();
    }

    /// Lines of verse as one paragraph with forced line ends.
    fn verse(&mut self, attrs: &Attrs, blocks: &'a [Block]) {
        self.html.open("p").attr("class", "b-lines");
        let mut id = self.attrs(attrs);
        for (n, block) in blocks.iter().enumerate() {
            if n > 0 {
                self.html.open("br").void().line();
            }
            self.html.open("span");
            let own = self.attrs(&block.attrs);
            if block.attrs.indent > 0 {
                self.html
                    .attr("class", ["b-in1", "b-in2", "b-in3"][usize::from(block.attrs.indent.min(3)) - 1]);
            }
            self.spoken(own.as_deref().or(id.as_deref()), &plain_text(block.inlines()));
            id = own.or(id);
            self.inlines(block.inlines());
            self.html.close("span");
        }
        self.html.close("p").line();
    }

    /// The contents of an item, cell or caption: a single line directly, all else as blocks.
    fn mixed(&mut self, id: Option<&str>, blocks: &'a [Block]) {
        for (n, block) in blocks.iter().enumerate() {
            match &block.kind {
                BlockKind::Plain(inlines) => {
                    if n > 0 {
                        self.html.text(" ");
                    }
                    self.html.open("span");
                    let own = self.attrs(&block.attrs);
                    self.spoken(own.as_deref().or(id), &plain_text(inlines));
                    self.inlines(inlines);
                    self.html.close("span");
                }
                _ => self.blocks(std::slice::from_ref(block)),
            }
        }
    }

    fn list(&mut self, attrs: &'a Attrs, list: &'a List) {
        if list.items.is_empty() {
            return;
        }
        let name = if matches!(list.numbering, None | Some(Numbering::Unmarked)) { "ul" } else { "ol" };
        self.html.open(name);
        self.attrs(attrs);
        match list.numbering {
            Some(Numbering::LowerLetter) => self.html.attr("type", "a"),
            Some(Numbering::UpperLetter) => self.html.attr("type", "A"),
            Some(Numbering::LowerRoman) => self.html.attr("type", "i"),
            Some(Numbering::UpperRoman) => self.html.attr("type", "I"),
            Some(Numbering::Unmarked) => self.html.attr("class", "b-unmarked").attr("role", "list"),
            _ => &mut self.html,
        };
        if name == "ol" && list.start != 1 {
            self.html.attr("start", &list.start.to_string());
        }
        self.html.line();
        // The number that a browser gives to the next item by itself.
        let mut next = list.start;
        for (item, number) in list.items.iter().zip(list.numbers()) {
            self.html.open("li");
            if let Some(number) = number.filter(|number| name == "ol" && *number != next) {
                self.html.attr("value", &number.to_string());
            }
            // A page between two items is an item of its own here, and counts.
            next = number.unwrap_or(next).saturating_add(1);
            let id = self.attrs(&item.attrs);
            self.mixed(id.as_deref(), &item.blocks);
            self.html.close("li").line();
        }
        self.html.close(name).line();
    }

    fn definitions(&mut self, attrs: &'a Attrs, terms: &'a [Term]) {
        let Some((first, last)) = terms.first().zip(terms.last()) else { return };
        // A list has terms before and definitions after; others are mere paragraphs.
        let whole = !first.definition && last.definition;
        self.container(if whole { "dl" } else { "div" }, "", attrs, |page| {
            for term in terms {
                let name = match (whole, term.definition) {
                    (true, true) => "dd",
                    (true, false) => "dt",
                    (false, true) => "div",
                    (false, false) => "p",
                };
                page.html.open(name);
                let id = page.attrs(&term.attrs);
                if term.definition {
                    page.mixed(id.as_deref(), &term.blocks);
                } else {
                    page.flat(id.as_deref(), &term.blocks);
                }
                page.html.close(name).line();
            }
        });
    }

    /// Blocks where only a line is allowed.
    fn flat(&mut self, id: Option<&str>, blocks: &'a [Block]) {
        for (n, line) in flat_lines(blocks).enumerate() {
            if n > 0 && !line.is_empty() {
                self.html.text(" ");
            }
            self.spoken(id, &plain_text(line));
            self.inlines(line);
        }
    }

    fn table(&mut self, attrs: &'a Attrs, table: &'a Table) {
        if table.rows().all(|row| row.cells.is_empty()) {
            return self.blocks(&table.caption);
        }
        if let Some(summary) = table.summary.as_deref().filter(|summary| !summary.trim().is_empty()) {
            self.html.open("p").attr("class", "b-summary").text(summary).close("p").line();
        }
        let captioned = table.caption.iter().any(Block::has_content);
        let caption = captioned.then(|| self.new_id());
        // A wide table is scrolled by itself, also with the keyboard: what has the focus needs a name.
        self.html.open("div").attr("class", "b-table").attr("role", "region").attr("tabindex", "0");
        self.name_table(caption.as_deref());
        self.html.line().open("table");
        self.attrs(attrs);
        if !captioned {
            self.html.in_text();
        }
        self.html.line();
        if !table.caption.is_empty() {
            self.html.open("caption");
            if let Some(id) = &caption {
                self.html.attr("id", id);
            }
            self.mixed(None, &table.caption);
            self.html.close("caption").line();
        }
        for (name, rows) in [("thead", &table.head), ("tbody", &table.body), ("tfoot", &table.foot)] {
            if rows.iter().all(|row| row.cells.is_empty()) {
                continue;
            }
            self.html.open(name).line();
            rows.iter().filter(|row| !row.cells.is_empty()).for_each(|row| self.row(row, name == "thead"));
            self.html.close(name).line();
        }
        self.html.close("table").close("div").line();
    }

    /// Names the region of a table by its caption, or else by a word, and a number to tell it from others.
    fn name_table(&mut self, caption: Option<&str>) {
        if let Some(id) = caption {
            self.html.attr("aria-labelledby", id);
            return;
        }
        self.unnamed_tables += 1;
        match self.unnamed_tables {
            1 => self.html.attr_word("aria-label", Word::Table),
            number => self.html.attr_word_and("aria-label", Word::Table, &number.to_string()),
        };
        // The language of an attribute is that of its element.
        self.html.in_words();
    }

    fn row(&mut self, row: &'a Row, heads: bool) {
        self.html.open("tr");
        self.attrs(&row.attrs);
        for cell in &row.cells {
            self.cell(cell, heads);
        }
        self.html.close("tr").line();
    }

    fn cell(&mut self, cell: &'a Cell, heads: bool) {
        // An empty cell is not a heading.
        let header = cell.header && cell.blocks.iter().any(Block::has_content);
        let name = if header { "th" } else { "td" };
        self.html.open(name);
        let id = self.attrs(&cell.attrs);
        if header {
            let scope = match cell.scope {
                Some(Scope::Column) => "col",
                Some(Scope::RowGroup) => "rowgroup",
                Some(Scope::ColumnGroup) => "colgroup",
                None if heads => "col",
                Some(Scope::Row) | None => "row",
            };
            self.html.attr("scope", scope);
        }
        for (name, span) in [("rowspan", cell.row_span), ("colspan", cell.column_span)] {
            if span > 1 {
                self.html.attr(name, &span.min(1000).to_string());
            }
        }
        self.mixed(id.as_deref(), &cell.blocks);
        self.html.close(name);
    }

    /// An image by itself, its description to be opened.
    fn image_block(&mut self, image: &'a Image) {
        if let Some(alt) = image.alt.as_deref() {
            self.spoken(None, alt);
        }
        self.picture_of(image);
        self.html.line();
        if !image.description.is_empty() && !image.words_follow {
            self.html.open("details").attr("class", "b-description");
            self.html.open("summary").in_words().word(Word::Description).close("summary").line();
            self.blocks(&image.description);
            self.html.close("details").line();
        }
    }

    fn figure(&mut self, attrs: &'a Attrs, blocks: &'a [Block], caption: &'a [Block]) {
        self.container("figure", "", attrs, |page| {
            for block in blocks {
                match &block.kind {
                    BlockKind::Image(image) => {
                        page.container("div", "", &block.attrs, |page| page.image_block(image));
                    }
                    _ => page.block(block),
                }
            }
            if !caption.is_empty() {
                page.html.open("figcaption");
                page.mixed(None, caption);
                page.html.close("figcaption").line();
            }
        });
    }

    /// A note, with the way back to its first reference.
    fn note(&mut self, attrs: &'a Attrs, blocks: &'a [Block]) {
        self.notes += 1;
        let number = self.notes;
        self.html.open("div").attr("class", "b-note").attr("role", "note");
        self.attrs(attrs);
        self.html.line();
        self.blocks(blocks);
        let path = &self.section().path;
        let target = |id: &String| Target { path: path.clone(), id: Some(id.clone()) };
        let references = &self.known.references;
        let back = attrs.ids.iter().find_map(|id| references.get(&target(id))).cloned();
        if let Some(Reference { chapter, id, label }) = back {
            let address =
                if chapter == self.chapter { format!("#{id}") } else { format!("{}#{id}", chapter + 1) };
            let label = note_label(&label).map_or_else(|| number.to_string(), str::to_owned);
            self.html.open("p").open("a").attr("role", "doc-backlink").attr("href", &address).in_words();
            self.html.word(Word::Back).text(" ").text(&label).close("a").close("p").line();
        }
        self.html.close("div").line();
    }
}

/// The label of a note, such as `1` of `[1]`. `None` if it is a sign like `*`, which other notes have too, or
/// a whole phrase.
fn note_label(text: &str) -> Option<&str> {
    let label = text.trim_matches(|c: char| !c.is_alphanumeric());
    (!label.is_empty() && label.chars().count() <= LONGEST_LABEL).then_some(label)
}
