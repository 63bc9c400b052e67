//! Finds the documents of a segment that have all words of a query.

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use crate::bits::Bits;
use crate::document::WHOLE;
use crate::error::Error;
use crate::query::{Query, Wanted};
use crate::schema::Fields;
use crate::segments::Segment;

/// The documents of one segment that match, with their relevance.
pub(crate) struct Matches {
    /// The rarest word first: it leads, the others are only asked whether they are there.
    words: Vec<Word>,
    /// For each name: which of `words` must appear in the name of one person.
    people: Vec<Vec<usize>>,
    /// Documents whose whole title was asked for, for each way to write it.
    whole: Vec<WholeTitles>,
}

impl Matches {
    /// Opens the words of a query that has some. `None` if a word does not occur.
    pub(crate) fn open(
        query: &Query,
        segment: &Segment,
        fields: &Fields,
        ranked: bool,
    ) -> Result<Option<Self>, Error> {
        let mut words = Vec::with_capacity(query.wanted.len());
        for wanted in &query.wanted {
            match Word::open(wanted, segment, ranked)? {
                Some(word) => words.push(word),
                None => return Ok(None),
            }
        }
        words.sort_by_key(Word::cost);
        let mut persons: Vec<usize> = words.iter().filter_map(|word| word.person).collect();
        persons.sort_unstable();
        let people = persons
            .chunk_by(|a, b| a == b)
            .filter(|person| person.len() > 1)
            .map(|person| (0..words.len()).filter(|at| words[*at].person == Some(person[0])).collect())
            .collect();
        let mut whole = Vec::new();
        for text in query.whole.iter().filter(|_| ranked) {
            let postings = segment.postings(fields.exact, &text.term, IndexRecordOption::WithFreqs)?;
            let most = if text.is_as_typed { u32::MAX } else { WHOLE };
            whole.extend(postings.map(|postings| WholeTitles { postings, most }));
        }
        Ok(Some(Self { words, people, whole }))
    }

    /// How many documents have the rarest word: no more than this many match.
    pub(crate) fn at_most(&self) -> u64 {
        self.words.first().map_or(0, Word::cost)
    }

    /// Visits each matching document in `allowed`, in order, with its relevance.
    pub(crate) fn for_each(&mut self, allowed: &Bits, mut visit: impl FnMut(u32, Relevance)) {
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
                let words = leader.worth() + others.iter().map(Word::worth).sum::<u32>();
                visit(doc, Relevance { whole: whole_title(&mut self.whole, doc), words });
            }
            doc = leader.advance();
        }
    }
}

/// How well a document fits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Relevance {
    /// 3 if the text is the whole title in its own spelling, 2 in another, 1 without its article or with the
    /// subtitle.
    whole: u32,
    /// The weights of the words.
    words: u32,
}

impl Relevance {
    /// As a number, the higher the better: the whole title first, then the words' weights, then short titles.
    #[inline]
    pub(crate) fn score(self, length: u8) -> i64 {
        i64::from(self.whole) << 32 | i64::from(self.words) << 8 | i64::from(u8::MAX - length)
    }
}

/// Documents whose whole title is some text.
struct WholeTitles {
    postings: SegmentPostings,
    /// The most that it is worth.
    most: u32,
}

fn whole_title(whole: &mut [WholeTitles], doc: u32) -> u32 {
    let weights = whole.iter_mut().map(|titles| {
        if titles.postings.doc() < doc {
            titles.postings.seek(doc);
        }
        if titles.postings.doc() == doc { titles.postings.term_freq().min(titles.most) } else { 0 }
    });
    weights.max().unwrap_or_default()
}

/// Whether some person's name has all the words.
fn is_one_person(name: &[usize], leader: &mut Word, others: &mut [Word]) -> bool {
    let mut common: Option<Vec<u32>> = None;
    for &at in name {
        let word = if at == 0 { &mut *leader } else { &mut others[at - 1] };
        let people = word.people();
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

/// A word in all of its forms.
struct Word {
    forms: Vec<Occurrences>,
    /// The document at which it is.
    doc: u32,
    person: Option<usize>,
    ranks: bool,
}

struct Occurrences {
    postings: SegmentPostings,
    /// 2 for the word itself, 1 for other spellings, 0 for stems and guesses: among equal places, the word
    /// itself is the best match.
    literal: u32,
}

impl Word {
    fn open(wanted: &Wanted, segment: &Segment, ranked: bool) -> Result<Option<Self>, Error> {
        let record = match (wanted.person, wanted.ranks && ranked) {
            (Some(_), _) => IndexRecordOption::WithFreqsAndPositions,
            (None, true) => IndexRecordOption::WithFreqs,
            (None, false) => IndexRecordOption::Basic,
        };
        let mut forms = Vec::with_capacity(wanted.forms.len());
        for form in &wanted.forms {
            if let Some(postings) = segment.postings(wanted.field, &form.term, record)? {
                forms.push(Occurrences { postings, literal: form.spelling.weight() });
            }
        }
        let doc = forms.iter().map(|form| form.postings.doc()).min();
        Ok(doc.map(|doc| Self { forms, doc, person: wanted.person, ranks: wanted.ranks && ranked }))
    }

    fn cost(&self) -> u64 {
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

    /// Its weight in the current document.
    #[inline]
    fn worth(&self) -> u32 {
        if !self.ranks {
            return 0;
        }
        let here = self.forms.iter().filter(|form| form.postings.doc() == self.doc);
        here.map(|form| 2 * form.postings.term_freq() + form.literal).max().unwrap_or_default()
    }

    /// The people of the current document in whose names it is.
    fn people(&mut self) -> Vec<u32> {
        let mut people = Vec::new();
        let mut positions = Vec::new();
        for form in self.forms.iter_mut().filter(|form| form.postings.doc() == self.doc) {
            form.postings.positions(&mut positions);
            people.extend_from_slice(&positions);
        }
        people
    }
}
