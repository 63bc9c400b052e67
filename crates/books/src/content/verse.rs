//! Poetry. XHTML has no element for it; books mark it by kinds and by the names of classes.

use std::collections::HashMap;

use roxmltree::Node;

use super::Reader;
use super::elements::{has_class, heading_rank, is_block};
use super::flow::{BlockFlow, note_kind};
use super::inline::{Line, trim_end};
use crate::model::{Attrs, Block, BlockKind, Inline, any_inline, has_words};

const LINE_CLASSES: [&str; 5] = ["line", "l", "verse-line", "verseline", "poem-line"];
/// The deepest distinguished indent.
const MAX_INDENT_LEVEL: u8 = 9;

const VERSE_KINDS: [&str; 5] = ["poem", "verse", "song", "hymn", "lyrics"];
const VERSE_CLASSES: [&str; 7] = ["poem", "poetry", "verse", "linegroup", "line-block", "stanza", "lg"];

pub(super) fn is_poem(node: Node<'_, '_>, attrs: &Attrs) -> bool {
    let container = matches!(node.tag_name().name(), "div" | "section" | "blockquote");
    let named = VERSE_KINDS.iter().any(|kind| attrs.has_kind(kind)) || has_class(node, &VERSE_CLASSES);
    // A whole chapter in verse keeps its headings in the outline; its stanzas are found one by one.
    container && named && !node.descendants().any(|inner| heading_rank(inner).is_some())
}

/// Returns true if a paragraph is a stanza: its lines are marked one by one, or its class says so and it
/// has several.
pub(super) fn is_stanza(node: Node<'_, '_>) -> bool {
    let lines = node.children().filter(|child| is_line(*child)).count();
    lines >= 2
        || has_class(node, &VERSE_CLASSES)
            && (lines == 1 || node.children().any(|child| child.tag_name().name() == "br"))
}

fn is_line(node: Node<'_, '_>) -> bool {
    node.is_element() && node.tag_name().name() == "span" && has_class(node, &LINE_CLASSES)
}

impl<'i> Reader<'_, 'i> {
    pub(super) fn read_stanza(&self, node: Node<'_, 'i>, attrs: Attrs) -> Block {
        if !node.children().any(is_line) {
            let indents = line_indents(node);
            return split_into_lines(
                Block { attrs, kind: BlockKind::Paragraph(self.read_line(node)) },
                &indents,
            );
        }
        let mut lines = Vec::new();
        let mut loose = BlockFlow::new(true);
        let end = |loose: &mut BlockFlow, lines: &mut Vec<Block>| {
            let blocks = std::mem::replace(loose, BlockFlow::new(true)).finish();
            lines.extend(blocks.into_iter().map(paragraph_to_line));
        };
        // Links to a forced end or to an empty line lead to the line after it.
        let mut places: Vec<String> = Vec::new();
        for child in node.children() {
            if !is_line(child) {
                if child.tag_name().name() == "br" {
                    places.extend(self.all_ids(child));
                } else {
                    self.read_node(child, &mut loose);
                }
                continue;
            }
            end(&mut loose, &mut lines);
            let line = self.read_line(child);
            let mut attrs = Attrs { indent: indent_level(child), ..super::read_attrs(child) };
            if line.is_empty() {
                places.append(&mut attrs.ids);
                continue;
            }
            attrs.ids.splice(0..0, places.drain(..));
            lines.push(Block { attrs, kind: BlockKind::Line(line) });
        }
        end(&mut loose, &mut lines);
        if let Some(last) = lines.last_mut() {
            last.attrs.ids.splice(0..0, places);
        }
        Block { attrs, kind: BlockKind::LineGroup(lines) }
    }

    pub(super) fn read_verse(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut loose: Vec<Node<'_, 'i>> = Vec::new();
        for child in node.children().filter(|child| child.is_element() || child.is_text()) {
            if self.is_loose(child) {
                loose.push(child);
                continue;
            }
            blocks.extend(self.read_stanzas(&std::mem::take(&mut loose), None));
            if self.presentation.is_skipped(child) {
                blocks.extend(self.read_concealed(child));
            } else {
                self.read_verse_part(child, &mut blocks);
            }
        }
        blocks.extend(self.read_stanzas(&loose, None));
        blocks
    }

    /// Returns true if a node is text, or an element within lines.
    fn is_loose(&self, node: Node<'_, 'i>) -> bool {
        node.is_text() || !is_block(node) && !self.has_block(node) && !self.shows_blocks(node)
    }

    /// Reads text and elements within lines. Forced ends divide lines, and empty lines divide stanzas.
    fn read_stanzas(&self, nodes: &[Node<'_, 'i>], generated: Option<&str>) -> Vec<Block> {
        let mut line = Line::default();
        line.push_text(generated.unwrap_or_default());
        let mut indents: HashMap<usize, u8> = HashMap::new();
        let mut is_after_line = false;
        for node in nodes {
            if node.is_element() && node.tag_name().name() != "br" {
                if is_after_line || is_line(*node) || self.text_style(*node).has_own_line() {
                    line.break_line();
                }
                let indent = indent_level(*node);
                if indent > 0 && line.is_at_line_start() {
                    indents.entry(line.forced_ends).or_insert(indent);
                }
            } else if is_after_line && node.is_text() && !is_blank(*node) {
                line.break_line();
            }
            is_after_line = is_line(*node) || is_after_line && is_blank(*node);
            self.read_inline(*node, &mut line);
        }
        let mut stanzas: Vec<Vec<Block>> = vec![Vec::new()];
        for (n, mut inlines) in split_at_line_ends(line.finish()).into_iter().enumerate() {
            trim_end(&mut inlines);
            if inlines.is_empty() {
                stanzas.push(Vec::new());
                continue;
            }
            let attrs = Attrs { indent: indents.get(&n).copied().unwrap_or(0), ..Attrs::default() };
            let mut flow = BlockFlow::new(true);
            flow.push_line(inlines, attrs, true);
            if let Some(stanza) = stanzas.last_mut() {
                stanza.extend(flow.finish().into_iter().map(paragraph_to_line));
            }
        }
        stanzas.into_iter().flat_map(group_lines).collect()
    }

    fn read_verse_line(&self, node: Node<'_, 'i>) -> Option<Block> {
        let line = self.read_line(node);
        let is_one = !line.contains(&Inline::LineBreak) && has_words(&line);
        let attrs = Attrs { indent: indent_level(node), ..super::read_attrs(node) };
        is_one.then_some(Block { attrs, kind: BlockKind::Line(line) })
    }

    /// Reads an element without blocks in it as one line or as stanzas; `None` if it is something else.
    fn read_verse_box(&self, node: Node<'_, 'i>, mut attrs: Attrs) -> Option<Vec<Block>> {
        if self.page_start(node).is_some() || note_kind(&attrs).is_some() || self.image_label(node).is_some()
        {
            return None;
        }
        let nodes: Vec<Node<'_, 'i>> =
            node.children().filter(|child| child.is_element() || child.is_text()).collect();
        let mut blocks = self.read_stanzas(&nodes, self.generated_text.text_before(node));
        if let [Block { kind: BlockKind::LineGroup(lines), .. }] = blocks.as_mut_slice()
            && lines.len() == 1
            && !has_class(node, &VERSE_CLASSES)
        {
            blocks = std::mem::take(lines);
            attrs.indent = indent_level(node).max(blocks.first().map_or(0, |line| line.attrs.indent));
        }
        let is_text = |block: &&mut Block| matches!(block.kind, BlockKind::LineGroup(_) | BlockKind::Line(_));
        let first = blocks.iter_mut().find(is_text)?;
        first.attrs = attrs;
        Some(blocks)
    }

    fn read_verse_part(&self, node: Node<'_, 'i>, blocks: &mut Vec<Block>) {
        let attrs = super::read_attrs(node);
        let name = node.tag_name().name();
        match name {
            "p" => {
                let is_line = has_class(node, &LINE_CLASSES) || numbered_indent(node).is_some();
                let is_line = is_line && !has_class(node, &VERSE_CLASSES);
                if let Some(line) = is_line.then(|| self.read_verse_line(node)).flatten() {
                    return blocks.push(line);
                }
                if !self.read_line(node).is_empty() {
                    blocks.push(self.read_stanza(node, attrs));
                }
            }
            "div" | "section" | "li" if !self.has_block(node) => {
                let is_line = has_class(node, &LINE_CLASSES) || has_class(node, &["verse"]);
                if let Some(line) = is_line.then(|| self.read_verse_line(node)).flatten() {
                    return blocks.push(line);
                }
                if let Some(lines) = self.read_verse_box(node, attrs) {
                    return blocks.extend(lines);
                }
                blocks.extend(self.read_node_blocks(node, true).into_iter().map(|block| {
                    let attrs = Attrs { indent: indent_level(node), ..block.attrs };
                    paragraph_to_line(Block { attrs, ..block })
                }));
            }
            "div" | "section" | "ul" | "ol" => {
                let kind = BlockKind::LineGroup(self.read_verse(node));
                blocks.push(Block { attrs, kind });
            }
            "blockquote" => blocks.push(Block { attrs, kind: BlockKind::Quote(self.read_verse(node)) }),
            _ => blocks.extend(self.read_node_blocks(node, true)),
        }
    }
}

fn is_blank(node: Node<'_, '_>) -> bool {
    node.text().is_some_and(|text| text.trim().is_empty())
}

fn paragraph_to_line(block: Block) -> Block {
    let kind = match block.kind {
        BlockKind::Paragraph(line) => BlockKind::Line(line),
        other => other,
    };
    Block { attrs: block.attrs, kind }
}

/// Lines as one group. Pages and pictures without a line are in none.
fn group_lines(blocks: Vec<Block>) -> Vec<Block> {
    let has_line = blocks.iter().any(|block| matches!(block.kind, BlockKind::Line(_)));
    if has_line { vec![Block::new(BlockKind::LineGroup(blocks))] } else { blocks }
}

/// The lines of a text with forced ends, also where these are inside of elements.
fn split_at_line_ends(inlines: Vec<Inline>) -> Vec<Vec<Inline>> {
    let mut lines: Vec<Vec<Inline>> = vec![Vec::new()];
    for inline in inlines {
        if inline == Inline::LineBreak {
            lines.push(Vec::new());
            continue;
        }
        for (n, piece) in split_inline(inline).into_iter().enumerate() {
            if n > 0 {
                lines.push(Vec::new());
            }
            if let Some(line) = lines.last_mut() {
                line.extend(piece);
            }
        }
    }
    lines
}

/// The parts of an element in each of its lines; `None` for a line in which it has nothing.
fn split_inline(mut inline: Inline) -> Vec<Option<Inline>> {
    if !any_inline(std::slice::from_ref(&inline), |inner| *inner == Inline::LineBreak) {
        return vec![Some(inline)];
    }
    let Some((attrs, inlines)) = inline.parts_mut() else { return vec![Some(inline)] };
    let mut ids = std::mem::take(&mut attrs.ids);
    let lines = split_at_line_ends(std::mem::take(inlines));
    let mut pieces = Vec::with_capacity(lines.len());
    for line in lines {
        let is_needed = !line.is_empty() || !ids.is_empty();
        let mut piece = inline.clone();
        if let Some((attrs, inlines)) = piece.parts_mut() {
            attrs.ids = std::mem::take(&mut ids);
            *inlines = line;
        }
        pieces.push(is_needed.then_some(piece));
    }
    pieces
}

/// The indent of each line of a paragraph: that of its first element.
fn line_indents(node: Node<'_, '_>) -> Vec<u8> {
    let mut found = vec![indent_level(node)];
    let mut begun = false;
    for child in node.children() {
        if child.tag_name().name() == "br" {
            found.push(0);
            begun = false;
        } else if child.is_element() && !std::mem::replace(&mut begun, true) {
            let own = indent_level(child);
            if let Some(last) = found.last_mut().filter(|_| own > 0) {
                *last = own;
            }
        } else {
            begun |= child.text().is_some_and(|text| !text.trim().is_empty());
        }
    }
    found
}

/// The indent level of an element, by common class names or by its margin: two ems are one level.
fn indent_level(node: Node<'_, '_>) -> u8 {
    let unnumbered = || has_class(node, &["indent", "indented", "line-indent"]).then_some(1);
    let named = numbered_indent(node).or_else(unnumbered);
    named.or_else(|| margin_level(node)).unwrap_or(0).min(MAX_INDENT_LEVEL)
}

/// The indent level that a class with a number states: `i2`, `indent-2`.
fn numbered_indent(node: Node<'_, '_>) -> Option<u8> {
    let classes = node.attribute("class").unwrap_or_default();
    classes.split_ascii_whitespace().find_map(|class| {
        let class = class.to_ascii_lowercase();
        let number = class.trim_start_matches(|c: char| !c.is_ascii_digit());
        let name = class[..class.len() - number.len()].trim_end_matches(['-', '_']);
        let known = ["i", "in", "ind", "indent", "line-indent", "verse-indent", "level"].contains(&name);
        number.parse::<u8>().ok().filter(|_| known)
    })
}

fn margin_level(node: Node<'_, '_>) -> Option<u8> {
    let ems = node.attribute("style")?.split(';').find_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let name = name.trim();
        let known = ["margin-left", "margin-inline-start", "padding-left", "text-indent"].contains(&name);
        value.trim().strip_suffix("em")?.parse::<f32>().ok().filter(|ems| known && *ems >= 0.5)
    })?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
    Some((ems / 2.0).clamp(1.0, f32::from(MAX_INDENT_LEVEL)).round() as u8)
}

/// A paragraph of verse as a group of lines, one for each forced line end.
fn split_into_lines(block: Block, indents: &[u8]) -> Block {
    let BlockKind::Paragraph(inlines) = block.kind else { return block };
    let lines = inlines.split(|inline| *inline == Inline::LineBreak).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty()).map(|(n, line)| {
        let attrs = Attrs { indent: indents.get(n).copied().unwrap_or(0), ..Attrs::default() };
        Block { attrs, kind: BlockKind::Line(line.to_vec()) }
    });
    Block { attrs: block.attrs, kind: BlockKind::LineGroup(lines.collect()) }
}
