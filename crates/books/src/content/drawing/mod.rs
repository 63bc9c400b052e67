//! The text of drawings (SVG): which words are presented, and in which order.

mod lines;
mod place;
mod styles;
#[cfg(test)]
mod tests;

use roxmltree::Node;

use super::{Reader, attrs};
use crate::model::{Attrs, Block, BlockKind, Href, Inline, squeezed};
use crate::xml::{SVG, XLINK, child, text_of};
pub(crate) use lines::advance;
use lines::{Chunk, paragraphs};
pub(crate) use place::Matrix;
use place::{Length, Type, numbers};
pub(super) use styles::Styles;

/// Nodes that the text of one drawing may take, those that `use` repeats counted again.
const NODES: usize = 200_000;
/// How deep `use` may refer to what uses again.
const USES: usize = 8;

/// Elements that are never presented where they are.
const UNSEEN: [&str; 13] = [
    "clipPath",
    "defs",
    "desc",
    "filter",
    "linearGradient",
    "marker",
    "mask",
    "metadata",
    "pattern",
    "radialGradient",
    "script",
    "style",
    "title",
];

/// What a drawing says.
#[derive(Debug, Default)]
pub(super) struct Text {
    /// Its words in reading order.
    pub(super) blocks: Vec<Block>,
    /// The names and descriptions of its parts that are not drawn.
    pub(super) names: Vec<String>,
}

/// Whether the element is a drawing that may say something: it has text, or other content inside.
pub(super) fn has_text(node: Node<'_, '_>) -> bool {
    is_outermost(node)
        && node.descendants().any(|inner| {
            inner.tag_name().namespace() == Some(SVG)
                && matches!(inner.tag_name().name(), "text" | "foreignObject")
                && inner.descendants().any(|text| text.text().is_some_and(|text| !text.trim().is_empty()))
        })
}

fn is_outermost(node: Node<'_, '_>) -> bool {
    node.has_tag_name((SVG, "svg"))
        && node.parent().is_none_or(|above| above.tag_name().namespace() != Some(SVG))
}

/// What surrounds a node of the drawing.
#[derive(Debug, Clone)]
struct State {
    matrix: Matrix,
    look: Type,
    visible: bool,
    lang: Option<String>,
    link: Option<Href>,
    /// The identity of the element that holds the text, for lines that belong together.
    parent: u32,
    /// How many `use` elements lead here.
    uses: usize,
}

/// A walk through a drawing.
struct Walk<'r, 'a, 'i> {
    reader: &'r Reader<'a, 'i>,
    /// The language that the drawing is read in, where it has several (`systemLanguage`).
    language: String,
    nodes: usize,
    chunks: Vec<Chunk>,
    out: Text,
    /// The number of `text` elements so far.
    texts: usize,
}

impl<'i> Reader<'_, 'i> {
    /// Reads what a drawing says.
    pub(super) fn drawing_text(&self, node: Node<'_, 'i>) -> Text {
        let mut walk = Walk {
            reader: self,
            language: language(node).unwrap_or_default(),
            nodes: NODES,
            chunks: Vec::new(),
            out: Text::default(),
            texts: 0,
        };
        let state = State {
            matrix: Matrix::default(),
            look: Type::default(),
            visible: true,
            lang: None,
            link: None,
            parent: 0,
            uses: 0,
        };
        let state = state.inside(node, self);
        for inner in node.children() {
            walk.node(inner, &state);
        }
        walk.end_lines();
        walk.out
    }
}

/// The language that surrounds a node.
fn language(node: Node<'_, '_>) -> Option<String> {
    node.ancestors().find_map(|above| attrs(above).lang)
}

impl State {
    /// What surrounds the contents of an element.
    fn inside(&self, node: Node<'_, '_>, reader: &Reader<'_, '_>) -> Self {
        let mut inner = self.clone();
        inner.parent = node.id().get();
        if let Some(transform) = node.attribute("transform") {
            inner.matrix = inner.matrix.then(&Matrix::read(transform));
        }
        if node.tag_name().name() == "svg" || node.tag_name().name() == "use" {
            let number = |name: &str| node.attribute(name).and_then(|text| numbers(text).first().copied());
            let (x, y) = (number("x").unwrap_or_default(), number("y").unwrap_or_default());
            inner.matrix = inner.matrix.then(&Matrix::moved(x, y));
        }
        inner.look = inner.look.inside(node, &reader.styles);
        match reader.styles.property(node, "visibility") {
            Some("hidden" | "collapse") => inner.visible = false,
            Some("visible") => inner.visible = true,
            _ => {}
        }
        let own = attrs(node);
        inner.lang = own.lang.or(inner.lang);
        if node.tag_name().name() == "a" {
            let href = node.attribute("href").or_else(|| node.attribute((XLINK, "href")));
            inner.link = href.and_then(|href| reader.href(href)).or(inner.link);
        }
        inner
    }
}

impl<'i> Walk<'_, '_, 'i> {
    fn node(&mut self, node: Node<'_, 'i>, around: &State) {
        if !node.is_element() || self.reader.styles.hide(node) || !self.speaks(node) {
            return;
        }
        let Some(left) = self.nodes.checked_sub(1) else { return };
        self.nodes = left;
        let name = node.tag_name().name();
        if node.tag_name().namespace() != Some(SVG) || UNSEEN.contains(&name) {
            return;
        }
        let state = around.inside(node, self.reader);
        if name != "text" {
            self.name(node);
        }
        match name {
            "text" => self.text(node, &state),
            "foreignObject" => self.foreign(node),
            "switch" => {
                let chosen = node.children().find(|child| child.is_element() && self.speaks(*child));
                // A reader of a language that the drawing does not have gets the first one.
                let chosen = chosen.or_else(|| node.children().find(Node::is_element));
                if let Some(chosen) = chosen {
                    self.chosen(chosen, &state);
                }
            }
            "use" => self.used(node, &state),
            // Drawn only where it is used.
            "symbol" => {}
            _ => node.children().for_each(|child| self.node(child, &state)),
        }
    }

    /// The choice of a `switch`, whatever language it is of.
    fn chosen(&mut self, node: Node<'_, 'i>, state: &State) {
        let own = std::mem::take(&mut self.language);
        // Below it other languages than its own are left out still.
        self.language = node
            .attribute("systemLanguage")
            .and_then(|list| {
                list.split(',').map(str::trim).find(|tag| matches(tag, &own)).or(list.split(',').next())
            })
            .map_or_else(|| own.clone(), |tag| tag.trim().to_owned());
        self.node(node, state);
        self.language = own;
    }

    /// Whether the conditions of an element hold for the reader.
    fn speaks(&self, node: Node<'_, '_>) -> bool {
        let known = |list: &str| list.split_ascii_whitespace().all(|name| name == crate::xml::XHTML);
        node.attribute("requiredExtensions").is_none_or(known)
            && node.attribute("systemLanguage").is_none_or(|list| {
                self.language.is_empty() || list.split(',').any(|tag| matches(tag.trim(), &self.language))
            })
    }

    /// What an element refers to is drawn here.
    fn used(&mut self, node: Node<'_, 'i>, state: &State) {
        let href = node.attribute("href").or_else(|| node.attribute((XLINK, "href")));
        let Some(target) = href.and_then(|href| href.trim().strip_prefix('#')) else { return };
        if state.uses >= USES || self.nodes == 0 {
            return;
        }
        let Some(target) = self.reader.by_id(target) else { return };
        let state = State { uses: state.uses + 1, ..state.clone() };
        if target.tag_name().name() == "symbol" {
            if !self.reader.styles.hide(target) {
                let state = state.inside(target, self.reader);
                target.children().for_each(|child| self.node(child, &state));
            }
        } else {
            self.node(target, &state);
        }
    }

    /// The name and description of a part of the drawing.
    fn name(&mut self, node: Node<'_, '_>) {
        let label = node.attribute("aria-label").map(squeezed);
        let inside = ["title", "desc"].map(|name| child(node, name).map(text_of));
        for name in label.into_iter().chain(inside.into_iter().flatten()) {
            if !name.is_empty() && !self.out.names.contains(&name) {
                self.out.names.push(name);
            }
        }
    }

    /// XHTML inside the drawing.
    fn foreign(&mut self, node: Node<'_, 'i>) {
        self.end_lines();
        let blocks = self.reader.blocks(node, true);
        self.out.blocks.extend(blocks);
    }

    /// Makes paragraphs of the text so far.
    fn end_lines(&mut self) {
        let chunks = std::mem::take(&mut self.chunks);
        for (ids, dir, line) in paragraphs(chunks) {
            let attrs = Attrs { ids, dir, ..Attrs::default() };
            self.out.blocks.push(Block { attrs, kind: BlockKind::Paragraph(line) });
        }
    }

    fn text(&mut self, node: Node<'_, 'i>, state: &State) {
        self.texts += 1;
        let holder = node.parent().map_or(0, |parent| parent.id().get());
        let mut line = Letters {
            text: self.texts,
            holder,
            positions: Vec::new(),
            begun: self.chunks.len(),
            on_path: false,
            run: 0,
            writes_spaces: writes_spaces(node),
        };
        self.letters(node, state, &mut line);
    }

    /// The letters of an element inside `text`, with the places that it gives them.
    fn letters(&mut self, node: Node<'_, 'i>, state: &State, line: &mut Letters) {
        let id = attrs(node).ids.into_iter().filter(|_| state.uses == 0);
        let start = self.chunks.len();
        let outer_run = std::mem::replace(&mut line.run, node.id().get());
        line.positions.push(Positions::of(node, &state.look));
        if node.tag_name().name() == "textPath" {
            (line.begun, line.on_path) = (self.chunks.len(), true);
        }
        for inner in node.children() {
            if inner.is_text() {
                for c in inner.text().unwrap_or_default().chars() {
                    if self.nodes == 0 {
                        break;
                    }
                    self.nodes -= 1;
                    self.letter(c, state, line);
                }
            } else if inner.is_element()
                && inner.tag_name().namespace() == Some(SVG)
                && matches!(inner.tag_name().name(), "tspan" | "textPath" | "a" | "tref" | "switch")
                && !self.reader.styles.hide(inner)
                && self.speaks(inner)
            {
                self.letters(inner, &state.inside(inner, self.reader), line);
            }
        }
        line.positions.pop();
        line.run = outer_run;
        if let Some(first) = self.chunks.get_mut(start) {
            first.ids.splice(0..0, id);
        }
    }

    fn letter(&mut self, c: char, state: &State, line: &mut Letters) {
        let white = c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}');
        let continues = self.chunks.len() > line.begun;
        if white {
            // Of several spaces, only the first has a place.
            if let Some(last) = self.chunks[line.begun..].last_mut() {
                if !last.spaced {
                    line.skip();
                }
                last.space(c);
            }
            return;
        }
        let (x, y, shift) = line.next();
        if continues
            && x.is_none()
            && y.is_none()
            && shift == (0.0, 0.0)
            && let Some(last) = self.chunks.last_mut()
            && last.same(state.visible, state.lang.as_deref(), state.link.as_ref())
        {
            last.push(c);
            return;
        }
        let mut look = state.look;
        let end = self.chunks[line.begun..].last().map(|last| {
            let start = last.at.0 - last.width() * last.look.anchor;
            match (last.look.vertical, last.look.rtl) {
                (true, _) => (last.at.0, last.at.1 + last.width()),
                (false, true) => (last.at.0 - last.width(), last.at.1),
                (false, false) => (start + last.width(), last.at.1),
            }
        });
        if end.is_some() && x.is_none() {
            look.anchor = 0.0;
        }
        let from = end.unwrap_or_default();
        let mut chunk = Chunk {
            ids: Vec::new(),
            text: String::new(),
            at: (x.unwrap_or(from.0) + shift.0, y.unwrap_or(from.1) + shift.1),
            placed: end.is_none() || if look.vertical { y.is_some() } else { x.is_some() },
            shift,
            on_path: line.on_path,
            first: !continues,
            run: line.run,
            writes_spaces: line.writes_spaces,
            element: line.text,
            holder: line.holder,
            matrix: state.matrix,
            look,
            visible: state.visible,
            lang: state.lang.clone(),
            link: state.link.clone(),
            spaced: false,
            ended: false,
        };
        chunk.push(c);
        self.chunks.push(chunk);
    }
}

/// Whether a language is the reader's: `en` is for readers of `en-GB` too.
fn matches(tag: &str, reader: &str) -> bool {
    let main = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    !tag.is_empty() && main(tag) == main(reader)
}

/// Characters of the longest words that a text has on average if it has the spaces between them.
const MAX_AVERAGE_WORD_CHARS: usize = 16;

/// Whether a text has the spaces between its words as characters, and not only as distances.
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
struct Letters {
    text: usize,
    holder: u32,
    positions: Vec<Positions>,
    /// Where its chunks, or those of the path that it follows, begin.
    begun: usize,
    on_path: bool,
    /// The identity of the innermost element.
    run: u32,
    /// Whether the source has spaces between words.
    writes_spaces: bool,
}

/// The places that an element gives to the letters inside.
struct Positions {
    x: Vec<f64>,
    y: Vec<f64>,
    dx: Vec<f64>,
    dy: Vec<f64>,
    /// Letters so far.
    at: usize,
}

impl Positions {
    fn of(node: Node<'_, '_>, look: &Type) -> Self {
        let list = |name: &str| -> Vec<f64> {
            node.attribute(name).map(|text| Length::list(text, look.size)).unwrap_or_default()
        };
        Self { x: list("x"), y: list("y"), dx: list("dx"), dy: list("dy"), at: 0 }
    }
}

impl Letters {
    /// The place of the next letter: of the innermost element that gives one; and how it is moved from there.
    fn next(&mut self) -> (Option<f64>, Option<f64>, (f64, f64)) {
        let find = |list: fn(&Positions) -> &Vec<f64>| {
            self.positions.iter().rev().find_map(|own| list(own).get(own.at).copied())
        };
        let (x, y) = (find(|own| &own.x), find(|own| &own.y));
        let shift = (find(|own| &own.dx).unwrap_or_default(), find(|own| &own.dy).unwrap_or_default());
        self.skip();
        (x, y, shift)
    }

    fn skip(&mut self) {
        self.positions.iter_mut().for_each(|own| own.at += 1);
    }
}

/// The words of blocks as one line, for a place where only a line may be.
pub(super) fn as_line(blocks: Vec<Block>) -> Vec<Inline> {
    let mut line = Vec::new();
    for mut block in blocks {
        if !line.is_empty() {
            line.push(Inline::Text(" ".to_owned()));
        }
        if let BlockKind::Image(image) = block.kind {
            line.push(Inline::Image(image));
            continue;
        }
        let own: Vec<Inline> = block.inlines_mut().map(std::mem::take).unwrap_or_default();
        line.extend(own);
        for list in block.child_lists_mut() {
            line.extend(as_line(std::mem::take(list)));
        }
    }
    line
}
