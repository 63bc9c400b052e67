//! The words of a text.

use std::collections::HashSet;

use super::characters::{clean, fold_clean, is_apostrophe, is_hyphen};
use super::conjunctions;
use super::separators::{THOUSANDS_GROUP_DIGITS, Tie, read_gap};

/// The longest chain of tied words that is also one word.
const MAX_JOINED_WORDS: usize = 5;
/// The folded form of `&`.
pub const AND_SIGN: &str = "&";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    /// Letters and digits.
    Letters,
    /// `&`, or the plus between two words: folded as [`AND_SIGN`].
    And,
    /// A sign that is read as a word (`+`, `#`, `♯`, `♭`, the point of `.NET`).
    Sign,
    /// All the signs of a text without any word.
    Signs,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// In small letters, with its accents: what a stemmer reads, and what tells words apart that are folded
    /// alike.
    pub written: String,
    pub folded: String,
    pub tie: Tie,
    pub kind: WordKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedWord {
    /// The place of the first word.
    pub start: usize,
    /// The place after the last word.
    pub end: usize,
    /// All of them as one word.
    pub word: Word,
}

impl Word {
    fn new(mut written: String, kind: WordKind) -> Self {
        let folded = fold_clean(&written);
        if written.is_ascii() {
            written.make_ascii_lowercase();
        } else {
            written = written.to_lowercase();
        }
        Self { written, folded, tie: Tie::None, kind }
    }

    fn from_sign(name: &str) -> Self {
        Self { written: name.to_owned(), folded: name.to_owned(), tie: Tie::None, kind: WordKind::Sign }
    }

    /// Returns true if keys write the word and the next one together: `don't`, `20,000`.
    pub(crate) fn is_one_with(&self, next: &Self) -> bool {
        match self.tie {
            Tie::Apostrophe => true,
            Tie::Digits => next.folded.len() == THOUSANDS_GROUP_DIGITS,
            _ => false,
        }
    }

    /// The other spelling of a word with umlauts and the like, folded: `mueller` for `Müller`, `aalborg` for
    /// `Ålborg`. `None` if it has none.
    pub fn spelled_out(&self) -> Option<String> {
        if self.written.is_ascii() {
            return None;
        }
        let mut spelling = String::with_capacity(self.written.len() + 4);
        let mut differs = false;
        for c in self.written.chars() {
            let letters = match c {
                'ä' => "ae",
                'ö' | 'ø' => "oe",
                'ü' => "ue",
                'å' => "aa",
                _ => {
                    spelling.push(c);
                    continue;
                }
            };
            differs = true;
            spelling.push_str(letters);
        }
        differs.then(|| fold_clean(&spelling))
    }
}

/// The words of a text, in order. A text that has only signs is one word of [`WordKind::Signs`].
pub fn words(text: &str) -> Vec<Word> {
    let text = clean(text);
    let chars: Vec<char> = text.chars().collect();
    let mut reader = WordReader { words: Vec::new(), last: None, is_tieable: false };
    let mut at = 0;
    let mut end = 0;
    while at < chars.len() {
        if !is_word_character(chars[at]) {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        let stands_alone = is_word_by_itself(chars[start]);
        while !stands_alone
            && at < chars.len()
            && is_word_character(chars[at])
            && !is_word_by_itself(chars[at])
        {
            at += 1;
        }
        reader.push(&chars[end..start], &chars[start..at], !stands_alone);
        end = at;
    }
    reader.finish(&chars[end..])
}

/// Collects words and what ties them.
struct WordReader<'a> {
    words: Vec<Word>,
    last: Option<&'a [char]>,
    /// True if the last word may be tied to the next one.
    is_tieable: bool,
}

impl<'a> WordReader<'a> {
    fn push(&mut self, gap: &'a [char], word: &'a [char], may_tie: bool) {
        self.read_gap(gap, may_tie.then_some(word));
        let read = Word::new(word.iter().collect(), WordKind::Letters);
        // Marks alone are not a word.
        if read.folded.is_empty() {
            self.clear_last_tie();
            (self.last, self.is_tieable) = (None, false);
            return;
        }
        self.words.push(read);
        (self.last, self.is_tieable) = (Some(word), may_tie);
    }

    fn read_gap(&mut self, gap: &[char], after: Option<&[char]>) {
        let before = self.last.filter(|_| self.is_tieable);
        let read = read_gap(before, gap, after);
        for suffix in read.suffixes {
            self.tie_last(Tie::Sign);
            self.words.push(Word::from_sign(suffix));
        }
        if read.is_and {
            let tie = if read.tie == Tie::None { Tie::None } else { Tie::Sign };
            self.tie_last(tie);
            let and = Word { written: AND_SIGN.into(), folded: AND_SIGN.into(), tie, kind: WordKind::And };
            self.words.push(and);
        } else {
            self.tie_last(read.tie);
        }
        if let Some(prefix) = read.prefix {
            self.words.push(Word { tie: Tie::Sign, ..Word::from_sign(prefix) });
        }
    }

    fn tie_last(&mut self, tie: Tie) {
        if let Some(word) = self.words.last_mut() {
            word.tie = tie;
        }
    }

    fn clear_last_tie(&mut self) {
        self.tie_last(Tie::None);
    }

    fn finish(mut self, rest: &[char]) -> Vec<Word> {
        self.read_gap(rest, None);
        self.clear_last_tie();
        if self.words.is_empty() {
            let signs: String = rest.iter().filter(|c| !c.is_whitespace()).collect();
            if !signs.is_empty() {
                self.words.push(Word::new(signs, WordKind::Signs));
            }
        }
        self.words
    }
}

/// All words that are one if tied words are written together: `Spider-Man's` is also `spiderman`, `mans` and
/// `spidermans`. An `&` between tied words is left out.
pub fn joined_words(words: &[Word]) -> Vec<JoinedWord> {
    let mut joins = Vec::new();
    for start in 0..words.len() {
        let mut end = start + 1;
        while end < words.len() && end - start < MAX_JOINED_WORDS && words[end - 1].tie != Tie::None {
            end += 1;
            if words[end - 1].kind != WordKind::And && words[start].kind != WordKind::And {
                joins.push(JoinedWord { start, end, word: join_words(&words[start..end]) });
            }
        }
    }
    joins
}

fn join_words(words: &[Word]) -> Word {
    let text = |part: fn(&Word) -> &str| {
        words.iter().filter(|word| word.kind != WordKind::And).map(part).collect::<String>()
    };
    let (written, folded) = (text(|word| &word.written), text(|word| &word.folded));
    Word { written, folded, tie: Tie::None, kind: WordKind::Letters }
}

/// The words that a text may be searched by, separated by spaces, for comparison with [`search_words`].
pub fn search_text<T: AsRef<str>>(text: &str, languages: impl IntoIterator<Item = T>) -> String {
    let words = words(text);
    let mut forms: Vec<String> = Vec::with_capacity(words.len());
    let joined = joined_words(&words);
    for word in words.iter().chain(joined.iter().map(|joined| &joined.word)) {
        forms.extend(word.spelled_out());
        forms.push(word.folded.clone());
    }
    if words.iter().any(|word| word.kind == WordKind::And) {
        forms.extend(conjunctions::for_languages(languages));
    }
    let mut seen = HashSet::new();
    forms.retain(|form| seen.insert(form.clone()));
    forms.join(" ")
}

/// A word of a query in the ways to write it, folded: any of them may be in a [`search_text`], or begin one
/// of its words. The first is the word as typed.
pub type SearchWord = Vec<String>;

/// The words of a query, all of which must be in a [`search_text`]: without `&` and the words for it, because
/// languages differ in them, unless there are no others. Signs alone are not a word: they leave a list
/// unnarrowed.
pub fn search_words(text: &str) -> Vec<SearchWord> {
    let mut all = search_words_or_signs(text);
    all.retain(|forms| forms[0].contains(is_word_character));
    all
}

/// [`search_words`] of a query for texts that are compared with their signs: a query of signs alone is one
/// word, which finds what contains these signs.
pub fn search_words_or_signs(text: &str) -> Vec<SearchWord> {
    let words = words(text);
    let joined = joined_words(&words);
    let mut all: Vec<SearchWord> = Vec::new();
    let mut start = 0;
    for (at, word) in words.iter().enumerate() {
        if words.get(at + 1).is_some_and(|next| word.is_one_with(next)) {
            continue;
        }
        let typed = join_words(&words[start..=at]);
        let longer = joined.iter().filter(|joined| joined.start <= start && at < joined.end);
        let mut forms = vec![typed.folded.clone()];
        forms.extend(typed.spelled_out().into_iter().chain(longer.map(|joined| joined.word.folded.clone())));
        all.push(forms);
        start = at + 1;
    }
    let is_and = |forms: &SearchWord| forms[0].is_empty() || conjunctions::is_conjunction(&forms[0]);
    if !all.iter().all(is_and) {
        all.retain(|forms| !is_and(forms));
    }
    all.retain(|forms| !forms[0].is_empty());
    all
}

/// Returns true if a character of a clean text is part of a word.
pub fn is_word_character(c: char) -> bool {
    (c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c))
        && !is_apostrophe(c)
        && !is_hyphen(c)
}

/// Scripts that write no spaces between words: each character counts as a word.
fn is_word_by_itself(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{joined_words, search_text, search_words, words};

    fn folded_words(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.folded).collect()
    }

    fn joined_word_texts(text: &str) -> Vec<String> {
        joined_words(&words(text)).into_iter().map(|joined| joined.word.folded).collect()
    }

    #[test]
    fn punctuation_separates_words() {
        assert_eq!(
            folded_words("Pride, Prejudice (1813): a novel!"),
            ["pride", "prejudice", "1813", "a", "novel"]
        );
        assert_eq!(folded_words("紅楼夢 1"), ["红", "楼", "梦", "1"]);
        assert_eq!(
            folded_words("ハリー・ポッター"),
            folded_words("ﾊﾘｰ･ﾎﾟｯﾀ"),
            "middle dot, widths and long vowel"
        );
        assert_eq!(folded_words("  "), Vec::<String>::new());
    }

    #[test]
    fn tied_words_are_also_one() {
        assert_eq!(joined_word_texts("Spider-Man's web"), ["spiderman", "spidermans", "mans"]);
        assert_eq!(joined_word_texts("L’Étranger"), ["letranger"]);
        assert_eq!(joined_word_texts("J. R. R. Tolkien"), ["jr", "jrr", "rr"]);
        assert_eq!(
            joined_word_texts("J.R.R.Tolkien"),
            ["jr", "jrr", "jrrtolkien", "rr", "rrtolkien", "rtolkien"]
        );
        assert_eq!(joined_word_texts("20,000 and 20 000"), ["20000", "20000"]);
        assert_eq!(joined_word_texts("AT&T"), ["att"]);
        assert_eq!(joined_word_texts("C++"), ["cplus", "cplusplus", "plusplus"]);
        assert_eq!(joined_word_texts("می\u{200c}خواهم"), ["ميخواهم"]);
        assert_eq!(joined_word_texts("spider man"), Vec::<String>::new());
    }

    #[test]
    fn signs_that_are_read_are_words() {
        assert_eq!(folded_words("C# & .NET"), ["c", "sharp", "&", "dot", "net"]);
        assert_eq!(folded_words("Prelude in C♯ minor"), folded_words("prelude in C# minor"));
        assert_eq!(folded_words("A+"), ["a", "plus"]);
        assert_eq!(folded_words("&"), ["&"]);
        assert_eq!(folded_words("? !"), ["?!"], "a text of signs alone is one word");
    }

    #[test]
    fn umlauts_have_a_second_spelling() {
        let spelled_out = |text| words(text)[0].spelled_out();
        assert_eq!(spelled_out("Müller").as_deref(), Some("mueller"));
        assert_eq!(spelled_out("Ålborg").as_deref(), Some("aalborg"));
        assert_eq!(spelled_out("Élan"), None);
    }

    #[test]
    fn every_spelling_of_a_query_is_in_the_text_that_is_searched() {
        let finds = |text: &str, query: &str| {
            let text = search_text(text, ["deu"]);
            let has = |form: &String| text.split(' ').any(|own| own.starts_with(form.as_str()));
            search_words(query).iter().all(|forms| forms.iter().any(has))
        };
        for query in [
            "don't", "DONT", "don’t stop", "e-mail", "email", "e mail", "stop and", "stop & e", "müller",
            "mueller",
        ] {
            assert!(finds("Don't stop & E‑Mail Müller", query), "{query}");
        }
        assert!(!finds("Don't stop", "start"));
        assert!(finds("Email", "e-mail"));
        assert_eq!(search_words("und"), [["und"]]);
    }

    proptest! {
        #[test]
        fn words_of_any_text_are_folded_and_never_empty(text in "\\PC{0,40}") {
            for word in words(&text) {
                prop_assert!(!word.folded.is_empty());
                prop_assert_eq!(super::super::fold(&word.folded), word.folded);
            }
        }
    }
}
