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
pub use outline::{Chapter, Clip, Entry, MadeFor, Outline, PageMark, Part, Piece};
pub use present::{HEADER, write, write_copy};
pub use sentences::{Sentence, sentences};
pub use words::{Spot, Words};

/// Changes whenever the same package would give other pages: those that were written before are made again.
pub const VERSION: u32 = 6;

/// Begins a placeholder for words in the reader's language. XML has no such character, so no text of a book
/// does.
pub const PLACEHOLDER: char = '\u{1}';
/// After [`PLACEHOLDER`] and before a language tag and [`LANGUAGE_END`]: an attribute of an element with
/// words of the page in text of this language. The tag is empty if it is the language of the whole chapter.
const IN_WORDS: char = 'l';
/// The same of an element in such an element, whose text is that of the book again.
const IN_TEXT: char = 'k';
/// Ends the language tag of a placeholder.
const LANGUAGE_END: char = ';';

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

/// The languages of a page that is shown: tags of BCP 47.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Languages<'a> {
    /// That of the words of placeholders.
    pub words: &'a str,
    /// That of the text of the chapter, where nothing in it states another. Empty if it is not known: the
    /// text is then taken to be in the language of the words.
    pub text: &'a str,
}

impl Languages<'_> {
    /// The attribute that a placeholder represents. `stated` is the language of the text at its place, empty
    /// for that of the chapter. `None` if words and text are in the same language.
    fn attribute(self, letter: char, stated: &str) -> Option<String> {
        let text = if stated.is_empty() { self.text } else { stated };
        if text.is_empty() || is_same(text, self.words) {
            return None;
        }
        let language = if letter == IN_WORDS { self.words } else { text };
        Some(format!("lang=\"{}\"", crate::xml::escape(language)))
    }
}

/// Whether two tags name one language, perhaps of different countries.
fn is_same(one: &str, other: &str) -> bool {
    let primary = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    primary(one) == primary(other)
}

/// A page with the words of placeholders, which say their language where it is not that of the text around
/// them.
pub fn worded(html: &str, languages: Languages<'_>, word: impl Fn(Word) -> String) -> String {
    let words = Word::ALL.map(|one| (one.letter(), crate::xml::escape(&word(one)).into_owned()));
    let mut out = String::with_capacity(html.len() + 64);
    let mut parts = html.split(PLACEHOLDER);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let mut rest = part.chars();
        let letter = rest.next();
        if let Some(letter @ (IN_WORDS | IN_TEXT)) = letter {
            let (stated, rest) = rest.as_str().split_once(LANGUAGE_END).unwrap_or_default();
            match languages.attribute(letter, stated) {
                Some(attribute) => out.push_str(&attribute),
                // The space before it.
                None => drop(out.pop()),
            }
            out.push_str(rest);
            continue;
        }
        if let Some((_, word)) = words.iter().find(|(one, _)| Some(*one) == letter) {
            out.push_str(word);
        }
        out.push_str(rest.as_str());
    }
    out
}
