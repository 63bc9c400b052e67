//! Lengths of sentences. If it is known how far away the next one begins, that nearly determines it.

use crate::columns::{ColumnReader, ColumnWriter, fold_sign, unfold_sign};

/// Sums of more than this count half, so that what was last seen counts most.
const MAX_REMEMBERED_SUM: u64 = 1 << 20;

#[derive(Debug)]
struct LengthEstimate {
    /// Twice the lengths so far, each less a half: they are rounded up.
    lengths: u64,
    /// Twice their distances.
    distances: u64,
}

impl Default for LengthEstimate {
    fn default() -> Self {
        // 32 letters, with spaces between the words.
        Self { lengths: 16, distances: 16 * 40 }
    }
}

impl LengthEstimate {
    fn expected_length(&self, distance: u64) -> u64 {
        distance.saturating_mul(self.lengths).div_ceil(self.distances)
    }

    fn record_length(&mut self, distance: u64, length: u64) {
        self.lengths += (2 * length).saturating_sub(1);
        self.distances += 2 * distance;
        while self.lengths.max(self.distances) > MAX_REMEMBERED_SUM {
            self.lengths = self.lengths.div_ceil(2);
            self.distances = self.distances.div_ceil(2);
        }
    }
}

/// Writes the length of each sentence. `distances`: how far away the next one begins, by the number of the
/// sentence, in order.
pub(crate) fn write_lengths(
    out: &mut ColumnWriter,
    weights: &[u64],
    distances: impl Iterator<Item = (u64, u64)>,
) {
    let mut expected = LengthEstimate::default();
    let mut distances = distances.peekable();
    out.begin_column(weights.len());
    for (n, weight) in (0_u64..).zip(weights) {
        match distances.next_if(|(sentence, _)| *sentence == n) {
            Some((_, distance)) => {
                out.write_number(fold_sign(weight.wrapping_sub(expected.expected_length(distance))));
                expected.record_length(distance, *weight);
            }
            None => out.write_number(*weight),
        }
    }
}

/// Reads what [`write_lengths`] has written.
pub(crate) fn read_lengths(
    input: &mut ColumnReader,
    distances: impl Iterator<Item = (u64, u64)>,
) -> Option<Vec<u64>> {
    let mut expected = LengthEstimate::default();
    let mut distances = distances.peekable();
    let weights = (0..input.read_length()? as u64).map(|n| {
        let Some((_, distance)) = distances.next_if(|(sentence, _)| *sentence == n) else {
            return input.read_value();
        };
        let further = unfold_sign(input.read_number()?);
        let weight = ColumnReader::check_value(expected.expected_length(distance).wrapping_add(further))?;
        expected.record_length(distance, weight);
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
            let mut out = ColumnWriter::default();
            write_lengths(&mut out, &weights, distances());
            let bytes = out.finish();
            let mut input = ColumnReader::open(&bytes).unwrap();
            prop_assert_eq!(read_lengths(&mut input, distances()), Some(weights));
            prop_assert!(input.finish());
        }
    }

    #[test]
    fn a_distance_nearly_tells_a_length() {
        // Sentences of some 13 to 260 letters, of words of four letters.
        let letters: Vec<u64> =
            (0..2_000_u64).map(|n| 13 + ((n * 2_654_435_761 % (1 << 32)) >> 16) % 247).collect();
        let weights: Vec<u64> = letters.iter().map(|letters| letters.div_ceil(32)).collect();
        let distances = letters.iter().map(|letters| letters * 5 / 4);
        let size = |known: usize| {
            let mut out = ColumnWriter::default();
            write_lengths(&mut out, &weights, (0_u64..).zip(distances.clone()).take(known));
            out.finish().len()
        };
        assert!(size(2_000) * 2 < size(0), "{} and {} bytes", size(2_000), size(0));
    }
}
