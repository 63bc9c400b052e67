//! Waiting for what comes by itself, with one patience for all tests.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Longer than anything takes that a test waits for, on a busy machine too, with the lease of a killed
/// worker.
const PATIENCE: Duration = Duration::from_mins(2);
/// The shortest pause between two looks.
const SHORTEST: Duration = Duration::from_millis(10);
/// The longest pause: a reader who looks so often stays below the limit of requests.
const LONGEST: Duration = Duration::from_millis(250);

/// Checks again and again until there is an answer. `Err` contains what was seen instead.
///
/// # Panics
/// After two minutes, with `what` was waited for and what was seen last.
pub async fn eventually<T, S, F>(what: &str, mut look: impl FnMut() -> F) -> T
where
    S: Display,
    F: Future<Output = Result<T, S>>,
{
    let began = Instant::now();
    loop {
        let seen = match look().await {
            Ok(answer) => return answer,
            Err(seen) => seen,
        };
        let waited = began.elapsed();
        assert!(waited < PATIENCE, "{what}: not within {PATIENCE:?}, but {seen}");
        tokio::time::sleep((waited / 10).clamp(SHORTEST, LONGEST)).await;
    }
}
