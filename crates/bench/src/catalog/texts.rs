//! Titles, subtitles, series and descriptions in four languages.

use rand::RngExt;
use rand::rngs::StdRng;

use super::rng_of;
use crate::words::WordList;

/// Average number of titles per series.
const TITLES_PER_SERIES: u32 = 8;
/// Separates the numbers of series from those of titles.
const SERIES_SEED_OFFSET: u64 = 1 << 40;

/// A language of the catalog, with patterns in which each `#` is replaced by a word.
#[derive(Debug)]
pub struct CatalogLanguage {
    /// ISO 639-2.
    pub code: &'static str,
    pub country: &'static str,
    /// Share of the catalog.
    percent: i32,
    /// The words, most frequent first.
    words: &'static str,
    titles: &'static [&'static str],
    subtitles: &'static [&'static str],
    sentences: &'static [&'static str],
}

/// The languages of the catalog, English first.
static LANGUAGES: [CatalogLanguage; 4] = [
    CatalogLanguage {
        code: "eng",
        country: "US",
        percent: 80,
        words: include_str!("../../data/english.txt"),
        titles: &[
            "The # #", "The # of #", "# and #", "#", "A # for #", "The # in the #", "# # #", "My # #",
            "The # of the # #", "# of #", "Beyond the #", "The #'s #", "Where the # #", "# without #",
            "How to # a #", "Introduction to # #", "The # Who Lost the #", "All the # #",
        ],
        subtitles: &[
            "A Novel", "A # of # and #", "# and # in the #", "A Guide to # #", "Stories", "The # Years",
        ],
        sentences: &[
            "When the # of # is lost, a # must find the # before the # does.",
            "A # about # and # in the # of the #.",
            "In this book the # tells of # and of the # behind every #.",
            "It begins with a #, and ends where no # has been.",
            "With # on # and an index of #.",
        ],
    },
    CatalogLanguage {
        code: "spa",
        country: "ES",
        percent: 8,
        words: include_str!("../../data/spanish.txt"),
        titles: &["El # #", "La # del #", "# y #", "Los # de la #", "Una # en el #", "#", "# sin #", "Las #"],
        subtitles: &["Novela", "Una # de #", "# y # del #", "Cuentos"],
        sentences: &["Cuando el # pierde la #, hace falta un # y una #.", "Un # sobre la # y los # del #."],
    },
    CatalogLanguage {
        code: "fra",
        country: "FR",
        percent: 7,
        words: include_str!("../../data/french.txt"),
        titles: &[
            "Le # #", "La # du #", "# et #", "Les # de la #", "L'# #", "Un # dans la #", "#", "Au # des #",
        ],
        subtitles: &["Roman", "Une # de #", "# et # du #", "Récits"],
        sentences: &["Quand le # perd la #, il faut une # et un #.", "Un # sur la # et les # du #."],
    },
    CatalogLanguage {
        code: "deu",
        country: "DE",
        percent: 5,
        words: include_str!("../../data/german.txt"),
        titles: &[
            "Der # #", "Die # des #", "# und #", "Das # im #", "Eine # für #", "#", "# ohne #", "Vom # der #",
        ],
        subtitles: &["Roman", "Eine # der #", "# und # im #", "Erzählungen"],
        sentences: &["Als der # die # verliert, braucht es einen # und ein #.", "Ein # über # und # im #."],
    },
];

/// Writes texts in one language.
#[derive(Debug, Clone)]
pub struct LanguageWriter {
    pub language: &'static CatalogLanguage,
    words: WordList,
}

impl LanguageWriter {
    fn new(language: &'static CatalogLanguage) -> Self {
        Self { language, words: WordList::new(language.words, 3.0) }
    }

    pub fn draw_title(&self, rng: &mut StdRng) -> String {
        self.fill_pattern(self.language.titles, true, rng)
    }

    pub fn draw_subtitle(&self, rng: &mut StdRng) -> String {
        self.fill_pattern(self.language.subtitles, true, rng)
    }

    /// A few sentences.
    pub fn draw_synopsis(&self, rng: &mut StdRng) -> String {
        let sentences = rng.random_range(3..8);
        let sentence = |_| self.fill_pattern(self.language.sentences, false, rng);
        (0..sentences).map(sentence).collect::<Vec<_>>().join(" ")
    }

    fn fill_pattern(&self, forms: &[&str], capitals: bool, rng: &mut StdRng) -> String {
        let form = forms[rng.random_range(0..forms.len())];
        let mut text = String::with_capacity(form.len() * 4);
        for part in form.split_inclusive('#') {
            match part.strip_suffix('#') {
                None => text.push_str(part),
                Some(before) => {
                    text.push_str(before);
                    let mut letters = self.words.draw_word(rng).chars();
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

#[derive(Debug, Clone)]
pub struct TextGenerator {
    seed: u64,
    series: u32,
    /// The writers of all languages, English first.
    writers: Vec<LanguageWriter>,
}

impl TextGenerator {
    pub fn new(titles: u32, seed: u64) -> Self {
        let writers = LANGUAGES.iter().map(LanguageWriter::new).collect();
        Self { seed, series: (titles / TITLES_PER_SERIES).max(1), writers }
    }

    /// The words of English titles, the most frequent first.
    pub fn english_words(&self) -> &WordList {
        &self.writers[0].words
    }

    /// Draws a language by its share of the catalog.
    pub fn draw_language(&self, rng: &mut StdRng) -> &LanguageWriter {
        let mut left: i32 = rng.random_range(0..100);
        let is_drawn = |writer: &&LanguageWriter| {
            left -= writer.language.percent;
            left < 0
        };
        self.writers.iter().find(is_drawn).unwrap_or(&self.writers[0])
    }

    pub fn draw_series(&self, rng: &mut StdRng) -> String {
        let own = &mut rng_of(self.seed, SERIES_SEED_OFFSET + u64::from(rng.random_range(0..self.series)));
        self.writers[0].fill_pattern(&["The # #", "# #", "The # Chronicles", "# Mysteries"], true, own)
    }
}

#[cfg(test)]
mod tests {
    use super::TextGenerator;

    #[test]
    fn forms_are_filled_with_words() {
        let texts = TextGenerator::new(1000, 1);
        let rng = &mut super::rng_of(1, 1);
        for writer in &texts.writers {
            for _ in 0..200 {
                let title = writer.draw_title(rng);
                assert!(!title.contains('#') && title.starts_with(char::is_uppercase), "{title}");
                let synopsis = writer.draw_synopsis(rng);
                assert!(synopsis.ends_with('.') && synopsis.len() > 60, "{synopsis}");
            }
        }
    }
}
