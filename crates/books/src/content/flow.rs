//! Blocks in their order, and loose text between them.

use roxmltree::Node;

use super::elements::{has_list_item, heading_rank, is_block, structural_name};
use super::inline::{Line, drop_hyphen, drop_leading_breaks, is_blank, push_text, split_at_empty_lines};
use super::link_targets::{are_places, ids_of_blocks, is_of_kind, prepend_ids, take_attrs};
use super::pages::PageStart;
use super::positioned::PieceJoin;
use super::quotes::is_quotation_mark;
use super::{CONCEALED_KIND, Reader, verse};
use crate::model::{Attrs, Block, BlockKind, Direction, Href, Inline, NoteKind, any_inline};

/// Kinds that make a container worth keeping although it has no heading.
const GROUP_KINDS: [&str; 13] = [
    "abstract", "acknowledgments", "colophon", "copyright-page", "credit", "dedication", "epigraph",
    "imprint", "letter", "doc-dedication", "doc-epigraph", "doc-abstract", "doc-credit",
];

/// Collects blocks. Ids of containers that were dissolved wait for the next block.
pub(super) struct BlockFlow {
    blocks: Vec<Block>,
    waiting: Vec<String>,
    line: Line,
    /// True if loose text is a paragraph of its own.
    paragraphs: bool,
}

impl BlockFlow {
    pub(super) fn new(paragraphs: bool) -> Self {
        Self { blocks: Vec::new(), waiting: Vec::new(), line: Line::default(), paragraphs }
    }

    pub(super) fn push_block(&mut self, mut block: Block) {
        self.end_line();
        prepend_ids(&mut block, std::mem::take(&mut self.waiting));
        self.blocks.push(block);
    }

    /// Adds a block. One that shows nothing leaves its ids to the next.
    fn push_shown_block(&mut self, block: Block) {
        let is_empty = match &block.kind {
            BlockKind::Poem(blocks) | BlockKind::Quote(blocks) | BlockKind::Aside(blocks) => {
                are_places(blocks)
            }
            BlockKind::Figure { blocks, caption } => caption.is_empty() && are_places(blocks),
            BlockKind::Plain(inlines) | BlockKind::Preformatted(inlines) => inlines.is_empty(),
            _ => false,
        };
        if is_empty {
            self.waiting.extend(ids_of_blocks(&[block]));
        } else {
            self.push_block(block);
        }
    }

    /// A stanza outside of a poem. Those that follow one another make one.
    fn push_stanza(&mut self, stanza: Block) {
        self.end_line();
        match self.blocks.last_mut() {
            Some(Block { kind: BlockKind::Poem(stanzas), attrs })
                if self.waiting.is_empty() && attrs.is_empty() =>
            {
                stanzas.push(stanza);
            }
            _ => self.push_block(Block::new(BlockKind::Poem(vec![stanza]))),
        }
    }

    /// Makes blocks of the loose text so far.
    pub(super) fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        self.waiting.append(&mut line.take_places());
        let line = line.finish();
        if !line.is_empty() {
            self.push_line(line, Attrs::default(), self.paragraphs);
        }
    }

    /// A line that is nothing but images, or one formula or page break, is blocks of that kind.
    pub(super) fn push_line(&mut self, mut line: Vec<Inline>, mut attrs: Attrs, paragraph: bool) {
        drop_leading_breaks(&mut line);
        let is_image = |inline: &Inline| is_of_kind(inline, |inner| matches!(inner, Inline::Image(_)));
        let is_formula = |inline: &Inline| is_of_kind(inline, |inner| matches!(inner, Inline::Math(_)));
        let images = line.iter().all(|inline| is_blank(inline) || is_image(inline));
        let alone = line.iter().filter(|inline| !is_blank(inline)).count() == 1;
        let is_single = |inline: &Inline| matches!(inline, Inline::PageBreak(_)) || is_formula(inline);
        if images || alone && line.iter().any(is_single) {
            line.retain(|inline| !is_blank(inline));
            self.waiting.append(&mut attrs.ids);
            for inline in line {
                let (own, inline) = take_attrs(inline);
                self.waiting.extend(own.ids);
                let attrs = Attrs { lang: own.lang.or_else(|| attrs.lang.clone()), ..attrs.clone() };
                let kind = match inline {
                    Inline::Image(image) => BlockKind::Image(image),
                    Inline::PageBreak(page) => BlockKind::PageBreak(page),
                    Inline::Math(math) => BlockKind::Math(math),
                    other => BlockKind::Paragraph(vec![other]),
                };
                self.push_block(Block { attrs, kind });
            }
            return;
        }
        if !paragraph {
            return self.push_block(Block { attrs, kind: BlockKind::Plain(line) });
        }
        for part in split_at_empty_lines(line) {
            let attrs = Attrs { ids: std::mem::take(&mut attrs.ids), ..attrs.clone() };
            self.push_block(Block { attrs, kind: BlockKind::Paragraph(part) });
        }
    }

    /// Adds ids of an element that is not shown: links to them lead to what follows.
    pub(super) fn push_place(&mut self, ids: Vec<String>) {
        self.line.push_place(ids);
    }

    pub(super) fn finish(mut self) -> Vec<Block> {
        self.end_line();
        if !self.waiting.is_empty() {
            match self.blocks.last_mut() {
                Some(last) => last.attrs.ids.append(&mut self.waiting),
                // An empty block keeps the place that links point to.
                None => self.blocks.push(Block {
                    attrs: Attrs { ids: self.waiting, ..Attrs::default() },
                    kind: BlockKind::Plain(Vec::new()),
                }),
            }
        }
        self.blocks
    }

    /// Adds text that a style sheet puts after the contents of an element, whose blocks begin at `start`.
    fn push_text_after(&mut self, text: &str, start: usize) {
        if self.line.is_at_line_start() {
            self.end_line();
            if let Some(Block { kind: BlockKind::Paragraph(line) | BlockKind::Plain(line), .. }) =
                self.blocks[start..].last_mut()
            {
                if is_quotation_mark(text) {
                    return push_text(line, text);
                }
                return push_text(line, &format!(" {}", text.trim()));
            }
        }
        self.line.push_text(text);
    }
}

impl<'i> Reader<'_, 'i> {
    pub(super) fn read_flow(&self, node: Node<'_, 'i>, flow: &mut BlockFlow) {
        let start = flow.blocks.len();
        let generated = self.generated_text.text_before(node);
        if let Some(text) = generated {
            flow.line.push_text(text);
        }
        for child in node.children() {
            self.read_node(child, flow);
        }
        if let Some(text) = self.generated_text.text_after(node) {
            flow.push_text_after(text, start);
        }
        flow.end_line();
        if let Some(text) = generated {
            join_generated(text, start, &mut flow.blocks);
        }
    }

    /// Reads the contents of an element as blocks of their own.
    pub(super) fn read_blocks(&self, node: Node<'_, 'i>, paragraphs: bool) -> Vec<Block> {
        let mut flow = BlockFlow::new(paragraphs);
        self.read_flow(node, &mut flow);
        flow.finish()
    }

    pub(super) fn read_node_blocks(&self, node: Node<'_, 'i>, paragraphs: bool) -> Vec<Block> {
        let mut flow = BlockFlow::new(paragraphs);
        self.read_node(node, &mut flow);
        flow.finish()
    }

    pub(super) fn read_node(&self, node: Node<'_, 'i>, flow: &mut BlockFlow) {
        let is_line =
            || !is_block(node) && !self.has_block(node) && !self.shows_blocks(node) || self.is_picture(node);
        if !node.is_element() || is_line() {
            return self.read_inline(node, &mut flow.line);
        }
        if self.presentation.is_never_read(node) {
            return flow.push_place(self.all_ids(node));
        }
        match self.page_start(node) {
            Some(PageStart::Whole(page)) => {
                if is_block(node) {
                    flow.push_block(Block::new(BlockKind::PageBreak(page)));
                } else {
                    flow.line.push_inline(Inline::PageBreak(page));
                }
                return;
            }
            Some(PageStart::With(page)) => {
                flow.line.push_inline(Inline::PageBreak(page));
                flow.end_line();
                return self.read_flow(node, flow);
            }
            Some(PageStart::Before(page)) => flow.line.push_inline(Inline::PageBreak(page)),
            None => {}
        }
        if self.presentation.is_concealed(node) {
            if let Some(block) = self.read_concealed(node) {
                flow.push_block(block);
            }
            return;
        }
        self.read_shown_node(node, flow);
        if let Some(join) = self.positioned.join_before(node).filter(|_| is_block(node)) {
            flow.end_line();
            join_last(join, &mut flow.blocks);
        }
    }

    /// Reads what the book hides, for references to it.
    pub(super) fn read_concealed(&self, node: Node<'_, 'i>) -> Option<Block> {
        if !self.presentation.holds_target(node) {
            return None;
        }
        let mut flow = BlockFlow::new(true);
        self.read_shown_node(node, &mut flow);
        let blocks = flow.finish();
        let attrs = Attrs { kinds: vec![CONCEALED_KIND.to_owned()], ..Attrs::default() };
        Some(Block { attrs, kind: BlockKind::Group(blocks) })
            .filter(|group| group.children().next().is_some())
    }

    fn read_shown_node(&self, node: Node<'_, 'i>, flow: &mut BlockFlow) {
        if let Some(blocks) = self.read_embedded_blocks(node) {
            if blocks.is_empty() {
                flow.push_place(self.all_ids(node));
            }
            for block in blocks {
                flow.push_block(block);
            }
        } else if is_block(node) {
            flow.end_line();
            self.read_block(node, flow);
        } else if self.has_block(node) {
            // `<a><div>`, `<ins><p>`: an inline element around blocks is one in each of them, if it is a
            // link.
            self.dissolve_container(node, flow);
        } else {
            self.read_shown_inline(node, &mut flow.line);
        }
    }

    /// Reads a container as if its contents were in its place.
    fn dissolve_container(&self, node: Node<'_, 'i>, flow: &mut BlockFlow) {
        let mut attrs = self.read_block_attrs(node);
        flow.end_line();
        // A reference to something hidden shows all of it, so that stays together.
        let is_unit = !attrs.ids.is_empty() && self.presentation.is_inside_concealed(node);
        if !is_unit {
            flow.waiting.append(&mut attrs.ids);
        }
        let start = flow.blocks.len();
        self.read_flow(node, flow);
        if attrs.lang.is_some() || attrs.dir.is_some() {
            for block in &mut flow.blocks[start..] {
                block.attrs.lang = block.attrs.lang.take().or_else(|| attrs.lang.clone());
                block.attrs.dir = block.attrs.dir.or(attrs.dir);
            }
        }
        if node.tag_name().name() == "a"
            && let Some(href) = node.attribute("href").and_then(|href| self.resolve_href(href))
        {
            link_blocks(&mut flow.blocks[start..], &href);
        }
        if flow.blocks.len() == start {
            return flow.waiting.append(&mut attrs.ids);
        }
        let is_group =
            attrs.kinds.iter().any(|kind| GROUP_KINDS.contains(&kind.rsplit(':').next().unwrap_or_default()));
        let is_heading = |block: &Block| matches!(block.kind, BlockKind::Heading { .. });
        if is_unit || is_group && !flow.blocks[start..].iter().any(is_heading) {
            let blocks: Vec<Block> = flow.blocks.drain(start..).collect();
            flow.blocks.push(Block { attrs, kind: BlockKind::Group(blocks) });
        }
    }

    /// Reads the attributes of a block, with the direction that styles state.
    fn read_block_attrs(&self, node: Node<'_, 'i>) -> Attrs {
        let mut attrs = super::read_attrs(node);
        if attrs.dir.is_none() && self.has_directions {
            // From left to right is what many style sheets state needlessly.
            attrs.dir = self.text_style(node).direction.filter(|dir| *dir == Direction::Rtl);
        }
        attrs
    }

    fn read_block(&self, node: Node<'_, 'i>, flow: &mut BlockFlow) {
        let attrs = self.read_block_attrs(node);
        if let Some(kind) = note_kind(&attrs)
            && !matches!(node.tag_name().name(), "li" | "dt" | "dd")
        {
            let blocks = if node.tag_name().name() == "p" {
                vec![Block::new(BlockKind::Paragraph(self.read_line(node)))]
            } else {
                self.read_blocks(node, true)
            };
            return flow.push_block(Block { attrs, kind: BlockKind::Note { kind, blocks } });
        }
        if let Some(note) = self.read_classed_note(node, &attrs) {
            return flow.push_block(note);
        }
        if verse::is_poem(node, &attrs) {
            let blocks = self.read_verse(node);
            return flow.push_shown_block(Block { attrs, kind: BlockKind::Poem(blocks) });
        }
        if self.image_label(node).is_some() {
            let attrs = Attrs { ids: Vec::new(), ..attrs };
            return push_paragraph(|line| self.read_labelled(node, line), attrs, flow);
        }
        if let Some(level) = heading_rank(node) {
            let mut line = Line::default();
            self.read_inlines(node, &mut line);
            let places = line.take_places();
            let mut inlines = line.finish();
            drop_leading_breaks(&mut inlines);
            if inlines.iter().all(|inline| matches!(inline, Inline::Text(text) if text.trim().is_empty())) {
                flow.waiting.extend(attrs.ids.into_iter().chain(places));
            } else {
                flow.push_block(Block { attrs, kind: BlockKind::Heading { level, inlines } });
            }
            return;
        }
        let kind = match structural_name(node) {
            "p" if verse::is_stanza(node) && !self.has_block(node) => {
                return flow.push_stanza(self.read_stanza(node, attrs));
            }
            "p" | "summary" | "figcaption" | "legend" | "dt" | "td" | "th" if !self.has_block(node) => {
                return self.read_paragraph(node, attrs, flow);
            }
            "div" | "address" | "center" | "dialog" | "footer" | "header" | "section" | "search" | "li"
            | "dd"
                if !self.has_block(node) && (!attrs.is_empty() || node.tag_name().name() != "section") =>
            {
                return self.read_paragraph(node, attrs, flow);
            }
            // What is a list by its role only has its headings in the outline.
            "ul" if node.tag_name().name() != "ul" && (!has_list_item(node) || contains_heading(node)) => {
                return self.dissolve_container(node, flow);
            }
            "ul" | "ol" | "menu" | "dir" => {
                let (before, list) = self.read_list(node);
                for block in before {
                    flow.push_shown_block(block);
                }
                match list {
                    Some(list) => BlockKind::List(list),
                    None => return flow.waiting.extend(attrs.ids),
                }
            }
            "dl" => match self.read_definitions(node) {
                terms if terms.is_empty() => {
                    return flow.waiting.extend(attrs.ids.into_iter().chain(self.inner_ids(node)));
                }
                terms => BlockKind::Definitions(terms),
            },
            "table" => match self.read_table(node) {
                // A table that only arranges a text has its headings in the outline.
                Some(table) if table.layout && contains_heading(node) => {
                    return self.dissolve_container(node, flow);
                }
                Some(table) => {
                    // Content of a table outside of its cells comes before it, as in browsers.
                    self.read_loose_content(node, flow);
                    BlockKind::Table(table)
                }
                None => return self.dissolve_container(node, flow),
            },
            "figure" => return flow.push_shown_block(self.read_figure(node, attrs)),
            "blockquote" => BlockKind::Quote(self.read_blocks(node, true)),
            "aside" => BlockKind::Aside(self.read_blocks(node, true)),
            "div" | "section" if attrs.has_kind("sidebar") => BlockKind::Aside(self.read_blocks(node, true)),
            "pre" | "listing" | "xmp" => BlockKind::Preformatted(self.read_preformatted(node)),
            "hr" => BlockKind::Separator,
            "hgroup" => return self.read_heading_group(node, attrs, flow),
            _ => return self.dissolve_container(node, flow),
        };
        flow.push_shown_block(Block { attrs, kind });
    }

    fn read_paragraph(&self, node: Node<'_, 'i>, attrs: Attrs, flow: &mut BlockFlow) {
        push_paragraph(|line| self.read_inlines(node, line), attrs, flow);
    }

    /// Reads a group of headings: the first is a heading, the others are subtitles.
    fn read_heading_group(&self, node: Node<'_, 'i>, attrs: Attrs, flow: &mut BlockFlow) {
        flow.waiting.extend(attrs.ids);
        let mut first = true;
        for child in node.children() {
            if heading_rank(child).is_some() && !std::mem::take(&mut first) {
                let mut attrs = super::read_attrs(child);
                attrs.kinds.push("subtitle".into());
                self.read_paragraph(child, attrs, flow);
            } else {
                self.read_node(child, flow);
            }
        }
        flow.end_line();
    }

    fn read_figure(&self, node: Node<'_, 'i>, attrs: Attrs) -> Block {
        let mut contents = BlockFlow::new(true);
        let mut caption = Vec::new();
        let has_parts = has_content_between_captions(node);
        for child in node.children() {
            if is_caption(&child) && !has_parts && !self.presentation.is_skipped(child) {
                let blocks = self.read_caption(child);
                if blocks.is_empty() {
                    contents.push_place(self.all_ids(child));
                }
                caption.extend(blocks);
            } else {
                self.read_node(child, &mut contents);
            }
        }
        let mut blocks = contents.finish();
        // The caption of a figure that is nothing but a table is that of the table (HTML, 4.9.2).
        if !caption.is_empty()
            && let [Block { attrs: own, kind: BlockKind::Table(table) }] = blocks.as_mut_slice()
            && table.caption.is_empty()
            && !table.layout
        {
            table.caption = caption;
            own.ids.splice(0..0, attrs.ids);
            own.lang = own.lang.take().or(attrs.lang);
            own.dir = own.dir.or(attrs.dir);
            own.kinds.extend(attrs.kinds);
            return blocks.swap_remove(0);
        }
        Block { attrs, kind: BlockKind::Figure { blocks, caption } }
    }
}

fn is_caption(part: &Node<'_, '_>) -> bool {
    part.tag_name().name() == "figcaption"
}

/// Returns true if a figure has several captions and content between them, so that each has its place.
fn has_content_between_captions(figure: Node<'_, '_>) -> bool {
    let parts = figure.children().filter(Node::is_element).skip_while(|part| !is_caption(part));
    parts.skip_while(is_caption).any(|part| is_caption(&part))
}

/// Makes links of the lines of blocks that a link is around.
fn link_blocks(blocks: &mut [Block], href: &Href) {
    for block in blocks {
        if let Some(inlines) = block.inlines_mut()
            && !inlines.is_empty()
            && !any_inline(inlines, |inline| matches!(inline, Inline::Link { .. } | Inline::NoteRef { .. }))
        {
            let inner = std::mem::take(inlines);
            inlines.push(Inline::Link { attrs: Attrs::default(), href: href.clone(), inlines: inner });
        }
        block.child_lists_mut().into_iter().for_each(|list| link_blocks(list, href));
    }
}

fn contains_heading(node: Node<'_, '_>) -> bool {
    node.descendants().any(|inner| inner.is_element() && heading_rank(inner).is_some())
}

/// Joins the last paragraph to the one that it continues.
fn join_last(join: PieceJoin, blocks: &mut Vec<Block>) {
    let is_text = |block: &Block| matches!(block.kind, BlockKind::Plain(_) | BlockKind::Paragraph(_));
    if blocks.len() < 2 || !blocks[blocks.len() - 2..].iter().all(is_text) {
        return;
    }
    let Some(Block { attrs, kind: BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines) }) = blocks.pop()
    else {
        return;
    };
    let Some(line) = blocks.last_mut().and_then(Block::inlines_mut) else { return };
    match join {
        PieceJoin::Space => push_text(line, " "),
        PieceJoin::Divided => drop_hyphen(line),
        PieceJoin::Word => {}
    }
    if !attrs.is_empty() {
        return line.push(Inline::Span { attrs, inlines });
    }
    for inline in inlines {
        match inline {
            Inline::Text(text) => push_text(line, &text),
            other => line.push(other),
        }
    }
}

/// Joins text that a style sheet adds to the line that follows it, if that is in a block of its own.
fn join_generated(text: &str, start: usize, blocks: &mut Vec<Block>) {
    let is_alone = |block: &Block| {
        matches!(block.inlines(), [Inline::Text(own)] if own.trim() == text.trim()) && block.attrs.is_empty()
    };
    if let [first, second, ..] = &mut blocks[start..]
        && is_alone(first)
        && matches!(second.kind, BlockKind::Plain(_) | BlockKind::Paragraph(_))
        && let Some(inlines) = second.inlines_mut()
    {
        let is_mark = is_quotation_mark(text);
        let text = if is_mark { text.to_owned() } else { format!("{} ", text.trim()) };
        inlines.insert(0, Inline::Text(text));
        blocks.remove(start);
    }
}

fn push_paragraph(collect: impl FnOnce(&mut Line), attrs: Attrs, flow: &mut BlockFlow) {
    let mut line = Line::default();
    collect(&mut line);
    let places = line.take_places();
    let line = line.finish();
    if line.is_empty() {
        flow.waiting.extend(attrs.ids.into_iter().chain(places));
    } else {
        flow.end_line();
        flow.push_line(line, attrs, true);
    }
}

pub(crate) fn note_kind(attrs: &Attrs) -> Option<NoteKind> {
    attrs.kinds.iter().find_map(|kind| match kind.as_str() {
        "footnote" | "doc-footnote" => Some(NoteKind::Footnote),
        "endnote" | "rearnote" | "doc-endnote" => Some(NoteKind::Endnote),
        "annotation" | "note" => Some(NoteKind::Annotation),
        _ => None,
    })
}
