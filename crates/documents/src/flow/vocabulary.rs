//! The words of a document, and what they tell of words that the end of a line divides.

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::layout::DocumentPage;

/// More words than this tell nothing new.
const MAX_COUNTED_WORDS: usize = 200_000;
/// Maximum length of the ending of a longer form of a word: `lighthouses` shows that there is a
/// `lighthouse`.
const MAX_ENDING_BYTES: usize = 3;
/// A word of English, this often among so many words, shows that a text is English.
const ENGLISH_INDICATOR: (&str, usize) = ("the", 50);

/// Hyphens that may be drawn at the end of a line, apart from the soft hyphen.
const VISIBLE_HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{2011}'];
const SOFT_HYPHEN: char = '\u{AD}';

/// Words between two that share a part: `pre- and postwar`, `Vor- und Nachteile`.
const CONJUNCTION_WORDS: &str = "and or und oder et ou och eller og en";
/// Conjunctions, and words of ranges, between two numbers: `5- to 10-year`.
const RANGE_WORDS: &str = "and or to und oder bis et ou à och eller og en tot y o a";

/// Numbers that a hyphen joins with a unit: `twenty-one`.
const TENS_WORDS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";
const UNIT_WORDS: &str =
    "one two three four five six seven eight nine first second third fourth fifth sixth seventh eighth ninth";
/// Units that are counted before a noun: `two-year contract`.
const COUNTED_NOUNS: &str = "year month week day hour minute second page part way story storey dimensional fold legged \
    thirds quarters fourths fifths volume term time stage step person man mile foot inch";
/// Words that a hyphen joins with the next one.
const FIRST_PARTS: &str = "self well half ill quasi all ever";
/// Words that a hyphen joins with the one before.
const SECOND_PARTS: &str = "based dependent determining driven oriented related specific effective friendly level term \
    known called made minded looking sized shaped like style type wide free rich poor quality standing lasting \
    range speed cost class born bound bodied handed hearted headed eyed haired skinned old in-law performance \
    enhancing enhanced controlled centered led owned funded built run aged colored coloured";
/// Prefixes that are written without a hyphen: `independent`, `unknown`.
const SOLID_PREFIXES: &str = "un in im ir il dis re de pre pro con com cor col non inter over under out mis sub super anti \
    counter co ab ad ap up down fore tele micro macro multi";
/// Ends of words, which are not words after a hyphen.
const WORD_SUFFIXES: &str =
    "ing ed er ers est ly ness less ish able ful en al ion ions tion ment ments ance ence ow y";
/// Parts of words that English writes in one: `something`, `lighthouse`.
const SOLID_PARTS: &str = "some every any with out under over through there where here how what when who which back \
    ever never fore news work house man men woman women day days time times thing things body one side way ways ward \
    wards stand come comes light lights land lands ground book books paper papers shop base net frame high home sea \
    sun rail road roads fire hand hands foot head eye air door room rooms board bed bird wood stone yard line lines \
    mark point port ship ships boat boats fish craft field fall proof spread guard word words pass self selves \
    keeper holder maker makers writer book life long since also upon within";
/// Short words that compounds have in their middle: `state-of-the-art`.
const LINK_WORDS: &str = "of the to and in on a an at by for up de la à l d t du des y in-law";

/// Word frequencies of a document, without words that may be parts of divided ones.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    counts: BTreeMap<String, u32>,
    is_english: bool,
}

impl Vocabulary {
    pub(crate) fn from_pages(pages: &[DocumentPage]) -> Self {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        let mut total = 0;
        let mut continues = false;
        for line in pages.iter().flat_map(DocumentPage::lines) {
            for (n, word) in line.words.iter().enumerate() {
                let divided = word.text.ends_with(VISIBLE_HYPHENS) || word.text.ends_with(SOFT_HYPHEN);
                if divided || (n == 0 && continues) {
                    continues = divided;
                    continue;
                }
                continues = false;
                let word = strip_punctuation(&word.text);
                if !word.is_empty() {
                    *counts.entry(word).or_default() += 1;
                    total += 1;
                }
            }
            if counts.len() > MAX_COUNTED_WORDS {
                break;
            }
        }
        let (word, share) = ENGLISH_INDICATOR;
        let is_english = counts.get(word).is_some_and(|count| *count as usize * share >= total);
        Self { counts, is_english }
    }

    /// Number of occurrences of a word.
    fn count_word(&self, word: &str) -> u32 {
        self.counts.get(word).copied().unwrap_or_default()
    }

    pub(super) fn contains(&self, word: &str) -> bool {
        self.count_word(&strip_punctuation(word)) > 0
    }

    /// Number of occurrences of a word, also in longer forms.
    fn count_forms(&self, word: &str) -> u32 {
        let from = (Bound::Included(word), Bound::Unbounded);
        let forms = self.counts.range::<str, _>(from).take_while(|(form, _)| form.starts_with(word));
        // Words that begin alike are few, but nobody must be able to make them many.
        let near = forms.take(100).filter(|(form, _)| form.len() <= word.len() + MAX_ENDING_BYTES);
        near.map(|(_, count)| count).sum()
    }

    /// Joins the last word of a line to the first of the next one; `None` if there is a space between them.
    pub(crate) fn join_lines(&self, word: &str, next: &str) -> Option<String> {
        let last = word.chars().next_back()?;
        let start = &word[..word.len() - last.len_utf8()];
        let first = next.chars().next()?;
        let after_word = start.ends_with(char::is_alphanumeric);
        let whole = || Some(word.to_owned());
        if is_address(word) && last.is_ascii_punctuation() && !matches!(last, ',' | ';' | ')' | '"' | '>') {
            return whole().filter(|_| first.is_ascii_alphanumeric() && !first.is_uppercase());
        }
        match last {
            SOFT_HYPHEN if after_word => self.join_hyphenated(start, SOFT_HYPHEN, next),
            '-' | '\u{2010}' | '\u{2011}'
                if after_word || start.ends_with([')', ']', '”', '’', '"', '\'']) =>
            {
                self.join_hyphenated(start, last, next)
            }
            // Dashes without a space before them have none after them.
            '\u{2013}' | '/' if after_word && first.is_alphanumeric() => whole(),
            '\u{2014}' if after_word && first.is_lowercase() => whole(),
            // Maqaf
            '\u{5BE}' => whole(),
            _ if is_unspaced(last) && is_unspaced(first) => whole(),
            _ => None,
        }
    }

    fn join_hyphenated(&self, start: &str, hyphen: char, next: &str) -> Option<String> {
        let is_soft = hyphen == SOFT_HYPHEN;
        let hyphenated = || Some(format!("{start}{}", if is_soft { '-' } else { hyphen }));
        let solid = || Some(start.to_owned());
        let first = next.chars().next()?;
        if !first.is_alphanumeric() {
            return hyphenated().filter(|_| matches!(first, '(' | '[' | '“' | '‘' | '"' | '«' | '„'));
        }
        let (head, tail) = (last_part(start), first_part(next));
        let (joined, divided) =
            (format!("{head}{tail}"), format!("{}-{}", strip_punctuation(start), strip_punctuation(next)));
        let numbers = head.ends_with(char::is_numeric) || tail.starts_with(char::is_numeric);
        if !is_soft
            && is_listed(if numbers { RANGE_WORDS } else { CONJUNCTION_WORDS }, &strip_punctuation(next))
            && self.count_word(&joined) == 0
        {
            return None;
        }
        // `(non)-linear`; U+2011 never divides a word.
        if numbers || hyphen == '\u{2011}' || !start.ends_with(char::is_alphabetic) {
            return hyphenated();
        }
        let (solid_count, divided_count) = (self.count_forms(&joined), self.count_forms(&divided));
        if divided_count > solid_count {
            return hyphenated();
        }
        if solid_count > 0 {
            return solid();
        }
        // Names and words of scripts without small letters are joined, not divided.
        if !first.is_lowercase() {
            return hyphenated();
        }
        if is_soft || !self.is_compound(start, &head, next, &tail) { solid() } else { hyphenated() }
    }

    /// Returns true if a hyphen belongs to a word that occurs nowhere else in the document.
    fn is_compound(&self, start: &str, head: &str, next: &str, tail: &str) -> bool {
        let is_word = |part: &str| is_listed(LINK_WORDS, part) || self.count_word(part) > 0;
        // `state-of-` before `the-art`, but also `vice-presi-` before `dent`.
        if has_inner_hyphen(start) {
            return is_word(head);
        }
        if has_inner_hyphen(next) {
            return is_listed(LINK_WORDS, tail) || (is_word(head) && is_word(tail));
        }
        if head.chars().count() == 1 {
            // No rule divides a word after one consonant or capital: `x-ray`, `e-mail`, `A-team`.
            return start.ends_with(char::is_uppercase) || !matches!(head, "a" | "i" | "o");
        }
        if !self.is_english || is_listed(WORD_SUFFIXES, tail) {
            return false;
        }
        let counts =
            is_listed(UNIT_WORDS, head) || is_listed(TENS_WORDS, head) || matches!(head, "ten" | "hundred");
        (is_listed(TENS_WORDS, head) && is_listed(UNIT_WORDS, tail))
            || (counts && is_listed(COUNTED_NOUNS, tail))
            || (is_listed(FIRST_PARTS, head) && tail.len() > 2)
            || (is_listed(SECOND_PARTS, tail) && head.len() > 2 && !is_listed(SOLID_PREFIXES, head))
            || self.are_two_words(head, tail)
    }

    /// Returns true if both parts are words of their own, which English does not write as one.
    fn are_two_words(&self, head: &str, tail: &str) -> bool {
        let is_own =
            |part: &str| part.len() >= 4 && self.count_word(part) > 0 && !is_listed(SOLID_PARTS, part);
        is_own(head) && is_own(tail) && !is_listed(SOLID_PREFIXES, head)
    }
}

/// A word in small letters without what stands around it, with one kind of hyphen.
fn strip_punctuation(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let letters = word.chars().filter(|c| *c != SOFT_HYPHEN);
    letters.map(|c| if VISIBLE_HYPHENS.contains(&c) { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

/// The letters and digits before the end of a word, in small letters.
fn last_part(word: &str) -> String {
    strip_punctuation(
        word.trim_end_matches(|c: char| !c.is_alphanumeric()).rsplit(is_break).next().unwrap_or_default(),
    )
}

/// The letters and digits at the beginning of a word, in small letters.
fn first_part(word: &str) -> String {
    strip_punctuation(word.split(is_break).next().unwrap_or_default())
}

fn is_break(c: char) -> bool {
    !c.is_alphanumeric() && !matches!(c, '\'' | '’' | SOFT_HYPHEN)
}

fn has_inner_hyphen(word: &str) -> bool {
    strip_punctuation(word).contains('-')
}

fn is_listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

/// Returns true if a word is an address of the web or a part of one.
fn is_address(word: &str) -> bool {
    word.contains("://") || word.contains("www.") || word.contains('@') || word.starts_with("doi.org/")
}

/// Returns true if a character is of a script that has no spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{303F}' | '\u{3040}'..='\u{312F}' | '\u{31A0}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3134F}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::layout::{PageLine, PageWord, TextBlock};

    fn vocabulary_of(text: &str) -> Vocabulary {
        let words =
            text.split(' ').map(|text| PageWord { text: text.into(), ..PageWord::default() }).collect();
        let blocks = vec![TextBlock { lines: PageLine::from_words(words, 10.0).into_iter().collect() }];
        Vocabulary::from_pages(&[DocumentPage { blocks, ..DocumentPage::default() }])
    }

    /// Two words at the end and the beginning of lines, in a document that says `text`.
    fn join_in_document(text: &str, word: &str, next: &str) -> String {
        match vocabulary_of(text).join_lines(word, next) {
            Some(start) => format!("{start}{next}"),
            None => format!("{word} {next}"),
        }
    }

    #[test]
    fn numbers_names_and_compounds_keep_their_hyphens_without_a_space() {
        for (word, next) in [
            ("1990-", "1995"),
            ("(1990-", "1995)"),
            ("Smith-", "Jones"),
            ("COVID-", "19"),
            ("A-", "10"),
            ("20-", "year-old"),
            ("pages-", "3"),
            ("well-", "known"),
            ("twenty-", "one"),
            ("self-", "made"),
            ("e-", "mail"),
            ("x-", "ray"),
            ("A-", "team"),
            ("info@harbor-", "book.example"),
            ("price-", "determining"),
            ("interferon-", "dependent"),
            ("long-", "term"),
            ("two-", "year"),
            ("mother-", "in-law"),
            ("state-of-", "the-art"),
            ("NATO-", "EU"),
            ("1990\u{2010}", "1995"),
            ("Mini\u{2011}", "cons"),
            ("1990\u{2013}", "1995"),
            ("house\u{2014}", "and"),
            ("and/", "or"),
            ("(non)-", "linear"),
            ("https://example.org/a-", "b"),
            ("שלום\u{5BE}", "רב"),
            ("日本語の文", "章が続く"),
        ] {
            assert_eq!(
                join_in_document("the water of the state, the mother", word, next),
                format!("{word}{next}")
            );
        }
        assert_eq!(
            join_in_document("", "1990\u{AD}", "1995"),
            "1990-1995",
            "fonts draw a soft hyphen for a hyphen"
        );
        assert_eq!(join_in_document("", "Smith\u{AD}", "Jones"), "Smith-Jones");
    }

    #[test]
    fn words_that_are_only_divided_are_whole() {
        for (word, next, whole) in [
            ("exam-", "ple", "example"),
            ("won-", "derful", "wonderful"),
            ("light-", "house,", "lighthouse,"),
            ("in-", "dependent", "independent"),
            ("un-", "known", "unknown"),
            ("some-", "thing", "something"),
            ("well-", "ing", "welling"),
            ("exam\u{AD}", "ple", "example"),
            ("exam\u{2010}", "ple", "example"),
            ("“exam-", "ple”", "“example”"),
            ("vice-presi-", "dent", "vice-president"),
            ("a-", "bout", "about"),
        ] {
            assert_eq!(join_in_document("the house has some light in it, the thing", word, next), whole);
        }
    }

    #[test]
    fn the_words_of_the_document_decide() {
        assert_eq!(join_in_document("a light-house there", "light-", "house"), "light-house");
        assert_eq!(join_in_document("two lighthouses there", "light-", "house"), "lighthouse");
        assert_eq!(join_in_document("an email and an email or e-mail", "e-", "mail"), "email");
        assert_eq!(join_in_document("the wellknown man", "well-", "known"), "wellknown");
        assert_eq!(join_in_document("JavaScript here", "Java-", "Script"), "JavaScript");
        assert_eq!(
            join_in_document("the power and the efficiency of", "power-", "efficiency"),
            "power-efficiency"
        );
        assert_eq!(join_in_document("the under and the stand", "under-", "stand"), "understand");
        assert_eq!(join_in_document("EXAMPLE of", "EXAM-", "PLE"), "EXAMPLE");
        assert_eq!(join_in_document("die Haupt und Stadt", "Haupt-", "stadt"), "Hauptstadt", "not English");
    }

    #[test]
    fn a_part_that_several_words_share_keeps_hyphen_and_space() {
        for (word, next) in
            [("pre-", "and"), ("Vor-", "und"), ("5-", "to"), ("vracht-", "en"), ("short-", "or")]
        {
            assert_eq!(join_in_document("", word, next), format!("{word} {next}"));
        }
        assert_eq!(join_in_document("one thousand", "thous-", "and"), "thousand");
    }

    #[test]
    fn other_lines_have_a_space_between_them() {
        for (word, next) in
            [("the", "sea"), ("-", "and"), ("end.", "The"), ("said—", "He"), ("–", "and"), ("", "x")]
        {
            assert_eq!(join_in_document("", word, next), format!("{word} {next}"));
        }
    }

    proptest! {
        #[test]
        fn joining_words_loses_no_letter(word in "\\PC{0,12}[-\u{AD}\u{2010}\u{2014}/]?", next in "\\PC{0,12}", text in "[a-z ]{0,30}") {
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            prop_assert_eq!(letters(&join_in_document(&text, &word, &next)), letters(&format!("{word}{next}")));
        }
    }
}
