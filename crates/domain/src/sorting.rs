//! How texts are compared: accents and case folded, and titles without their leading article
//! (docs/rules/search.md#rule-3).

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::data::{Table, table};
use crate::languages;

static ARTICLES: LazyLock<Table<2>> = LazyLock::new(|| table(include_str!("../data/articles.tsv")));

/// The text without accents and case: `Ça`, `CA` and `ca` are the same. Compatible forms become plain
/// (`ﬁ` is `fi`), letters with strokes lose them, and ligatures are written out.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_accent(*letter)).flat_map(char::to_lowercase) {
        match plain(letter) {
            Some(letters) => folded.push_str(letters),
            None if is_accent(letter) => {}
            None => folded.push(letter),
        }
    }
    // Letters that are several code points in the decomposed form only (Hangul, kana) come back.
    if folded.is_ascii() { folded } else { folded.nfc().collect() }
}

/// The key a title is sorted by: folded, only letters and digits, single spaces, without the leading article
/// of its language (alpha-3 or a language tag).
pub fn title_key(title: &str, language: &str) -> String {
    let folded = fold(title);
    let rest = languages::alpha3(language).map_or(folded.as_str(), |code| without_article(&folded, code));
    let key = words(rest);
    if key.is_empty() { words(&folded) } else { key }
}

/// The key a name is sorted by: folded, only letters and digits, single spaces.
pub fn name_key(name: &str) -> String {
    words(&fold(name))
}

/// A key as it is stored: keys are compared by their beginning, what comes later sorts nothing that a person
/// would see.
pub(crate) fn sort_key(mut key: String) -> String {
    const LONGEST: usize = 200;
    if let Some((end, _)) = key.char_indices().nth(LONGEST) {
        key.truncate(end);
    }
    key
}

/// What follows the article at the beginning; the whole if there is none.
fn without_article<'a>(folded: &'a str, language: &str) -> &'a str {
    // Quotation marks before the first word; the apostrophe may belong to the article ('t, 'n).
    let start = folded.trim_start_matches(|c: char| !c.is_alphanumeric() && !is_apostrophe(c));
    let bare = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let Some(row) = ARTICLES.get(language) else { return folded };
    row[1]
        .split(' ')
        .find_map(|article| after(start, &fold(article)).or_else(|| after(bare, &fold(article))))
        .unwrap_or(folded)
}

/// What follows `article` in `text`, if it is there as a word, or is joined by its apostrophe.
fn after<'a>(text: &'a str, article: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for expected in article.chars() {
        let found = rest.next()?;
        if found != expected && !(is_apostrophe(found) && is_apostrophe(expected)) {
            return None;
        }
    }
    let rest = rest.as_str();
    let ends = article.ends_with(is_apostrophe) || rest.starts_with(char::is_whitespace);
    (ends && rest.contains(char::is_alphanumeric)).then_some(rest)
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2019}' | '\u{2018}' | '\u{2bc}')
}

/// Runs of letters and digits, joined by single spaces. Apostrophes join: `don't` is one word.
fn words(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    let mut gap = false;
    for letter in text.chars().filter(|letter| !is_apostrophe(*letter)) {
        if letter.is_alphanumeric() || is_mark(letter) {
            if gap && !key.is_empty() {
                key.push(' ');
            }
            gap = false;
            key.push(letter);
        } else {
            gap = true;
        }
    }
    key
}

/// Marks that only color a letter: of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels. The vowel
/// signs of Indic scripts and the marks of kana are letters in all but name and stay.
fn is_accent(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c2}' | '\u{5c4}'..='\u{5c5}' | '\u{5c7}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{640}')
}

fn is_mark(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}

/// Small letters that normalization leaves alone, written plainly.
fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        'ŧ' => "t",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_and_case_are_folded() {
        assert_eq!(fold("Ça VA, Élodie?"), "ca va, elodie?");
        assert_eq!(fold("Straße"), "strasse");
        assert_eq!(fold("Łódź Ærø Þórr"), "lodz aero thorr");
        assert_eq!(fold("ﬁn"), "fin");
        assert_eq!(fold("İstanbul"), "istanbul");
        assert_eq!(fold("ΟΔΥΣΣΕΥΣ"), fold("Οδυσσεύς"));
    }

    #[test]
    fn scripts_that_need_their_marks_keep_them() {
        assert_eq!(fold("हिन्दी"), "हिन्दी");
        assert_eq!(fold("がく"), "がく");
        assert_eq!(fold("한국"), "한국");
    }

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
    fn what_only_looks_like_an_article_stays() {
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
    fn articles_are_of_known_languages_and_sorted() {
        let languages: Vec<_> = ARTICLES.keys().collect();
        assert!(languages.is_sorted_by(|a, b| a < b));
        for code in languages {
            assert_eq!(languages::canonical(code), Some(code));
        }
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in "\\PC{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once.clone());
        }

        #[test]
        fn a_key_is_never_empty_when_there_are_words(text in "[a-zA-Z' .]{0,20}[a-z][a-zA-Z' .]{0,20}") {
            prop_assert!(!title_key(&text, "eng").is_empty());
        }
    }
}
