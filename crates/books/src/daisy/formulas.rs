//! Formulas in words, for those who hear the book: those of its author, or else those of the rules for
//! mathematics.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::model::Math;
use crate::progress::Watch;

/// The words of formulas, each found once.
pub(super) struct Formulas<'a> {
    /// Checked before each formula, which is slow.
    pub(super) watch: Watch<'a>,
    words_by_formula: RefCell<HashMap<(String, String), String>>,
}

impl<'a> Formulas<'a> {
    pub(super) fn new(watch: Watch<'a>) -> Self {
        Self { watch, words_by_formula: RefCell::default() }
    }

    /// The words of a formula in a language: as its author wrote it, else by the rules, else as a line.
    pub(super) fn spoken_words(&self, math: &Math, language: &str) -> String {
        if let Some(own) = math.alt.as_deref().filter(|alt| !is_code(alt)) {
            return own.to_owned();
        }
        let key = (language.to_owned(), math.mathml.clone());
        if let Some(known) = self.words_by_formula.borrow().get(&key) {
            return known.clone();
        }
        if self.watch.is_stopped() {
            return String::new();
        }
        let words = braille::speak_formula(&math.mathml, language).unwrap_or_else(|_| math.linear.clone());
        let words = if words.is_empty() { math.text().to_owned() } else { words };
        self.words_by_formula.borrow_mut().insert(key, words.clone());
        words
    }
}

/// Returns true if an alternative is TeX, as programs put it in, and no words.
fn is_code(alt: &str) -> bool {
    alt.contains('\\') || alt.contains("_{") || alt.contains("^{") || alt.starts_with('$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn math_with_alternative(alt: Option<&str>) -> Math {
        let mathml = "<math><msup><mi>x</mi><mn>2</mn></msup></math>".to_owned();
        let alt = alt.map(str::to_owned);
        Math { mathml, alt, picture: None, linear: "x^2".to_owned(), display: false }
    }

    #[test]
    fn an_author_is_heard_before_the_rules_and_the_rules_before_a_line() {
        let mut none = ();
        let formulas = Formulas::new(Watch::new(&mut none, 1));
        assert_eq!(
            formulas.spoken_words(&math_with_alternative(Some("the square of x")), "en"),
            "the square of x"
        );
        assert_eq!(formulas.spoken_words(&math_with_alternative(Some("x^{2}")), "en"), "x squared");
        assert_eq!(formulas.spoken_words(&math_with_alternative(None), "en-GB"), "x squared");
        assert_eq!(formulas.spoken_words(&math_with_alternative(None), "cy"), "x^2");
    }
}
