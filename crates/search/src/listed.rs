//! How the words of a title reach the index: already split, in one text that is only cut at its separators.

use tantivy::Index;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The tokenizer's name in the schema.
pub(crate) const NAME: &str = "listed";
/// Separates terms; no term contains it.
const END: char = '\0';
/// Separates people, whose words have one position each.
const NEXT: &str = "\u{2}";

/// Makes the tokenizer known to an index.
pub(crate) fn register(index: &Index) {
    index.tokenizers().register(NAME, Listed);
}

/// Terms as a text.
#[derive(Debug, Default)]
pub(crate) struct List(String);

impl List {
    /// Adds a term this many times.
    pub(crate) fn push(&mut self, term: &str, times: u32) {
        for _ in 0..times {
            let start = self.0.len();
            self.0.push_str(term);
            // What is written by people may hold anything; a separator must not make two terms of one.
            if self.0[start..].contains(END) {
                self.0.truncate(start);
                self.0.push_str(&term.replace(END, " "));
            }
            self.0.push(END);
        }
    }

    /// What follows belongs to another person.
    pub(crate) fn next(&mut self) {
        self.0.push_str(NEXT);
        self.0.push(END);
    }

    /// The text.
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

/// Cuts such a text into its terms.
#[derive(Clone)]
struct Listed;

/// The terms of a text.
struct Terms<'a> {
    rest: &'a str,
    token: Token,
}

impl Tokenizer for Listed {
    type TokenStream<'a> = Terms<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Terms<'a> {
        Terms { rest: text, token: Token { position: 0, ..Token::default() } }
    }
}

impl TokenStream for Terms<'_> {
    fn advance(&mut self) -> bool {
        while let Some((term, rest)) = self.rest.split_once(END) {
            self.rest = rest;
            if term != NEXT {
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

    use super::{List, Listed};

    #[test]
    fn terms_come_back_as_often_and_for_whom_they_were_put_in() {
        let mut list = List::default();
        list.push("jane", 2);
        list.push("a b\0status:live", 1);
        list.next();
        list.push("john", 1);
        let text = list.into_text();
        let mut terms = Vec::new();
        Listed.token_stream(&text).process(&mut |token| terms.push((token.text.clone(), token.position)));
        let expected = [("jane", 0), ("jane", 0), ("a b status:live", 0), ("john", 1)];
        assert_eq!(terms, expected.map(|(term, position)| (term.to_owned(), position)));
    }
}
