//! A set of documents of one segment.

use std::borrow::Borrow;

/// A set of documents: one bit for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DocBits {
    words: Vec<u64>,
}

impl DocBits {
    /// No document of `len`.
    pub(crate) fn with_none(len: u32) -> Self {
        Self { words: vec![0; len.div_ceil(64) as usize] }
    }

    /// Every document of `len`.
    pub(crate) fn with_all(len: u32) -> Self {
        let mut bits = Self { words: vec![u64::MAX; len.div_ceil(64) as usize] };
        if let (Some(last), rest @ 1..) = (bits.words.last_mut(), len % 64) {
            *last = (1 << rest) - 1;
        }
        bits
    }

    /// Adds a document.
    pub(crate) fn insert(&mut self, doc: u32) {
        self.words[(doc / 64) as usize] |= 1 << (doc % 64);
    }

    /// Returns true if the set contains a document.
    #[inline]
    pub(crate) fn contains(&self, doc: u32) -> bool {
        self.words[(doc / 64) as usize] & (1 << (doc % 64)) != 0
    }

    /// Removes the documents that `other` does not contain.
    pub(crate) fn intersect_with(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= b);
    }

    /// Removes the documents that `other` contains.
    pub(crate) fn subtract(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= !b);
    }

    /// Number of documents in the set.
    pub(crate) fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The documents in the set, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.words).flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                (left != 0).then(|| {
                    left &= left - 1;
                    at * 64 + bit
                })
            })
        })
    }
}

/// A set that is compared with many others, one for each value of a facet. Most searches find few documents,
/// so most words of their sets are empty, and only the others are compared.
#[derive(Debug)]
pub(crate) struct ComparedSet {
    bits: DocBits,
    /// Indexes of the non-empty words. `None` if there are many, because reading all words in a row is then
    /// faster.
    filled_words: Option<Vec<usize>>,
}

impl From<DocBits> for ComparedSet {
    fn from(bits: DocBits) -> Self {
        let filled = || bits.words.iter().enumerate().filter(|(_, word)| **word != 0).map(|(at, _)| at);
        let few = filled().count() < bits.words.len() / 4;
        let filled = few.then(|| filled().collect());
        Self { bits, filled_words: filled }
    }
}

impl ComparedSet {
    /// Counts the documents that the set and all of `others` contain.
    pub(crate) fn count_common<B: Borrow<DocBits>>(&self, others: &[B]) -> u64 {
        let words = &self.bits.words;
        let common = |at: usize| {
            others.iter().fold(words[at], |word, other| word & Borrow::<DocBits>::borrow(other).words[at])
        };
        let count = |at: usize| u64::from(common(at).count_ones());
        match (&self.filled_words, others) {
            (Some(filled), _) => filled.iter().map(|at| count(*at)).sum(),
            // The frequent case, in a form for which the processor counts several words in one instruction.
            (None, [other]) => words
                .iter()
                .zip(&Borrow::<DocBits>::borrow(other).words)
                .map(|(a, b)| u64::from((a & b).count_ones()))
                .sum(),
            (None, _) => (0..words.len()).map(count).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ComparedSet, DocBits};

    fn every_nth(step: usize, len: u32) -> DocBits {
        let mut bits = DocBits::with_none(len);
        (0..len).step_by(step).for_each(|doc| bits.insert(doc));
        bits
    }

    #[test]
    fn common_documents_of_small_and_large_sets_are_counted() {
        for step in [1, 3, 64, 65, 500, 5000] {
            let compared = ComparedSet::from(every_nth(step, 10_000));
            let expected = |others: &[usize]| {
                let both = |doc: &usize| others.iter().all(|other| doc.is_multiple_of(*other));
                (0..10_000).step_by(step).filter(both).count() as u64
            };
            let (twos, sevens) = (every_nth(2, 10_000), every_nth(7, 10_000));
            assert_eq!(compared.count_common::<DocBits>(&[]), expected(&[]), "{step}");
            assert_eq!(compared.count_common(&[&sevens]), expected(&[7]), "{step}");
            assert_eq!(compared.count_common(&[&twos, &sevens]), expected(&[2, 7]), "{step}");
        }
    }

    #[test]
    fn a_full_set_ends_at_its_length() {
        for len in [0, 1, 63, 64, 65, 130] {
            assert_eq!(DocBits::with_all(len).count(), u64::from(len));
            assert!(DocBits::with_all(len).iter().eq(0..len));
        }
    }

    #[test]
    fn sets_are_intersected_and_subtracted() {
        let (mut a, mut b) = (DocBits::with_none(200), DocBits::with_none(200));
        for doc in [3, 64, 199] {
            a.insert(doc);
        }
        for doc in [64, 100] {
            b.insert(doc);
        }
        let mut both = a.clone();
        both.intersect_with(&b);
        assert_eq!(both.iter().collect::<Vec<_>>(), [64]);
        a.subtract(&b);
        assert_eq!(a.iter().collect::<Vec<_>>(), [3, 199]);
        assert!(a.contains(199) && !a.contains(64));
    }
}
