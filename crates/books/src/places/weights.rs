//! How long sentences are. If it is known how far away the next one begins, that nearly determines it.

use super::adaptive::{Numbers, folded, unfolded};
use super::columns::{Input, Output};

/// Sums of more than this count half, so that what was last seen counts most.
const REMEMBERED: u64 = 1 << 20;

/// What distances say about lengths.
#[derive(Debug)]
struct Expected {
    /// Twice the lengths so far, each less a half: they are rounded up.
    lengths: u64,
    /// Twice their distances.
    distances: u64,
}

impl Default for Expected {
    fn default() -> Self {
        // 32 letters, with spaces between the words.
        Self { lengths: 16, distances: 16 * 40 }
    }
}

impl Expected {
    fn length(&self, distance: u64) -> u64 {
        distance.saturating_mul(self.lengths).div_ceil(self.distances)
    }

    fn learn(&mut self, distance: u64, length: u64) {
        self.lengths += (2 * length).saturating_sub(1);
        self.distances += 2 * distance;
        while self.lengths.max(self.distances) > REMEMBERED {
            self.lengths = self.lengths.div_ceil(2);
            self.distances = self.distances.div_ceil(2);
        }
    }
}

/// Writes the length of each sentence. `distances`: how far away the next one begins, by the number of the
/// sentence, in order.
pub(super) fn write(out: &mut Output, weights: &[u64], distances: impl Iterator<Item = (u64, u64)>) {
    let (mut expected, mut near, mut alone) = (Expected::default(), Numbers::default(), Numbers::default());
    let mut distances = distances.peekable();
    out.length(weights.len());
    for (n, weight) in (0_u64..).zip(weights) {
        match distances.next_if(|(sentence, _)| *sentence == n) {
            Some((_, distance)) => {
                out.write(&mut near, folded(weight.wrapping_sub(expected.length(distance))));
                expected.learn(distance, *weight);
            }
            None => out.write(&mut alone, *weight),
        }
    }
}

/// Reads what [`write`] has written.
pub(super) fn read(input: &mut Input, distances: impl Iterator<Item = (u64, u64)>) -> Option<Vec<u64>> {
    let (mut expected, mut near, mut alone) = (Expected::default(), Numbers::default(), Numbers::default());
    let mut distances = distances.peekable();
    let weights = (0..input.length()? as u64).map(|n| {
        let Some((_, distance)) = distances.next_if(|(sentence, _)| *sentence == n) else {
            return input.value(&mut alone);
        };
        let further = unfolded(input.read(&mut near)?);
        let weight = Input::possible(expected.length(distance).wrapping_add(further))?;
        expected.learn(distance, weight);
        Some(weight)
    });
    weights.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lengths_are_read_as_they_were_written(
            sentences in prop::collection::vec((0_u64..5_000_000, prop::option::of(0_u64..=u64::from(u32::MAX))), 0..200),
        ) {
            let weights: Vec<u64> = sentences.iter().map(|(weight, _)| *weight).collect();
            let known = |(n, (_, distance)): (u64, &(u64, Option<u64>))| Some((n, (*distance)?));
            let distances = || (0_u64..).zip(&sentences).filter_map(known);
            let mut out = Output::default();
            write(&mut out, &weights, distances());
            let bytes = out.finish();
            let mut input = Input::open(&bytes).unwrap();
            prop_assert_eq!(read(&mut input, distances()), Some(weights));
            prop_assert!(input.finish());
        }
    }

    #[test]
    fn a_distance_nearly_tells_a_length() {
        // Sentences of some 13 to 260 letters, of words of four letters.
        let letters: Vec<u64> = (0..2_000_u64).map(|n| 13 + n * 7919 % 247).collect();
        let weights: Vec<u64> = letters.iter().map(|letters| letters.div_ceil(32)).collect();
        let distances = letters.iter().map(|letters| letters * 5 / 4);
        let size = |known: usize| {
            let mut out = Output::default();
            write(&mut out, &weights, (0_u64..).zip(distances.clone()).take(known));
            out.finish().len()
        };
        assert!(size(2_000) * 3 < size(0), "{} and {} bytes", size(2_000), size(0));
    }
}
