//! The text of a document of an EPUB, piece by piece, as fragment identifiers and pointers count it.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::engine::{Piece, Texts};
use crate::xml::child;

/// The text of a document, and where each piece of it is.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    pub(super) text: String,
    pub(super) elements: Vec<Seen>,
    pub(super) runs: Vec<Run>,
}

/// An element of a document.
#[derive(Debug)]
pub(super) struct Seen {
    /// Number of the element around it, from 1; 0 for the body.
    pub(super) parent: usize,
    pub(super) name: String,
    pub(super) index: u64,
    pub(super) nth: u64,
    pub(super) is_only: bool,
    pub(super) has_one_text: bool,
}

#[derive(Debug)]
pub(super) struct Run {
    /// Where it begins in the whole text, bytes.
    pub(super) begins: usize,
    pub(super) element: usize,
    pub(super) text: u64,
    /// UTF-16 code units of the same text before it.
    pub(super) before: u64,
    /// Whether it is the words of a formula, which as a whole comes after those units.
    pub(super) is_formula: bool,
    /// Where it is for an e-reader.
    pub(super) engine: Piece,
}

impl Run {
    /// Code points of the e-reader's text before what begins at this byte of the whole text.
    pub(super) fn characters(&self, text: &str, at: usize) -> u64 {
        if self.is_formula { self.engine.length } else { self.engine.width(&text[self.begins..at]) }
    }
}

impl Trail {
    /// Reads a document of XHTML.
    pub(crate) fn of(document: &Document<'_>) -> Self {
        let mut trail = Self::default();
        let root = document.root_element();
        if let Some(body) = child(root, "body") {
            let index = root.children().filter(Node::is_element).position(|node| node == body);
            let index = index.map_or(2, |index| index as u64 + 1);
            trail.element(body, 0, (index, 1, true), false);
        }
        trail
    }

    fn element(
        &mut self,
        node: Node<'_, '_>,
        parent: usize,
        (index, nth, is_only): (u64, u64, bool),
        inside_pre: bool,
    ) {
        let engine = Texts::of(node, inside_pre);
        let name = node.tag_name().name().to_owned();
        let has_one_text = engine.count() == 1;
        self.elements.push(Seen { parent, name, index, nth, is_only, has_one_text });
        let own = self.elements.len();
        let (mut elements, mut before) = (0_u64, 0_u64);
        let mut names: HashMap<&str, (u64, u64)> = HashMap::new();
        for inside in node.children().filter(Node::is_element) {
            names.entry(inside.tag_name().name()).or_default().1 += 1;
        }
        let mut pieces = engine.pieces.iter();
        // The last piece that an e-reader has.
        let mut last = Piece::none();
        for inside in node.children() {
            if inside.is_element() {
                let name = inside.tag_name().name();
                let seen = names.entry(name).or_default();
                seen.0 += 1;
                let (nth, all) = *seen;
                let words = inside.attribute("alttext").filter(|_| name == "math");
                if let Some(words) = words {
                    // Sentences have the words of a formula, not its signs.
                    let (begins, text) = (self.text.len(), 2 * elements + 1);
                    // Without a text before it, it is a child of the element with this number.
                    let engine = if last.nth > 0 { last } else { Piece::child(elements) };
                    let run = Run { begins, element: own - 1, text, before, is_formula: true, engine };
                    self.runs.push(run);
                    self.text.push_str(words);
                }
                elements += 1;
                before = 0;
                if words.is_none() && !matches!(name, "script" | "style" | "svg") {
                    self.element(inside, own, (elements, nth, all == 1), engine.is_pre);
                }
            } else if inside.is_text() {
                for (text, engine) in pieces.by_ref().take_while(|(text, _)| !text.is_empty()) {
                    let (begins, element) = (self.text.len(), own - 1);
                    let run = Run {
                        begins,
                        element,
                        text: 2 * elements + 1,
                        before,
                        is_formula: false,
                        engine: *engine,
                    };
                    self.runs.push(run);
                    self.text.push_str(text);
                    before += text.encode_utf16().count() as u64;
                    if engine.nth > 0 {
                        last = *engine;
                    }
                }
            }
        }
    }

    /// Finds characters that are not white space, from a place on within this many bytes. Returns where they
    /// begin and end.
    pub(super) fn find(&self, head: &str, from: usize, within: usize) -> Option<(usize, usize)> {
        let first = head.chars().next()?;
        let end = self.text.floor_char_boundary(from.saturating_add(within).min(self.text.len()));
        let text = self.text.get(from..end)?;
        text.char_indices().filter(|(_, c)| *c == first).find_map(|(at, _)| {
            let mut rest = self.text[from + at..].char_indices().filter(|(_, c)| !c.is_whitespace());
            let mut last = 0;
            for wanted in head.chars() {
                let (at, c) = rest.next()?;
                if c != wanted {
                    return None;
                }
                last = at + c.len_utf8();
            }
            Some((from + at, from + at + last))
        })
    }

    /// The place after this many characters that are not white space.
    pub(super) fn behind(&self, from: usize, characters: u64) -> usize {
        let rest = self.text[from..].char_indices().filter(|(_, c)| !c.is_whitespace());
        let count = usize::try_from(characters).unwrap_or(usize::MAX);
        rest.map(|(at, _)| from + at).nth(count).unwrap_or(self.text.len())
    }
}
