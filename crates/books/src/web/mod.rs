//! A book as pages for a browser: one page of HTML for each document of the spine, and an outline that leads
//! to them.
//!
//! The pages are written from the book model, element by element, so nothing of the source's own markup
//! reaches a browser: no script, no style, no address elsewhere. What a page shows besides text is a file of
//! the package or a cleaned drawing, by an address relative to that of the book.

mod blocks;
mod fixed;
mod inlines;
mod kept;
mod outline;
mod page;
mod places;
mod present;
mod sentences;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub use kept::{Kept, marked};
pub use outline::{Chapter, Clip, Entry, Outline, PageMark, Part, Piece};
pub use present::{HEADER, write};
pub use sentences::{Sentence, sentences};
pub use words::{Spot, Words};

/// Changes whenever the same package would give other pages: those that were written before are made again.
pub const VERSION: u32 = 3;

/// Begins a placeholder for words in the reader's language. XML has no such character, so no text of a book
/// does.
pub const PLACEHOLDER: char = '\u{1}';

/// What a placeholder represents: the character after [`PLACEHOLDER`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// The label of the description of an image.
    Description,
    /// The beginning of the name of the way back from a note: the label of the note follows.
    Back,
    /// The alternative of an image that has none.
    Undescribed,
    /// The beginning of the name of a page of the print edition.
    Page,
    /// The beginning of the name of the picture of a page: its number follows.
    Picture,
    /// The name of a table without a caption.
    Table,
}

impl Word {
    /// All words.
    pub const ALL: [Self; 6] =
        [Self::Description, Self::Back, Self::Undescribed, Self::Page, Self::Picture, Self::Table];

    /// The character after [`PLACEHOLDER`].
    pub const fn letter(self) -> char {
        match self {
            Self::Description => 'd',
            Self::Back => 'b',
            Self::Undescribed => 'i',
            Self::Page => 'p',
            Self::Picture => 'v',
            Self::Table => 't',
        }
    }
}

/// A page with the words of placeholders.
pub fn worded(html: &str, word: impl Fn(Word) -> String) -> String {
    let words = Word::ALL.map(|one| (one.letter(), crate::xml::escape(&word(one)).into_owned()));
    let mut out = String::with_capacity(html.len() + 64);
    let mut parts = html.split(PLACEHOLDER);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let mut rest = part.chars();
        let letter = rest.next();
        if let Some((_, word)) = words.iter().find(|(one, _)| Some(*one) == letter) {
            out.push_str(word);
        }
        out.push_str(rest.as_str());
    }
    out
}
