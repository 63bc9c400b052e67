//! Random draws with the frequencies of words and names: the n-th is about 1/n times as frequent as the
//! first.

use rand::{Rng, RngExt};

/// Zipf's law in Mandelbrot's form over `len` positions: position n has the weight 1 / (n + `shift`).
/// `rand_distr::Zipf` has no shift, and does not return the probability of a position.
#[derive(Debug, Clone, Copy)]
pub struct ZipfDistribution {
    len: u32,
    shift: f64,
}

impl ZipfDistribution {
    /// A distribution over `len` positions, at least one. A greater shift makes the first ones less
    /// prominent.
    pub fn new(len: usize, shift: f64) -> Self {
        Self { len: u32::try_from(len).unwrap_or(u32::MAX).max(1), shift }
    }

    /// A place, from 0.
    pub fn draw_position(&self, rng: &mut impl Rng) -> usize {
        self.invert(rng.random::<f64>())
    }

    pub fn probability(&self, place: usize) -> f64 {
        let from = f64::from(u32::try_from(place).unwrap_or(u32::MAX)) + self.shift;
        (1.0 / from).ln_1p() / (f64::from(self.len) / self.shift).ln_1p()
    }

    /// The inverse of the distribution: a continuous curve, so that no table is needed for millions.
    fn invert(&self, u: f64) -> usize {
        let place = self.shift * (1.0 + f64::from(self.len) / self.shift).powf(u) - self.shift;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and the number of places"
        )]
        let place = place.floor() as usize;
        place.min(self.len as usize - 1)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::ZipfDistribution;

    #[test]
    fn every_place_can_be_drawn_and_none_beyond() {
        let zipf = ZipfDistribution::new(7, 2.0);
        let mut rng = StdRng::seed_from_u64(1);
        let drawn: std::collections::BTreeSet<usize> =
            (0..1000).map(|_| zipf.draw_position(&mut rng)).collect();
        assert!(drawn.into_iter().eq(0..7));
        assert_eq!(ZipfDistribution::new(0, 1.0).invert(0.999), 0);
    }

    #[test]
    fn chances_are_what_is_drawn() {
        let zipf = ZipfDistribution::new(7, 2.0);
        let sum: f64 = (0..7).map(|place| zipf.probability(place)).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        let mut rng = StdRng::seed_from_u64(3);
        let first = (0..100_000).filter(|_| zipf.draw_position(&mut rng) == 0).count();
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let share = first as f64 / 1e5;
        assert!((share - zipf.probability(0)).abs() < 0.01, "{share}");
    }

    #[test]
    fn the_hundredth_is_drawn_a_hundredth_as_often_as_the_first() {
        let zipf = ZipfDistribution::new(10_000, 1.0);
        let mut rng = StdRng::seed_from_u64(2);
        let mut counts = vec![0_u32; 10_000];
        (0..1_000_000).for_each(|_| counts[zipf.draw_position(&mut rng)] += 1);
        let ratio = f64::from(counts[0]) / f64::from(counts[95..105].iter().sum::<u32>()) * 10.0;
        assert!((50.0..90.0).contains(&ratio), "ln 2 of a hundred, for the curve begins at 0: {ratio}");
    }
}
