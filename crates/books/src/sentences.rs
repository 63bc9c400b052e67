//! The sentences of a book, and the numbers that its blocks carry.

use std::ops::Range;

use position_maps::SentenceGrid;
use speech::find_sentence_ends;

use crate::model::{Block, BlockKind, Book, Inline};

/// Numbers the sentences of a book from 1. Each block with text carries the number of its first sentence.
pub fn number_sentences(book: &mut Book) -> SentenceGrid {
    let mut grid = read_sentences(book);
    let mut firsts = grid.take_first_sentences().into_iter();
    mark_blocks(book, &mut || firsts.next().unwrap_or_default());
    grid
}

/// Numbers the blocks with text from 1, which takes less time: [`read_sentences`] finds the first sentence of
/// each.
pub(crate) fn number_blocks(book: &mut Book) {
    let mut number = 0;
    mark_blocks(book, &mut || {
        number += 1;
        number
    });
}

/// Reads the sentences of a book whose blocks are numbered, or need no numbers.
pub fn read_sentences(book: &Book) -> SentenceGrid {
    let mut grid = SentenceGrid::default();
    for section in &book.sections {
        grid.begin_section();
        section.blocks.iter().for_each(|block| add_block(&mut grid, block));
    }
    grid
}

fn add_block(grid: &mut SentenceGrid, block: &Block) {
    match &block.kind {
        BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => {
            let text = flat_text(inlines);
            grid.add_block(sentence_ranges(&text).map(|range| &text[range]));
        }
        BlockKind::Heading { inlines, .. } | BlockKind::Line(inlines) | BlockKind::Preformatted(inlines) => {
            grid.add_block([flat_text(inlines).as_str()]);
        }
        BlockKind::Math(math) => grid.add_block([math.text()]),
        _ => {}
    }
    block.children().for_each(|block| add_block(grid, block));
}

/// Gives each block with text the next number.
fn mark_blocks(book: &mut Book, next: &mut dyn FnMut() -> u32) {
    let blocks = book.sections.iter_mut().flat_map(|section| &mut section.blocks);
    blocks.for_each(|block| mark_block(block, next));
}

fn mark_block(block: &mut Block, next: &mut dyn FnMut() -> u32) {
    if has_text(block) {
        block.attrs.sentence = next();
    }
    for block in block.child_lists_mut().into_iter().flatten() {
        mark_block(block, next);
    }
}

/// Returns true if a sentence is in a block itself.
fn has_text(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Heading { inlines, .. }
        | BlockKind::Paragraph(inlines)
        | BlockKind::Plain(inlines)
        | BlockKind::Line(inlines)
        | BlockKind::Preformatted(inlines) => has_letters(inlines),
        BlockKind::Math(math) => !math.text().trim().is_empty(),
        _ => false,
    }
}

/// Returns true if there is anything but white space in [`flat_text`] text.
fn has_letters(inlines: &[Inline]) -> bool {
    let mut found = false;
    each_text(inlines, &mut |text| found |= !text.trim_start().is_empty());
    found
}

/// The sentences of a paragraph as ranges of its text, without those that are white space.
pub(crate) fn sentence_ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut from = 0;
    let ends = find_sentence_ends(text).into_iter().chain([text.len()]);
    ends.filter_map(move |end| {
        let range = from..end;
        from = end;
        let text = text.get(range.clone())?;
        (!text.trim().is_empty()).then(|| range.start + text.len() - text.trim_start().len()..range.end)
    })
}

/// The words of a line, without images, page numbers and references to notes.
pub(crate) fn flat_text(inlines: &[Inline]) -> String {
    let mut out = String::new();
    each_text(inlines, &mut |text| out.push_str(text));
    out
}

/// Visits the words of a line, without images, page numbers and references to notes.
fn each_text(inlines: &[Inline], visit: &mut dyn FnMut(&str)) {
    for inline in inlines {
        match inline {
            Inline::Text(text) => visit(text),
            Inline::Math(math) => visit(math.text()),
            Inline::LineBreak => visit(" "),
            Inline::Image(_) | Inline::PageBreak(_) | Inline::NoteRef { .. } => {}
            other => each_text(other.children(), visit),
        }
    }
}
