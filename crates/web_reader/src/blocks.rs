//! Blocks as HTML.

use books::model::{
    Attrs, Block, BlockKind, Cell, FlatContent, Image, Inline, List, Numbering, Row, Scope, Table, Target,
    Term, flat_content, plain_text,
};

use crate::PlaceholderWord;
use crate::page::{NoteReference, PageWriter};
use crate::pictures::PicturePlacement;

const HEADING_ELEMENTS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
/// Characters of a note's label.
const MAX_LABEL_CHARS: usize = 12;

impl<'a> PageWriter<'a> {
    pub(crate) fn write_blocks(&mut self, blocks: &'a [Block]) {
        let mut rest = blocks;
        while let [first, tail @ ..] = rest {
            // Lines of verse that follow one another are one group.
            let lines = rest.iter().take_while(|block| matches!(block.kind, BlockKind::Line(_))).count();
            if lines > 0 {
                self.write_verse(&Attrs::default(), &rest[..lines]);
                rest = &rest[lines..];
            } else {
                self.write_block(first);
                rest = tail;
            }
        }
    }

    fn write_block(&mut self, block: &'a Block) {
        let attrs = &block.attrs;
        match &block.kind {
            BlockKind::Heading { level, inlines } => self.write_heading(attrs, *level, inlines),
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => {
                self.write_paragraph("p", attrs, inlines);
            }
            BlockKind::Line(_) => self.write_verse(&Attrs::default(), std::slice::from_ref(block)),
            BlockKind::Preformatted(inlines) => self.write_preformatted(attrs, inlines),
            BlockKind::List(list) => self.write_list(attrs, list),
            BlockKind::Definitions(terms) => self.write_definitions(attrs, terms),
            BlockKind::Table(table) if table.layout => {
                self.write_container("div", "", attrs, |page| {
                    page.write_blocks(&table.caption);
                    table.rows().flat_map(|row| &row.cells).for_each(|cell| page.write_blocks(&cell.blocks));
                });
            }
            BlockKind::Table(table) => self.write_table(attrs, table),
            BlockKind::Image(image) => {
                self.write_container("div", "b-figure", attrs, |page| page.write_image_block(image));
            }
            BlockKind::Figure { blocks, caption } => self.write_figure(attrs, blocks, caption),
            BlockKind::Note { blocks, .. } => self.write_note(attrs, blocks),
            BlockKind::PageBreak(mark) => {
                self.write_page_break("div", mark);
                self.html.end_line();
            }
            BlockKind::Math(math) => {
                self.html.open("p");
                let id = self.write_attrs(attrs);
                self.record_words(id.as_deref(), math.text());
                self.write_formula(math);
                self.html.close("p").end_line();
            }
            BlockKind::Poem(blocks) => self.write_group("div", "b-poem", attrs, blocks),
            BlockKind::LineGroup(blocks)
                if blocks.iter().all(|block| matches!(block.kind, BlockKind::Line(_))) =>
            {
                self.write_verse(attrs, blocks);
            }
            BlockKind::Quote(blocks) => self.write_group("blockquote", "", attrs, blocks),
            BlockKind::Aside(blocks) => self.write_group("div", "b-aside", attrs, blocks),
            BlockKind::Group(blocks) | BlockKind::LineGroup(blocks) => {
                self.write_group("div", "", attrs, blocks);
            }
            BlockKind::Separator => {
                self.html.open("hr");
                self.write_attrs(attrs);
                self.html.void().end_line();
            }
        }
    }

    fn write_group(
        &mut self,
        name: &'static str,
        class: &'static str,
        attrs: &'a Attrs,
        blocks: &'a [Block],
    ) {
        self.write_container(name, class, attrs, |page| page.write_blocks(blocks));
    }

    /// An element with blocks. `class` is empty for none.
    fn write_container(
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
        self.write_attrs(attrs);
        self.html.end_line();
        inside(self);
        self.html.close(name).end_line();
    }

    fn write_heading(&mut self, attrs: &'a Attrs, level: u8, inlines: &'a [Inline]) {
        if plain_text(inlines).trim().is_empty() {
            // A picture without words, or nothing: not a heading that could be announced.
            return self.write_paragraph("p", attrs, inlines);
        }
        let name = HEADING_ELEMENTS[self.nested_level(level).clamp(1, HEADING_ELEMENTS.len()) - 1];
        let pictures = self.postpone_picture_links(|page| page.write_paragraph(name, attrs, inlines));
        self.write_picture_links(&pictures, PicturePlacement::Alone);
    }

    /// Text whose lines do not break. It may be wider than the window, and is then scrolled by itself, also
    /// with the keyboard: what has the focus needs a name.
    fn write_preformatted(&mut self, attrs: &'a Attrs, inlines: &'a [Inline]) {
        if inlines.is_empty() {
            return self.write_paragraph("pre", attrs, inlines);
        }
        self.html.open("div").attr("class", "b-pre").attr("role", "group").attr("tabindex", "0");
        // The language of an attribute is that of its element.
        self.html.placeholder_attr("aria-label", PlaceholderWord::Preformatted).mark_words_language();
        self.html.open("pre");
        let id = self.write_attrs(attrs);
        self.html.mark_text_language();
        self.record_words(id.as_deref(), &plain_text(inlines));
        self.write_inlines(inlines);
        self.html.close("pre").close("div").end_line();
    }

    fn write_paragraph(&mut self, name: &'static str, attrs: &'a Attrs, inlines: &'a [Inline]) {
        if inlines.is_empty() && attrs.ids.is_empty() {
            return;
        }
        // An empty paragraph is announced by some screen readers; its place remains.
        let name = if inlines.is_empty() { "div" } else { name };
        self.html.open(name);
        let id = self.write_attrs(attrs);
        self.record_words(id.as_deref(), &plain_text(inlines));
        self.write_inlines(inlines);
        self.html.close(name).end_line();
    }

    /// Lines of verse as one paragraph with forced line ends.
    fn write_verse(&mut self, attrs: &Attrs, blocks: &'a [Block]) {
        self.html.open("p").attr("class", "b-lines");
        let mut id = self.write_attrs(attrs);
        for (n, block) in blocks.iter().enumerate() {
            if n > 0 {
                self.html.open("br").void().end_line();
            }
            self.html.open("span");
            let own = self.write_attrs(&block.attrs);
            if block.attrs.indent > 0 {
                self.html
                    .attr("class", ["b-in1", "b-in2", "b-in3"][usize::from(block.attrs.indent.min(3)) - 1]);
            }
            self.record_words(own.as_deref().or(id.as_deref()), &plain_text(block.inlines()));
            id = own.or(id);
            self.write_inlines(block.inlines());
            self.html.close("span");
        }
        self.html.close("p").end_line();
    }

    /// The contents of an item, cell or caption: a single line directly, all else as blocks.
    fn write_mixed(&mut self, id: Option<&str>, blocks: &'a [Block]) {
        for (n, block) in blocks.iter().enumerate() {
            match &block.kind {
                BlockKind::Plain(inlines) => {
                    if n > 0 {
                        self.html.text(" ");
                    }
                    self.html.open("span");
                    let own = self.write_attrs(&block.attrs);
                    self.record_words(own.as_deref().or(id), &plain_text(inlines));
                    self.write_inlines(inlines);
                    self.html.close("span");
                }
                _ => self.write_blocks(std::slice::from_ref(block)),
            }
        }
    }

    fn write_list(&mut self, attrs: &'a Attrs, list: &'a List) {
        if list.items.is_empty() {
            return;
        }
        let name = if matches!(list.numbering, None | Some(Numbering::Unmarked)) { "ul" } else { "ol" };
        self.html.open(name);
        self.write_attrs(attrs);
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
        self.html.end_line();
        // The number that a browser gives to the next item by itself.
        let mut next = list.start;
        for (item, number) in list.items.iter().zip(list.item_numbers()) {
            self.html.open("li");
            if let Some(number) = number.filter(|number| name == "ol" && *number != next) {
                self.html.attr("value", &number.to_string());
            }
            // A page between two items is an item of its own here, and counts.
            next = number.unwrap_or(next).saturating_add(1);
            let id = self.write_attrs(&item.attrs);
            self.write_mixed(id.as_deref(), &item.blocks);
            self.html.close("li").end_line();
        }
        self.html.close(name).end_line();
    }

    fn write_definitions(&mut self, attrs: &'a Attrs, terms: &'a [Term]) {
        let Some((first, last)) = terms.first().zip(terms.last()) else { return };
        // A list has terms before and definitions after; others are mere paragraphs.
        let whole = !first.definition && last.definition;
        self.write_container(if whole { "dl" } else { "div" }, "", attrs, |page| {
            for term in terms {
                let name = match (whole, term.definition) {
                    (true, true) => "dd",
                    (true, false) => "dt",
                    (false, true) => "div",
                    (false, false) => "p",
                };
                page.html.open(name);
                let id = page.write_attrs(&term.attrs);
                if term.definition {
                    page.write_mixed(id.as_deref(), &term.blocks);
                } else {
                    page.write_flat(id.as_deref(), &term.blocks);
                }
                page.html.close(name).end_line();
            }
        });
    }

    /// Blocks where only a line is allowed.
    fn write_flat(&mut self, id: Option<&str>, blocks: &'a [Block]) {
        for (n, content) in flat_content(blocks).into_iter().enumerate() {
            if n > 0 {
                self.html.text(" ");
            }
            match content {
                FlatContent::Line(line) => {
                    self.record_words(id, &plain_text(line));
                    self.write_inlines(line);
                }
                FlatContent::Image(image) => {
                    self.record_words(id, image.alt.as_deref().unwrap_or_default());
                    self.write_image(image);
                }
                FlatContent::Formula(math) => {
                    self.record_words(id, math.text());
                    self.write_formula(math);
                }
                FlatContent::Page(page) => self.write_page_break("span", page),
            }
        }
    }

    fn write_table(&mut self, attrs: &'a Attrs, table: &'a Table) {
        if table.rows().all(|row| row.cells.is_empty()) {
            return self.write_blocks(&table.caption);
        }
        if let Some(summary) = table.summary.as_deref().filter(|summary| !summary.trim().is_empty()) {
            self.html.open("p").attr("class", "b-summary").text(summary).close("p").end_line();
        }
        let pictures_around = std::mem::take(&mut self.table_pictures);
        let captioned = table.caption.iter().any(Block::has_content);
        let caption = captioned.then(|| self.unused_id());
        // A wide table is scrolled by itself, also with the keyboard: what has the focus needs a name.
        self.html.open("div").attr("class", "b-table").attr("role", "region").attr("tabindex", "0");
        self.name_table(caption.as_deref());
        self.html.end_line().open("table");
        self.write_attrs(attrs);
        if !captioned {
            self.html.mark_text_language();
        }
        self.html.end_line();
        if !table.caption.is_empty() {
            self.html.open("caption");
            if let Some(id) = &caption {
                self.html.attr("id", id);
            }
            let pictures = self.postpone_picture_links(|page| page.write_mixed(None, &table.caption));
            self.table_pictures.extend(pictures);
            self.html.close("caption").end_line();
        }
        for (name, rows) in [("thead", &table.head), ("tbody", &table.body), ("tfoot", &table.foot)] {
            if rows.iter().all(|row| row.cells.is_empty()) {
                continue;
            }
            self.html.open(name).end_line();
            rows.iter()
                .filter(|row| !row.cells.is_empty())
                .for_each(|row| self.write_row(row, name == "thead"));
            self.html.close(name).end_line();
        }
        self.html.close("table").close("div").end_line();
        let pictures = std::mem::replace(&mut self.table_pictures, pictures_around);
        self.write_picture_links(&pictures, PicturePlacement::Alone);
    }

    /// Names the region of a table by its caption, or else by a word, and a number to tell it from others.
    fn name_table(&mut self, caption: Option<&str>) {
        if let Some(id) = caption {
            self.html.attr("aria-labelledby", id);
            return;
        }
        self.unnamed_tables += 1;
        match self.unnamed_tables {
            1 => self.html.placeholder_attr("aria-label", PlaceholderWord::Table),
            number => {
                self.html.placeholder_attr_with("aria-label", PlaceholderWord::Table, &number.to_string())
            }
        };
        // The language of an attribute is that of its element.
        self.html.mark_words_language();
    }

    fn write_row(&mut self, row: &'a Row, heads: bool) {
        // Headers that have no cells in their row are those of columns; the corner may be empty.
        let mut cells = row.cells.iter().skip_while(|cell| !cell.header && !has_content(cell));
        let heads = heads || cells.all(|cell| cell.header);
        self.html.open("tr");
        self.write_attrs(&row.attrs);
        for cell in &row.cells {
            self.write_cell(cell, heads);
        }
        self.html.close("tr").end_line();
    }

    fn write_cell(&mut self, cell: &'a Cell, heads: bool) {
        // An empty cell is not a heading.
        let header = cell.header && has_content(cell);
        let name = if header { "th" } else { "td" };
        self.html.open(name);
        let id = self.write_attrs(&cell.attrs);
        if header {
            let scope = match cell.scope {
                None if heads => Scope::Column,
                scope => scope.unwrap_or(Scope::Row),
            };
            self.html.attr("scope", scope.name());
        }
        for (name, span) in [("rowspan", cell.row_span), ("colspan", cell.column_span)] {
            if span > 1 {
                self.html.attr(name, &span.min(1000).to_string());
            }
        }
        if header {
            // A header is read with each of its cells.
            let pictures = self.postpone_picture_links(|page| page.write_mixed(id.as_deref(), &cell.blocks));
            self.table_pictures.extend(pictures);
        } else {
            self.write_mixed(id.as_deref(), &cell.blocks);
        }
        self.html.close(name);
    }

    /// An image by itself, its description to be opened.
    fn write_image_block(&mut self, image: &'a Image) {
        if let Some(alt) = image.alt.as_deref() {
            self.record_words(None, alt);
        }
        let number = self.write_picture(image, PicturePlacement::Alone);
        self.html.end_line();
        if !image.description.is_empty() && !image.words_follow {
            self.html.open_details("b-description", PlaceholderWord::Description);
            let start = self.html.position();
            self.write_blocks(&image.description);
            self.end_description(number, start);
            self.html.close("details").end_line();
        }
    }

    fn write_figure(&mut self, attrs: &'a Attrs, blocks: &'a [Block], caption: &'a [Block]) {
        self.write_container("figure", "", attrs, |page| {
            let first = page.pictures.len();
            for block in blocks {
                match &block.kind {
                    BlockKind::Image(image) => {
                        page.write_container("div", "", &block.attrs, |page| page.write_image_block(image));
                    }
                    _ => page.write_block(block),
                }
            }
            if !caption.is_empty() {
                let end = page.pictures.len();
                let start = page.html.open("figcaption").position();
                page.write_mixed(None, caption);
                page.end_caption(first..end, start);
                page.html.close("figcaption").end_line();
            }
        });
    }

    /// A note, with the way back to its first reference.
    fn write_note(&mut self, attrs: &'a Attrs, blocks: &'a [Block]) {
        self.notes += 1;
        let number = self.notes;
        self.html.open("div").attr("class", "b-note").attr("role", "note");
        self.write_attrs(attrs);
        self.html.end_line();
        self.write_blocks(blocks);
        let path = &self.section().path;
        let target = |id: &String| Target { path: path.clone(), id: Some(id.clone()) };
        let references = &self.pages.references;
        let back = attrs.ids.iter().find_map(|id| references.get(&target(id))).cloned();
        if let Some(NoteReference { chapter, id, label }) = back {
            let address =
                if chapter == self.chapter { format!("#{id}") } else { format!("{}#{id}", chapter + 1) };
            let label = note_label(&label).map_or_else(|| number.to_string(), str::to_owned);
            self.html
                .open("p")
                .open("a")
                .attr("role", "doc-backlink")
                .attr("href", &address)
                .mark_words_language();
            self.html
                .placeholder(PlaceholderWord::Back)
                .text(" ")
                .text(&label)
                .close("a")
                .close("p")
                .end_line();
        }
        self.html.close("div").end_line();
    }
}

fn has_content(cell: &Cell) -> bool {
    cell.blocks.iter().any(Block::has_content)
}

/// The label of a note, such as `1` of `[1]`. `None` if it is a sign like `*`, which other notes have too, or
/// a whole phrase.
fn note_label(text: &str) -> Option<&str> {
    let label = text.trim_matches(|c: char| !c.is_alphanumeric());
    (!label.is_empty() && label.chars().count() <= MAX_LABEL_CHARS).then_some(label)
}
