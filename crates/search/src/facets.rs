//! Counts names.

use std::cmp::Reverse;

use crate::names::{Kind, Names};
use crate::rows::{Rows, SLOTS};

/// How many names a facet holds (spec 4, 1.1.1).
const TOP: usize = 10;
/// How many documents are counted together: their rows come from memory side by side rather than one after the
/// other.
const BATCH: usize = 256;

/// Names with their counts.
pub(crate) type Counted = Vec<(String, u64)>;

/// A count for each name. Kept between searches, because clearing it costs less than making it.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// By number.
    of: Vec<u32>,
    /// Names that have a count; unknown when they are many, because then looking at all of them is cheaper than
    /// remembering each.
    touched: Option<Vec<u32>>,
    /// Documents that are not counted yet.
    batch: Vec<u32>,
}

impl Counts {
    /// Begins to count so many names in about so many titles.
    pub(crate) fn begin(&mut self, names: usize, titles: u64) {
        self.clear();
        self.of.resize(names, 0);
        self.touched = (titles < names as u64 / 8).then(Vec::new);
        self.batch.reserve(BATCH);
    }

    /// Counts the names of a document, now or with the next [`flush`](Self::flush).
    #[inline]
    pub(crate) fn add(&mut self, doc: u32, rows: &Rows) {
        self.batch.push(doc);
        if self.batch.len() == BATCH {
            self.flush(rows);
        }
    }

    /// Counts the documents that wait; before those of another segment.
    pub(crate) fn flush(&mut self, rows: &Rows) {
        let Self { of: counts, touched, batch } = self;
        for doc in batch.drain(..) {
            let (row, more) = rows.of(doc);
            if let Some(touched) = touched {
                let numbers = row.iter().chain(more);
                touched.extend(numbers.clone().filter(|number| counts[**number as usize] == 0));
                numbers.for_each(|number| counts[*number as usize] += 1);
            } else {
                row.iter().chain(more).for_each(|number| counts[*number as usize] += 1);
            }
        }
    }

    /// The most frequent authors and categories, ties by name.
    pub(crate) fn top(&self, names: &Names) -> (Counted, Counted) {
        let mut authors: Vec<(Reverse<u32>, &str)> = Vec::with_capacity(TOP + 1);
        let mut categories = authors.clone();
        let mut worst = [0, 0];
        for (number, count) in self.counted() {
            if count < worst[0] && count < worst[1] {
                continue;
            }
            let kind = usize::from(names.kind(number) != Kind::Author);
            if count < worst[kind] {
                continue;
            }
            let top = if kind == 0 { &mut authors } else { &mut categories };
            let entry = (Reverse(count), names.name(number));
            let at = top.partition_point(|kept| *kept < entry);
            top.insert(at, entry);
            top.truncate(TOP);
            if top.len() == TOP {
                worst[kind] = top[TOP - 1].0.0;
            }
        }
        let owned = |top: Vec<(Reverse<u32>, &str)>| {
            top.into_iter().map(|(Reverse(count), name)| (name.to_owned(), u64::from(count))).collect()
        };
        (owned(authors), owned(categories))
    }

    /// Every name that was counted, by number.
    pub(crate) fn all(&self) -> Vec<(u32, u64)> {
        self.counted().map(|(number, count)| (number, u64::from(count))).collect()
    }

    fn counted(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let (known, rest) = match &self.touched {
            Some(touched) => (touched.as_slice(), [].as_slice()),
            None => ([].as_slice(), self.of.as_slice()),
        };
        let known = known.iter().map(|&number| (number, self.of[number as usize]));
        let all = known.chain((0..).zip(rest.iter().copied()).filter(|(_, count)| *count > 0));
        // The first numbers fill rows and are nobody's.
        all.filter(|(number, _)| *number as usize >= SLOTS)
    }

    fn clear(&mut self) {
        self.batch.clear();
        match self.touched.take() {
            Some(touched) => touched.into_iter().for_each(|number| self.of[number as usize] = 0),
            None => self.of.fill(0),
        }
    }
}
