//! The text of a document of an EPUB, piece by piece, as fragment identifiers and pointers count it.

use roxmltree::{Document, Node};

use super::engine::{Piece, Texts, Width};
use super::letters;
use crate::xml::child;

/// The text of a document, and where each piece of it is.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    pub(super) text: String,
    /// The names of its elements, each once.
    pub(super) names: Vec<String>,
    pub(super) elements: Vec<Seen>,
    pub(super) runs: Vec<Run>,
}

/// An element of a document.
#[derive(Debug)]
pub(super) struct Seen {
    /// Number of the element around it, from 1; 0 for the body.
    pub(super) parent: usize,
    /// Index of its name.
    pub(super) name: usize,
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
    /// Where it is for an e-reader.
    pub(super) engine: Piece,
    /// Of the words of a formula, which as a whole comes after those units: code points of the e-reader's
    /// text before it, or without such a text the number of a child of its element, from 0.
    pub(super) formula: Option<u64>,
}

/// How far a trail was followed.
#[derive(Debug, Default)]
pub(super) struct Follower {
    run: usize,
    at: usize,
    /// UTF-16 code units of the run so far.
    units: u64,
    width: Width,
}

impl Follower {
    /// Advances to a byte of the text, which is not before the last one. Returns the index of its run, and
    /// what is before it in the text of the document, in UTF-16 code units, and in that of an e-reader, in
    /// code points. `None` if there is no run.
    pub(super) fn follow(&mut self, trail: &Trail, at: usize) -> Option<(usize, u64, u64)> {
        let further = trail.runs.get(self.run..)?.partition_point(|run| run.begins <= at).checked_sub(1)?;
        self.run += further;
        let run = &trail.runs[self.run];
        if let Some(characters) = run.formula {
            return Some((self.run, run.before, characters));
        }
        if self.at < run.begins || further > 0 {
            *self = Self { run: self.run, at: run.begins, ..Self::default() };
        }
        let text = trail.text.get(self.at..at)?;
        self.units += units(text);
        self.width.add(&run.engine, text);
        self.at = at;
        Some((self.run, run.before + self.units, self.width.characters))
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
        let name = index_of(node.tag_name().name(), &mut self.names);
        let has_one_text = engine.count() == 1;
        self.elements.push(Seen { parent, name, index, nth, is_only, has_one_text });
        let own = self.elements.len();
        let (mut elements, mut before) = (0_u64, 0_u64);
        // How often each name was seen so far, and how often it is there.
        let mut names: Vec<(&str, u64, u64)> = Vec::new();
        for inside in node.children().filter(Node::is_element) {
            let name = inside.tag_name().name();
            match names.iter_mut().find(|(known, ..)| *known == name) {
                Some((.., all)) => *all += 1,
                None => names.push((name, 0, 1)),
            }
        }
        let mut pieces = engine.pieces.iter();
        // The last piece that an e-reader has.
        let (mut last, mut last_text) = (Piece::none(), "");
        for inside in node.children() {
            if inside.is_element() {
                let name = inside.tag_name().name();
                let seen = names.iter_mut().find(|(known, ..)| *known == name);
                let (nth, all) = seen.map_or((1, 1), |(_, nth, all)| {
                    *nth += 1;
                    (*nth, *all)
                });
                let words = inside.attribute("alttext").filter(|_| name == "math");
                if let Some(words) = words {
                    // Sentences have the words of a formula, not its signs.
                    let (begins, text) = (self.text.len(), 2 * elements + 1);
                    let characters = if last.nth > 0 { last.width(last_text) } else { elements };
                    let formula = Some(characters);
                    let run = Run { begins, element: own - 1, text, before, engine: last, formula };
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
                        engine: *engine,
                        formula: None,
                    };
                    self.runs.push(run);
                    self.text.push_str(text);
                    before += units(text);
                    if engine.nth > 0 {
                        (last, last_text) = (*engine, text);
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
        letters::skip(&self.text, from, usize::try_from(characters).unwrap_or(usize::MAX))
    }
}

/// The index of a name, which is added to the others if it is new.
pub(super) fn index_of(name: &str, names: &mut Vec<String>) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

/// The UTF-16 code units of a text.
fn units(text: &str) -> u64 {
    // One for each byte that begins a character, and one more for each character of four bytes.
    let count = |byte: u8| u64::from(byte & 0xc0 != 0x80) + u64::from(byte >= 0xf0);
    text.bytes().map(count).sum()
}
