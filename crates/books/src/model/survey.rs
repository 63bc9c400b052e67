//! Counting what a book holds, for its catalog record and its accessibility metadata.

use std::ops::Range;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::block::{BlockKind, Image};
use super::inline::{Inline, plain_text};
use super::{Block, Book, Clip};
use crate::path;

/// Counts of a book's contents. All are found in the text; nothing is taken from metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Survey {
    /// Words of text, alternatives and formulas.
    pub words: u64,
    /// Images that say something.
    pub images: u64,
    /// Of these, images with a short alternative.
    pub images_with_alt: u64,
    /// Of these, images with an extended description.
    pub images_described: u64,
    /// Images marked as decoration.
    pub images_decorative: u64,
    /// Headings.
    pub headings: u64,
    /// Tables that are not mere layout.
    pub tables: u64,
    /// Of these, tables with header cells.
    pub tables_with_headers: u64,
    /// Formulas in MathML.
    pub formulas: u64,
    /// Notes.
    pub notes: u64,
    /// Page breaks of the print edition.
    pub page_breaks: u64,
    /// Entries of the page list.
    pub page_list: u64,
    /// Entries of the table of contents.
    pub nav_points: u64,
    /// Clips of narration.
    pub clips: u64,
    /// Their total duration, milliseconds.
    pub narration: u64,
    /// Some of them play recordings that are not MP3.
    pub other_recordings: bool,
}

/// Accessibility summary of a book that [consists of pictures](Survey::is_pictures).
pub const PICTURES_ONLY: &str =
    "The book consists of pictures. It has no text that can be enlarged, read aloud or written in braille.";

impl Survey {
    /// Returns true if the book is nothing but pictures that nobody has described: no text, no
    /// alternatives, no sound.
    pub fn is_pictures(&self) -> bool {
        self.images + self.images_decorative > 0
            && self.words + self.images_with_alt + self.images_described + self.formulas + self.clips == 0
    }

    pub(super) fn from_book(book: &Book) -> Self {
        let mut survey = Self {
            page_list: book.pages.len() as u64,
            clips: all_clips(book).count() as u64,
            narration: all_clips(book).filter_map(Clip::length).map(to_milliseconds).sum(),
            other_recordings: all_clips(book).any(|clip| !is_mp3(book, &clip.audio)),
            ..Self::default()
        };
        for point in &book.nav {
            point.walk(1, &mut |_, _| survey.nav_points += 1);
        }
        book.walk(&mut |block| survey.count_block(block));
        survey
    }

    fn count_block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Heading { .. } => self.headings += 1,
            BlockKind::Table(table) if !table.layout => {
                self.tables += 1;
                self.tables_with_headers +=
                    u64::from(table.rows().any(|row| row.cells.iter().any(|cell| cell.header)));
            }
            BlockKind::Image(image) => self.count_image(image),
            BlockKind::Note { .. } => self.notes += 1,
            BlockKind::PageBreak(_) => self.page_breaks += 1,
            BlockKind::Math(math) => {
                self.formulas += 1;
                self.words += count_words(math.text());
            }
            _ => {}
        }
        self.words += count_words(&plain_text(block.inlines()));
        block.walk_inlines(&mut |inline| match inline {
            Inline::Image(image) => self.count_image(image),
            Inline::Math(_) => self.formulas += 1,
            Inline::PageBreak(_) => self.page_breaks += 1,
            _ => {}
        });
    }

    fn count_image(&mut self, image: &Image) {
        if image.decorative {
            self.images_decorative += 1;
            return;
        }
        self.images += 1;
        self.images_with_alt += u64::from(image.alt.is_some());
        self.images_described += u64::from(!image.description.is_empty());
    }
}

fn all_clips(book: &Book) -> impl Iterator<Item = &Clip> {
    book.overlays.iter().flat_map(|overlay| &overlay.clips)
}

fn to_milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn is_mp3(book: &Book, path: &str) -> bool {
    let media_type = book.resources.get(path).map(|file| file.media_type.as_str());
    path::extension(path) == "mp3" || matches!(media_type, Some("audio/mpeg" | "audio/mp3"))
}

/// ASCII white space.
const SPACE: u8 = 1;
/// A letter or digit of ASCII.
const ALPHANUMERIC: u8 = 2;
/// A byte that does not tell by itself whether it belongs to a word.
const AMBIGUOUS: u8 = 4;

const BYTE_KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0_u8;
    loop {
        kinds[byte as usize] = match byte {
            _ if byte.is_ascii_whitespace() => SPACE,
            _ if byte.is_ascii_alphanumeric() => ALPHANUMERIC,
            0x0e..0x80 => 0,
            _ => AMBIGUOUS,
        };
        if byte == u8::MAX {
            break kinds;
        }
        byte += 1;
    }
};

/// Words with a letter or digit. By bytes where that is the same, because all texts of all books pass here.
fn count_words(text: &str) -> u64 {
    let mut words = 0;
    let mut start = 0;
    let mut kinds = 0;
    for (at, byte) in text.bytes().enumerate() {
        let kind = BYTE_KINDS[usize::from(byte)];
        kinds |= kind;
        if kind == SPACE {
            words += count_in_part(text, start..at, kinds);
            start = at + 1;
            kinds = 0;
        }
    }
    words + count_in_part(text, start..text.len(), kinds)
}

/// Words of a part without ASCII white space, whose bytes are of these kinds.
fn count_in_part(text: &str, part: Range<usize>, kinds: u8) -> u64 {
    if kinds & AMBIGUOUS == 0 {
        return u64::from(kinds & ALPHANUMERIC != 0);
    }
    let words = text[part].split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric));
    words.count() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::count_words;

    proptest! {
        #[test]
        fn words_are_parts_between_white_space_with_a_letter_or_digit(text in "[a-c0-9 .,\\-\t\n\u{b}\u{1c}é\u{a0}\u{2003}\u{2014}]{0,40}") {
            let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric));
            prop_assert_eq!(count_words(&text), words.count() as u64);
        }
    }
}
