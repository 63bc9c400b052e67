//! Hebrew words are written together with the article and with "and", so that a noun alone is not a word of a
//! title: `שלום` in `מלחמה ושלום`.

/// Letters that a word keeps at least.
const MIN_WORD_LETTERS: usize = 3;

/// A word without "and" and without the article at its beginning.
pub(crate) fn cut_prefixes(word: &str) -> &str {
    cut_prefix(cut_prefix(word, 'ו'), 'ה')
}

fn cut_prefix(word: &str, prefix: char) -> &str {
    let is_letter = |c: char| matches!(c, '\u{5d0}'..='\u{5ea}');
    let rest = word.strip_prefix(prefix);
    rest.filter(|rest| rest.chars().filter(|c| is_letter(*c)).count() >= MIN_WORD_LETTERS).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::cut_prefixes;

    #[test]
    fn words_lose_the_article_and_and_unless_they_are_short() {
        for (word, noun) in [
            ("ושלום", "שלום"),
            ("החיים", "חיים"),
            ("והמדינה", "מדינה"),
            ("שלום", "שלום"),
            ("הים", "הים"),
            ("ורד", "ורד"),
            ("abc", "abc"),
        ] {
            assert_eq!(cut_prefixes(word), noun, "{word}");
        }
    }
}
