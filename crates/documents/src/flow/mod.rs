//! From pages as they look to a text as it reads: running heads and page numbers are put aside, lines become
//! paragraphs, headings and lists, over the ends of columns and pages.

mod contents;
mod edges;
mod furniture;
mod headings;
mod initials;
mod line_numbers;
mod line_starts;
mod lists;
mod pictures;
mod pieces;
mod vocabulary;
mod words;

use books::draft::OutlineEntry;
use books::model::{Block, PageBreak};

use super::layout::{DocumentPage, PageLine};
use furniture::Furniture;
use pieces::PagePiece;

pub(super) use headings::settle_levels;
pub(super) use lists::{ListMarker, resolve_roman};
pub(super) use vocabulary::Vocabulary;
pub(super) use words::InlineBuilder;

/// The id of the break before page `number`, counted from 0.
pub(super) fn page_id(number: usize) -> String {
    format!("page-{}", number + 1)
}

/// The break before page `number`, counted from 0.
pub(super) fn page_break(number: usize, label: &str) -> PageBreak {
    PageBreak { label: label.to_owned(), ids: vec![page_id(number)] }
}

/// Names the pages that have no name: by the numbers printed on them, or counted.
pub(super) fn name_pages(pages: &mut [DocumentPage]) {
    let mut copy = pages.to_vec();
    furniture::remove_furniture(&mut copy);
    for (page, named) in pages.iter_mut().zip(copy) {
        page.label = named.label;
    }
}

/// Number of letters and digits of each page, without running heads, feet and page numbers.
pub(super) fn count_body_letters(pages: &[DocumentPage]) -> Vec<usize> {
    let furniture = Furniture::find(pages);
    let count = |(number, page): (usize, &DocumentPage)| -> usize {
        furniture.body_lines(number, page).map(PageLine::count_alphanumeric).sum()
    };
    pages.iter().enumerate().map(count).collect()
}

/// Puts together the words whose letters differ in size, such as those with a drop cap.
pub(super) fn join_initials(pages: &mut [DocumentPage]) {
    initials::join_initials(pages);
}

/// Makes the text of the pages. Entries of the outline get the ids that they lead to.
pub(super) fn build_text(mut pages: Vec<DocumentPage>, outline: &mut [OutlineEntry]) -> Vec<Block> {
    furniture::remove_furniture(&mut pages);
    pages.iter_mut().for_each(line_numbers::remove_line_numbers);
    join_initials(&mut pages);
    pages.iter_mut().for_each(contents::rejoin_contents_lines);
    let body = headings::body_size(&pages);
    let vocabulary = Vocabulary::from_pages(&pages);
    let mut all: Vec<PagePiece> = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let mut own = pieces::split_page(page, number);
        pictures::place_pictures(page, number, &mut own);
        // A single page needs no number.
        if pages.len() > 1 {
            all.push(PagePiece::page_start(number, &page.label));
        }
        all.extend(own);
    }
    headings::mark_headings(&mut all, body, outline);
    lists::mark_lists(&mut all);
    lists::build_blocks(pieces::join_continued(all), &vocabulary)
}
