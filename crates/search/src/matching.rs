//! Finds the documents of a segment that have all words of a query.

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use crate::document::WHOLE_WEIGHT;
use crate::query::{QueryWord, TitleQuery};
use crate::{DocBits, Error, IndexSegment, SchemaFields};

/// The documents of one segment that match, with their relevance.
pub(crate) struct SegmentMatches {
    /// The rarest word comes first: it leads, and the others are only checked in its documents.
    words: Vec<MatchedWord>,
    /// For each name: which of `words` must appear in the name of one person.
    people: Vec<Vec<usize>>,
    /// Documents whose whole title is the query, for each spelling.
    whole_titles: Vec<WholeTitles>,
}

impl SegmentMatches {
    /// Opens the words of a query that has some. `None` if a word does not occur.
    pub(crate) fn open_query(
        query: &TitleQuery,
        segment: &IndexSegment,
        fields: &SchemaFields,
        needs_relevance: bool,
    ) -> Result<Option<Self>, Error> {
        let mut words = Vec::with_capacity(query.words.len());
        for wanted in &query.words {
            match MatchedWord::open_word(wanted, segment, needs_relevance)? {
                Some(word) => words.push(word),
                None => return Ok(None),
            }
        }
        words.sort_by_key(MatchedWord::doc_count);
        let mut persons: Vec<usize> = words.iter().filter_map(|word| word.person).collect();
        persons.sort_unstable();
        let people = persons
            .chunk_by(|a, b| a == b)
            .filter(|person| person.len() > 1)
            .map(|person| (0..words.len()).filter(|at| words[*at].person == Some(person[0])).collect())
            .collect();
        let mut whole = Vec::new();
        for text in query.whole_texts.iter().filter(|_| needs_relevance) {
            let postings = segment.postings(fields.whole_title, &text.term, IndexRecordOption::WithFreqs)?;
            let most = if text.is_as_typed { u32::MAX } else { WHOLE_WEIGHT };
            whole.extend(postings.map(|postings| WholeTitles { postings, weight: most }));
        }
        Ok(Some(Self { words, people, whole_titles: whole }))
    }

    /// Number of documents with the rarest word: no more than this many match.
    pub(crate) fn upper_bound(&self) -> u64 {
        self.words.first().map_or(0, MatchedWord::doc_count)
    }

    /// Visits each matching document in `allowed`, in order, with its relevance.
    pub(crate) fn for_each(&mut self, allowed: &DocBits, mut visit: impl FnMut(u32, Relevance)) {
        let Some((leader, others)) = self.words.split_first_mut() else { return };
        let mut doc = leader.doc;
        'documents: while doc != TERMINATED {
            if !allowed.contains(doc) {
                doc = leader.advance();
                continue;
            }
            for word in others.iter_mut() {
                let found = word.seek(doc);
                if found != doc {
                    doc = leader.seek(found);
                    continue 'documents;
                }
            }
            if self.people.iter().all(|name| is_one_person(name, leader, others)) {
                let words = leader.weight() + others.iter().map(MatchedWord::weight).sum::<u32>();
                visit(doc, Relevance { whole_title: whole_title_weight(&mut self.whole_titles, doc), words });
            }
            doc = leader.advance();
        }
    }
}

/// Score of a document.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Relevance {
    /// 3 if the text is the whole title in its own spelling, 2 in another, 1 without its article or with the
    /// subtitle.
    whole_title: u32,
    /// The weights of the words.
    words: u32,
}

impl Relevance {
    /// Converts the relevance to a number, the higher the better: the whole title first, then the words'
    /// weights, then short titles.
    #[inline]
    pub(crate) fn to_score(self, length: u8) -> i64 {
        i64::from(self.whole_title) << 32 | i64::from(self.words) << 8 | i64::from(u8::MAX - length)
    }
}

/// Documents whose whole title is some text.
struct WholeTitles {
    postings: SegmentPostings,
    /// Maximum weight of an occurrence.
    weight: u32,
}

fn whole_title_weight(whole: &mut [WholeTitles], doc: u32) -> u32 {
    let weights = whole.iter_mut().map(|titles| {
        if titles.postings.doc() < doc {
            titles.postings.seek(doc);
        }
        if titles.postings.doc() == doc { titles.postings.term_freq().min(titles.weight) } else { 0 }
    });
    weights.max().unwrap_or_default()
}

fn is_one_person(name: &[usize], leader: &mut MatchedWord, others: &mut [MatchedWord]) -> bool {
    let mut common: Option<Vec<u32>> = None;
    for &at in name {
        let word = if at == 0 { &mut *leader } else { &mut others[at - 1] };
        let people = word.persons();
        common = Some(match common {
            None => people,
            Some(mut common) => {
                common.retain(|person| people.contains(person));
                common
            }
        });
    }
    common.is_none_or(|people| !people.is_empty())
}

struct MatchedWord {
    forms: Vec<FormOccurrences>,
    doc: u32,
    person: Option<usize>,
    is_ranked: bool,
}

struct FormOccurrences {
    postings: SegmentPostings,
    /// 2 for the word itself, 1 for other spellings, 0 for stems and guesses: among equal places, the word
    /// itself is the best match.
    literal: u32,
}

impl MatchedWord {
    fn open_word(
        query_word: &QueryWord,
        segment: &IndexSegment,
        needs_relevance: bool,
    ) -> Result<Option<Self>, Error> {
        let is_ranked = query_word.is_ranked && needs_relevance;
        let record = match (query_word.person, is_ranked) {
            (Some(_), _) => IndexRecordOption::WithFreqsAndPositions,
            (None, true) => IndexRecordOption::WithFreqs,
            (None, false) => IndexRecordOption::Basic,
        };
        let mut forms = Vec::with_capacity(query_word.forms.len());
        for form in &query_word.forms {
            if let Some(postings) = segment.postings(query_word.field, &form.term, record)? {
                forms.push(FormOccurrences { postings, literal: form.spelling.weight() });
            }
        }
        let doc = forms.iter().map(|form| form.postings.doc()).min();
        Ok(doc.map(|doc| Self { forms, doc, person: query_word.person, is_ranked }))
    }

    fn doc_count(&self) -> u64 {
        self.forms.iter().map(|form| u64::from(form.postings.doc_freq())).sum()
    }

    #[inline]
    fn advance(&mut self) -> u32 {
        let mut next = TERMINATED;
        for form in &mut self.forms {
            let doc =
                if form.postings.doc() == self.doc { form.postings.advance() } else { form.postings.doc() };
            next = next.min(doc);
        }
        self.doc = next;
        next
    }

    #[inline]
    fn seek(&mut self, target: u32) -> u32 {
        if self.doc < target {
            let mut next = TERMINATED;
            for form in &mut self.forms {
                let doc = form.postings.doc();
                next = next.min(if doc < target { form.postings.seek(target) } else { doc });
            }
            self.doc = next;
        }
        self.doc
    }

    /// Weight of the word in the current document.
    #[inline]
    fn weight(&self) -> u32 {
        if !self.is_ranked {
            return 0;
        }
        let here = self.forms.iter().filter(|form| form.postings.doc() == self.doc);
        here.map(|form| 2 * form.postings.term_freq() + form.literal).max().unwrap_or_default()
    }

    /// The people of the current document in whose names it is.
    fn persons(&mut self) -> Vec<u32> {
        let mut people = Vec::new();
        let mut positions = Vec::new();
        for form in self.forms.iter_mut().filter(|form| form.postings.doc() == self.doc) {
            form.postings.positions(&mut positions);
            people.extend_from_slice(&positions);
        }
        people
    }
}
