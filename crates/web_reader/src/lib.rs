//! A book as pages for a browser: one page of HTML for each document of the spine, and an outline that leads
//! to them.
//!
//! The pages are written from the book model, element by element, so nothing of the source's own markup
//! reaches a browser: no script, no style, no address elsewhere. What a page shows besides text is a file of
//! the package or a cleaned drawing, by an address relative to that of the book.

mod abbreviations;
mod blocks;
mod enlargement;
mod fixed;
mod header;
mod inlines;
mod kept;
mod outline;
mod page;
mod pictures;
mod places;
mod present;
mod sentences;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub use header::{HEADER_BYTES, parse_outline_length, split_pages};
pub use kept::{PageHighlight, mark_highlights};
pub use outline::{
    BookOutline, ContentsEntry, MadeFor, NarrationClip, OutlineChapter, PageMark, PartRange, TextPiece,
};
pub use pictures::{ChapterPicture, PictureParts, PictureSource};
pub use present::{write_copy, write_pages};
pub use sentences::{HeardSentence, find_sentences};
pub use words::{DocumentWords, PageSpot};

/// Changes whenever the same package would give other pages: those that were written before are made again.
pub const PAGES_VERSION: u32 = 13;

/// Bytes of the largest picture that is read as a whole for its width and height.
const MAX_PICTURE_BYTES: u64 = 64 << 20;
/// The kinds of pictures that browsers show.
const PICTURE_TYPES: [&str; 4] = ["image/gif", "image/jpeg", "image/png", "image/webp"];

/// Begins a placeholder for words in the reader's language. XML has no such character, so no text of a book
/// does.
pub const PLACEHOLDER_START: char = '\u{1}';
/// After [`PLACEHOLDER_START`] and before a language tag and [`LANGUAGE_END`]: an attribute of an element
/// with words of the page in text of this language. The tag is empty if it is the language of the whole
/// chapter.
const WORDS_LANGUAGE: char = 'l';
/// After [`PLACEHOLDER_START`]: an attribute of an element inside such an element, whose text is that of
/// the book again.
const TEXT_LANGUAGE: char = 'k';
/// Ends the language tag of a placeholder.
const LANGUAGE_END: char = ';';

/// The word of a placeholder: the character after [`PLACEHOLDER_START`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceholderWord {
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
    /// The words of the link to the page of a picture. The alternative is before them, or a number follows.
    Enlarge,
    /// The name of text whose lines and spaces are fixed, such as code.
    Preformatted,
    /// The heading of the abbreviations of a chapter.
    Abbreviations,
}

impl PlaceholderWord {
    pub const ALL: [Self; 9] = [
        Self::Description,
        Self::Back,
        Self::Undescribed,
        Self::Page,
        Self::Picture,
        Self::Table,
        Self::Enlarge,
        Self::Preformatted,
        Self::Abbreviations,
    ];

    /// The character after [`PLACEHOLDER_START`].
    pub const fn placeholder_letter(self) -> char {
        match self {
            Self::Description => 'd',
            Self::Back => 'b',
            Self::Undescribed => 'i',
            Self::Page => 'p',
            Self::Picture => 'v',
            Self::Table => 't',
            Self::Enlarge => 'e',
            Self::Preformatted => 'f',
            Self::Abbreviations => 'a',
        }
    }
}

/// The languages of a page that is shown: BCP 47 tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageLanguages<'a> {
    /// Language of the words of placeholders.
    pub words: &'a str,
    /// Language of the text of the chapter, where nothing in it states another. Empty if it is not known: the
    /// text is then taken to be in the language of the words.
    pub text: &'a str,
}

impl PageLanguages<'_> {
    /// The attribute that a placeholder represents. `stated` is the language of the text at its place, empty
    /// for that of the chapter. `None` if words and text are in the same language.
    fn language_attribute(self, letter: char, stated: &str) -> Option<String> {
        let text = if stated.is_empty() { self.text } else { stated };
        if text.is_empty() || is_same_language(text, self.words) {
            return None;
        }
        let language = if letter == WORDS_LANGUAGE { self.words } else { text };
        Some(format!("lang=\"{}\"", books::xml::escape(language)))
    }
}

/// Returns true if two tags name one language, perhaps of different countries.
fn is_same_language(one: &str, other: &str) -> bool {
    let primary = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    primary(one) == primary(other)
}

/// A page with the words of placeholders, which say their language where it is not that of the text around
/// them.
pub fn fill_placeholders(
    html: &str,
    languages: PageLanguages<'_>,
    word: impl Fn(PlaceholderWord) -> String,
) -> String {
    let words = PlaceholderWord::ALL
        .map(|one| (one.placeholder_letter(), books::xml::escape(&word(one)).into_owned()));
    let mut out = String::with_capacity(html.len() + 64);
    let mut parts = html.split(PLACEHOLDER_START);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let mut rest = part.chars();
        let letter = rest.next();
        if let Some(letter @ (WORDS_LANGUAGE | TEXT_LANGUAGE)) = letter {
            let (stated, rest) = rest.as_str().split_once(LANGUAGE_END).unwrap_or_default();
            match languages.language_attribute(letter, stated) {
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
