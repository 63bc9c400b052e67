//! Counts names.

use std::cmp::Reverse;

use crate::names::{Kind, NOBODYS, Names};
use crate::rows::Rows;

/// How many names a facet holds (docs/rules/search.md#rule-4).
const TOP: usize = 10;
/// Names with their counts.
pub(crate) type Counted = Vec<(String, u64)>;

/// A count for each name. Kept between searches, because clearing it costs less than making it.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// By number.
    of: Vec<u32>,
    /// Names that have a count; unknown when they are many, because then looking at all of them is cheaper
    /// than remembering each.
    touched: Option<Vec<u32>>,
}

impl Counts {
    /// Begins to count this many names in about this many titles.
    pub(crate) fn begin(&mut self, names: usize, titles: u64) {
        self.clear();
        self.of.resize(names, 0);
        self.touched = (titles < names as u64 / 8).then(Vec::new);
    }

    /// Counts the names of some documents, of a few hundred at best.
    pub(crate) fn add(&mut self, docs: &[u32], rows: &Rows) {
        let Self { of: counts, touched } = self;
        let overfull = rows.fetch(docs);
        if touched.is_none() && !overfull {
            for doc in docs {
                for number in rows.row(*doc) {
                    counts[*number as usize] += 1;
                }
            }
            return;
        }
        for doc in docs {
            let (row, more) = rows.of(*doc);
            for number in row.iter().chain(more) {
                let count = &mut counts[*number as usize];
                if let Some(touched) = touched
                    && *count == 0
                {
                    touched.push(*number);
                }
                *count += 1;
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
        // The first numbers fill rows and belong to no one.
        all.filter(|(number, _)| *number as usize >= NOBODYS)
    }

    fn clear(&mut self) {
        match self.touched.take() {
            Some(touched) => touched.into_iter().for_each(|number| self.of[number as usize] = 0),
            None => self.of.fill(0),
        }
    }
}
