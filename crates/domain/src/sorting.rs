//! Sort keys of texts: words without accents and case, and titles without their leading article
//! (docs/rules/search.md#rule-3). [`crate::normalization`] compares words.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::data::{Table, parse_table};
use crate::languages;
use crate::normalization::{WordKind, conjunctions, fold, words};

static ARTICLES: LazyLock<Table<2>> = LazyLock::new(|| parse_table(include_str!("../data/articles.tsv")));

/// The articles of all languages that are words of their own, folded.
static ARTICLE_WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let articles = ARTICLES.rows().iter().flat_map(|row| row[1].split(' ')).map(fold);
    articles.filter(|article| !article.contains('\'')).collect()
});

/// Returns true if a folded word is an article of some language.
pub fn is_article(folded: &str) -> bool {
    ARTICLE_WORDS.contains(folded)
}

/// The key a title is sorted by: its words, folded, with single spaces, without the leading article of its
/// language (alpha-3 or a language tag). `&` is the word for it in that language.
pub fn title_key(title: &str, language: &str) -> String {
    let rest = without_article(title, language);
    let text = rest.as_deref().unwrap_or(title);
    if text.contains(['&', '+', '\u{ff06}', '\u{ff0b}', '\u{204a}']) {
        let and = conjunctions::for_languages([language]);
        word_key(text, and.first().map_or("", String::as_str))
    } else {
        name_key(text)
    }
}

/// The key a name is sorted by, and names are the same if their keys are: its words, folded, with single
/// spaces.
pub fn name_key(name: &str) -> String {
    word_key(name, "and")
}

/// The key of a name that is the same in each way to write it: `J. R. R. Tolkien` and `JRR Tolkien` are one
/// person, `Sci-Fi`, `Sci Fi` and `SciFi` one series.
pub fn identity_key(name: &str) -> String {
    let mut key = name_key(name);
    key.retain(|c| c != ' ');
    if key.is_empty() { fold(name.trim()) } else { key }
}

/// The rest of a title after the leading article of its language, folded. `None` if it has none.
pub fn without_article(title: &str, language: &str) -> Option<String> {
    let row = ARTICLES.get(languages::alpha3(language)?)?;
    let folded = fold(title);
    // Quotation marks before the first word; the apostrophe may belong to the article ('t, 'n).
    let start = folded.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '\'');
    let bare = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = row[1].split(' ').find_map(|article| {
        let article = fold(article);
        strip_article(start, &article).or_else(|| strip_article(bare, &article))
    });
    rest.map(str::to_owned)
}

/// The number of characters before the first word that a title is sorted by: those of the leading article of
/// its language, with the marks and the space around it, at most 9. 0 if it has none.
pub fn leading_article_chars(title: &str, language: &str) -> usize {
    const MAX_CHARS: usize = 9;
    let Some(rest) = without_article(title, language) else { return 0 };
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let places = title.char_indices().enumerate().take(MAX_CHARS + 1);
    let mut words = places.filter(|(_, (_, c))| c.is_alphanumeric());
    words.find(|(_, (at, _))| fold(&title[*at..]) == rest).map_or(0, |(count, _)| count)
}

/// A key as it is stored: keys are compared by their beginning, what comes later sorts nothing that a person
/// would see.
pub(crate) fn sort_key(mut key: String) -> String {
    const MAX_KEY_BYTES: usize = 200;
    if let Some((end, _)) = key.char_indices().nth(MAX_KEY_BYTES) {
        key.truncate(end);
    }
    key
}

/// The rest of `text` after `article`, if `text` begins with it as a word, or joined by its apostrophe.
fn strip_article<'a>(text: &'a str, article: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(article)?;
    let ends = article.ends_with('\'') || rest.starts_with(char::is_whitespace);
    (ends && rest.contains(char::is_alphanumeric)).then_some(rest)
}

/// The words of a text, joined by single spaces; `and` is what `&` is written as.
fn word_key(text: &str, and: &str) -> String {
    let words = words(text);
    let mut key = String::with_capacity(text.len());
    for (at, word) in words.iter().enumerate() {
        let is_one_with_last = at > 0 && words[at - 1].is_one_with(word);
        if !key.is_empty() && !is_one_with_last {
            key.push(' ');
        }
        key.push_str(match word.kind {
            WordKind::Letters | WordKind::Sign => &word.folded,
            WordKind::And => and,
            WordKind::Signs => "",
        });
    }
    key
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_leading_article_of_the_language_is_ignored() {
        for (title, language, key) in [
            ("The Time Machine", "eng", "time machine"),
            ("A Tale of Two Cities", "en-GB", "tale of two cities"),
            ("“An Honest Thief”", "eng", "honest thief"),
            ("'The Turn of the Screw'", "eng", "turn of the screw"),
            ("L'Étranger", "fra", "etranger"),
            ("L’Étranger", "fre", "etranger"),
            ("Les Misérables", "fra", "miserables"),
            ("El Ingenioso Hidalgo", "spa", "ingenioso hidalgo"),
            ("Die Verwandlung", "deu", "verwandlung"),
            ("'t Huis", "nld", "huis"),
            ("Un'estate", "ita", "estate"),
            ("Os Lusíadas", "por", "lusiadas"),
            ("Η Οδύσσεια", "ell", "οδυσσεια"),
        ] {
            assert_eq!(title_key(title, language), key, "{title}");
        }
    }

    #[test]
    fn characters_of_the_leading_article_are_counted() {
        for (title, language, count) in [
            ("The Time Machine", "eng", 4),
            ("\u{201c}An Honest Thief\u{201d}", "eng", 4),
            ("The \u{201c}Sea\u{201d}", "eng", 5),
            ("L\u{2019}\u{c9}tranger", "fra", 2),
            ("Les Mise\u{301}rables", "fra", 4),
            ("Die Hard", "eng", 0),
            ("\u{201c}Sea\u{201d}", "eng", 0),
            ("A.", "eng", 0),
        ] {
            assert_eq!(leading_article_chars(title, language), count, "{title}");
        }
    }

    #[test]
    fn keeps_a_word_that_only_begins_like_an_article() {
        assert_eq!(title_key("Die Hard", "eng"), "die hard");
        assert_eq!(title_key("Theory of Everything", "eng"), "theory of everything");
        assert_eq!(title_key("The", "eng"), "the");
        assert_eq!(title_key("A.", "eng"), "a");
        assert_eq!(title_key("The Time Machine", "xxx"), "the time machine");
        assert_eq!(title_key("The-Time", "eng"), "the time");
    }

    #[test]
    fn signs_do_not_sort() {
        assert_eq!(title_key("  ...Don't -- Stop!  ", "eng"), "dont stop");
        assert_eq!(name_key("O'Brien, Flann"), "obrien flann");
    }

    #[test]
    fn signs_that_are_read_sort_as_their_words() {
        assert_eq!(title_key("Salt & Smoke", "eng"), title_key("Salt and Smoke", "eng"));
        assert_eq!(title_key("Ebbe & Flut", "ger"), "ebbe und flut");
        assert_eq!(name_key("C#"), "c sharp");
        assert_ne!(name_key("C++"), name_key("C"));
        assert_eq!(name_key("20,000"), "20000");
        assert_eq!(name_key("!!!"), "");
    }

    #[test]
    fn a_name_is_one_in_each_way_to_write_it() {
        for name in ["J. R. R. Tolkien", "J.R.R. Tolkien", "JRR TOLKIEN", " J R R Tolkien"] {
            assert_eq!(identity_key(name), "jrrtolkien", "{name}");
        }
        assert_eq!(identity_key("Salt & Sons"), identity_key("Salt and Sons"));
        assert_ne!(identity_key("C++"), identity_key("C"));
        assert_eq!(identity_key(" !!! "), "!!!");
        assert_eq!(identity_key(" "), "");
    }

    #[test]
    fn titles_that_differ_in_invisible_or_similar_characters_sort_together() {
        assert_eq!(title_key("Meeres\u{ad}bio\u{ad}logie", "ger"), "meeresbiologie");
        assert_eq!(title_key("Oʻahu", "eng"), title_key("O`ahu", "eng"));
        assert_eq!(title_key("على", "ara"), title_key("علی", "ara"));
    }

    #[test]
    fn articles_are_of_known_languages_and_sorted() {
        let languages: Vec<_> = ARTICLES.keys().collect();
        assert!(languages.is_sorted_by(|a, b| a < b));
        for code in languages {
            assert_eq!(languages::to_terminological(code), Some(code));
        }
    }

    proptest! {
        #[test]
        fn a_key_is_never_empty_when_there_are_words(text in "[a-zA-Z' .]{0,20}[a-z][a-zA-Z' .]{0,20}") {
            prop_assert!(!title_key(&text, "eng").is_empty());
        }
    }
}
