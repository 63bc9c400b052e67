//! The division of a book into parts that are set one by one, and what each needs to know about the others.
//!
//! The first pass writes the whole book and discards the output: it determines where the parts begin, which
//! places and footnotes belong to which part, and the headings. With that each part can be written
//! independently, in any order.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use books::model::{Book, Section, leading_heading_level};
use books::{Anchors, FindingKind, Footnotes, LetterTally, Progress, Result, report_step};

use super::{SourceWriter, WritingPass};

/// Position in the book: the number of its section, and the numbers of the enclosing blocks.
pub(super) type BlockPath = Vec<usize>;

#[derive(Debug)]
pub(crate) struct BookPlan<'a> {
    pub(crate) book: &'a Book,
    pub(super) notes: Footnotes<'a>,
    pub(super) anchors: Anchors,
    /// Never empty.
    pub(crate) parts: Vec<BookPart>,
    pub(super) places: HashMap<String, usize>,
    pub(super) calls: HashMap<usize, FootnoteCall>,
    pub(crate) headings: Vec<BookHeading>,
    /// Names of the pages of the print edition, where one begins.
    pub(crate) print_pages: Vec<String>,
    /// Weight of all parts, in letters.
    pub(super) size: usize,
    /// Letters of the book that were written.
    pub(crate) letters: LetterTally,
    /// Sources of pictures that the typesetter cannot set.
    rejected_pictures: Mutex<HashSet<String>>,
}

/// A part of a book, set as a unit.
#[derive(Debug, Default)]
pub(crate) struct BookPart {
    pub(super) begins: BlockPath,
    /// The level of the last heading before it; 0 if there is none.
    pub(super) level: u8,
    /// Number of footnotes before it.
    pub(super) notes: usize,
    pub(crate) link_targets: BTreeSet<String>,
}

/// The first call of a footnote, which contains its text.
#[derive(Debug, Clone, Copy)]
pub(super) struct FootnoteCall {
    pub(super) part: usize,
    pub(super) number: usize,
}

#[derive(Debug)]
pub(crate) struct BookHeading {
    pub(crate) level: u8,
    /// Its text in the source's form.
    pub(super) text: String,
    pub(crate) plain_text: String,
    /// True if the text is that of a picture, or of words and pictures.
    pub(crate) has_picture: bool,
}

/// The plan as it is being made.
#[derive(Debug)]
pub(super) struct PlanDraft {
    /// Letters per part.
    size: usize,
    parts: Vec<BookPart>,
    /// Weight of the parts before this one, in letters.
    weight_before: usize,
    /// Weight of its pictures and formulas in addition to the text, in letters.
    pub(super) weight: usize,
    places: HashMap<String, usize>,
    calls: HashMap<usize, FootnoteCall>,
    links: Vec<(usize, String)>,
    headings: Vec<BookHeading>,
    pub(super) print_pages: Vec<String>,
}

impl<'a> BookPlan<'a> {
    /// Cuts a book into parts of about `size` letters. A part begins with a chapter, or, if chapters are more
    /// than twice as long, with a section; in a section that is longer still, with a block.
    pub(crate) fn from_book(book: &'a Book, size: usize, progress: &mut dyn Progress) -> Result<Self> {
        let (notes, anchors) = (Footnotes::from_book(book), Anchors::from_book(book));
        let draft = PlanDraft {
            size,
            parts: vec![BookPart { begins: vec![0], ..BookPart::default() }],
            weight_before: 0,
            weight: 0,
            places: HashMap::new(),
            calls: HashMap::new(),
            links: Vec::new(),
            headings: Vec::new(),
            print_pages: Vec::new(),
        };
        let mut writer = SourceWriter::new(book, &notes, &anchors, WritingPass::Draft(draft));
        let total = book.sections.len();
        for (n, section) in book.sections.iter().enumerate() {
            report_step(progress, n, total)?;
            writer.letters.begin_section();
            writer.write_section(n, section);
        }
        writer.write_pending_places();
        let letters = std::mem::take(&mut writer.letters);
        let WritingPass::Draft(draft) = writer.pass else { unreachable!("it was given one") };
        let size = draft.weight_before + draft.weight + writer.out.len();
        let PlanDraft { mut parts, places, calls, links, headings, print_pages, .. } = draft;
        for (from, name) in links {
            let part = match name.strip_prefix('n') {
                Some(note) => {
                    note.parse().ok().and_then(|note: usize| calls.get(&note)).map(|call| call.part)
                }
                None => places.get(&name).copied(),
            };
            if let Some(part) = part.filter(|part| *part != from).and_then(|part| parts.get_mut(part)) {
                part.link_targets.insert(name);
            }
        }
        let refused = Mutex::default();
        Ok(Self {
            book,
            notes,
            anchors,
            parts,
            places,
            calls,
            headings,
            print_pages,
            size,
            letters,
            rejected_pictures: refused,
        })
    }

    /// Sources of pictures that the typesetter cannot set.
    pub(super) fn rejected_pictures(&self) -> HashSet<String> {
        self.rejected_pictures.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Leaves a picture out from now on; returns whether it was not left out before.
    pub(crate) fn reject_picture(&self, source: &str) -> bool {
        let is_new =
            self.rejected_pictures.lock().unwrap_or_else(PoisonError::into_inner).insert(source.to_owned());
        if is_new {
            self.book.reporter.report(FindingKind::MissingPicture, "", source);
        }
        is_new
    }

    /// Returns true if a path is in a part, and whether it or something in it is.
    pub(super) fn covers(&self, part: usize, path: &[usize]) -> (bool, bool) {
        let begins = self.parts[part].begins.as_slice();
        let before_end = self.parts.get(part + 1).is_none_or(|next| path < next.begins.as_slice());
        (before_end && path >= begins, before_end && (path >= begins || begins.starts_with(path)))
    }
}

impl PlanDraft {
    pub(super) fn current_part(&self) -> usize {
        self.parts.len() - 1
    }

    pub(super) fn add_place(&mut self, name: &str) {
        self.places.insert(name.to_owned(), self.current_part());
    }

    pub(super) fn add_link(&mut self, name: String) {
        self.links.push((self.current_part(), name));
    }

    pub(super) fn add_call(&mut self, note: usize) {
        let call = FootnoteCall { part: self.current_part(), number: self.calls.len() + 1 };
        self.calls.insert(note, call);
    }

    pub(super) fn add_heading(&mut self, level: u8, text: &str, plain_text: String, has_picture: bool) {
        self.headings.push(BookHeading { level, text: text.trim_end().to_owned(), plain_text, has_picture });
    }
}

impl SourceWriter<'_> {
    /// Begins a new part with a section if the current one is long enough.
    pub(super) fn cut_before_section(&mut self, n: usize, section: &Section) {
        let chapter = section.division().map_or_else(
            || leading_heading_level(&section.blocks) == Some(1),
            |division| division.level == 1,
        );
        self.begin_part_if_long(if chapter { 1 } else { 2 }, &[n]);
    }

    /// Begins a new part with a block if the current one is far too long.
    pub(super) fn cut_before_block(&mut self, path: &[usize]) {
        self.begin_part_if_long(3, path);
    }

    fn begin_part_if_long(&mut self, times: usize, path: &[usize]) {
        let full =
            |draft: &PlanDraft, written: usize| written + draft.weight >= draft.size.saturating_mul(times);
        if !matches!(&self.pass, WritingPass::Draft(draft) if full(draft, self.out.len())) {
            return;
        }
        // Pending places go to the part that ends.
        self.write_pending_places();
        let WritingPass::Draft(draft) = &mut self.pass else { return };
        draft.weight_before += self.out.len() + draft.weight;
        draft.weight = 0;
        self.out.clear();
        draft.parts.push(BookPart {
            begins: path.to_vec(),
            level: self.heading.level,
            notes: draft.calls.len(),
            ..BookPart::default()
        });
    }
}
