//! The text of a document of an EPUB, piece by piece, as fragment identifiers and pointers count it.

use roxmltree::{Document, Node};

use crate::engine::{CollapsedWidth, ElementTexts, TextPiece};
use crate::letters;
use crate::tree::TreeElement;

/// The text of a document, and where each piece of it is.
#[derive(Debug, Default)]
pub struct DocumentTrail {
    pub(crate) text: String,
    /// The names of its elements, each once.
    pub(crate) names: Vec<String>,
    pub(crate) elements: Vec<TreeElement>,
    pub(crate) runs: Vec<TextRun>,
}

#[derive(Debug)]
pub(crate) struct TextRun {
    /// Position in the whole text, bytes.
    pub(crate) begins: usize,
    pub(crate) element: usize,
    pub(crate) text: u64,
    /// UTF-16 code units of the same text before it.
    pub(crate) units_before: u64,
    /// Position for an e-reader.
    pub(crate) engine: TextPiece,
    /// Of the words of a formula, which as a whole comes after those units: code points of the e-reader's
    /// text before it, or without such a text the number of a child of its element, from 0.
    pub(crate) formula: Option<u64>,
}

#[derive(Debug, Default)]
pub(crate) struct TrailFollower {
    run: usize,
    offset: usize,
    /// UTF-16 code units of the run so far.
    units: u64,
    width: CollapsedWidth,
}

impl TrailFollower {
    /// Advances to a byte of the text, which is not before the last one. Returns the index of its run, and
    /// what is before it in the text of the document, in UTF-16 code units, and in that of an e-reader, in
    /// code points. `None` if there is no run.
    pub(crate) fn follow(&mut self, trail: &DocumentTrail, at: usize) -> Option<(usize, u64, u64)> {
        let further = trail.runs.get(self.run..)?.partition_point(|run| run.begins <= at).checked_sub(1)?;
        self.run += further;
        let run = &trail.runs[self.run];
        if let Some(characters) = run.formula {
            return Some((self.run, run.units_before, characters));
        }
        if self.offset < run.begins || further > 0 {
            *self = Self { run: self.run, offset: run.begins, ..Self::default() };
        }
        let text = trail.text.get(self.offset..at)?;
        self.units += utf16_units(text);
        self.width.add_text(&run.engine, text);
        self.offset = at;
        Some((self.run, run.units_before + self.units, self.width.characters))
    }
}

impl DocumentTrail {
    /// Reads a document of XHTML.
    pub fn from_document(document: &Document<'_>) -> Self {
        let mut trail = Self::default();
        let root = document.root_element();
        let mut children = root.children().filter(Node::is_element).zip(1..);
        if let Some((body, index)) = children.find(|(node, _)| node.tag_name().name() == "body") {
            trail.visit_element(body, 0, (index, 1, true), false);
        }
        trail
    }

    fn visit_element(
        &mut self,
        node: Node<'_, '_>,
        parent: usize,
        (index, nth, is_only): (u64, u64, bool),
        inside_pre: bool,
    ) {
        let engine = ElementTexts::from_node(node, inside_pre);
        let name = name_index(node.tag_name().name(), &mut self.names);
        let has_one_text = engine.count() == 1;
        self.elements.push(TreeElement { parent, name, index, nth, is_only, has_one_text });
        let own = self.elements.len();
        let (mut elements, mut before) = (0_u64, 0_u64);
        // Number of times that each name was seen so far, and its total.
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
        let mut last = TextPiece::outside_texts();
        let mut last_text = "";
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
                    let begins = self.text.len();
                    let text = 2 * elements + 1;
                    let characters = if last.nth > 0 { last.collapsed_width(last_text) } else { elements };
                    let formula = Some(characters);
                    let run = TextRun {
                        begins,
                        element: own - 1,
                        text,
                        units_before: before,
                        engine: last,
                        formula,
                    };
                    self.runs.push(run);
                    self.text.push_str(words);
                }
                elements += 1;
                before = 0;
                if words.is_none() && !matches!(name, "script" | "style" | "svg") {
                    self.visit_element(inside, own, (elements, nth, all == 1), engine.is_pre);
                }
            } else if inside.is_text() {
                for (text, engine) in pieces.by_ref().take_while(|(text, _)| !text.is_empty()) {
                    let begins = self.text.len();
                    let element = own - 1;
                    let run = TextRun {
                        begins,
                        element,
                        text: 2 * elements + 1,
                        units_before: before,
                        engine: *engine,
                        formula: None,
                    };
                    self.runs.push(run);
                    self.text.push_str(text);
                    before += utf16_units(text);
                    if engine.nth > 0 {
                        (last, last_text) = (*engine, text);
                    }
                }
            }
        }
    }

    /// Finds characters that are not white space, from a place on within this many bytes. Returns where they
    /// begin and end.
    pub(crate) fn find_head(&self, head: &str, from: usize, within: usize) -> Option<(usize, usize)> {
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
    pub(crate) fn skip_letters(&self, from: usize, characters: u64) -> usize {
        letters::skip_letters(&self.text, from, usize::try_from(characters).unwrap_or(usize::MAX))
    }
}

/// The index of a name, which is added to the others if it is new.
pub(crate) fn name_index(name: &str, names: &mut Vec<String>) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

fn utf16_units(text: &str) -> u64 {
    // One for each byte that begins a character, and one more for each character of four bytes.
    let count = |byte: u8| u64::from(byte & 0xc0 != 0x80) + u64::from(byte >= 0xf0);
    text.bytes().map(count).sum()
}
