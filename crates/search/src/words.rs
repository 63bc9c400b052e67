//! The terms of words: the compared form, the written form, and the stem.
//!
//! A word is indexed folded ([`domain::normalization`]), and a second time as its stem in each language of
//! the title, marked with the language. A query has no language: its words are stemmed by every language
//! that the collection has, and match the titles of that language alone. So `chats` finds the French
//! `Le chat`, and not the English `A chat`.

use std::borrow::Cow;

use domain::normalization::{Tie, Word, WordKind, fold, joined_words};
use frostem::{Algorithm, Stemmer};

use crate::{hebrew, korean};

/// Marks a term as a stem; no word begins with it.
const STEM_PREFIX: char = '\u{1}';
/// Marks a term as a word with its accents, or as a whole title in its own spelling.
const WRITTEN_PREFIX: char = '\u{3}';

/// The terms of a word's stems in these languages.
pub(crate) fn stem_terms(word: &Word, languages: &[StemLanguage]) -> Vec<String> {
    let mut terms = Vec::with_capacity(languages.len());
    if word.kind != WordKind::Letters || word.folded.bytes().any(|b| b.is_ascii_digit()) {
        return terms;
    }
    for language in languages {
        // A reader who leaves the accents out meets the stem of the folded word; one who types them
        // meets the stem that the language's own rules give.
        let mut push = |stem: &str| {
            let term = format!("{STEM_PREFIX}{}{STEM_PREFIX}{stem}", language.name);
            if !terms.contains(&term) {
                terms.push(term);
            }
        };
        push(&language.stem(&word.folded));
        if word.written != word.folded {
            push(&fold(&language.stem(&word.written)));
        }
    }
    terms
}

/// The term of a word in its own spelling. `None` if that is how it is folded.
pub(crate) fn written_term(word: &Word) -> Option<String> {
    (word.written != word.folded).then(|| format!("{WRITTEN_PREFIX}{}", word.written))
}

pub(crate) fn fold_words(words: &[Word]) -> String {
    words.iter().map(|word| word.folded.as_str()).collect::<Vec<_>>().join(" ")
}

/// The term of a text in its own spelling, with what ties its words. `None` if that is how it is folded.
pub(crate) fn written_text_term(words: &[Word]) -> Option<String> {
    if words.iter().all(|word| word.written == word.folded && matches!(word.tie, Tie::None | Tie::Space)) {
        return None;
    }
    let mut text = String::from(WRITTEN_PREFIX);
    for word in words {
        text.push_str(&word.written);
        text.push(match word.tie {
            Tie::Apostrophe => '\'',
            Tie::Hyphen => '-',
            Tie::Digits => ',',
            Tie::Sign => '+',
            Tie::None | Tie::Space => ' ',
        });
    }
    Some(text)
}

/// Words as one text, folded, with `&` for each word that is one for "and".
pub(crate) fn fold_with_and_signs(words: &[Word], is_and: impl Fn(&str) -> bool) -> String {
    let word = |word: &Word| {
        let is_and = word.kind == WordKind::And || is_and(&word.folded);
        if is_and { domain::normalization::AND_SIGN.to_owned() } else { word.folded.clone() }
    };
    let mut all: Vec<String> = words.iter().map(word).collect();
    all.dedup_by(|next, word| next == word && next == domain::normalization::AND_SIGN);
    all.join(" ")
}

/// Words as one text, folded, with tied words as one: `the spiderman` for `The Spider-Man`. `None` if no
/// words are tied.
pub(crate) fn fold_with_ties_joined(words: &[Word]) -> Option<String> {
    let joins = joined_words(words);
    if joins.is_empty() {
        return None;
    }
    let mut all: Vec<&str> = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let longest = joins.iter().filter(|joined| joined.start == at).max_by_key(|joined| joined.end);
        all.push(longest.map_or(&words[at].folded, |joined| &joined.word.folded));
        at = longest.map_or(at + 1, |joined| joined.end);
    }
    Some(all.join(" "))
}

/// A language that words can be stemmed by.
#[derive(Clone, Copy)]
pub(crate) struct StemLanguage {
    /// The stemmer's name, also in the terms.
    pub(crate) name: &'static str,
    stemmer: WordStemmer,
}

/// The rules by which words are stemmed.
#[derive(Clone, Copy)]
enum WordStemmer {
    Snowball(Stemmer),
    /// Particles are cut off.
    Korean,
    /// The article and "and" are cut off.
    Hebrew,
}

const KOREAN: StemLanguage = StemLanguage { name: "korean", stemmer: WordStemmer::Korean };
const HEBREW: StemLanguage = StemLanguage { name: "hebrew", stemmer: WordStemmer::Hebrew };

impl StemLanguage {
    /// Returns every language with a stemmer.
    pub(crate) fn supported_languages() -> impl Iterator<Item = Self> {
        Algorithm::all().iter().copied().map(Self::from_algorithm).chain([KOREAN, HEBREW])
    }

    /// Returns the languages of these ISO 639-2 codes that have a stemmer, each once.
    pub(crate) fn from_codes(codes: &[String]) -> Vec<Self> {
        let mut languages: Vec<Self> = Vec::new();
        for code in codes {
            let code = if matches!(code.as_str(), "nob" | "nno") { "nor" } else { code };
            let language = match code {
                "kor" => Ok(KOREAN),
                "heb" => Ok(HEBREW),
                code => Algorithm::from_name(code).map(Self::from_algorithm),
            };
            if let Ok(language) = language
                && languages.iter().all(|known| known.name != language.name)
            {
                languages.push(language);
            }
        }
        languages
    }

    fn from_algorithm(algorithm: Algorithm) -> Self {
        Self { name: algorithm.name(), stemmer: WordStemmer::Snowball(Stemmer::new(algorithm)) }
    }

    fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        match &self.stemmer {
            WordStemmer::Snowball(stemmer) => stemmer.stem(word),
            WordStemmer::Korean => Cow::Borrowed(korean::cut_particle(word)),
            WordStemmer::Hebrew => Cow::Borrowed(hebrew::cut_prefixes(word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::normalization::words;

    use super::{
        StemLanguage, fold_with_and_signs, fold_with_ties_joined, fold_words, stem_terms, written_term,
        written_text_term,
    };

    fn have_common_stem(code: &str, a: &str, b: &str) -> bool {
        let languages = StemLanguage::from_codes(&[code.to_owned()]);
        let stems = |text| stem_terms(&words(text)[0], &languages);
        stems(a).iter().any(|stem| stems(b).contains(stem))
    }

    #[test]
    fn a_whole_text_has_a_term_for_each_way_to_write_it() {
        let text = words("The Spider-Man & Ülla");
        assert_eq!(fold_words(&text), "the spider man & ulla");
        assert_eq!(fold_with_ties_joined(&text).as_deref(), Some("the spiderman & ulla"));
        assert_eq!(fold_with_ties_joined(&words("spider man")), None);
        assert_eq!(fold_with_and_signs(&words("Salt and & Smoke"), |word| word == "and"), "salt & smoke");
        assert_ne!(written_text_term(&words("E-mail")), written_text_term(&words("E mail")));
        assert_ne!(written_text_term(&words("Resume")), written_text_term(&words("Résumé")));
        assert_eq!(written_text_term(&words("RÉSUMÉ!")), written_text_term(&words("Résumé")));
        assert_eq!(written_text_term(&words("Resume!")), None);
        assert_eq!(written_term(&words("resume")[0]), None);
    }

    #[test]
    fn words_are_stemmed_by_their_language() {
        assert!(have_common_stem("eng", "running", "runs"));
        assert!(have_common_stem("fre", "chevaux", "cheval"));
        assert!(have_common_stem("fra", "étrangère", "etrangere"));
        assert!(have_common_stem("spa", "canciones", "canción"));
        assert!(have_common_stem("spa", "canciones", "cancion"));
        assert!(have_common_stem("ger", "Bücher", "buch"));
        assert!(have_common_stem("deu", "häuser", "hauser"));
        assert!(!have_common_stem("fre", "running", "runs"));
        assert!(have_common_stem("kor", "마법사의", "마법사"));
        assert!(have_common_stem("kor", "학교에서", "학교를"));
        assert!(have_common_stem("heb", "והמדינה", "מדינה"));
    }

    #[test]
    fn equal_stems_of_two_languages_are_two_terms() {
        let stems = |code: &str| stem_terms(&words("chat")[0], &StemLanguage::from_codes(&[code.to_owned()]));
        assert_ne!(stems("eng"), stems("fre"));
        assert_eq!(StemLanguage::from_codes(&["fre".into(), "fra".into(), "zzz".into()]).len(), 1);
    }
}
