//! How long to wait before the next attempt.

use jiff::SignedDuration;
use rand::{Rng, RngExt as _};

/// The first wait.
const FIRST: SignedDuration = SignedDuration::from_secs(1);
/// No wait is longer.
const LONGEST: SignedDuration = SignedDuration::from_mins(15);

/// The wait after attempt number `attempts` (from 1): doubled each time, and between one half and the whole
/// of that by chance, so that jobs that failed together do not come back together.
pub(crate) fn after(attempts: u32, rng: &mut impl Rng) -> SignedDuration {
    let doublings = attempts.saturating_sub(1).min(20);
    let whole = (FIRST.as_millis() << doublings).min(LONGEST.as_millis());
    let millis = rng.random_range(whole / 2..=whole);
    SignedDuration::from_millis(i64::try_from(millis).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn waits_double_up_to_a_quarter_of_an_hour() {
        let mut rng = StdRng::seed_from_u64(1);
        for (attempts, seconds) in [(1, 1), (2, 2), (3, 4), (8, 128), (11, 900), (u32::MAX, 900)] {
            for _ in 0..50 {
                let wait = after(attempts, &mut rng).as_millis();
                assert!((seconds * 500..=seconds * 1000).contains(&wait), "{attempts}: {wait} ms");
            }
        }
    }

    #[test]
    fn chance_spreads_them() {
        let mut rng = StdRng::seed_from_u64(1);
        let waits: std::collections::HashSet<_> = (0..20).map(|_| after(5, &mut rng).as_millis()).collect();
        assert!(waits.len() > 10);
    }
}
