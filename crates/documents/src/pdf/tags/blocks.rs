//! Elements of the structure tree as blocks.

use serde_json::Value;

use crate::flow::{Inlines, Vocabulary, page_break};
use crate::layout::{Page, Word};
use crate::pdf::objects::Objects;
use books::model::{
    Attrs, Block, BlockKind, Cell, Href, Image, ImageSource, Inline, List, ListItem, NoteKind, Numbering,
    Row, Scope, Style, Table, plain_text,
};

use super::figures::Figures;
use super::tree::{Kid, Node};
use super::words::Finder;

pub(super) struct Builder<'a> {
    objects: &'a Objects,
    pages: &'a [Page],
    leaves: &'a [String],
    figures: Figures,
    finder: Finder,
    vocabulary: Vocabulary,
    /// The number of the innermost block around each leaf.
    owners: Vec<usize>,
    /// The page that has begun last.
    page: Option<usize>,
    headings: usize,
    /// How many divisions are open, for headings without a level.
    depth: u8,
}

/// What is collected inside an element: blocks, and the line that is being written.
#[derive(Default)]
struct Flow {
    blocks: Vec<Block>,
    line: Inlines,
}

impl Flow {
    /// Loose text becomes a paragraph.
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line).finish();
        if line.iter().any(|inline| !matches!(inline, Inline::Text(text) if text.trim().is_empty())) {
            self.blocks.push(Block::new(BlockKind::Paragraph(line)));
        }
    }

    fn push(&mut self, block: Block) {
        self.end_line();
        self.blocks.push(block);
    }

    fn finish(mut self) -> Vec<Block> {
        self.end_line();
        self.blocks
    }
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        objects: &'a Objects,
        pages: &'a [Page],
        leaves: &'a [String],
        figures: Figures,
        root: &Node,
    ) -> Self {
        let mut owners = vec![0; leaves.len()];
        find_owners(root, 0, &mut 0, &mut owners);
        Self {
            objects,
            pages,
            leaves,
            figures,
            finder: Finder::new(pages),
            vocabulary: Vocabulary::of(pages),
            owners,
            page: None,
            headings: 0,
            depth: 0,
        }
    }

    /// The first word of the leaf after this one, if it is of the same block.
    fn next_leaf(&self, number: usize) -> Option<Word> {
        let same = self.owners.get(number + 1).is_some_and(|owner| *owner == self.owners[number]);
        let text = self.leaves.get(number + 1).filter(|_| same)?.split_whitespace().next()?;
        Some(Word { text: text.to_owned(), ..Word::default() })
    }

    /// The whole text.
    pub(super) fn text(&mut self, root: &Node) -> Vec<Block> {
        let mut flow = Flow::default();
        self.kids(root, &mut flow);
        let mut blocks = flow.finish();
        // Pages at the end that nothing is tagged on still are pages.
        let rest = self.turn(self.pages.len().checked_sub(1));
        blocks.extend(rest.into_iter().map(|number| self.break_block(number)));
        blocks
    }

    /// The pages that begin when text of this page comes. Text that goes back begins none.
    fn turn(&mut self, page: Option<usize>) -> Vec<usize> {
        let Some(page) = page.filter(|_| self.pages.len() > 1) else { return Vec::new() };
        let first = self.page.map_or(0, |last| last + 1);
        if page < first {
            return Vec::new();
        }
        self.page = Some(page);
        (first..=page).collect()
    }

    fn break_block(&self, number: usize) -> Block {
        Block::new(BlockKind::PageBreak(page_break(number, &self.pages[number].label)))
    }

    fn kids(&mut self, node: &Node, flow: &mut Flow) {
        for kid in &node.kids {
            match kid {
                Kid::Node(inner) if is_block(inner) => {
                    flow.end_line();
                    for number in self.turn(inner.first_page()) {
                        flow.push(self.break_block(number));
                    }
                    self.block(inner, flow);
                }
                _ => self.inline(kid, &mut flow.line),
            }
        }
    }

    fn block(&mut self, node: &Node, flow: &mut Flow) {
        let attrs = Attrs { lang: node.lang.clone(), ..Attrs::default() };
        let kind = match node.kind {
            "H1" | "H2" | "H3" | "H4" | "H5" | "H6" | "H" => {
                let level =
                    node.kind.get(1..).and_then(|level| level.parse().ok()).unwrap_or(self.depth.max(1));
                return self.heading(node, attrs, level, flow);
            }
            "P" | "Caption" | "Code" | "Note" if node.nodes().all(|inner| !is_block(inner)) => {
                let mut inlines = self.line(node);
                if plain_text(&inlines).trim().is_empty()
                    && inlines.iter().all(|inline| matches!(inline, Inline::Text(_)))
                {
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
            "Note" => BlockKind::Note { kind: NoteKind::Footnote, blocks: self.blocks(node) },
            "BlockQuote" => BlockKind::Quote(self.blocks(node)),
            "L" | "TOC" => match self.list(node) {
                list if list.items.is_empty() => return,
                list => BlockKind::List(list),
            },
            "Table" => match self.table(node) {
                table if table.rows().next().is_none() => return,
                table => BlockKind::Table(table),
            },
            "Figure" => match self.figure(node) {
                Some(kind) => kind,
                None => return,
            },
            "Sect" | "Art" | "Part" => {
                self.depth = self.depth.saturating_add(1);
                self.dissolve(node, flow);
                self.depth -= 1;
                return;
            }
            _ => return self.dissolve(node, flow),
        };
        flow.push(Block { attrs, kind });
    }

    /// The contents of an element in its place; its language is theirs.
    fn dissolve(&mut self, node: &Node, flow: &mut Flow) {
        flow.end_line();
        let start = flow.blocks.len();
        self.kids(node, flow);
        flow.end_line();
        if let Some(lang) = &node.lang {
            for block in &mut flow.blocks[start..] {
                block.attrs.lang.get_or_insert_with(|| lang.clone());
            }
        }
    }

    fn blocks(&mut self, node: &Node) -> Vec<Block> {
        let mut flow = Flow::default();
        self.kids(node, &mut flow);
        flow.finish()
    }

    fn line(&mut self, node: &Node) -> Vec<Inline> {
        let mut line = Inlines::default();
        self.content(node, &mut line);
        line.finish()
    }

    fn heading(&mut self, node: &Node, attrs: Attrs, level: u8, flow: &mut Flow) {
        let mut line = Inlines::plain();
        self.content(node, &mut line);
        let inlines = line.finish();
        if plain_text(&inlines).trim().is_empty() {
            return;
        }
        self.headings += 1;
        let attrs = Attrs { ids: vec![format!("heading-{}", self.headings)], ..attrs };
        flow.push(Block { attrs, kind: BlockKind::Heading { level: level.clamp(1, 6), inlines } });
    }

    /// What an element says, into a line.
    fn content(&mut self, node: &Node, line: &mut Inlines) {
        if let Some(actual) = &node.actual {
            self.turn_inline(node.first_page(), line);
            return line.words(actual);
        }
        for kid in &node.kids {
            self.inline(kid, line);
        }
    }

    fn turn_inline(&mut self, page: Option<usize>, line: &mut Inlines) {
        for number in self.turn(page) {
            line.page(number, &self.pages[number].label);
        }
    }

    fn inline(&mut self, kid: &Kid, line: &mut Inlines) {
        match kid {
            Kid::Object(_) => {}
            Kid::Leaf(page, number) => {
                self.turn_inline(*page, line);
                let all = self.finder.words(*page, &self.leaves[*number]);
                let count = all.len();
                for (n, found) in all.into_iter().enumerate() {
                    if found.continues_word {
                        line.glue();
                    }
                    // The line after the last one of a page is that of the next leaf, not the foot of the
                    // page.
                    let last = n + 1 == count && found.ends_line;
                    let next = if last { self.next_leaf(*number) } else { found.next_line };
                    line.word(&found.word, next.as_ref(), &self.vocabulary);
                }
            }
            Kid::Node(node) => self.inline_node(node, line),
        }
    }

    fn inline_node(&mut self, node: &Node, line: &mut Inlines) {
        if matches!(node.kind, "Figure") {
            if let Some(BlockKind::Image(image)) = self.figure(node) {
                line.push(Inline::Image(image));
            }
            return;
        }
        if let Some(alt) = node.alt.as_ref().filter(|_| node.kind == "Formula") {
            self.turn_inline(node.first_page(), line);
            return line.words(alt);
        }
        let address = if node.kind == "Link" { self.address(node) } else { None };
        let style = node.expansion.clone().map(|full| Style::Abbreviation(Some(full)));
        let style = style.or(match node.kind {
            "Code" => Some(Style::Code),
            "Quote" => Some(Style::Quotation),
            _ => None,
        });
        let attrs = Attrs { lang: node.lang.clone(), ..Attrs::default() };
        if address.is_none() && style.is_none() && attrs.is_empty() {
            return self.content(node, line);
        }
        let mut inner = line.nested();
        self.content(node, &mut inner);
        line.close(inner, |inlines| match (address, style) {
            (Some(address), _) => Inline::Link { attrs, href: Href::Outside(address), inlines },
            (None, Some(style)) => Inline::Styled { style, attrs, inlines },
            (None, None) => Inline::Span { attrs, inlines },
        });
    }

    /// Where a link leads.
    fn address(&self, node: &Node) -> Option<String> {
        node.kids.iter().find_map(|kid| match kid {
            Kid::Object(annotation) => {
                let action = self.objects.at(annotation, "/A");
                self.objects.text(self.objects.raw(action, "/URI"))
            }
            Kid::Node(inner) => self.address(inner),
            Kid::Leaf(..) => None,
        })
    }

    fn figure(&mut self, node: &Node) -> Option<BlockKind> {
        let path = self.figures.get(&std::ptr::from_ref(node)).cloned();
        let alt = node.alt.clone().or_else(|| node.actual.clone());
        let caption: Vec<&Node> = node.nodes().filter(|inner| inner.kind == "Caption").collect();
        let caption: Vec<Block> = caption.into_iter().flat_map(|caption| self.blocks(caption)).collect();
        if path.is_none() && alt.is_none() {
            // What it holds is text after all.
            let kids: Vec<&Kid> = node
                .kids
                .iter()
                .filter(|kid| !matches!(kid, Kid::Node(inner) if inner.kind == "Caption"))
                .collect();
            let mut flow = Flow::default();
            for kid in kids {
                match kid {
                    Kid::Node(inner) if is_block(inner) => self.block(inner, &mut flow),
                    _ => self.inline(kid, &mut flow.line),
                }
            }
            let mut blocks = flow.finish();
            blocks.extend(caption);
            return (!blocks.is_empty()).then_some(BlockKind::Group(blocks));
        }
        let source = ImageSource::File(path.unwrap_or_default());
        let image = Image { source, alt, description: Vec::new(), decorative: false, words_follow: false };
        let image = BlockKind::Image(image);
        if caption.is_empty() {
            return Some(image);
        }
        Some(BlockKind::Figure { blocks: vec![Block::new(image)], caption })
    }

    fn list(&mut self, node: &Node) -> List {
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
            let Kid::Node(item) = kid else { continue };
            for number in self.turn(item.first_page()) {
                list.items.push(ListItem { blocks: vec![self.break_block(number)], ..ListItem::default() });
            }
            if item.kind == "L" || item.kind == "TOC" {
                // A list directly in a list belongs to the item before it.
                let inner = Block::new(BlockKind::List(self.list(item)));
                match list.items.last_mut() {
                    Some(before) => before.blocks.push(inner),
                    None => list.items.push(ListItem { blocks: vec![inner], ..ListItem::default() }),
                }
                continue;
            }
            if item.kind == "Caption" {
                continue;
            }
            let (label, blocks) = self.item(item);
            let number = label.as_deref().and_then(number_of);
            if list
                .items
                .iter()
                .all(|item| matches!(item.blocks.as_slice(), [Block { kind: BlockKind::PageBreak(_), .. }]))
            {
                if numbering.is_none() && !matches!(stated, "/Disc" | "/Circle" | "/Square") {
                    numbering = number.map(|_| Numbering::Decimal);
                }
                list.start = number.filter(|_| numbering.is_some()).unwrap_or(1);
            }
            let mut blocks = blocks;
            if let Some(label) =
                label.filter(|label| numbering.is_none() && label.chars().any(char::is_alphanumeric))
            {
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
        list
    }

    /// The label of an item, and its text.
    fn item(&mut self, node: &Node) -> (Option<String>, Vec<Block>) {
        let mut label = None;
        let mut flow = Flow::default();
        for kid in &node.kids {
            match kid {
                Kid::Node(inner) if inner.kind == "Lbl" => {
                    let text = plain_text(&self.line(inner));
                    label = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
                }
                Kid::Node(inner) if inner.kind == "LBody" => {
                    self.kids(inner, &mut flow);
                }
                Kid::Node(inner) if is_block(inner) => self.block(inner, &mut flow),
                _ => self.inline(kid, &mut flow.line),
            }
        }
        let mut blocks = flow.finish();
        // The first lines are the item itself.
        if let Some(first) = blocks.first_mut()
            && let BlockKind::Paragraph(inlines) = &mut first.kind
        {
            first.kind = BlockKind::Plain(std::mem::take(inlines));
        }
        (label, blocks)
    }

    fn table(&mut self, node: &Node) -> Table {
        let mut table = Table {
            summary: node.attribute("/Summary").and_then(|text| self.objects.text(text)),
            ..Table::default()
        };
        for part in node.nodes() {
            match part.kind {
                "Caption" => table.caption = self.blocks(part),
                "TR" => {
                    let row = self.row(part);
                    let heads = !row.cells.is_empty() && row.cells.iter().all(|cell| cell.header);
                    if heads && table.body.is_empty() { table.head.push(row) } else { table.body.push(row) }
                }
                "THead" | "TBody" | "TFoot" => {
                    let rows: Vec<Row> =
                        part.nodes().filter(|row| row.kind == "TR").map(|row| self.row(row)).collect();
                    match part.kind {
                        "THead" => table.head.extend(rows),
                        "TBody" => table.body.extend(rows),
                        _ => table.foot.extend(rows),
                    }
                }
                _ => {}
            }
        }
        for rows in [&mut table.head, &mut table.body, &mut table.foot] {
            rows.retain(|row| !row.cells.is_empty());
        }
        table
    }

    fn row(&mut self, node: &Node) -> Row {
        let cells = node.nodes().filter(|cell| matches!(cell.kind, "TH" | "TD"));
        let cells = cells.collect::<Vec<_>>().into_iter().map(|cell| self.cell(cell)).collect();
        Row { attrs: Attrs::default(), cells }
    }

    fn cell(&mut self, node: &Node) -> Cell {
        let span = |name: &str| {
            let value = node.attribute(name).and_then(Value::as_u64).unwrap_or(1);
            u16::try_from(value).unwrap_or(1).clamp(1, 1000)
        };
        let scope = match node.attribute("/Scope").and_then(Value::as_str) {
            Some("/Row") => Some(Scope::Row),
            Some("/Column") => Some(Scope::Column),
            _ => None,
        };
        let mut blocks = self.blocks(node);
        if let [Block { kind, .. }] = blocks.as_mut_slice()
            && let BlockKind::Paragraph(inlines) = kind
        {
            *kind = BlockKind::Plain(std::mem::take(inlines));
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

/// Notes for each leaf the number of the block `own` that it is in; `count` is that of the last block.
fn find_owners(node: &Node, own: usize, count: &mut usize, owners: &mut [usize]) {
    for kid in &node.kids {
        match kid {
            Kid::Leaf(_, number) => {
                if let Some(owner) = owners.get_mut(*number) {
                    *owner = own;
                }
            }
            Kid::Node(inner) if is_block(inner) => {
                *count += 1;
                find_owners(inner, *count, count, owners);
            }
            Kid::Node(inner) => find_owners(inner, own, count, owners),
            Kid::Object(_) => {}
        }
    }
}

/// Whether an element is a block, or contains blocks.
fn is_block(node: &Node) -> bool {
    match node.kind {
        "Span" | "Quote" | "Reference" | "BibEntry" | "Link" | "Annot" | "Ruby" | "Warichu" | "Lbl"
        | "RB" | "RT" | "RP" | "WT" | "WP" | "Formula" => false,
        "NonStruct" | "Private" | "Form" | "Code" => node.nodes().any(is_block),
        // An inline figure is distinguished from a block one by its placement.
        "Figure" => node.attribute("/Placement").and_then(Value::as_str) != Some("/Inline"),
        _ => true,
    }
}

/// The number of a label: `3.`, `(3)`.
fn number_of(label: &str) -> Option<i32> {
    let bare = label.trim_matches(|c: char| matches!(c, '(' | ')' | '.' | ' '));
    if bare.len() > 4 { None } else { bare.parse::<u16>().ok().map(i32::from) }
}
