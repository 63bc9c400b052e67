//! Counts names.

use std::cmp::Reverse;

use crate::names::Names;

/// How many names a facet holds (spec 4, 1.1.1).
const TOP: usize = 10;

/// A count for each name of a facet. Kept between searches, because clearing what was touched costs less
/// than making a table of all names.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    counts: Vec<u32>,
    touched: Vec<u32>,
}

impl Counts {
    /// Makes room for so many names.
    pub(crate) fn reserve(&mut self, names: usize) {
        if self.counts.len() < names {
            self.counts.resize(names, 0);
        }
    }

    /// Counts some names of a title.
    #[inline]
    pub(crate) fn add(&mut self, numbers: &[u32]) {
        for &number in numbers {
            let count = &mut self.counts[number as usize];
            if *count == 0 {
                self.touched.push(number);
            }
            *count += 1;
        }
    }

    /// The most frequent names, ties by name.
    pub(crate) fn top(&self, names: &Names) -> Vec<(String, u64)> {
        let mut top: Vec<(Reverse<u32>, &str)> = Vec::with_capacity(TOP + 1);
        for &number in &self.touched {
            let count = Reverse(self.counts[number as usize]);
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
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.touched.iter().map(|&number| (number, u64::from(self.counts[number as usize])))
    }

    /// Forgets all counts.
    pub(crate) fn clear(&mut self) {
        for number in self.touched.drain(..) {
            self.counts[number as usize] = 0;
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
        let mut counts = Counts::default();
        for n in (0..30).rev() {
            names.number(&format!("name {n:02}"), false);
        }
        counts.reserve(names.len());
        for n in 0..30_u32 {
            let number = names.find(&format!("name {n:02}")).unwrap();
            (0..=n % 3).for_each(|_| counts.add(&[number]));
        }
        let top = counts.top(&names);
        let expected: Vec<_> = (0..10).map(|n| (format!("name {:02}", n * 3 + 2), 3)).collect();
        assert_eq!(top, expected);
        counts.clear();
        assert!(counts.top(&names).is_empty());
    }
}
