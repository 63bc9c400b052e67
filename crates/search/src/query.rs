//! What the words of a search ask of a title.

use domain::isbn::{self, IsbnInText};
use domain::normalization::{Joined, Word, WordKind, conjunctions, joins, words};
use tantivy::schema::Field;

use crate::conditions::Criteria;
use crate::criteria::TitleSearch;
use crate::cursor::Reading;
use crate::error::Error;
use crate::schema::Fields;
use crate::terms;
use crate::typos;
use crate::words::{Language, as_written, plain, stems, with_and_signs, with_ties_joined, written_term};

/// The shortest part, in characters, of a word that is read as two.
const MIN_PART_CHARS: usize = 3;
/// The longest word, in characters, that is read as two.
const MAX_SPLIT_CHARS: usize = 40;

/// What every matching title has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    /// Words, all of them.
    pub(crate) wanted: Vec<Wanted>,
    /// The text that is best if it is the whole title, in each way to write it.
    pub(crate) whole: Vec<WholeText>,
    /// The words are read more widely than in [`Reading::Written`].
    pub(crate) is_widened: bool,
    /// No title can match: a text without a single word.
    pub(crate) impossible: bool,
}

impl Query {
    /// Adds a word, if it is new and there is room for it.
    fn want(&mut self, wanted: Wanted) {
        if self.wanted.len() < Criteria::ALL_WORDS && !self.wanted.contains(&wanted) {
            self.wanted.push(wanted);
        }
    }
}

/// A text that may be a whole title.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WholeText {
    /// The term in the index.
    pub(crate) term: String,
    /// It is how the title is typed; otherwise a title that is written in this way is one in another
    /// spelling.
    pub(crate) is_as_typed: bool,
}

/// A word in its possible forms.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Where it is.
    pub(crate) field: Field,
    /// The terms; any of them will do.
    pub(crate) forms: Vec<Form>,
    /// Words with the same number must appear in the name of one person.
    pub(crate) person: Option<usize>,
    /// Whether it counts for relevance.
    pub(crate) ranks: bool,
}

/// A form of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    /// The term in the index.
    pub(crate) term: String,
    /// How near it is to the word.
    pub(crate) spelling: Spelling,
}

/// How near a term is to the word of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// The word itself.
    Same,
    /// The word with other accents, or written together with its neighbor.
    Other,
    /// Its stem, or a guess.
    Guess,
}

impl Spelling {
    /// What it adds to the weight of a word.
    pub(crate) fn weight(self) -> u32 {
        match self {
            Self::Same => 2,
            Self::Other => 1,
            Self::Guess => 0,
        }
    }
}

impl Form {
    fn new(term: String, spelling: Spelling) -> Self {
        Self { term, spelling }
    }
}

/// The terms of a field that differ from a word by one typing error.
pub(crate) type Similar<'a> = &'a dyn Fn(Field, &str) -> Result<Vec<String>, Error>;

/// How many titles have a term of a field, those that the caller may not see included.
pub(crate) type Frequency<'a> = &'a dyn Fn(Field, &str) -> Result<u64, Error>;

/// Turns texts into words.
pub(crate) struct Reader<'a> {
    /// The fields of the index.
    pub(crate) fields: &'a Fields,
    /// The languages that the collection has.
    pub(crate) languages: &'a [Language],
    /// How widely to read.
    pub(crate) reading: Reading,
    /// Finds mistyped words.
    pub(crate) similar: Similar<'a>,
    /// Counts the titles of a word.
    pub(crate) frequency: Frequency<'a>,
}

impl Reader<'_> {
    /// What a search asks for.
    pub(crate) fn query(&self, search: &TitleSearch) -> Result<Query, Error> {
        let mut query = Query::default();
        match &search.conditions.criteria {
            Criteria::None => {}
            Criteria::Keyword(text) => self.keyword(text, &mut query)?,
            Criteria::Fields { keyword, title, authors, narrators, composers, isbn } => {
                if let Some(text) = keyword {
                    self.keyword(text, &mut query)?;
                }
                if let Some(title) = title {
                    self.words(title, self.fields.title, &mut query)?;
                }
                let people = [
                    (authors, self.fields.author),
                    (narrators, self.fields.narrator),
                    (composers, self.fields.composer),
                ];
                for (names, field) in people {
                    for name in names.iter().take(Criteria::ALL_WORDS) {
                        self.name(name, field, &mut query)?;
                    }
                }
                query.wanted.extend(isbn.as_deref().map(|isbn| self.tag(terms::isbn(isbn))));
            }
        }
        query
            .wanted
            .extend(search.conditions.author_filter.as_deref().map(|name| self.tag(terms::author(name))));
        let code = search.conditions.external_identifier_code.as_deref();
        query.wanted.extend(code.map(|code| self.tag(terms::external_code(code))));
        Ok(query)
    }

    /// Words and ISBNs.
    fn keyword(&self, text: &str, query: &mut Query) -> Result<(), Error> {
        let text = bounded(text);
        let isbns = isbn::find_all(text);
        let rest = isbn::remove_all(text, &isbns);
        if isbns.is_empty() {
            return self.words(text, self.fields.keyword, query);
        }
        // All numbers that were pasted may be of one book, or each of another.
        let numbers = isbns.iter().take(Criteria::WORDS).map(isbn_forms);
        if self.reading == Reading::Written {
            numbers.for_each(|forms| query.want(self.keyword_forms(forms)));
        } else {
            query.is_widened |= numbers.len() > 1;
            let any = numbers.flatten().collect();
            query.want(self.keyword_forms(any));
        }
        if words(&rest).iter().all(|word| word.kind == WordKind::Signs) {
            Ok(())
        } else {
            self.words(&rest, self.fields.keyword, query)
        }
    }

    fn keyword_forms(&self, forms: Vec<Form>) -> Wanted {
        Wanted { field: self.fields.keyword, forms, person: None, ranks: true }
    }

    /// Words of a text, which may be a whole title.
    fn words(&self, text: &str, field: Field, query: &mut Query) -> Result<(), Error> {
        let words = read_words(text, query);
        query.whole = whole_texts(&words);
        self.want_words(&words, field, self.languages, None, query)
    }

    /// Words of one person's name.
    fn name(&self, text: &str, field: Field, query: &mut Query) -> Result<(), Error> {
        let person = query.wanted.len();
        let words = read_words(text, query);
        self.want_words(&words, field, &[], Some(person), query)
    }

    /// Each word, or a word that it is one with. All of `a-b` or `ab` is the same as each of `a` and `b` or
    /// `ab`.
    fn want_words(
        &self,
        words: &[Word],
        field: Field,
        languages: &[Language],
        person: Option<usize>,
        query: &mut Query,
    ) -> Result<(), Error> {
        let mut joined = joins(words);
        if self.reading == Reading::Loose {
            for neighbors in neighbors(words) {
                if self.occurs(&neighbors.word, field, languages)? {
                    joined.push(neighbors);
                    query.is_widened = true;
                }
            }
        }
        let has_required = words.iter().any(|word| !is_optional(word));
        for (at, word) in words.iter().enumerate() {
            if self.reading != Reading::Written && has_required && is_optional(word) {
                query.is_widened = true;
                continue;
            }
            let mut forms = self.forms(word, field, languages)?;
            for longer in joined.iter().filter(|joined| (joined.start..joined.end).contains(&at)) {
                forms.push(Form::new(longer.word.folded.clone(), Spelling::Other));
                forms.extend(stem_forms(&longer.word, languages));
            }
            match self.split(word, field)? {
                Some(parts) => {
                    query.is_widened = true;
                    for part in parts {
                        let mut forms: Vec<Form> = forms.clone();
                        forms.push(Form::new(part, Spelling::Guess));
                        query.want(Wanted { field, forms, person, ranks: true });
                    }
                }
                None => query.want(Wanted { field, forms, person, ranks: true }),
            }
        }
        Ok(())
    }

    /// A word in its spellings.
    fn forms(&self, word: &Word, field: Field, languages: &[Language]) -> Result<Vec<Form>, Error> {
        let written = written_term(word);
        let folded = if written.is_some() { Spelling::Other } else { Spelling::Same };
        let mut forms = vec![Form::new(word.folded.clone(), folded)];
        forms.extend(written.map(|term| Form::new(term, Spelling::Same)));
        forms.extend(word.spelled_out().map(|term| Form::new(term, Spelling::Other)));
        forms.extend(stem_forms(word, languages));
        if self.reading == Reading::Mistyped && typos::is_long(&word.folded) {
            let similar = (self.similar)(field, &word.folded)?;
            forms.extend(similar.into_iter().map(|term| Form::new(term, Spelling::Guess)));
        }
        Ok(forms)
    }

    /// Whether some title has a word or its stem.
    fn occurs(&self, word: &Word, field: Field, languages: &[Language]) -> Result<bool, Error> {
        for term in stems(word, languages).iter().chain([&word.folded]) {
            if (self.frequency)(field, term)? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The two words of a word that no title has: those whose rarer one is the most frequent.
    fn split(&self, word: &Word, field: Field) -> Result<Option<[String; 2]>, Error> {
        if self.reading != Reading::Split
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

    fn tag(&self, term: String) -> Wanted {
        let forms = vec![Form::new(term, Spelling::Same)];
        Wanted { field: self.fields.tag, forms, person: None, ranks: false }
    }
}

/// The texts that a title may be if it is all that was asked for.
fn whole_texts(words: &[Word]) -> Vec<WholeText> {
    if words.is_empty() {
        return Vec::new();
    }
    let plain = plain(words);
    let with_and_signs = with_and_signs(words, conjunctions::is_conjunction);
    let written = as_written(words);
    let mut texts = Vec::with_capacity(4);
    if with_and_signs != plain {
        texts.push(WholeText { term: with_and_signs, is_as_typed: false });
    }
    texts.push(WholeText { term: plain, is_as_typed: written.is_none() });
    texts.extend(written.map(|term| WholeText { term, is_as_typed: true }));
    texts.extend(with_ties_joined(words).map(|term| WholeText { term, is_as_typed: false }));
    texts
}

fn read_words(text: &str, query: &mut Query) -> Vec<Word> {
    let text = bounded(text);
    let mut read = words(text);
    read.truncate(Criteria::WORDS);
    query.impossible |= read.is_empty() && !text.trim().is_empty();
    read
}

fn stem_forms(word: &Word, languages: &[Language]) -> impl Iterator<Item = Form> {
    stems(word, languages).into_iter().map(|term| Form::new(term, Spelling::Guess))
}

/// A number as an ISBN-13, and as it is written, which may be in a title.
fn isbn_forms(found: &IsbnInText) -> Vec<Form> {
    let terms = [found.isbn.to_string(), found.written.to_ascii_lowercase()];
    terms.into_iter().map(|term| Form::new(term, Spelling::Same)).collect()
}

/// Each two words that are next to one another, as one.
fn neighbors(words: &[Word]) -> Vec<Joined> {
    let pair = |(start, pair): (usize, &[Word])| {
        let [first, second] = pair else { return None };
        let are_words = pair.iter().all(|word| word.kind == WordKind::Letters);
        let word = Word {
            written: format!("{}{}", first.written, second.written),
            folded: format!("{}{}", first.folded, second.folded),
            ..first.clone()
        };
        are_words.then_some(Joined { start, end: start + 2, word })
    };
    words.windows(2).enumerate().filter_map(pair).collect()
}

/// Whether a title may lack a word if nothing has all words: `&`, the words for it, and signs.
fn is_optional(word: &Word) -> bool {
    matches!(word.kind, WordKind::And | WordKind::Sign) || conjunctions::is_conjunction(&word.folded)
}

fn is_splittable(word: &Word) -> bool {
    (2 * MIN_PART_CHARS..=MAX_SPLIT_CHARS).contains(&word.folded.chars().count())
        && word.folded.chars().all(char::is_alphabetic)
}

/// The ways of reading that can find more than the one before.
pub(crate) fn readings(criteria: &Criteria) -> Vec<Reading> {
    let texts: Vec<&str> = match criteria {
        Criteria::None => Vec::new(),
        Criteria::Keyword(text) => vec![text],
        Criteria::Fields { keyword, title, authors, narrators, composers, .. } => {
            let names = authors.iter().chain(narrators).chain(composers);
            keyword.iter().chain(title).chain(names).map(String::as_str).collect()
        }
    };
    let read: Vec<Vec<Word>> = texts.iter().map(|text| words(bounded(text))).collect();
    let mut readings = vec![Reading::Written];
    if read.iter().any(|words| words.len() > 1) {
        readings.push(Reading::Loose);
    }
    if read.iter().flatten().any(|word| typos::is_long(&word.folded)) {
        readings.push(Reading::Mistyped);
    }
    if read.iter().flatten().any(is_splittable) {
        readings.push(Reading::Split);
    }
    readings
}

/// As much of a text as is read.
pub(crate) fn bounded(text: &str) -> &str {
    &text[..text.floor_char_boundary(Criteria::BYTES)]
}
