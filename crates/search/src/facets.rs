//! Counts names.

use std::cmp::Reverse;

use crate::names::Names;

/// How many names a facet holds (spec 4, 1.1.1).
const TOP: usize = 10;

/// A count for each name of a facet. Kept between searches, because clearing it costs less than making it.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    counts: Vec<u32>,
    /// Names that have a count; unknown when they are many, because then looking at all of them is cheaper than
    /// remembering each.
    touched: Option<Vec<u32>>,
}

impl Counts {
    /// Begins to count so many names in about so many titles.
    pub(crate) fn begin(&mut self, names: usize, titles: u64) {
        self.clear();
        self.counts.resize(names, 0);
        self.touched = (titles < names as u64).then(Vec::new);
    }

    /// Counts some names of a title.
    #[inline]
    pub(crate) fn add(&mut self, numbers: &[u32]) {
        for &number in numbers {
            let count = &mut self.counts[number as usize];
            if let Some(touched) = &mut self.touched
                && *count == 0
            {
                touched.push(number);
            }
            *count += 1;
        }
    }

    /// The most frequent names, ties by name.
    pub(crate) fn top(&self, names: &Names) -> Vec<(String, u64)> {
        let mut top: Vec<(Reverse<u32>, &str)> = Vec::with_capacity(TOP + 1);
        for (number, count) in self.counted() {
            let count = Reverse(count);
            if top.len() == TOP && top.last().is_some_and(|last| count > last.0) {
                continue;
            }
            let entry = (count, names.name(number));
            let at = top.partition_point(|kept| *kept < entry);
            top.insert(at, entry);
            top.truncate(TOP);
        }
        top.into_iter().map(|(Reverse(count), name)| (name.to_owned(), u64::from(count))).collect()
    }

    /// Every name that was counted, by number.
    pub(crate) fn all(&self) -> Vec<(u32, u64)> {
        self.counted().map(|(number, count)| (number, u64::from(count))).collect()
    }

    fn counted(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let (known, rest) = match &self.touched {
            Some(touched) => (touched.as_slice(), [].as_slice()),
            None => ([].as_slice(), self.counts.as_slice()),
        };
        let known = known.iter().map(|&number| (number, self.counts[number as usize]));
        known.chain((0..).zip(rest.iter().copied()).filter(|(_, count)| *count > 0))
    }

    fn clear(&mut self) {
        match self.touched.take() {
            Some(touched) => touched.into_iter().for_each(|number| self.counts[number as usize] = 0),
            None => self.counts.fill(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;
    use crate::names::Names;

    #[test]
    fn the_ten_most_frequent_names_come_first_and_ties_by_name() {
        let mut names = Names::default();
        for n in (0..30).rev() {
            names.number(&format!("name {n:02}"), false);
        }
        let expected: Vec<_> = (0..10).map(|n| (format!("name {:02}", n * 3 + 2), 3)).collect();
        let mut counts = Counts::default();
        for titles in [1, 1000, 1, 1, 1000, 1000] {
            counts.begin(names.len(), titles);
            assert!(counts.top(&names).is_empty());
            for n in 0..30_u32 {
                let number = names.find(&format!("name {n:02}")).unwrap();
                (0..=n % 3).for_each(|_| counts.add(&[number]));
            }
            assert_eq!(counts.top(&names), expected);
            assert_eq!(counts.all().iter().map(|(_, count)| count).sum::<u64>(), 60);
        }
    }
}
