//! Waiting for what comes by itself, with one patience for all tests.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Longer than anything that a test waits for takes, on a busy machine.
const EVENTUALLY_TIMEOUT: Duration = Duration::from_mins(2);
/// The shortest pause between two polls.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(10);
/// The longest pause between two polls: a reader who polls at this rate stays below the limit of requests.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Polls until there is a result. `Err` contains the last state that was seen instead.
///
/// # Panics
/// After two minutes, with `what` was waited for and what was seen last.
pub async fn eventually<T, S, F>(what: &str, mut check: impl FnMut() -> F) -> T
where
    S: Display,
    F: Future<Output = Result<T, S>>,
{
    let began = Instant::now();
    loop {
        let seen = match check().await {
            Ok(answer) => return answer,
            Err(seen) => seen,
        };
        let waited = began.elapsed();
        assert!(waited < EVENTUALLY_TIMEOUT, "{what}: not within {EVENTUALLY_TIMEOUT:?}, but {seen}");
        tokio::time::sleep((waited / 10).clamp(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL)).await;
    }
}
