//! Waits for background work whose result an operation returns.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::Result;

/// Polls until there is a result. Pauses between two polls are short at first, so that quick work is not
/// waited for much longer than it takes, and grow up to `pause`.
pub async fn poll_until<T, F>(pause: Duration, mut poll: impl FnMut() -> F) -> Result<T>
where
    F: Future<Output = Result<Option<T>>>,
{
    let begun = Instant::now();
    loop {
        if let Some(seen) = poll().await? {
            return Ok(seen);
        }
        sleep(next_pause(begun.elapsed(), pause)).await;
    }
}

/// The pause after that much waiting: what takes short is seen a quarter later than it is done.
fn next_pause(waited: Duration, max_pause: Duration) -> Duration {
    (waited / 4).clamp(max_pause / 16, max_pause)
}

/// Polls as [`poll_until`] does, at least once and for at most `time_limit`. `None` if there was no result in
/// that time.
pub async fn poll_until_timeout<T, F>(
    time_limit: Duration,
    pause: Duration,
    poll: impl FnMut() -> F,
) -> Result<Option<T>>
where
    F: Future<Output = Result<Option<T>>>,
{
    timeout(time_limit, poll_until(pause, poll)).await.ok().transpose()
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::time::Duration;

    use super::{next_pause, poll_until, poll_until_timeout};
    use crate::ErrorKey;

    const NO_TIME: Duration = Duration::ZERO;
    const LONG_PAUSE: Duration = Duration::from_hours(1);

    #[tokio::test]
    async fn looks_until_there_is_something() {
        let mut looks = 0;
        let mut third = || {
            looks += 1;
            ready(Ok((looks == 3).then_some(looks)))
        };
        assert_eq!(poll_until(NO_TIME, &mut third).await.unwrap(), 3);
        assert_eq!(looks, 3);
    }

    #[test]
    fn short_work_is_polled_soon_and_long_work_seldom() {
        let longest = Duration::from_millis(100);
        for (done, latest, looks) in [(2, 7, 1), (30, 38, 6), (60, 76, 9), (1_000, 1_100, 23)] {
            let (mut waited, mut looked) = (Duration::ZERO, 0);
            while waited < Duration::from_millis(done) {
                waited += next_pause(waited, longest);
                looked += 1;
            }
            assert!(waited <= Duration::from_millis(latest), "{done}: {waited:?}");
            assert!(looked <= looks, "{done}: {looked}");
        }
    }

    #[tokio::test]
    async fn a_fault_ends_it() {
        let fault = poll_until::<(), _>(NO_TIME, || ready(Err(ErrorKey::InternalError.into()))).await;
        assert_eq!(fault.unwrap_err().key(), Some(ErrorKey::InternalError));
    }

    #[tokio::test]
    async fn polls_once_if_the_timeout_is_zero() {
        let there = poll_until_timeout(NO_TIME, LONG_PAUSE, || ready(Ok(Some("it")))).await;
        assert_eq!(there.unwrap(), Some("it"));
        let not_there = poll_until_timeout(NO_TIME, LONG_PAUSE, || ready(Ok(None::<&str>))).await;
        assert_eq!(not_there.unwrap(), None);
    }
}
