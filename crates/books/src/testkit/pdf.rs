//! A writer of PDF for tests.

use std::fmt::Write as _;
use std::io::Write;

use jiff::Timestamp;

use crate::model::letters_of_blocks;
use crate::model::{Block, Book};
use crate::{LetterTally, NoticeWriter, PdfWriter, Progress, Result, WrittenPdf};

/// A writer that takes no time: pages without text, a page for each section. Copies of it cannot be marked.
#[derive(Debug, Clone, Copy, Default)]
pub struct BlankPdf;

impl PdfWriter for BlankPdf {
    fn write(
        &self,
        book: &Book,
        _: Timestamp,
        out: &mut dyn Write,
        _: &mut dyn Progress,
    ) -> Result<WrittenPdf> {
        out.write_all(&blank_pages(book.sections.len()))?;
        let mut pages = Vec::new();
        for (page, section) in (1..).zip(&book.sections) {
            let mut add = |block: &Block| {
                let sentence = block.attrs.sentence;
                pages.extend((sentence > 0).then_some((sentence, page)));
            };
            section.blocks.iter().for_each(|block| block.walk(&mut add));
        }
        let letters = book.sections.iter().map(|section| letters_of_blocks(&section.blocks));
        Ok(WrittenPdf { sentences: pages, letters: LetterTally::from_counts(letters) })
    }
}

impl NoticeWriter for BlankPdf {
    fn write_notice(&self, _: &str, _: &str) -> Result<Vec<u8>> {
        Ok(blank_pages(1))
    }
}

fn blank_pages(pages: usize) -> Vec<u8> {
    let kids: Vec<String> = (0..pages).map(|page| format!("{} 0 R", page + 3)).collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Count {pages}/Kids[{}]>>", kids.join(" ")),
    ];
    objects.extend(kids.iter().map(|_| "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>".to_owned()));
    let (mut out, mut table) = ("%PDF-1.7\n".to_owned(), "0000000000 65535 f \n".to_owned());
    for (number, object) in (1..).zip(&objects) {
        // Writing into a string cannot fail.
        let _ = writeln!(table, "{:010} 00000 n ", out.len());
        let _ = writeln!(out, "{number} 0 obj\n{object}\nendobj");
    }
    let (at, size) = (out.len(), objects.len() + 1);
    let _ =
        writeln!(out, "xref\n0 {size}\n{table}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF");
    out.into_bytes()
}
