//! Poetry. XHTML has no element for it; books mark it by kinds and by the names of classes.

use roxmltree::Node;

use super::Reader;
use super::elements::{has_class, heading_rank, is_block};
use super::flow::BlockFlow;
use crate::model::{Attrs, Block, BlockKind, Inline, has_words};

/// Classes of an element that is one line.
const LINE_CLASSES: [&str; 5] = ["line", "l", "verse-line", "verseline", "poem-line"];
/// The deepest distinguished indent.
const MAX_INDENT_LEVEL: u8 = 9;

const VERSE_KINDS: [&str; 5] = ["poem", "verse", "song", "hymn", "lyrics"];
const VERSE_CLASSES: [&str; 6] = ["poem", "poetry", "verse", "linegroup", "stanza", "lg"];

/// Returns true if the element holds verse.
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
    /// Reads a stanza.
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
            for block in std::mem::replace(loose, BlockFlow::new(true)).finish() {
                let kind = match block.kind {
                    BlockKind::Paragraph(line) => BlockKind::Line(line),
                    other => other,
                };
                lines.push(Block { attrs: block.attrs, kind });
            }
        };
        for child in node.children() {
            if !is_line(child) {
                if child.tag_name().name() != "br" {
                    loose.push_node(self, child);
                }
                continue;
            }
            end(&mut loose, &mut lines);
            let line = self.read_line(child);
            if !line.is_empty() {
                let attrs = Attrs { indent: indent_level(child), ..super::read_attrs(child) };
                lines.push(Block { attrs, kind: BlockKind::Line(line) });
            }
        }
        end(&mut loose, &mut lines);
        Block { attrs, kind: BlockKind::LineGroup(lines) }
    }

    /// Reads the contents of a poem or of a part of it.
    pub(super) fn read_verse(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        for child in node.children() {
            if child.is_text() || (child.is_element() && !is_block(child) && !self.has_block(child)) {
                let mut flow = BlockFlow::new(true);
                flow.push_node(self, child);
                blocks.extend(flow.finish().into_iter().map(|block| split_into_lines(block, &[])));
            } else if self.presentation.is_skipped(child) {
                blocks.extend(self.read_concealed(child));
            } else if child.is_element() {
                self.read_verse_part(child, &mut blocks);
            }
        }
        blocks
    }

    /// Reads an element that is one line of verse.
    fn read_verse_line(&self, node: Node<'_, 'i>) -> Option<Block> {
        if !has_class(node, &LINE_CLASSES) && !has_class(node, &["verse"]) {
            return None;
        }
        let line = self.read_line(node);
        let is_one = !line.contains(&Inline::LineBreak) && has_words(&line);
        let attrs = Attrs { indent: indent_level(node), ..super::read_attrs(node) };
        is_one.then_some(Block { attrs, kind: BlockKind::Line(line) })
    }

    fn read_verse_part(&self, node: Node<'_, 'i>, blocks: &mut Vec<Block>) {
        let attrs = super::read_attrs(node);
        let name = node.tag_name().name();
        match name {
            "p" => {
                if !self.read_line(node).is_empty() {
                    blocks.push(self.read_stanza(node, attrs));
                }
            }
            "div" | "section" | "li" if !self.has_block(node) => {
                if let Some(line) = self.read_verse_line(node) {
                    return blocks.push(line);
                }
                let mut flow = BlockFlow::new(true);
                flow.push_node(self, node);
                for block in flow.finish() {
                    let kind = match block.kind {
                        BlockKind::Paragraph(line) => BlockKind::Line(line),
                        other => other,
                    };
                    blocks.push(Block { attrs: Attrs { indent: indent_level(node), ..block.attrs }, kind });
                }
            }
            "div" | "section" | "ul" | "ol" => {
                let kind = BlockKind::LineGroup(self.read_verse(node));
                blocks.push(Block { attrs, kind });
            }
            "blockquote" => blocks.push(Block { attrs, kind: BlockKind::Quote(self.read_verse(node)) }),
            _ => {
                let mut flow = BlockFlow::new(true);
                flow.push_node(self, node);
                blocks.extend(flow.finish());
            }
        }
    }
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
    let classes = node.attribute("class").unwrap_or_default();
    let named = classes.split_ascii_whitespace().find_map(|class| {
        let class = class.to_ascii_lowercase();
        let number = class.trim_start_matches(|c: char| !c.is_ascii_digit());
        let name = class[..class.len() - number.len()].trim_end_matches(['-', '_']);
        let known = ["i", "in", "ind", "indent", "line-indent", "verse-indent", "level"].contains(&name);
        match number.parse::<u8>() {
            Ok(level) if known => Some(level),
            Err(_) if number.is_empty() && ["indent", "indented", "line-indent"].contains(&name) => Some(1),
            _ => None,
        }
    });
    named.or_else(|| margin_level(node)).unwrap_or(0).min(MAX_INDENT_LEVEL)
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
    let mut lines: Vec<Vec<Inline>> = vec![Vec::new()];
    for inline in inlines {
        if inline == Inline::LineBreak {
            lines.push(Vec::new());
        } else if let Some(line) = lines.last_mut() {
            line.push(inline);
        }
    }
    let lines = lines.into_iter().enumerate().filter(|(_, line)| !line.is_empty()).map(|(n, line)| {
        let attrs = Attrs { indent: indents.get(n).copied().unwrap_or(0), ..Attrs::default() };
        Block { attrs, kind: BlockKind::Line(line) }
    });
    Block { attrs: block.attrs, kind: BlockKind::LineGroup(lines.collect()) }
}
