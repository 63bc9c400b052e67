//! From pages as they look to a text as it reads: running heads and page numbers are put aside, lines become
//! paragraphs, headings and lists, over the ends of columns and pages.

mod contents;
mod furniture;
mod headings;
mod initials;
mod lists;
mod pictures;
mod pieces;
mod vocabulary;
mod words;

use books::draft::Entry;
use books::model::{Block, PageBreak};

use super::layout::Page;
use pieces::Piece;

pub(super) use headings::settle_levels;
pub(super) use vocabulary::Vocabulary;
pub(super) use words::Inlines;

/// The id of the break before page `number`, counted from 0.
pub(super) fn page_id(number: usize) -> String {
    format!("page-{}", number + 1)
}

/// The break before page `number`, counted from 0.
pub(super) fn page_break(number: usize, label: &str) -> PageBreak {
    PageBreak { label: label.to_owned(), ids: vec![page_id(number)] }
}

/// Names the pages that have no name: by the numbers printed on them, or counted.
pub(super) fn name_pages(pages: &mut [Page]) {
    let mut copy = pages.to_vec();
    furniture::remove(&mut copy);
    for (page, named) in pages.iter_mut().zip(copy) {
        page.label = named.label;
    }
}

/// Puts together the words whose letters differ in size, such as those with a drop cap.
pub(super) fn join_initials(pages: &mut [Page]) {
    initials::join(pages);
}

/// Makes the text of the pages. Entries of the outline get the ids that they lead to.
pub(super) fn text(mut pages: Vec<Page>, outline: &mut [Entry]) -> Vec<Block> {
    furniture::remove(&mut pages);
    join_initials(&mut pages);
    pages.iter_mut().for_each(contents::straighten);
    let body = headings::body_size(&pages);
    let vocabulary = Vocabulary::of(&pages);
    let mut all: Vec<Piece> = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let mut own = pieces::of_page(page, number);
        pictures::place(page, number, &mut own);
        // A single page needs no number.
        if pages.len() > 1 {
            all.push(Piece::page(number, &page.label));
        }
        all.extend(own);
    }
    headings::find(&mut all, body, outline);
    lists::find(&mut all);
    lists::blocks(pieces::join(all), &vocabulary)
}
