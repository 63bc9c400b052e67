//! The words of a title on their way into the index: already split, in one text that is only cut at its
//! separators.

use tantivy::Index;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The tokenizer's name in the schema.
pub(crate) const TOKENIZER_NAME: &str = "listed";
/// Separates terms; no term contains it.
const TERM_SEPARATOR: char = '\0';
/// Separates people, whose words have one position each.
const PERSON_SEPARATOR: &str = "\u{2}";

/// Makes the tokenizer known to an index.
pub(crate) fn register_tokenizer(index: &Index) {
    index.tokenizers().register(TOKENIZER_NAME, TermListTokenizer);
}

#[derive(Debug, Default)]
pub(crate) struct TermList(String);

impl TermList {
    /// Adds a term this many times.
    pub(crate) fn push_term(&mut self, term: &str, times: u32) {
        for _ in 0..times {
            let start = self.0.len();
            self.0.push_str(term);
            // Text by people may contain anything; a separator must not make two terms of one.
            if self.0[start..].contains(TERM_SEPARATOR) {
                self.0.truncate(start);
                self.0.push_str(&term.replace(TERM_SEPARATOR, " "));
            }
            self.0.push(TERM_SEPARATOR);
        }
    }

    /// Assigns the following terms to another person.
    pub(crate) fn begin_person(&mut self) {
        self.0.push_str(PERSON_SEPARATOR);
        self.0.push(TERM_SEPARATOR);
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

/// Cuts such a text into its terms.
#[derive(Clone)]
struct TermListTokenizer;

struct TermStream<'a> {
    rest: &'a str,
    token: Token,
}

impl Tokenizer for TermListTokenizer {
    type TokenStream<'a> = TermStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> TermStream<'a> {
        TermStream { rest: text, token: Token { position: 0, ..Token::default() } }
    }
}

impl TokenStream for TermStream<'_> {
    fn advance(&mut self) -> bool {
        while let Some((term, rest)) = self.rest.split_once(TERM_SEPARATOR) {
            self.rest = rest;
            if term != PERSON_SEPARATOR {
                self.token.text.clear();
                self.token.text.push_str(term);
                return true;
            }
            self.token.position += 1;
        }
        false
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use tantivy::tokenizer::{TokenStream, Tokenizer};

    use super::{TermList, TermListTokenizer};

    #[test]
    fn terms_keep_their_number_and_person() {
        let mut list = TermList::default();
        list.push_term("jane", 2);
        list.push_term("a b\0status:live", 1);
        list.begin_person();
        list.push_term("john", 1);
        let text = list.into_text();
        let mut terms = Vec::new();
        TermListTokenizer
            .token_stream(&text)
            .process(&mut |token| terms.push((token.text.clone(), token.position)));
        let expected = [("jane", 0), ("jane", 0), ("a b status:live", 0), ("john", 1)];
        assert_eq!(terms, expected.map(|(term, position)| (term.to_owned(), position)));
    }
}
