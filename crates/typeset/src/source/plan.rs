//! The division of a book into parts that are set one by one, and what each needs to know about the others.
//!
//! The first pass writes the whole book and discards the output: it determines where the parts begin, which
//! places and footnotes belong to which part, and the headings. With that each part can be written
//! independently, in any order.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use books::model::{Block, BlockKind, Book, Section};
use books::{Anchors, FindingKind, Footnotes, LetterTally, Progress, Result};

use super::{Pass, Writer};

/// Position in the book: the number of its section, and the numbers of the enclosing blocks.
pub(super) type Path = Vec<usize>;

/// A book and its parts.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) book: &'a Book,
    pub(super) notes: Footnotes<'a>,
    pub(super) anchors: Anchors,
    /// Never empty.
    pub(crate) parts: Vec<Part>,
    /// The part of each place.
    pub(super) places: HashMap<String, usize>,
    pub(super) calls: HashMap<usize, Call>,
    /// All headings, in their order.
    pub(crate) headings: Vec<Heading>,
    /// Names of the pages of the print edition, where one begins.
    pub(crate) print_pages: Vec<String>,
    /// Weight of all parts, in letters.
    pub(super) size: usize,
    /// Letters of the book that were written.
    pub(crate) letters: LetterTally,
    /// Sources of pictures that the typesetter cannot set.
    refused: Mutex<HashSet<String>>,
}

/// A part of a book, set as a unit.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(super) begins: Path,
    /// The level of the last heading before it; 0 if there is none.
    pub(super) level: u8,
    /// Number of footnotes before it.
    pub(super) notes: usize,
    /// Link targets of other parts.
    pub(crate) wanted: BTreeSet<String>,
}

/// The first call of a footnote, which contains its text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) part: usize,
    /// Its displayed number.
    pub(super) number: usize,
}

/// A heading of the book.
#[derive(Debug)]
pub(crate) struct Heading {
    pub(crate) level: u8,
    /// Its text in the source's form.
    pub(super) text: String,
    /// Its plain text.
    pub(super) plain: String,
}

/// The plan as it is being made.
#[derive(Debug)]
pub(super) struct Draft {
    /// Letters per part.
    size: usize,
    parts: Vec<Part>,
    /// Weight of the parts before this one, in letters.
    before: usize,
    /// Weight of its pictures and formulas in addition to the text, in letters.
    pub(super) weight: usize,
    places: HashMap<String, usize>,
    calls: HashMap<usize, Call>,
    links: Vec<(usize, String)>,
    headings: Vec<Heading>,
    print_pages: Vec<String>,
}

impl<'a> Plan<'a> {
    /// Cuts a book into parts of about `size` letters. A part begins with a chapter, or, if chapters are more
    /// than twice as long, with a section; in a section that is longer still, with a block.
    pub(crate) fn of(book: &'a Book, size: usize, progress: &mut dyn Progress) -> Result<Self> {
        let (notes, anchors) = (Footnotes::of(book), Anchors::of(book));
        let draft = Draft {
            size,
            parts: vec![Part { begins: vec![0], ..Part::default() }],
            before: 0,
            weight: 0,
            places: HashMap::new(),
            calls: HashMap::new(),
            links: Vec::new(),
            headings: Vec::new(),
            print_pages: Vec::new(),
        };
        let mut writer = Writer::new(book, &notes, &anchors, Pass::Draft(draft));
        let total = book.sections.len();
        for (n, section) in book.sections.iter().enumerate() {
            crate::step(progress, n, total)?;
            writer.letters.begin_section();
            writer.section(n, section);
        }
        writer.settle();
        let letters = std::mem::take(&mut writer.letters);
        let Pass::Draft(draft) = writer.pass else { unreachable!("it was given one") };
        let size = draft.before + draft.weight + writer.out.len();
        let Draft { mut parts, places, calls, links, headings, print_pages, .. } = draft;
        for (from, name) in links {
            let part = match name.strip_prefix('n') {
                Some(note) => {
                    note.parse().ok().and_then(|note: usize| calls.get(&note)).map(|call| call.part)
                }
                None => places.get(&name).copied(),
            };
            if let Some(part) = part.filter(|part| *part != from).and_then(|part| parts.get_mut(part)) {
                part.wanted.insert(name);
            }
        }
        let refused = Mutex::default();
        Ok(Self { book, notes, anchors, parts, places, calls, headings, print_pages, size, letters, refused })
    }

    /// Sources of pictures that the typesetter cannot set.
    pub(super) fn refused(&self) -> HashSet<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Leaves a picture out from now on; returns whether it was not left out before.
    pub(crate) fn refuse(&self, source: &str) -> bool {
        let is_new = self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(source.to_owned());
        if is_new {
            self.book.reporter.report(FindingKind::MissingPicture, "", source);
        }
        is_new
    }

    /// Whether a path is in a part, and whether it or something in it is.
    pub(super) fn covers(&self, part: usize, path: &[usize]) -> (bool, bool) {
        let begins = self.parts[part].begins.as_slice();
        let before_end = self.parts.get(part + 1).is_none_or(|next| path < next.begins.as_slice());
        (before_end && path >= begins, before_end && (path >= begins || begins.starts_with(path)))
    }
}

impl Draft {
    /// The current part.
    pub(super) fn part(&self) -> usize {
        self.parts.len() - 1
    }

    pub(super) fn place(&mut self, name: &str) {
        self.places.insert(name.to_owned(), self.part());
    }

    pub(super) fn link(&mut self, name: String) {
        self.links.push((self.part(), name));
    }

    pub(super) fn call(&mut self, note: usize) {
        let call = Call { part: self.part(), number: self.calls.len() + 1 };
        self.calls.insert(note, call);
    }

    pub(super) fn heading(&mut self, level: u8, text: &str, plain: String) {
        self.headings.push(Heading { level, text: text.trim_end().to_owned(), plain });
    }

    pub(super) fn print_page(&mut self, name: &str) {
        self.print_pages.push(name.to_owned());
    }
}

impl Writer<'_> {
    /// Begins a new part with a section if the current one is long enough.
    pub(super) fn cut_before_section(&mut self, n: usize, section: &Section) {
        let chapter = section
            .division()
            .map_or_else(|| begins_chapter(&section.blocks).unwrap_or(false), |division| division.level == 1);
        self.cut(if chapter { 1 } else { 2 }, &[n]);
    }

    /// Begins a new part with a block if the current one is far too long.
    pub(super) fn cut_before_block(&mut self, path: &[usize]) {
        self.cut(3, path);
    }

    fn cut(&mut self, times: usize, path: &[usize]) {
        let full = |draft: &Draft, written: usize| written + draft.weight >= draft.size.saturating_mul(times);
        if !matches!(&self.pass, Pass::Draft(draft) if full(draft, self.out.len())) {
            return;
        }
        // Pending places go to the part that ends.
        self.settle();
        let Pass::Draft(draft) = &mut self.pass else { return };
        draft.before += self.out.len() + draft.weight;
        draft.weight = 0;
        self.out.clear();
        draft.parts.push(Part {
            begins: path.to_vec(),
            level: self.level,
            notes: draft.calls.len(),
            ..Part::default()
        });
    }
}

/// Whether the first visible content of blocks is a heading of a chapter; `None` if nothing is visible.
fn begins_chapter(blocks: &[Block]) -> Option<bool> {
    blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Heading { level, .. } => Some(*level == 1),
        BlockKind::Group(blocks) => begins_chapter(blocks),
        _ => block.has_content().then_some(false),
    })
}
