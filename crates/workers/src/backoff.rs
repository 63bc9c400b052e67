//! Delay before the next attempt.

use jiff::SignedDuration;
use rand::{Rng, RngExt as _};

const FIRST_DELAY: SignedDuration = SignedDuration::from_secs(1);
const MAX_DELAY: SignedDuration = SignedDuration::from_mins(15);

/// The delay after attempt number `attempts` (from 1): doubled each time, then random between half and all of
/// that, so that jobs that failed together are not retried together.
pub(crate) fn retry_delay(attempts: u32, rng: &mut impl Rng) -> SignedDuration {
    let doublings = attempts.saturating_sub(1).min(20);
    let whole = (FIRST_DELAY.as_millis() << doublings).min(MAX_DELAY.as_millis());
    let millis = rng.random_range(whole / 2..=whole);
    SignedDuration::from_millis(i64::try_from(millis).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn delays_double_up_to_fifteen_minutes() {
        let mut rng = StdRng::seed_from_u64(1);
        for (attempts, seconds) in [(1, 1), (2, 2), (3, 4), (8, 128), (11, 900), (u32::MAX, 900)] {
            for _ in 0..50 {
                let wait = retry_delay(attempts, &mut rng).as_millis();
                assert!((seconds * 500..=seconds * 1000).contains(&wait), "{attempts}: {wait} ms");
            }
        }
    }

    #[test]
    fn delays_are_random() {
        let mut rng = StdRng::seed_from_u64(1);
        let waits: std::collections::HashSet<_> =
            (0..20).map(|_| retry_delay(5, &mut rng).as_millis()).collect();
        assert!(waits.len() > 10);
    }
}
