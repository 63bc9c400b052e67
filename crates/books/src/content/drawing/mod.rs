//! The text of drawings (SVG): which words are presented, and in which order.

mod lines;
mod place;
mod styles;
#[cfg(test)]
mod tests;

use roxmltree::Node;

use super::link_targets::{push_with_attrs, with_attrs};
use super::{Reader, read_attrs};
use crate::geometry::{Matrix, parse_numbers};
use crate::model::{Attrs, Block, BlockKind, Href, Inline, collapse_spaces};
use crate::xml::{SVG_NAMESPACE, XLINK_NAMESPACE, find_child, text_of};
use lines::{LetterChunk, join_paragraphs};
use place::{TypeStyle, parse_lengths};
pub(super) use styles::DrawingStyles;

/// Nodes that the text of one drawing may take, those that `use` repeats counted again.
const MAX_TEXT_NODES: usize = 200_000;
/// Maximum nesting depth of `use` elements.
const MAX_USE_DEPTH: usize = 8;

/// Elements that are never presented where they are.
const UNSEEN_ELEMENTS: [&str; 13] = [
    "clipPath", "defs", "desc", "filter", "linearGradient", "marker", "mask", "metadata", "pattern",
    "radialGradient", "script", "style", "title",
];

#[derive(Debug, Default)]
pub(super) struct DrawingText {
    pub(super) blocks: Vec<Block>,
    /// The names and descriptions of its parts that are not drawn.
    pub(super) names: Vec<String>,
}

/// Returns true if the element is a drawing that may say something: it has text, or other content inside.
pub(super) fn has_text(node: Node<'_, '_>) -> bool {
    node.has_tag_name((SVG_NAMESPACE, "svg"))
        && node.parent().is_none_or(|above| above.tag_name().namespace() != Some(SVG_NAMESPACE))
        && node.descendants().any(|inner| {
            inner.tag_name().namespace() == Some(SVG_NAMESPACE)
                && matches!(inner.tag_name().name(), "text" | "foreignObject")
                && inner.descendants().any(|text| text.text().is_some_and(|text| !text.trim().is_empty()))
        })
}

#[derive(Debug, Clone, Default)]
struct NodeState {
    matrix: Matrix,
    look: TypeStyle,
    is_visible: bool,
    lang: Option<String>,
    link: Option<Href>,
    /// The identity of the element that holds the text, for lines that belong together.
    parent: u32,
    /// The number of `use` elements that lead here.
    uses: usize,
}

struct DrawingWalk<'r, 'a, 'i> {
    reader: &'r Reader<'a, 'i>,
    /// The language that the drawing is read in, where it has several (`systemLanguage`).
    language: String,
    nodes: usize,
    chunks: Vec<LetterChunk>,
    text: DrawingText,
    /// The number of `text` elements so far.
    texts: usize,
}

impl<'i> Reader<'_, 'i> {
    /// Reads what a drawing says.
    pub(super) fn read_drawing_text(&self, node: Node<'_, 'i>) -> DrawingText {
        let mut walk = DrawingWalk {
            reader: self,
            language: node.ancestors().find_map(|above| read_attrs(above).lang).unwrap_or_default(),
            nodes: MAX_TEXT_NODES,
            chunks: Vec::new(),
            text: DrawingText::default(),
            texts: 0,
        };
        let state = NodeState { is_visible: true, ..NodeState::default() }.inherit_into(node, self);
        for inner in node.children() {
            walk.visit_node(inner, &state);
        }
        walk.end_lines();
        walk.text
    }
}

impl NodeState {
    /// Start and end around the contents of an element.
    fn inherit_into(&self, node: Node<'_, '_>, reader: &Reader<'_, '_>) -> Self {
        let mut inner = self.clone();
        inner.parent = node.id().get();
        if let Some(transform) = node.attribute("transform") {
            inner.matrix = inner.matrix.compose(&Matrix::parse_transform(transform));
        }
        if node.tag_name().name() == "svg" || node.tag_name().name() == "use" {
            let number =
                |name: &str| node.attribute(name).and_then(|text| parse_numbers(text).first().copied());
            let (x, y) = (number("x").unwrap_or_default(), number("y").unwrap_or_default());
            inner.matrix = inner.matrix.compose(&Matrix::translation(x, y));
        }
        inner.look = inner.look.inherit_into(node, &reader.styles);
        match reader.styles.property(node, "visibility") {
            Some("hidden" | "collapse") => inner.is_visible = false,
            Some("visible") => inner.is_visible = true,
            _ => {}
        }
        let own = read_attrs(node);
        inner.lang = own.lang.or(inner.lang);
        if node.tag_name().name() == "a" {
            let href = node.attribute("href").or_else(|| node.attribute((XLINK_NAMESPACE, "href")));
            inner.link = href.and_then(|href| reader.resolve_href(href)).or(inner.link);
        }
        inner
    }
}

impl<'i> DrawingWalk<'_, '_, 'i> {
    fn visit_node(&mut self, node: Node<'_, 'i>, around: &NodeState) {
        if !node.is_element() || self.reader.styles.is_hidden(node) || !self.meets_conditions(node) {
            return;
        }
        let Some(left) = self.nodes.checked_sub(1) else { return };
        self.nodes = left;
        let name = node.tag_name().name();
        if node.tag_name().namespace() != Some(SVG_NAMESPACE) || UNSEEN_ELEMENTS.contains(&name) {
            return;
        }
        let state = around.inherit_into(node, self.reader);
        if name != "text" {
            self.add_name(node);
        }
        match name {
            "text" => self.visit_text(node, &state),
            "foreignObject" => self.visit_foreign_object(node),
            "switch" => {
                let chosen =
                    node.children().find(|child| child.is_element() && self.meets_conditions(*child));
                // A reader of a language that the drawing does not have gets the first one.
                let chosen = chosen.or_else(|| node.children().find(Node::is_element));
                if let Some(chosen) = chosen {
                    self.visit_switch(chosen, &state);
                }
            }
            "use" => self.visit_use(node, &state),
            // Drawn only where it is used.
            "symbol" => {}
            _ => node.children().for_each(|child| self.visit_node(child, &state)),
        }
    }

    /// The choice of a `switch`, whatever language it is of.
    fn visit_switch(&mut self, node: Node<'_, 'i>, state: &NodeState) {
        let own = std::mem::take(&mut self.language);
        // Below it other languages than its own are left out still.
        let tags =
            || node.attribute("systemLanguage").into_iter().flat_map(|list| list.split(',')).map(str::trim);
        let chosen = tags().find(|tag| matches_language(tag, &own)).or_else(|| tags().next());
        self.language = chosen.unwrap_or(&own).to_owned();
        self.visit_node(node, state);
        self.language = own;
    }

    /// Returns true if the conditions of an element hold for the reader.
    fn meets_conditions(&self, node: Node<'_, '_>) -> bool {
        let known =
            |list: &str| list.split_ascii_whitespace().all(|name| name == crate::xml::XHTML_NAMESPACE);
        node.attribute("requiredExtensions").is_none_or(known)
            && node.attribute("systemLanguage").is_none_or(|list| {
                self.language.is_empty()
                    || list.split(',').any(|tag| matches_language(tag.trim(), &self.language))
            })
    }

    /// The target of a reference is drawn here.
    fn visit_use(&mut self, node: Node<'_, 'i>, state: &NodeState) {
        let href = node.attribute("href").or_else(|| node.attribute((XLINK_NAMESPACE, "href")));
        let Some(target) = href.and_then(|href| href.trim().strip_prefix('#')) else { return };
        if state.uses >= MAX_USE_DEPTH || self.nodes == 0 {
            return;
        }
        let Some(target) = self.reader.find_by_id(target) else { return };
        let state = NodeState { uses: state.uses + 1, ..state.clone() };
        if target.tag_name().name() == "symbol" {
            if !self.reader.styles.is_hidden(target) {
                let state = state.inherit_into(target, self.reader);
                target.children().for_each(|child| self.visit_node(child, &state));
            }
        } else {
            self.visit_node(target, &state);
        }
    }

    /// The name and description of a part of the drawing.
    fn add_name(&mut self, node: Node<'_, '_>) {
        let label = node.attribute("aria-label").map(collapse_spaces);
        let inside = ["title", "desc"].map(|name| find_child(node, name).map(text_of));
        for name in label.into_iter().chain(inside.into_iter().flatten()) {
            if !name.is_empty() && !self.text.names.contains(&name) {
                self.text.names.push(name);
            }
        }
    }

    /// XHTML inside the drawing.
    fn visit_foreign_object(&mut self, node: Node<'_, 'i>) {
        self.end_lines();
        let blocks = self.reader.read_blocks(node, true);
        self.text.blocks.extend(blocks);
    }

    /// Makes paragraphs of the text so far.
    fn end_lines(&mut self) {
        let chunks = std::mem::take(&mut self.chunks);
        for (ids, dir, line) in join_paragraphs(chunks) {
            let attrs = Attrs { ids, dir, ..Attrs::default() };
            self.text.blocks.push(Block { attrs, kind: BlockKind::Paragraph(line) });
        }
    }

    fn visit_text(&mut self, node: Node<'_, 'i>, state: &NodeState) {
        self.texts += 1;
        let holder = node.parent().map_or(0, |parent| parent.id().get());
        let mut line = LetterLine {
            text: self.texts,
            holder,
            positions: Vec::new(),
            first_chunk: self.chunks.len(),
            on_path: false,
            run: 0,
            writes_spaces: writes_spaces(node),
        };
        self.visit_letters(node, state, &mut line);
    }

    /// The letters of an element inside `text`, with the places that it gives them.
    fn visit_letters(&mut self, node: Node<'_, 'i>, state: &NodeState, line: &mut LetterLine) {
        let id = read_attrs(node).ids.into_iter().filter(|_| state.uses == 0);
        let start = self.chunks.len();
        let outer_run = std::mem::replace(&mut line.run, node.id().get());
        line.positions.push(GivenPositions::from_node(node, &state.look));
        if node.tag_name().name() == "textPath" {
            (line.first_chunk, line.on_path) = (self.chunks.len(), true);
        }
        for inner in node.children() {
            if inner.is_text() {
                for c in inner.text().unwrap_or_default().chars() {
                    if self.nodes == 0 {
                        break;
                    }
                    self.nodes -= 1;
                    self.push_letter(c, state, line);
                }
            } else if inner.is_element()
                && inner.tag_name().namespace() == Some(SVG_NAMESPACE)
                && matches!(inner.tag_name().name(), "tspan" | "textPath" | "a" | "tref" | "switch")
                && !self.reader.styles.is_hidden(inner)
                && self.meets_conditions(inner)
            {
                self.visit_letters(inner, &state.inherit_into(inner, self.reader), line);
            }
        }
        line.positions.pop();
        line.run = outer_run;
        if let Some(first) = self.chunks.get_mut(start) {
            first.ids.splice(0..0, id);
        }
    }

    fn push_letter(&mut self, c: char, state: &NodeState, line: &mut LetterLine) {
        let white = c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}');
        let continues = self.chunks.len() > line.first_chunk;
        if white {
            // Of several spaces, only the first has a place.
            if let Some(last) = self.chunks[line.first_chunk..].last_mut() {
                if !last.ends_with_space {
                    line.skip_position();
                }
                last.push_space(c);
            }
            return;
        }
        let (x, y, shift) = line.next_position();
        if continues
            && x.is_none()
            && y.is_none()
            && shift == (0.0, 0.0)
            && let Some(last) = self.chunks.last_mut()
            && last.has_same_style(state)
        {
            last.push_letter(c);
            return;
        }
        let mut look = state.look;
        let end = self.chunks[line.first_chunk..].last().map(|last| {
            let start = last.position.0 - last.estimated_width() * last.state.look.anchor;
            match (last.state.look.vertical, last.state.look.rtl) {
                (true, _) => (last.position.0, last.position.1 + last.estimated_width()),
                (false, true) => (last.position.0 - last.estimated_width(), last.position.1),
                (false, false) => (start + last.estimated_width(), last.position.1),
            }
        });
        if end.is_some() && x.is_none() {
            look.anchor = 0.0;
        }
        let from = end.unwrap_or_default();
        let mut chunk = LetterChunk {
            ids: Vec::new(),
            text: String::new(),
            position: (x.unwrap_or(from.0) + shift.0, y.unwrap_or(from.1) + shift.1),
            is_placed: end.is_none() || if look.vertical { y.is_some() } else { x.is_some() },
            shift,
            on_path: line.on_path,
            first: !continues,
            run: line.run,
            writes_spaces: line.writes_spaces,
            element: line.text,
            holder: line.holder,
            state: NodeState { look, ..state.clone() },
            ends_with_space: false,
            ends_line: false,
        };
        chunk.push_letter(c);
        self.chunks.push(chunk);
    }
}

/// Returns true if a language is the reader's: `en` is for readers of `en-GB` too.
fn matches_language(tag: &str, reader: &str) -> bool {
    let main = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    !tag.is_empty() && main(tag) == main(reader)
}

/// Characters of the longest words that a text has on average if it has the spaces between them.
const MAX_AVERAGE_WORD_CHARS: usize = 16;

/// Returns true if a text has the spaces between its words as characters, and not only as distances.
fn writes_spaces(node: Node<'_, '_>) -> bool {
    let (mut letters, mut spaces) = (0_usize, 0_usize);
    for text in node.descendants().filter(Node::is_text).filter_map(|text| text.text()) {
        let trimmed = text.trim_matches(['\n', '\r', '\t']);
        letters += trimmed.chars().filter(|c| !c.is_whitespace()).count();
        spaces += trimmed.trim().matches(' ').count();
    }
    spaces > 0 && letters / spaces <= MAX_AVERAGE_WORD_CHARS
}

/// The letters of one `text`.
struct LetterLine {
    text: usize,
    holder: u32,
    positions: Vec<GivenPositions>,
    /// The first of its chunks, or of those of the path that it follows.
    first_chunk: usize,
    on_path: bool,
    /// The identity of the innermost element.
    run: u32,
    /// True if the source has spaces between words.
    writes_spaces: bool,
}

/// The places that an element gives to the letters inside.
struct GivenPositions {
    x: Vec<f64>,
    y: Vec<f64>,
    dx: Vec<f64>,
    dy: Vec<f64>,
    /// Letters so far.
    letter_index: usize,
}

impl GivenPositions {
    fn from_node(node: Node<'_, '_>, look: &TypeStyle) -> Self {
        let list = |name: &str| -> Vec<f64> {
            node.attribute(name).map(|text| parse_lengths(text, look.size)).unwrap_or_default()
        };
        Self { x: list("x"), y: list("y"), dx: list("dx"), dy: list("dy"), letter_index: 0 }
    }
}

impl LetterLine {
    /// The place of the next letter: of the innermost element that gives one; and how it is moved from there.
    fn next_position(&mut self) -> (Option<f64>, Option<f64>, (f64, f64)) {
        let find = |list: fn(&GivenPositions) -> &Vec<f64>| {
            self.positions.iter().rev().find_map(|own| list(own).get(own.letter_index).copied())
        };
        let (x, y) = (find(|own| &own.x), find(|own| &own.y));
        let shift = (find(|own| &own.dx).unwrap_or_default(), find(|own| &own.dy).unwrap_or_default());
        self.skip_position();
        (x, y, shift)
    }

    fn skip_position(&mut self) {
        self.positions.iter_mut().for_each(|own| own.letter_index += 1);
    }
}

/// The words of blocks as one line, for a place where only a line may be.
pub(super) fn to_line(blocks: Vec<Block>) -> Vec<Inline> {
    let mut line = Vec::new();
    for Block { mut attrs, kind } in blocks {
        if !line.is_empty() {
            line.push(Inline::Text(" ".to_owned()));
        }
        attrs.kinds.clear();
        match kind {
            BlockKind::Image(image) => line.push(with_attrs(Inline::Image(image), attrs)),
            BlockKind::Math(math) => line.push(with_attrs(Inline::Math(math), attrs)),
            BlockKind::PageBreak(page) => line.push(with_attrs(Inline::PageBreak(page), attrs)),
            other => {
                let mut block = Block::new(other);
                let mut inlines: Vec<Inline> = block.inlines_mut().map(std::mem::take).unwrap_or_default();
                for list in block.child_lists_mut() {
                    inlines.extend(to_line(std::mem::take(list)));
                }
                push_with_attrs(inlines, attrs, &mut line);
            }
        }
    }
    line
}
