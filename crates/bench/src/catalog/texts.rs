//! Titles, subtitles, series and descriptions in four languages.

use rand::rngs::StdRng;
use rand::{Rng, RngExt};

use super::rng_of;
use crate::words::{self, WordList};

/// Average number of titles per series.
const TITLES_PER_SERIES: u32 = 8;
/// Separates the numbers of series from those of titles.
const SERIES_SEED_OFFSET: u64 = 1 << 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CatalogLanguage {
    /// Most titles.
    English,
    French,
    Spanish,
    German,
}

impl CatalogLanguage {
    /// Draws a language by its share of the catalog.
    pub fn draw_language(rng: &mut impl Rng) -> Self {
        match rng.random_range(0..100) {
            0..80 => Self::English,
            80..88 => Self::Spanish,
            88..95 => Self::French,
            _ => Self::German,
        }
    }

    /// ISO 639-2.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "eng",
            Self::French => "fra",
            Self::Spanish => "spa",
            Self::German => "deu",
        }
    }

    pub fn country(self) -> &'static str {
        match self {
            Self::English => "US",
            Self::French => "FR",
            Self::Spanish => "ES",
            Self::German => "DE",
        }
    }

    /// Patterns of titles; each `#` is replaced by a word.
    fn title_patterns(self) -> &'static [&'static str] {
        match self {
            Self::English => &[
                "The # #", "The # of #", "# and #", "#", "A # for #", "The # in the #", "# # #", "My # #",
                "The # of the # #", "# of #", "Beyond the #", "The #'s #", "Where the # #", "# without #",
                "How to # a #", "Introduction to # #", "The # Who Lost the #", "All the # #",
            ],
            Self::French => &[
                "Le # #", "La # du #", "# et #", "Les # de la #", "L'# #", "Un # dans la #", "#",
                "Au # des #",
            ],
            Self::Spanish => {
                &["El # #", "La # del #", "# y #", "Los # de la #", "Una # en el #", "#", "# sin #", "Las #"]
            }
            Self::German => &[
                "Der # #", "Die # des #", "# und #", "Das # im #", "Eine # für #", "#", "# ohne #",
                "Vom # der #",
            ],
        }
    }

    fn subtitle_patterns(self) -> &'static [&'static str] {
        match self {
            Self::English => {
                &["A Novel", "A # of # and #", "# and # in the #", "A Guide to # #", "Stories", "The # Years"]
            }
            Self::French => &["Roman", "Une # de #", "# et # du #", "Récits"],
            Self::Spanish => &["Novela", "Una # de #", "# y # del #", "Cuentos"],
            Self::German => &["Roman", "Eine # der #", "# und # im #", "Erzählungen"],
        }
    }

    fn sentence_patterns(self) -> &'static [&'static str] {
        match self {
            Self::English => &[
                "When the # of # is lost, a # must find the # before the # does.",
                "A # about # and # in the # of the #.",
                "In this book the # tells of # and of the # behind every #.",
                "It begins with a #, and ends where no # has been.",
                "With # on # and an index of #.",
            ],
            Self::French => &["Quand le # perd la #, il faut une # et un #.", "Un # sur la # et les # du #."],
            Self::Spanish => {
                &["Cuando el # pierde la #, hace falta un # y una #.", "Un # sobre la # y los # del #."]
            }
            Self::German => {
                &["Als der # die # verliert, braucht es einen # und ein #.", "Ein # über # und # im #."]
            }
        }
    }
}

#[derive(Debug, Clone)]
pub struct TextGenerator {
    seed: u64,
    series: u32,
    /// The words of English titles, the most frequent first.
    pub english: WordList,
    french: WordList,
    spanish: WordList,
    german: WordList,
}

impl TextGenerator {
    pub fn new(titles: u32, seed: u64) -> Self {
        Self {
            seed,
            series: (titles / TITLES_PER_SERIES).max(1),
            english: words::english_words(),
            french: words::french_words(),
            spanish: words::spanish_words(),
            german: words::german_words(),
        }
    }

    pub fn draw_title(&self, language: CatalogLanguage, rng: &mut StdRng) -> String {
        self.fill_pattern(language.title_patterns(), language, true, rng)
    }

    pub fn draw_subtitle(&self, language: CatalogLanguage, rng: &mut StdRng) -> String {
        self.fill_pattern(language.subtitle_patterns(), language, true, rng)
    }

    pub fn draw_series(&self, rng: &mut StdRng) -> String {
        let own = &mut rng_of(self.seed, SERIES_SEED_OFFSET + u64::from(rng.random_range(0..self.series)));
        self.fill_pattern(
            &["The # #", "# #", "The # Chronicles", "# Mysteries"],
            CatalogLanguage::English,
            true,
            own,
        )
    }

    /// A few sentences.
    pub fn draw_synopsis(&self, language: CatalogLanguage, rng: &mut StdRng) -> String {
        let sentences = rng.random_range(3..8);
        let sentence = |_| self.fill_pattern(language.sentence_patterns(), language, false, rng);
        (0..sentences).map(sentence).collect::<Vec<_>>().join(" ")
    }

    fn words_of(&self, language: CatalogLanguage) -> &WordList {
        match language {
            CatalogLanguage::English => &self.english,
            CatalogLanguage::French => &self.french,
            CatalogLanguage::Spanish => &self.spanish,
            CatalogLanguage::German => &self.german,
        }
    }

    fn fill_pattern(
        &self,
        forms: &[&str],
        language: CatalogLanguage,
        capitals: bool,
        rng: &mut StdRng,
    ) -> String {
        let form = forms[rng.random_range(0..forms.len())];
        let mut text = String::with_capacity(form.len() * 4);
        for part in form.split_inclusive('#') {
            match part.strip_suffix('#') {
                None => text.push_str(part),
                Some(before) => {
                    text.push_str(before);
                    let mut letters = self.words_of(language).draw_word(rng).chars();
                    match letters.next() {
                        Some(first) if capitals => text.extend(first.to_uppercase()),
                        first => text.extend(first),
                    }
                    text.push_str(letters.as_str());
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{CatalogLanguage, TextGenerator};

    #[test]
    fn forms_are_filled_with_words() {
        let texts = TextGenerator::new(1000, 1);
        let rng = &mut super::rng_of(1, 1);
        for language in [
            CatalogLanguage::English,
            CatalogLanguage::French,
            CatalogLanguage::Spanish,
            CatalogLanguage::German,
        ] {
            for _ in 0..200 {
                let title = texts.draw_title(language, rng);
                assert!(!title.contains('#') && title.starts_with(char::is_uppercase), "{title}");
                let synopsis = texts.draw_synopsis(language, rng);
                assert!(synopsis.ends_with('.') && synopsis.len() > 60, "{synopsis}");
            }
        }
    }
}
