//! Counts names.

use std::cmp::Reverse;

use crate::Facets;
use crate::names::{FacetNames, NameKind, RESERVED_NUMBERS};
use crate::rows::NameRows;

/// Maximum number of authors in a facet (docs/rules/search.md#rule-4).
const MAX_AUTHORS: usize = 10;

/// A count for each name. Kept between searches, because clearing it costs less than making it.
#[derive(Debug, Default)]
pub(crate) struct CountingTable {
    by_number: Vec<u32>,
    /// Names that have a count. `None` if there are many, because reading all names is then cheaper than
    /// remembering each.
    touched_names: Option<Vec<u32>>,
}

impl CountingTable {
    /// Begins to count this many names in about this many titles.
    pub(crate) fn begin(&mut self, names: usize, titles: u64) {
        self.clear_counts();
        self.by_number.resize(names, 0);
        self.touched_names = (titles < names as u64 / 8).then(Vec::new);
    }

    /// Counts the names of some documents, of a few hundred at best.
    pub(crate) fn count_docs(&mut self, docs: &[u32], rows: &NameRows) {
        let Self { by_number: counts, touched_names: touched } = self;
        let overfull = rows.prefetch(docs);
        if touched.is_none() && !overfull {
            for doc in docs {
                for number in rows.row_without_overflow(*doc) {
                    counts[*number as usize] += 1;
                }
            }
            return;
        }
        for doc in docs {
            let (row, more) = rows.numbers_of(*doc);
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

    /// The most frequent authors, and up to this number of the most frequent categories, at least one; ties
    /// by name. The other facets are empty.
    pub(crate) fn find_most_frequent(&self, names: &FacetNames, categories: usize) -> Facets {
        let limits = [MAX_AUTHORS, categories];
        let mut authors: Vec<(Reverse<u32>, &str, u32)> = Vec::with_capacity(MAX_AUTHORS + 1);
        let mut categories = Vec::with_capacity(categories + 1);
        let mut worst = [0, 0];
        for (number, count) in self.iter_counted() {
            if count < worst[0] && count < worst[1] {
                continue;
            }
            let kind = usize::from(names.kind_of(number) != NameKind::Author);
            if count < worst[kind] {
                continue;
            }
            let top = if kind == 0 { &mut authors } else { &mut categories };
            let entry = (Reverse(count), names.name_of(number), number);
            let at = top.partition_point(|kept| *kept < entry);
            top.insert(at, entry);
            top.truncate(limits[kind]);
            if top.len() == limits[kind] {
                worst[kind] = top[limits[kind] - 1].0.0;
            }
        }
        let owned = |top: &[(Reverse<u32>, &str, u32)]| {
            top.iter().map(|(Reverse(count), name, _)| ((*name).to_owned(), u64::from(*count))).collect()
        };
        let bisac = categories.iter().filter(|(.., number)| names.kind_of(*number) == NameKind::Bisac);
        Facets {
            authors: owned(&authors),
            categories: owned(&categories),
            bisac: bisac.map(|(_, name, _)| (*name).to_owned()).collect(),
            ..Facets::default()
        }
    }

    /// Every name that was counted, by number.
    pub(crate) fn all_counts(&self) -> Vec<(u32, u64)> {
        self.iter_counted().map(|(number, count)| (number, u64::from(count))).collect()
    }

    fn iter_counted(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let (known, rest) = match &self.touched_names {
            Some(touched) => (touched.as_slice(), [].as_slice()),
            None => ([].as_slice(), self.by_number.as_slice()),
        };
        let known = known.iter().map(|&number| (number, self.by_number[number as usize]));
        let all = known.chain((0..).zip(rest.iter().copied()).filter(|(_, count)| *count > 0));
        // The first numbers fill rows and belong to no name.
        all.filter(|(number, _)| *number as usize >= RESERVED_NUMBERS)
    }

    fn clear_counts(&mut self) {
        match self.touched_names.take() {
            Some(touched) => touched.into_iter().for_each(|number| self.by_number[number as usize] = 0),
            None => self.by_number.fill(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CountingTable;
    use crate::names::{FacetNames, RESERVED_NUMBERS};

    #[test]
    fn the_number_of_categories_is_the_search_s_and_that_of_authors_is_not() {
        let mut names = FacetNames::default();
        for at in 0..20 {
            names.number_of(&format!("AAuthor {at:02}"));
            names.number_of(&format!("{}Category {at:02}", if at % 2 == 0 { 'B' } else { 'S' }));
        }
        let counts = CountingTable {
            by_number: [vec![9; RESERVED_NUMBERS], vec![1; 40]].concat(),
            touched_names: None,
        };
        for (most, expected) in [(1, 1), (10, 10), (15, 15), (100, 20)] {
            let top = counts.find_most_frequent(&names, most);
            let numbered = |prefix: &str, numbers: &mut dyn Iterator<Item = usize>| -> Vec<String> {
                numbers.map(|at| format!("{prefix} {at:02}")).collect()
            };
            let known = |all: Vec<(String, u64)>| all.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
            assert_eq!(known(top.authors), numbered("Author", &mut (0..10)));
            assert_eq!(known(top.categories), numbered("Category", &mut (0..expected)));
            assert_eq!(top.bisac, numbered("Category", &mut (0..expected).step_by(2)));
        }
    }
}
