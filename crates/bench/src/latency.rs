//! Request latencies.

use std::time::{Duration, Instant};

/// The times of one phase, sorted: there are some thousands, so exact ranks cost less than the buckets of a
/// histogram.
#[derive(Debug, Clone, Default)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    /// Accepts times in any order.
    pub fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// Measures the work on each item, one after the other, up to a time limit.
    pub fn measure<T>(
        items: impl IntoIterator<Item = T>,
        time: Duration,
        mut work: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let until = Instant::now() + time;
        let mut times = Vec::new();
        for item in items {
            let began = Instant::now();
            if began >= until {
                break;
            }
            work(item)?;
            times.push(began.elapsed());
        }
        Ok(Self::new(times))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The smallest time that `percent` of all do not exceed (nearest rank); zero if there are none.
    pub fn percentile(&self, percent: u8) -> Duration {
        let rank = (self.0.len() * usize::from(percent)).div_ceil(100).max(1);
        self.0.get(rank - 1).or(self.0.last()).copied().unwrap_or_default()
    }

    pub fn percentile_ms(&self, percent: u8) -> f64 {
        self.percentile(percent).as_secs_f64() * 1e3
    }

    /// The median, divided by that of other times.
    pub fn median_ratio(&self, other: &Self) -> f64 {
        self.percentile(50).as_secs_f64() / other.percentile(50).as_secs_f64().max(1e-9)
    }

    pub fn max(&self) -> Duration {
        self.0.last().copied().unwrap_or_default()
    }

    pub fn format_three_percentiles(&self) -> String {
        [50, 95, 99].map(|percent| format_ms(self.percentile(percent))).join(" / ")
    }
}

/// Milliseconds with significant digits: `0.42 ms`, `3.1 ms`, `240 ms`.
pub fn format_ms(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    let digits = if ms < 1.0 { 2 } else { usize::from(ms < 100.0) };
    format!("{ms:.digits$} ms")
}

/// A number of milliseconds, as [`format_ms`] formats it.
pub fn format_milliseconds(ms: f64) -> String {
    format_ms(Duration::from_secs_f64(ms / 1e3))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Latencies, format_ms};

    fn latencies_of(ms: impl IntoIterator<Item = u64>) -> Latencies {
        Latencies::new(ms.into_iter().map(Duration::from_millis).collect())
    }

    #[test]
    fn a_percentile_is_the_nearest_rank() {
        let hundred = latencies_of((1..=100).rev());
        for percent in [1, 50, 95, 99, 100] {
            assert_eq!(hundred.percentile(percent), Duration::from_millis(percent.into()));
        }
        // Textbook example: 15, 20, 35, 40, 50.
        let five = latencies_of([35, 20, 15, 50, 40]);
        assert_eq!(five.percentile(5), Duration::from_millis(15));
        assert_eq!(five.percentile(30), Duration::from_millis(20));
        assert_eq!(five.percentile(40), Duration::from_millis(20));
        assert_eq!(five.percentile(50), Duration::from_millis(35));
        assert_eq!(five.max(), Duration::from_millis(50));
    }

    #[test]
    fn percentiles_without_measurements_are_zero() {
        assert_eq!(latencies_of([]).percentile(99), Duration::ZERO);
        assert_eq!(latencies_of([7]).percentile(1), Duration::from_millis(7));
    }

    #[test]
    fn times_are_shown_with_significant_digits() {
        assert_eq!(format_ms(Duration::from_micros(423)), "0.42 ms");
        assert_eq!(format_ms(Duration::from_micros(3141)), "3.1 ms");
        assert_eq!(format_ms(Duration::from_millis(240)), "240 ms");
    }
}
