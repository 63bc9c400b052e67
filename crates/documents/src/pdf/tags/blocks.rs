//! Elements of the structure tree as blocks.

use serde_json::Value;

use crate::flow::{InlineBuilder, Vocabulary, page_break};
use crate::layout::{DocumentPage, PageWord};
use crate::pdf::objects::PdfObjects;
use books::model::{
    Attrs, Block, BlockKind, Cell, Href, Image, Inline, List, ListItem, NoteKind, Numbering, Row, Scope,
    Style, Table, plain_text,
};

use super::alternatives;
use super::figures::FigurePaths;
use super::labels::{self, parse_label_number, push_item, says_more_than_bullet};
use super::roles;
use super::tree::{TagKid, TagNode, find_owners, is_block};
use super::words::LeafFinder;

pub(super) struct TagTextBuilder<'a> {
    objects: &'a PdfObjects,
    pages: &'a [DocumentPage],
    leaves: &'a [String],
    figures: FigurePaths,
    finder: LeafFinder,
    vocabulary: Vocabulary,
    /// The number of the innermost block around each leaf.
    owners: Vec<usize>,
    /// The page that has begun last.
    page: Option<usize>,
    headings: usize,
    /// Number of open divisions, for headings without a level.
    depth: u8,
}

/// The content of an element that is being built: finished blocks, and the current line.
#[derive(Default)]
struct BlockFlow {
    blocks: Vec<Block>,
    line: InlineBuilder,
}

impl BlockFlow {
    /// Loose text becomes a paragraph.
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line).finish();
        if line.iter().any(|inline| !matches!(inline, Inline::Text(text) if text.trim().is_empty())) {
            self.blocks.push(Block::new(BlockKind::Paragraph(line)));
        }
    }

    fn push_block(&mut self, block: Block) {
        self.end_line();
        self.blocks.push(block);
    }

    fn push_blocks(&mut self, blocks: impl IntoIterator<Item = Block>) {
        blocks.into_iter().for_each(|block| self.push_block(block));
    }

    fn finish(mut self) -> Vec<Block> {
        self.end_line();
        self.blocks
    }
}

impl<'a> TagTextBuilder<'a> {
    pub(super) fn new(
        objects: &'a PdfObjects,
        pages: &'a [DocumentPage],
        leaves: &'a [String],
        figures: FigurePaths,
        root: &TagNode,
    ) -> Self {
        let mut owners = vec![0; leaves.len()];
        find_owners(root, 0, &mut 0, &mut owners);
        Self {
            objects,
            pages,
            leaves,
            figures,
            finder: LeafFinder::new(pages),
            vocabulary: Vocabulary::from_pages(pages),
            owners,
            page: None,
            headings: 0,
            depth: 0,
        }
    }

    /// The first word of the leaf after this one, if it is of the same block.
    fn next_leaf(&self, number: usize) -> Option<PageWord> {
        let same = self.owners.get(number + 1).is_some_and(|owner| *owner == self.owners[number]);
        let text = self.leaves.get(number + 1).filter(|_| same)?.split_whitespace().next()?;
        Some(PageWord { text: text.to_owned(), ..PageWord::default() })
    }

    pub(super) fn build_text(&mut self, root: &TagNode) -> Vec<Block> {
        let mut flow = BlockFlow::default();
        self.build_kids(root, &mut flow);
        let mut blocks = flow.finish();
        // Pages at the end that nothing is tagged on still are pages.
        let rest = self.turn_to_page(self.pages.len().checked_sub(1));
        blocks.extend(rest.into_iter().map(|number| self.page_break_block(number)));
        blocks
    }

    /// The pages that begin when text of this page comes. Text that goes back begins none.
    fn turn_to_page(&mut self, page: Option<usize>) -> Vec<usize> {
        // A document may state another number of pages than it has.
        let is_page = |page: &usize| *page < self.pages.len() && self.pages.len() > 1;
        let Some(page) = page.filter(is_page) else { return Vec::new() };
        let first = self.page.map_or(0, |last| last + 1);
        if page < first {
            return Vec::new();
        }
        self.page = Some(page);
        (first..=page).collect()
    }

    fn page_break_block(&self, number: usize) -> Block {
        Block::new(BlockKind::PageBreak(page_break(number, &self.pages[number].label)))
    }

    fn build_kids(&mut self, node: &TagNode, flow: &mut BlockFlow) {
        for kid in &node.kids {
            match kid {
                TagKid::Node(inner) if is_block(inner) => {
                    flow.end_line();
                    for number in self.turn_to_page(inner.first_page()) {
                        flow.push_block(self.page_break_block(number));
                    }
                    self.build_block(inner, flow);
                }
                _ => self.build_inline(kid, &mut flow.line),
            }
        }
    }

    fn build_block(&mut self, node: &TagNode, flow: &mut BlockFlow) {
        let attrs = Attrs { lang: node.lang.clone(), ..Attrs::default() };
        let kind = match node.kind {
            "H1" | "H2" | "H3" | "H4" | "H5" | "H6" | "H" => {
                let level =
                    node.kind.get(1..).and_then(|level| level.parse().ok()).unwrap_or(self.depth.max(1));
                return self.build_heading(node, attrs, level, flow);
            }
            "P" | "Caption" | "Code" | "Note" if node.child_nodes().all(|inner| !is_block(inner)) => {
                let mut inlines = self.build_line(node);
                if is_blank(&inlines) {
                    return;
                }
                if node.kind == "Code" {
                    inlines = vec![Inline::Styled { style: Style::Code, attrs: Attrs::default(), inlines }];
                }
                let paragraph = BlockKind::Paragraph(inlines);
                if node.kind == "Note" {
                    BlockKind::Note { kind: NoteKind::Footnote, blocks: vec![Block::new(paragraph)] }
                } else {
                    paragraph
                }
            }
            "Note" => BlockKind::Note { kind: NoteKind::Footnote, blocks: self.build_blocks(node) },
            "P" if node.actual_text.is_none()
                && node.child_nodes().all(|inner| inner.kind == "Note" || !is_block(inner)) =>
            {
                return self.build_noted_paragraph(node, attrs, flow);
            }
            "BlockQuote" => BlockKind::Quote(self.build_blocks(node)),
            "L" | "TOC" => {
                for caption in node.child_nodes().filter(|inner| inner.kind == "Caption") {
                    self.build_block(caption, flow);
                }
                match self.build_list(node) {
                    list if list.items.is_empty() => return,
                    list => BlockKind::List(list),
                }
            }
            "Table" => {
                let (table, rest) = self.build_table(node);
                if table.rows().next().is_some() {
                    flow.push_block(Block { attrs, kind: BlockKind::Table(table) });
                } else {
                    flow.push_blocks(table.caption);
                }
                return flow.push_blocks(rest);
            }
            "Figure" => match self.build_figure(node) {
                Some(kind) => kind,
                None => return,
            },
            "Sect" | "Art" | "Part" => {
                self.depth = self.depth.saturating_add(1);
                self.build_dissolved(node, flow);
                self.depth -= 1;
                return;
            }
            _ => return self.build_dissolved(node, flow),
        };
        flow.push_block(Block { attrs, kind });
    }

    /// A paragraph, and after it the notes that are inside its line.
    fn build_noted_paragraph(&mut self, node: &TagNode, attrs: Attrs, flow: &mut BlockFlow) {
        let mut line = InlineBuilder::default();
        let mut notes = BlockFlow::default();
        for kid in &node.kids {
            match kid {
                TagKid::Node(inner) if inner.kind == "Note" => self.build_block(inner, &mut notes),
                _ => self.build_inline(kid, &mut line),
            }
        }
        let inlines = line.finish();
        if !is_blank(&inlines) {
            flow.push_block(Block { attrs, kind: BlockKind::Paragraph(inlines) });
        }
        let mut notes = notes.finish();
        inherit_language(&mut notes, node);
        flow.push_blocks(notes);
    }

    /// The contents of an element in its place; its language is theirs.
    fn build_dissolved(&mut self, node: &TagNode, flow: &mut BlockFlow) {
        flow.end_line();
        let start = flow.blocks.len();
        self.build_kids(node, flow);
        flow.end_line();
        inherit_language(&mut flow.blocks[start..], node);
    }

    fn build_blocks(&mut self, node: &TagNode) -> Vec<Block> {
        let mut flow = BlockFlow::default();
        self.build_kids(node, &mut flow);
        flow.finish()
    }

    fn build_line(&mut self, node: &TagNode) -> Vec<Inline> {
        let mut line = InlineBuilder::default();
        self.build_content(node, &mut line);
        line.finish()
    }

    fn build_heading(&mut self, node: &TagNode, attrs: Attrs, level: u8, flow: &mut BlockFlow) {
        let mut line = InlineBuilder::without_style();
        self.build_content(node, &mut line);
        let inlines = line.finish();
        if plain_text(&inlines).trim().is_empty() {
            // Pictures and pages in it stay.
            if inlines.iter().any(|inline| !matches!(inline, Inline::Text(_))) {
                flow.push_block(Block { attrs, kind: BlockKind::Paragraph(inlines) });
            }
            return;
        }
        self.headings += 1;
        let attrs = Attrs { ids: vec![format!("heading-{}", self.headings)], ..attrs };
        flow.push_block(Block { attrs, kind: BlockKind::Heading { level: level.clamp(1, 6), inlines } });
    }

    /// Adds the content of an element to a line.
    fn build_content(&mut self, node: &TagNode, line: &mut InlineBuilder) {
        if let Some(actual) = &node.actual_text {
            self.turn_inline(node.first_page(), line);
            return line.push_words(actual);
        }
        if let Some(words) = alternatives::find_words(self.objects, self.leaves, node) {
            self.turn_inline(node.first_page(), line);
            return line.push_words(&words);
        }
        for kid in &node.kids {
            self.build_inline(kid, line);
        }
    }

    fn turn_inline(&mut self, page: Option<usize>, line: &mut InlineBuilder) {
        for number in self.turn_to_page(page) {
            line.push_page(number, &self.pages[number].label);
        }
    }

    fn build_inline(&mut self, kid: &TagKid, line: &mut InlineBuilder) {
        match kid {
            TagKid::Object(object) => {
                if let Some((page, words)) = object.shown_words() {
                    self.turn_inline(page, line);
                    line.push_words(words);
                }
            }
            TagKid::Leaf(page, number) => {
                self.turn_inline(*page, line);
                let all = self.finder.find_words(*page, &self.leaves[*number]);
                let count = all.len();
                for (n, found) in all.into_iter().enumerate() {
                    if found.continues_word {
                        line.suppress_space();
                    }
                    // The line after the last one of a page is that of the next leaf, not the foot of the
                    // page.
                    let last = n + 1 == count && found.ends_line;
                    let next = if last { self.next_leaf(*number) } else { found.next_line };
                    line.push_word(&found.word, next.as_ref(), &self.vocabulary);
                }
            }
            TagKid::Node(node) => self.build_inline_node(node, line),
        }
    }

    fn build_inline_node(&mut self, node: &TagNode, line: &mut InlineBuilder) {
        if node.kind == roles::ARTIFACT {
            return;
        }
        if matches!(node.kind, "Figure") {
            if let Some(image) = self.figure_image(node) {
                let has_alternative = image.alt.is_some();
                line.push(Inline::Image(image));
                if has_alternative {
                    return;
                }
            }
            // Without an alternative, its text is all that tells of it.
            return self.build_content(node, line);
        }
        if let Some(alt) = node.alt.as_ref().filter(|_| node.kind == "Formula") {
            self.turn_inline(node.first_page(), line);
            return line.push_words(alt);
        }
        let address = if node.kind == "Link" { alternatives::link_address(self.objects, node) } else { None };
        let style = node.expansion.clone().map(|full| Style::Abbreviation(Some(full)));
        let style = style.or(match node.kind {
            "Code" => Some(Style::Code),
            "Quote" => Some(Style::Quotation),
            _ => None,
        });
        let attrs = Attrs { lang: node.lang.clone(), ..Attrs::default() };
        if address.is_none() && style.is_none() && attrs.is_empty() {
            return self.build_content(node, line);
        }
        let mut inner = line.begin_nested();
        self.build_content(node, &mut inner);
        line.end_nested(inner, |inlines| match (address, style) {
            (Some(address), _) => Inline::Link { attrs, href: Href::Outside(address), inlines },
            (None, Some(style)) => Inline::Styled { style, attrs, inlines },
            (None, None) => Inline::Span { attrs, inlines },
        });
    }

    /// The picture of a figure; `None` if it has neither a picture nor an alternative.
    fn figure_image(&self, node: &TagNode) -> Option<Image> {
        let path = self.figures.get(&std::ptr::from_ref(node)).cloned();
        let alt = node.alt.clone().or_else(|| node.actual_text.clone());
        if path.is_none() && alt.is_none() {
            return None;
        }
        Some(Image::from_file(path.unwrap_or_default(), alt))
    }

    fn build_figure(&mut self, node: &TagNode) -> Option<BlockKind> {
        let image = self.figure_image(node);
        let captions: Vec<&TagNode> = node.child_nodes().filter(|inner| inner.kind == "Caption").collect();
        let caption: Vec<Block> =
            captions.into_iter().flat_map(|caption| self.build_blocks(caption)).collect();
        // An alternative replaces letters in a drawing, but not paragraphs in a box.
        let has_alternative = image.as_ref().is_some_and(|image| image.alt.is_some());
        let mut flow = BlockFlow::default();
        for kid in &node.kids {
            match kid {
                TagKid::Node(inner) if inner.kind == "Caption" => {}
                TagKid::Node(inner) if is_block(inner) => {
                    flow.end_line();
                    self.build_block(inner, &mut flow);
                }
                _ if has_alternative => {}
                _ => self.build_inline(kid, &mut flow.line),
            }
        }
        let text = flow.finish();
        let Some(image) = image.map(BlockKind::Image) else {
            let blocks: Vec<Block> = text.into_iter().chain(caption).collect();
            return (!blocks.is_empty()).then_some(BlockKind::Group(blocks));
        };
        if text.is_empty() && caption.is_empty() {
            return Some(image);
        }
        let blocks = std::iter::once(Block::new(image)).chain(text).collect();
        if caption.is_empty() {
            return Some(BlockKind::Group(blocks));
        }
        Some(BlockKind::Figure { blocks, caption })
    }

    fn build_list(&mut self, node: &TagNode) -> List {
        let stated = node.attribute("/ListNumbering").and_then(Value::as_str).unwrap_or_default();
        let mut numbering = match stated {
            "/Decimal" | "/Ordered" => Some(Numbering::Decimal),
            "/LowerRoman" => Some(Numbering::LowerRoman),
            "/UpperRoman" => Some(Numbering::UpperRoman),
            "/LowerAlpha" => Some(Numbering::LowerLetter),
            "/UpperAlpha" => Some(Numbering::UpperLetter),
            _ => None,
        };
        let mut list = List { numbering, start: 1, items: Vec::new() };
        for kid in &node.kids {
            let TagKid::Node(item) = kid else {
                // Text that is in no item.
                let mut line = InlineBuilder::default();
                self.build_inline(kid, &mut line);
                push_item(&mut list, line.finish());
                continue;
            };
            for number in self.turn_to_page(item.first_page()) {
                list.items
                    .push(ListItem { blocks: vec![self.page_break_block(number)], ..ListItem::default() });
            }
            if item.kind == "L" || item.kind == "TOC" {
                // A list directly in a list belongs to the item before it.
                let inner = Block::new(BlockKind::List(self.build_list(item)));
                match list.items.last_mut() {
                    Some(before) => before.blocks.push(inner),
                    None => list.items.push(ListItem { blocks: vec![inner], ..ListItem::default() }),
                }
                continue;
            }
            if item.kind == "Caption" {
                // It is before the list.
                continue;
            }
            let (label, mut blocks) = self.build_item(item);
            let number = label.as_deref().and_then(parse_label_number);
            if list.items.iter().all(ListItem::is_page_break) {
                if numbering.is_none() && !matches!(stated, "/Disc" | "/Circle" | "/Square") {
                    numbering = number.map(|_| Numbering::Decimal);
                }
                list.start = number.filter(|_| numbering.is_some()).unwrap_or(1);
            }
            if let Some(label) = label.filter(|label| numbering.is_none() && says_more_than_bullet(label)) {
                // A label that says something is text.
                match blocks.first_mut().and_then(Block::inlines_mut) {
                    Some(inlines) => inlines.insert(0, Inline::Text(format!("{label} "))),
                    None => blocks.insert(0, Block::new(BlockKind::Plain(vec![Inline::Text(label)]))),
                }
            }
            let attrs = Attrs { lang: item.lang.clone(), ..Attrs::default() };
            if !blocks.is_empty() {
                list.items.push(ListItem { attrs, blocks, ..ListItem::default() });
            }
        }
        list.numbering = numbering;
        labels::take_labels(list)
    }

    /// The label of an item, and its text.
    fn build_item(&mut self, node: &TagNode) -> (Option<String>, Vec<Block>) {
        let mut label = None;
        let mut flow = BlockFlow::default();
        for kid in &node.kids {
            match kid {
                TagKid::Node(inner) if inner.kind == "Lbl" => {
                    let text = plain_text(&self.build_line(inner));
                    label = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
                }
                TagKid::Node(inner) if inner.kind == "LBody" => self.build_kids(inner, &mut flow),
                TagKid::Node(inner) if is_block(inner) => self.build_block(inner, &mut flow),
                _ => self.build_inline(kid, &mut flow.line),
            }
        }
        let mut blocks = flow.finish();
        // The first lines are the item itself.
        if let Some(first) = blocks.first_mut() {
            first.make_plain();
        }
        (label, blocks)
    }

    /// A table, and what is in it outside of its cells.
    fn build_table(&mut self, node: &TagNode) -> (Table, Vec<Block>) {
        let mut table = Table {
            summary: node.attribute("/Summary").and_then(|text| self.objects.decode_text(text)),
            ..Table::default()
        };
        let mut rest = BlockFlow::default();
        for kid in &node.kids {
            let TagKid::Node(part) = kid else {
                self.build_inline(kid, &mut rest.line);
                continue;
            };
            match part.kind {
                "Caption" => table.caption.extend(self.build_blocks(part)),
                "TR" => {
                    let row = self.build_row(part, &mut rest);
                    let heads = !row.cells.is_empty() && row.cells.iter().all(|cell| cell.header);
                    if heads && table.body.is_empty() { table.head.push(row) } else { table.body.push(row) }
                }
                "THead" => table.head.extend(self.build_rows(part, &mut rest)),
                "TBody" => table.body.extend(self.build_rows(part, &mut rest)),
                "TFoot" => table.foot.extend(self.build_rows(part, &mut rest)),
                _ => self.build_stray_content(kid, &mut rest),
            }
        }
        for rows in [&mut table.head, &mut table.body, &mut table.foot] {
            rows.retain(|row| !row.cells.is_empty());
        }
        (table, rest.finish())
    }

    fn build_rows(&mut self, node: &TagNode, rest: &mut BlockFlow) -> Vec<Row> {
        let mut rows = Vec::new();
        for kid in &node.kids {
            match kid {
                TagKid::Node(row) if row.kind == "TR" => rows.push(self.build_row(row, rest)),
                _ => self.build_stray_content(kid, rest),
            }
        }
        rows
    }

    fn build_row(&mut self, node: &TagNode, rest: &mut BlockFlow) -> Row {
        let mut cells = Vec::new();
        for kid in &node.kids {
            match kid {
                TagKid::Node(cell) if matches!(cell.kind, "TH" | "TD") => cells.push(self.build_cell(cell)),
                _ => self.build_stray_content(kid, rest),
            }
        }
        Row { attrs: Attrs::default(), cells }
    }

    /// Builds content that is in a table but in no row, or in a row but in no cell.
    fn build_stray_content(&mut self, kid: &TagKid, rest: &mut BlockFlow) {
        match kid {
            TagKid::Node(node) if is_block(node) => {
                rest.end_line();
                self.build_block(node, rest);
            }
            _ => self.build_inline(kid, &mut rest.line),
        }
    }

    fn build_cell(&mut self, node: &TagNode) -> Cell {
        let span = |name: &str| {
            let value = node.attribute(name).and_then(Value::as_u64).unwrap_or(1);
            u16::try_from(value).unwrap_or(1).clamp(1, 1000)
        };
        let scope = match node.attribute("/Scope").and_then(Value::as_str) {
            Some("/Row") => Some(Scope::Row),
            Some("/Column") => Some(Scope::Column),
            _ => None,
        };
        let mut blocks = self.build_blocks(node);
        if let [only] = blocks.as_mut_slice() {
            only.make_plain();
        }
        Cell {
            attrs: Attrs { lang: node.lang.clone(), ..Attrs::default() },
            header: node.kind == "TH",
            scope,
            row_span: span("/RowSpan"),
            column_span: span("/ColSpan"),
            blocks,
        }
    }
}

/// Gives blocks without a language that of the element around them.
fn inherit_language(blocks: &mut [Block], node: &TagNode) {
    if let Some(lang) = &node.lang {
        for block in blocks {
            block.attrs.lang.get_or_insert_with(|| lang.clone());
        }
    }
}

/// Returns true for a line without words, pictures or pages.
fn is_blank(inlines: &[Inline]) -> bool {
    plain_text(inlines).trim().is_empty() && inlines.iter().all(|inline| matches!(inline, Inline::Text(_)))
}
