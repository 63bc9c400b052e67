//! One document of the spine.

use super::letters_of_blocks;
use super::{Block, BlockKind, Direction, Inline, collapse_spaces, plain_text, walk_blocks};
use crate::letters::{SourceCount, count_words};

/// The part of a book that a section belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Matter {
    /// Before the text: cover, title page, preface.
    Front,
    /// The text.
    Body,
    /// After the text: notes, index, colophon.
    Back,
}

/// One document of the spine.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Path in the package; with an id it makes a [`Target`](super::Target).
    pub path: String,
    /// True if it is part of the reading order; others are reached by links only.
    pub linear: bool,
    /// The part of the book. Never goes back: once `Body`, no later section is `Front`.
    pub matter: Matter,
    /// Language of the document (BCP 47), when it says so.
    pub lang: Option<String>,
    /// Writing direction of the document.
    pub dir: Option<Direction>,
    /// The title of the document's head; often the name of the chapter.
    pub title: Option<String>,
    /// The depth (from 1) at which the section begins a division although it has no heading, and
    /// the division's name from the table of contents.
    pub starts: Option<(u8, String)>,
    /// Places of the text that the table of contents names, other than headings with words.
    pub(crate) named_places: Vec<NamedPlace>,
    /// The text.
    pub blocks: Vec<Block>,
    /// The ids of the document's own element and body.
    pub ids: Vec<String>,
    /// True if the source was ill-formed and is given here as it could be understood.
    pub repaired: bool,
    /// True if the source names its language on its outermost element.
    pub names_language: bool,
    /// What the manifest of an EPUB 3 must state about the source document.
    pub(crate) needed_properties: Vec<&'static str>,
    /// Letters and words of the source document. `None` if it was not counted: the text was made.
    pub(crate) counted: Option<SourceCount>,
    /// The file of the source, if the section is only a part of it, with a path of its own.
    pub(crate) part_of: Option<String>,
}

/// A place inside a section that the table of contents names, and that says no name of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedPlace {
    /// The id of a block, or of something in it. `None` for the first heading without words, if the entry
    /// leads to the whole document.
    pub(crate) id: Option<String>,
    /// The depth of the entry, from 1.
    pub(crate) level: u8,
    pub(crate) label: String,
}

/// A division that a section begins without a heading of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Division<'a> {
    /// Its depth, from 1.
    pub level: u8,
    /// Its name in the table of contents.
    pub name: &'a str,
    /// The block of the section that says the name, only not as a heading.
    pub said_by: Option<usize>,
}

impl Section {
    /// A section of the reading order with this text; nothing else is known about it.
    pub fn new(path: String, matter: Matter, blocks: Vec<Block>) -> Self {
        Self {
            path,
            linear: true,
            matter,
            lang: None,
            dir: None,
            title: None,
            starts: None,
            named_places: Vec::new(),
            blocks,
            ids: Vec::new(),
            repaired: false,
            names_language: false,
            needed_properties: Vec::new(),
            counted: None,
            part_of: None,
        }
    }

    /// The name in the table of contents of a heading without words: of a picture without an alternative, or
    /// of nothing at all. `None` for other blocks, and for one that the table of contents does not list.
    pub fn wordless_heading_name(&self, block: &Block) -> Option<&str> {
        if self.named_places.is_empty() || !is_wordless_heading(block) {
            return None;
        }
        let is_first = || {
            let first = self.blocks.iter().find(|block| is_wordless_heading(block));
            first.is_some_and(|first| std::ptr::eq(first, block))
        };
        let names_it = |place: &&NamedPlace| match &place.id {
            Some(id) => has_id(block, id),
            None => is_first(),
        };
        self.named_places.iter().find(names_it).map(|place| place.label.as_str())
    }

    /// The place with this id, if the table of contents names it: depth from 1, and name.
    pub fn named_place(&self, id: &str) -> Option<(u8, &str)> {
        let place = self.named_places.iter().find(|place| place.id.as_deref() == Some(id))?;
        Some((place.level, &place.label))
    }

    /// The file of the source that has the text.
    pub(crate) fn source_path(&self) -> &str {
        self.part_of.as_deref().unwrap_or(&self.path)
    }

    /// Letters and words of the source, of the section itself if the source was not counted.
    pub(crate) fn source_count(&self) -> SourceCount {
        self.counted.unwrap_or_else(|| {
            let mut words = 0;
            walk_blocks(&self.blocks, &mut |block| words += words_of_inlines(block.inlines()));
            let letters = letters_of_blocks(&self.blocks);
            SourceCount { letters: letters.text, words, alternatives: letters.alternatives }
        })
    }

    /// Changes the text. Letters that this drops are left out by rule, and do not count as lost.
    pub(crate) fn drop_uncounted(&mut self, change: impl FnOnce(&mut [Block])) {
        let before = self.counted.map(|_| letters_of_blocks(&self.blocks).text);
        change(&mut self.blocks);
        if let (Some(counted), Some(before)) = (&mut self.counted, before) {
            let dropped = before.saturating_sub(letters_of_blocks(&self.blocks).text);
            counted.letters = counted.letters.saturating_sub(dropped);
        }
    }

    /// The division that the section begins without a heading. A section without a word, a picture alone,
    /// begins none.
    pub fn division(&self) -> Option<Division<'_>> {
        let (level, name) = self.starts.as_ref()?;
        if self.blocks.iter().all(|block| block.plain_text().trim().is_empty()) {
            return None;
        }
        let says_it = |block: &Block| {
            matches!(block.kind, BlockKind::Paragraph(_) | BlockKind::Plain(_))
                && collapse_spaces(&block.plain_text()) == collapse_spaces(name)
        };
        let first = self.blocks.iter().position(Block::has_content);
        let said_by = first.filter(|at| says_it(&self.blocks[*at]));
        Some(Division { level: *level, name, said_by })
    }
}

pub(crate) fn is_wordless_heading(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Heading { inlines, .. } if plain_text(inlines).trim().is_empty())
}

/// Returns true if a block, or something in its line, has this id.
pub(crate) fn has_id(block: &Block, id: &str) -> bool {
    let mut has_it = block.attrs.ids.iter().any(|own| own == id);
    block.walk_inlines(&mut |inline| has_it |= inline.ids().iter().any(|own| own == id));
    has_it
}

/// Words of a line; those that are divided by styles count more than once.
fn words_of_inlines(inlines: &[Inline]) -> u64 {
    let words = inlines.iter().map(|inline| match inline {
        Inline::Text(text) => count_words(text),
        other => words_of_inlines(other.children()),
    });
    words.sum()
}
