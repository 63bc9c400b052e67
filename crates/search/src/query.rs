//! Conditions that the words of a search set on a title.

use domain::isbn::{self, IsbnInText};
use domain::normalization::{JoinedWord, Word, WordKind, conjunctions, joined_words, words};
use domain::sorting::is_article;
use tantivy::schema::Field;

use crate::cursor::QueryReading;
use crate::words::{
    StemLanguage, fold_with_and_signs, fold_with_ties_joined, fold_words, stem_terms, written_term,
    written_text_term,
};
use crate::{Criteria, Error, SchemaFields, TitleSearch, equivalents, terms, truncation, typos};

/// The shortest part, in characters, of a word that is read as two.
const MIN_PART_CHARS: usize = 3;
/// The longest word, in characters, that is read as two.
const MAX_SPLIT_CHARS: usize = 40;
/// Words that people write between a title and its author, folded.
const AUTHOR_PREPOSITIONS: [&str; 9] = ["by", "von", "par", "de", "por", "di", "av", "af", "door"];

/// Words before the number of a title in its series, folded.
const NUMBER_LABELS: [&str; 18] = [
    "band", "bd", "bk", "bok", "book", "deel", "libro", "livre", "no", "nr", "number", "part", "parte",
    "teil", "tome", "tomo", "vol", "volume",
];

/// The conditions that every matching title meets.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TitleQuery {
    /// Words, all of them.
    pub(crate) words: Vec<QueryWord>,
    /// The text that matches best if it is the whole title, in each spelling.
    pub(crate) whole_texts: Vec<WholeText>,
    /// The words are read more widely than in [`QueryReading::Written`].
    pub(crate) is_widened: bool,
    /// No title can match: a text without a single word.
    pub(crate) matches_nothing: bool,
}

impl TitleQuery {
    /// Adds a word, if it is new and there is room for it.
    fn add_word(&mut self, word: QueryWord) {
        if self.words.len() < Criteria::MAX_WORDS && !self.words.contains(&word) {
            self.words.push(word);
        }
    }
}

/// A text that may be a whole title.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WholeText {
    pub(crate) term: String,
    /// True if this is the title's own spelling, false if it is another spelling of it.
    pub(crate) is_as_typed: bool,
}

/// A word in its possible forms.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct QueryWord {
    /// Its position.
    pub(crate) field: Field,
    /// The terms, any of which matches.
    pub(crate) forms: Vec<WordForm>,
    /// Words with the same number must appear in the name of one person.
    pub(crate) person: Option<usize>,
    /// True if it counts for relevance.
    pub(crate) is_ranked: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WordForm {
    pub(crate) term: String,
    pub(crate) spelling: TermSpelling,
}

/// The similarity of a term to the word of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TermSpelling {
    /// The word itself.
    Same,
    /// The word with other accents, or written together with its neighbor.
    Other,
    /// Its stem, or a guess.
    Guess,
}

impl TermSpelling {
    /// The spelling's contribution to the weight of a word.
    pub(crate) fn weight(self) -> u32 {
        match self {
            Self::Same => 2,
            Self::Other => 1,
            Self::Guess => 0,
        }
    }
}

impl WordForm {
    fn new(term: String, spelling: TermSpelling) -> Self {
        Self { term, spelling }
    }
}

/// The terms of a field that differ from a word by one typing error, or that begin like it.
pub(crate) type FindSimilar<'a> = &'a dyn Fn(Field, &str) -> Result<Vec<String>, Error>;

/// Number of titles with a term of a field, including those that the caller may not see.
pub(crate) type TermFrequency<'a> = &'a dyn Fn(Field, &str) -> Result<u64, Error>;

/// Turns texts into words.
pub(crate) struct QueryReader<'a> {
    pub(crate) fields: &'a SchemaFields,
    /// The languages that the collection has.
    pub(crate) languages: &'a [StemLanguage],
    pub(crate) reading: QueryReading,
    /// Finds mistyped words.
    pub(crate) find_similar: FindSimilar<'a>,
    /// Finds the words that begin like one.
    pub(crate) find_completed: FindSimilar<'a>,
    /// Counts the titles of a word.
    pub(crate) frequency: TermFrequency<'a>,
}

impl QueryReader<'_> {
    /// Parses the words of a search.
    pub(crate) fn read_query(&self, search: &TitleSearch) -> Result<TitleQuery, Error> {
        let mut query = TitleQuery::default();
        match &search.conditions.criteria {
            Criteria::None => {}
            Criteria::Keyword(text) => self.read_keyword(text, &mut query)?,
            Criteria::Fields { keyword, title, authors, narrators, composers, isbn } => {
                if let Some(text) = keyword {
                    self.read_keyword(text, &mut query)?;
                }
                if let Some(title) = title {
                    self.read_text(title, self.fields.title, &mut query)?;
                }
                let people = [
                    (authors, self.fields.author),
                    (narrators, self.fields.narrator),
                    (composers, self.fields.composer),
                ];
                for (names, field) in people {
                    for name in names.iter().take(Criteria::MAX_WORDS) {
                        self.read_name(name, field, &mut query)?;
                    }
                }
                query.words.extend(isbn.as_deref().map(|isbn| self.tag_word(terms::isbn(isbn))));
            }
        }
        query.words.extend(
            search.conditions.author_filter.as_deref().map(|name| self.tag_word(terms::author(name))),
        );
        let code = search.conditions.external_identifier_code.as_deref();
        query.words.extend(code.map(|code| self.tag_word(terms::external_code(code))));
        Ok(query)
    }

    /// Words and ISBNs.
    fn read_keyword(&self, text: &str, query: &mut TitleQuery) -> Result<(), Error> {
        let text = truncate_text(text);
        let isbns = isbn::find_all(text);
        let rest = isbn::remove_all(text, &isbns);
        if isbns.is_empty() {
            return self.read_text(text, self.fields.keyword, query);
        }
        // All numbers that were pasted may be of one book, or each of another.
        let numbers = isbns.iter().take(Criteria::MAX_WORDS_PER_TEXT).map(isbn_forms);
        if self.reading == QueryReading::Written {
            numbers.for_each(|forms| query.add_word(self.keyword_word(forms)));
        } else {
            query.is_widened |= numbers.len() > 1;
            let any = numbers.flatten().collect();
            query.add_word(self.keyword_word(any));
        }
        if words(&rest).iter().all(|word| word.kind == WordKind::Signs) {
            Ok(())
        } else {
            self.read_text(&rest, self.fields.keyword, query)
        }
    }

    fn keyword_word(&self, forms: Vec<WordForm>) -> QueryWord {
        QueryWord { field: self.fields.keyword, forms, person: None, is_ranked: true }
    }

    /// Words of a text, which may be a whole title.
    fn read_text(&self, text: &str, field: Field, query: &mut TitleQuery) -> Result<(), Error> {
        let words = read_words(text, query);
        query.whole_texts = whole_texts(&words);
        let from = query.words.len();
        self.add_words(&words, field, self.languages, None, query)?;
        self.complete_words(text, &words, from, query)
    }

    /// Words of one person's name.
    fn read_name(&self, text: &str, field: Field, query: &mut TitleQuery) -> Result<(), Error> {
        let person = query.words.len();
        let words = read_words(text, query);
        self.add_words(&words, field, &[], Some(person), query)?;
        self.complete_words(text, &words, person, query)
    }

    /// Adds completions of the words with an asterisk to the words of the query from an index on.
    fn complete_words(
        &self,
        text: &str,
        words: &[Word],
        from: usize,
        query: &mut TitleQuery,
    ) -> Result<(), Error> {
        for at in truncation::find_truncated_words(truncate_text(text)) {
            let Some(word) = words.get(at).filter(|word| truncation::may_be_prefix(&word.folded)) else {
                continue;
            };
            let is_of_word =
                |wanted: &&mut QueryWord| wanted.forms.first().is_some_and(|form| form.term == word.folded);
            if let Some(wanted) = query.words.iter_mut().skip(from).find(is_of_word) {
                let completed = (self.find_completed)(wanted.field, &word.folded)?;
                wanted
                    .forms
                    .extend(completed.into_iter().map(|term| WordForm::new(term, TermSpelling::Guess)));
            }
        }
        Ok(())
    }

    /// Adds each word, or the joined word that contains it: `a-b` or `ab` requires each of `a` and `b`, or
    /// `ab`.
    fn add_words(
        &self,
        words: &[Word],
        field: Field,
        languages: &[StemLanguage],
        person: Option<usize>,
        query: &mut TitleQuery,
    ) -> Result<(), Error> {
        let mut joined = joined_words(words);
        if self.reading == QueryReading::Loose {
            for neighbors in join_neighbors(words) {
                if self.does_occur(&neighbors.word, field, languages)? {
                    joined.push(neighbors);
                    query.is_widened = true;
                }
            }
        }
        let has_required = words.iter().any(|word| !is_optional(word));
        let numbers: Vec<Option<String>> =
            words.iter().map(|word| self.find_series_number(word, field)).collect::<Result<_, _>>()?;
        for (at, word) in words.iter().enumerate() {
            let is_label = NUMBER_LABELS.contains(&word.folded.as_str())
                && numbers.get(at + 1).is_some_and(Option::is_some);
            let is_left_out = is_label || self.reading != QueryReading::Written && is_optional(word);
            if has_required && is_left_out {
                query.is_widened = true;
                continue;
            }
            let mut forms = self.word_forms(word, field, languages)?;
            if let Some(term) = &numbers[at] {
                query.is_widened = true;
                forms.push(WordForm::new(term.clone(), TermSpelling::Guess));
            }
            for longer in joined.iter().filter(|joined| (joined.start..joined.end).contains(&at)) {
                forms.push(WordForm::new(longer.word.folded.clone(), TermSpelling::Other));
                forms.extend(stem_forms(&longer.word, languages));
            }
            match self.split_word(word, field)? {
                Some(parts) => {
                    query.is_widened = true;
                    for part in parts {
                        let mut forms: Vec<WordForm> = forms.clone();
                        forms.push(WordForm::new(part, TermSpelling::Guess));
                        query.add_word(QueryWord { field, forms, person, is_ranked: true });
                    }
                }
                None => query.add_word(QueryWord { field, forms, person, is_ranked: true }),
            }
        }
        Ok(())
    }

    fn word_forms(
        &self,
        word: &Word,
        field: Field,
        languages: &[StemLanguage],
    ) -> Result<Vec<WordForm>, Error> {
        let written = written_term(word);
        let folded = if written.is_some() { TermSpelling::Other } else { TermSpelling::Same };
        let mut forms = vec![WordForm::new(word.folded.clone(), folded)];
        forms.extend(written.map(|term| WordForm::new(term, TermSpelling::Same)));
        forms.extend(word.spelled_out().map(|term| WordForm::new(term, TermSpelling::Other)));
        let equivalents = equivalents::find_equivalents(&word.folded).into_iter();
        forms.extend(equivalents.map(|term| WordForm::new(term, TermSpelling::Other)));
        forms.extend(stem_forms(word, languages));
        if self.reading == QueryReading::Mistyped && typos::may_have_typo(&word.folded) {
            let similar = (self.find_similar)(field, &word.folded)?;
            forms.extend(similar.into_iter().map(|term| WordForm::new(term, TermSpelling::Guess)));
        }
        Ok(forms)
    }

    fn does_occur(&self, word: &Word, field: Field, languages: &[StemLanguage]) -> Result<bool, Error> {
        for term in stem_terms(word, languages).iter().chain([&word.folded]) {
            if (self.frequency)(field, term)? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The term of a word as a number in a series, if any title has it: unlike the words of a title, it
    /// counts only if nothing has all words.
    fn find_series_number(&self, word: &Word, field: Field) -> Result<Option<String>, Error> {
        if self.reading == QueryReading::Written || field != self.fields.keyword {
            return Ok(None);
        }
        let Some(term) = equivalents::series_number_term(&word.folded) else { return Ok(None) };
        let titles = (self.frequency)(field, &term)?;
        Ok((titles > 0).then_some(term))
    }

    /// The two words of a word that no title has: those whose rarer one is the most frequent.
    fn split_word(&self, word: &Word, field: Field) -> Result<Option<[String; 2]>, Error> {
        if self.reading != QueryReading::Split
            || !is_splittable(word)
            || (self.frequency)(field, &word.folded)? > 0
        {
            return Ok(None);
        }
        let mut best = None;
        let mut most = 0;
        let count = word.folded.chars().count();
        let places = word.folded.char_indices().take(count + 1 - MIN_PART_CHARS).skip(MIN_PART_CHARS);
        for (place, _) in places {
            let (first, second) = word.folded.split_at(place);
            let titles = (self.frequency)(field, first)?.min((self.frequency)(field, second)?);
            if titles > most {
                most = titles;
                best = Some([first.to_owned(), second.to_owned()]);
            }
        }
        Ok(best)
    }

    fn tag_word(&self, term: String) -> QueryWord {
        let forms = vec![WordForm::new(term, TermSpelling::Same)];
        QueryWord { field: self.fields.tag, forms, person: None, is_ranked: false }
    }
}

/// The texts of a title that the whole query would equal.
fn whole_texts(words: &[Word]) -> Vec<WholeText> {
    if words.is_empty() {
        return Vec::new();
    }
    let plain = fold_words(words);
    let with_and_signs = fold_with_and_signs(words, conjunctions::is_conjunction);
    let written = written_text_term(words);
    let mut texts = Vec::with_capacity(4);
    if with_and_signs != plain {
        texts.push(WholeText { term: with_and_signs, is_as_typed: false });
    }
    texts.push(WholeText { term: plain, is_as_typed: written.is_none() });
    texts.extend(written.map(|term| WholeText { term, is_as_typed: true }));
    texts.extend(fold_with_ties_joined(words).map(|term| WholeText { term, is_as_typed: false }));
    texts
}

fn read_words(text: &str, query: &mut TitleQuery) -> Vec<Word> {
    let text = truncate_text(text);
    let mut read = words(text);
    read.truncate(Criteria::MAX_WORDS_PER_TEXT);
    query.matches_nothing |= read.is_empty() && !text.trim().is_empty();
    read
}

fn stem_forms(word: &Word, languages: &[StemLanguage]) -> impl Iterator<Item = WordForm> {
    stem_terms(word, languages).into_iter().map(|term| WordForm::new(term, TermSpelling::Guess))
}

/// A number as an ISBN-13, and as typed, because it may be in a title.
fn isbn_forms(isbn: &IsbnInText) -> Vec<WordForm> {
    let terms = [isbn.isbn.to_string(), isbn.digits.to_ascii_lowercase()];
    terms.into_iter().map(|term| WordForm::new(term, TermSpelling::Same)).collect()
}

/// Each two neighboring words, as one.
fn join_neighbors(words: &[Word]) -> Vec<JoinedWord> {
    let pair = |(start, pair): (usize, &[Word])| {
        let [first, second] = pair else { return None };
        let are_words = pair.iter().all(|word| word.kind == WordKind::Letters);
        let word = Word {
            written: format!("{}{}", first.written, second.written),
            folded: format!("{}{}", first.folded, second.folded),
            ..first.clone()
        };
        are_words.then_some(JoinedWord { start, end: start + 2, word })
    };
    words.windows(2).enumerate().filter_map(pair).collect()
}

/// Returns true if a title may lack a word if nothing has all words: `&`, the words for it, signs, articles,
/// and words before the name of an author.
fn is_optional(word: &Word) -> bool {
    let folded = word.folded.as_str();
    matches!(word.kind, WordKind::And | WordKind::Sign)
        || conjunctions::is_conjunction(folded)
        || is_article(folded)
        || AUTHOR_PREPOSITIONS.contains(&folded)
}

fn is_splittable(word: &Word) -> bool {
    (2 * MIN_PART_CHARS..=MAX_SPLIT_CHARS).contains(&word.folded.chars().count())
        && word.folded.chars().all(char::is_alphabetic)
}

/// The readings that can find more than the previous one.
pub(crate) fn list_possible_readings(criteria: &Criteria) -> Vec<QueryReading> {
    let texts: Vec<&str> = match criteria {
        Criteria::None => Vec::new(),
        Criteria::Keyword(text) => vec![text],
        Criteria::Fields { keyword, title, authors, narrators, composers, .. } => {
            let names = authors.iter().chain(narrators).chain(composers);
            keyword.iter().chain(title).chain(names).map(String::as_str).collect()
        }
    };
    let read: Vec<Vec<Word>> = texts.iter().map(|text| words(truncate_text(text))).collect();
    let mut readings = vec![QueryReading::Written];
    if read.iter().any(|words| words.len() > 1) {
        readings.push(QueryReading::Loose);
    }
    if read.iter().flatten().any(|word| typos::may_have_typo(&word.folded)) {
        readings.push(QueryReading::Mistyped);
    }
    if read.iter().flatten().any(is_splittable) {
        readings.push(QueryReading::Split);
    }
    readings
}

/// Truncates a text to the part that is read.
pub(crate) fn truncate_text(text: &str) -> &str {
    &text[..text.floor_char_boundary(Criteria::MAX_TEXT_BYTES)]
}
