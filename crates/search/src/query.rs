//! What the words of a search ask of a title.

use domain::isbn;
use tantivy::schema::Field;

use crate::conditions::Criteria;
use crate::criteria::TitleSearch;
use crate::cursor::Reading;
use crate::error::Error;
use crate::schema::Fields;
use crate::terms;
use crate::typos;
use crate::words::{self, Language, Word, plain, words};

/// What every matching title has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    /// Words, all of them.
    pub(crate) wanted: Vec<Wanted>,
    /// The text that is best when it is the whole title.
    pub(crate) whole: Option<String>,
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
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Form {
    /// The term in the index.
    pub(crate) term: String,
    /// It is the word itself and not its stem or a guess.
    pub(crate) literal: bool,
}

/// The terms of a field that differ from a word by one typing error.
pub(crate) type Similar<'a> = &'a dyn Fn(Field, &str) -> Result<Vec<String>, Error>;

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
        let field = self.fields.keyword;
        if self.reading == Reading::Written
            && let Ok(isbn) = isbn::parse(bounded(text))
        {
            let terms = [isbn.to_string(), plain(text)];
            let forms = terms.into_iter().map(|term| Form { term, literal: true }).collect();
            query.wanted.push(Wanted { field, forms, person: None, ranks: true });
            return Ok(());
        }
        let (numbers, rest): (Vec<&str>, Vec<&str>) =
            bounded(text).split_whitespace().partition(|word| isbn::parse(word).is_ok());
        if numbers.is_empty() {
            return self.words(text, field, query);
        }
        for isbn in numbers.iter().take(Criteria::WORDS).filter_map(|number| isbn::parse(number).ok()) {
            let forms = vec![Form { term: isbn.to_string(), literal: true }];
            query.want(Wanted { field, forms, person: None, ranks: true });
        }
        self.words(&rest.join(" "), field, query)
    }

    /// Words of a text, which may be a whole title.
    fn words(&self, text: &str, field: Field, query: &mut Query) -> Result<(), Error> {
        for word in self.read(text, query) {
            query.want(self.wanted(&word, field, self.languages, None)?);
        }
        query.whole = Some(plain(bounded(text))).filter(|whole| !whole.is_empty());
        Ok(())
    }

    /// Words of one person's name.
    fn name(&self, text: &str, field: Field, query: &mut Query) -> Result<(), Error> {
        let person = query.wanted.len();
        for word in self.read(text, query) {
            query.want(self.wanted(&word, field, &[], Some(person))?);
        }
        Ok(())
    }

    fn read(&self, text: &str, query: &mut Query) -> Vec<Word> {
        let text = bounded(text);
        let mut read = words(text);
        read.truncate(Criteria::WORDS);
        query.impossible |= read.is_empty() && !text.trim().is_empty();
        if self.reading == Reading::Joined { words::joined(&read).unwrap_or(read) } else { read }
    }

    fn wanted(
        &self,
        word: &Word,
        field: Field,
        languages: &[Language],
        person: Option<usize>,
    ) -> Result<Wanted, Error> {
        let mut forms = vec![Form { term: word.folded.clone(), literal: true }];
        forms.extend(word.stems(languages).into_iter().map(|term| Form { term, literal: false }));
        if self.reading == Reading::Mistyped && typos::is_long(&word.folded) {
            let similar = (self.similar)(field, &word.folded)?;
            forms.extend(similar.into_iter().map(|term| Form { term, literal: false }));
        }
        Ok(Wanted { field, forms, person, ranks: true })
    }

    fn tag(&self, term: String) -> Wanted {
        let forms = vec![Form { term, literal: true }];
        Wanted { field: self.fields.tag, forms, person: None, ranks: false }
    }
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
    if read.iter().any(|words| words::joined(words).is_some()) {
        readings.push(Reading::Joined);
    }
    if read.iter().flatten().any(|word| typos::is_long(&word.folded)) {
        readings.push(Reading::Mistyped);
    }
    readings
}

/// As much of a text as is read.
pub(crate) fn bounded(text: &str) -> &str {
    &text[..text.floor_char_boundary(Criteria::BYTES)]
}
