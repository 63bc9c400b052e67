//! Makes texts comparable: the one normalization of index, query, sort keys and duplicates
//! (docs/search.md#normalization).
//!
//! [`fold`] makes characters comparable, [`words()`] splits a text into words and says which of them may also
//! be written as one, and [`conjunctions`] are the words that `&` is read as.

mod characters;
mod chinese;
pub mod conjunctions;
mod likeness;
mod separators;
mod words;

pub(crate) use characters::is_hyphen;
pub use characters::{clean, fold};
pub(crate) use chinese::is_ideograph;
pub use likeness::may_name_same_work;
pub use separators::Tie;
pub(crate) use vocabulary::characters::decimal_digit;
pub use vocabulary::characters::is_ignorable;
pub use words::{
    AND_SIGN, JoinedWord, SearchWord, Word, WordKind, is_word_character, joined_words, search_text,
    search_words, search_words_or_signs, words,
};
