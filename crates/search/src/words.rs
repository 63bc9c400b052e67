//! How a text becomes the words that are indexed and asked for: split, folded, stemmed.
//!
//! A word is indexed as it is, without accents and case, and a second time as its stem in each language of
//! the title, marked with the language. A query has no language: its words are stemmed by every language
//! that the collection has, and match the titles of that language alone. So `chats` finds the French
//! `Le chat`, and not the English `A chat`.

use frostem::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Marks a term as a stem; no word begins with it.
const STEM: char = '\u{1}';
/// The longest chain of joined words (`jack-in-the-box`) that is also indexed as one word.
const CHAIN: usize = 5;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case, with its accents: what a stemmer reads.
    lower: String,
    /// Without accents and case: what is compared.
    pub(crate) folded: String,
    /// A hyphen, an apostrophe or the like ties it to the next word.
    pub(crate) tied: bool,
}

impl Word {
    fn new(text: &str, tied: bool) -> Option<Self> {
        let folded = fold(text);
        let lower =
            if text.is_ascii() { folded.clone() } else { text.nfc().collect::<String>().to_lowercase() };
        (!folded.is_empty()).then_some(Self { lower, folded, tied })
    }

    /// The terms of its stems in these languages.
    pub(crate) fn stems(&self, languages: &[Language]) -> Vec<String> {
        let mut terms = Vec::with_capacity(languages.len());
        if self.folded.bytes().any(|b| b.is_ascii_digit()) {
            return terms;
        }
        for language in languages {
            // A reader who leaves the accents out meets the stem of the folded word; one who types them
            // meets the stem that the language's own rules give.
            let mut push = |stem: &str| {
                let term = format!("{STEM}{}{STEM}{stem}", language.name);
                if !terms.contains(&term) {
                    terms.push(term);
                }
            };
            push(&language.stemmer.stem(&self.folded));
            if self.lower != self.folded {
                push(&fold(&language.stemmer.stem(&self.lower)));
            }
        }
        terms
    }
}

/// The words of a text, in order.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let chars: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &c) in chars.iter().enumerate() {
        if is_word_by_itself(c) {
            words.extend(Word::new(&std::mem::take(&mut word), false));
            words.extend(Word::new(c.encode_utf8(&mut [0; 4]), false));
        } else if is_word(c) {
            word.push(c);
        } else if !word.is_empty() {
            let tied = at > 0 && chars.get(at + 1).is_some_and(|next| ties(chars[at - 1], c, *next));
            words.extend(Word::new(&std::mem::take(&mut word), tied));
        }
    }
    words.extend(Word::new(&word, false));
    words
}

/// The words of a text with each chain of tied words made one: `Spider-Man` is `spiderman`. `None` if the
/// text has no chain.
pub(crate) fn joined(words: &[Word]) -> Option<Vec<Word>> {
    words.iter().any(|word| word.tied).then(|| {
        chains(words)
            .flat_map(|chain| if chain.len() <= CHAIN { vec![join(chain)] } else { chain.to_vec() })
            .collect()
    })
}

/// The words to index for a text: its words, and each chain of tied words as one word more.
pub(crate) fn indexed(text: &str) -> Vec<Word> {
    let words = words(text);
    let more: Vec<Word> =
        chains(&words).filter(|chain| (2..=CHAIN).contains(&chain.len())).map(join).collect();
    words.into_iter().chain(more).collect()
}

fn chains(words: &[Word]) -> impl Iterator<Item = &[Word]> {
    words.chunk_by(|word, _| word.tied)
}

fn join(chain: &[Word]) -> Word {
    let text = |part: fn(&Word) -> &str| chain.iter().map(part).collect::<String>();
    Word { lower: text(|w| &w.lower), folded: text(|w| &w.folded), tied: false }
}

/// The words of a text without accents and case, separated by spaces: equal for texts that differ only in
/// those and in punctuation.
pub(crate) fn plain(text: &str) -> String {
    words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>().join(" ")
}

/// A text without accents and case.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { domain::sorting::fold(text) }
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// Whether `c` between `before` and `after` ties two words to one another.
fn ties(before: char, c: char, after: char) -> bool {
    match c {
        '-' | '\u{2010}' | '\u{2011}' | '\'' | '\u{2019}' | '\u{2018}' => is_word(before) && is_word(after),
        '.' | '&' => before.is_alphabetic() && after.is_alphabetic(),
        _ => false,
    }
}

/// Scripts that write no spaces between words: each character counts as a word.
fn is_word_by_itself(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}

/// A language that words can be stemmed by.
#[derive(Clone, Copy)]
pub(crate) struct Language {
    /// The stemmer's name, also in the terms.
    pub(crate) name: &'static str,
    stemmer: Stemmer,
}

impl Language {
    /// Every one.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Algorithm::all().iter().copied().map(Self::of)
    }

    /// Those of the ISO 639-2 codes that have a stemmer, each once.
    pub(crate) fn of_codes(codes: &[String]) -> Vec<Self> {
        let mut languages: Vec<Self> = Vec::new();
        for code in codes {
            let code = if matches!(code.as_str(), "nob" | "nno") { "nor" } else { code };
            if let Ok(language) = Algorithm::from_name(code).map(Self::of)
                && languages.iter().all(|known| known.name != language.name)
            {
                languages.push(language);
            }
        }
        languages
    }

    fn of(algorithm: Algorithm) -> Self {
        Self { name: algorithm.name(), stemmer: Stemmer::new(algorithm) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, Word, indexed, joined, plain, words};

    fn folded(words: Vec<Word>) -> Vec<String> {
        words.into_iter().map(|word| word.folded).collect()
    }

    fn share_a_stem(code: &str, a: &str, b: &str) -> bool {
        let languages = Language::of_codes(&[code.to_owned()]);
        let stems = |text| words(text)[0].stems(&languages);
        stems(a).iter().any(|stem| stems(b).contains(stem))
    }

    #[test]
    fn punctuation_separates_words() {
        assert_eq!(plain("Pride & Prejudice (1813): a novel!"), "pride prejudice 1813 a novel");
        assert_eq!(plain("  — "), "");
        assert_eq!(plain("紅楼夢 1"), "紅 楼 夢 1");
    }

    #[test]
    fn tied_words_are_found_apart_and_together() {
        assert_eq!(folded(indexed("Spider-Man's web")), ["spider", "man", "s", "web", "spidermans"]);
        assert_eq!(folded(indexed("L’Étranger")), ["l", "etranger", "letranger"]);
        assert_eq!(folded(joined(&words("the spider-man")).unwrap()), ["the", "spiderman"]);
        assert_eq!(folded(indexed("U.S. at 3.14")), ["u", "s", "at", "3", "14", "us"]);
        assert_eq!(joined(&words("spider man")), None);
    }

    #[test]
    fn words_are_stemmed_by_their_language() {
        assert!(share_a_stem("eng", "running", "runs"));
        assert!(share_a_stem("fre", "chevaux", "cheval"));
        assert!(share_a_stem("fra", "étrangère", "etrangere"));
        assert!(share_a_stem("spa", "canciones", "canción"));
        assert!(share_a_stem("spa", "canciones", "cancion"));
        assert!(share_a_stem("ger", "Bücher", "buch"));
        assert!(share_a_stem("deu", "häuser", "hauser"));
        assert!(!share_a_stem("fre", "running", "runs"));
    }

    #[test]
    fn the_same_stem_in_two_languages_is_two_terms() {
        let stems = |code: &str| words("chat")[0].stems(&Language::of_codes(&[code.to_owned()]));
        assert_ne!(stems("eng"), stems("fre"));
        assert_eq!(Language::of_codes(&["fre".into(), "fra".into(), "zzz".into()]).len(), 1);
    }
}
