//! Waits for background work whose result an operation returns.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::error::Result;

/// Looks repeatedly until there is a result. Pauses between two looks are short at first, so that quick work
/// is not waited for much longer than it takes, and grow up to `pause`.
pub async fn until<T, F>(pause: Duration, mut look: impl FnMut() -> F) -> Result<T>
where
    F: Future<Output = Result<Option<T>>>,
{
    let begun = Instant::now();
    loop {
        if let Some(seen) = look().await? {
            return Ok(seen);
        }
        sleep(next_pause(begun.elapsed(), pause)).await;
    }
}

/// The pause after that much waiting: what takes short is seen a quarter later than it is done.
fn next_pause(waited: Duration, longest: Duration) -> Duration {
    (waited / 4).clamp(longest / 16, longest)
}

/// The same for at most `patience`, with at least one look; `None` if there was no result in that time.
pub async fn until_or_late<T, F>(
    patience: Duration,
    pause: Duration,
    look: impl FnMut() -> F,
) -> Result<Option<T>>
where
    F: Future<Output = Result<Option<T>>>,
{
    timeout(patience, until(pause, look)).await.ok().transpose()
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::time::Duration;

    use super::{next_pause, until, until_or_late};
    use crate::keys::ErrorKey;

    const NO_TIME: Duration = Duration::ZERO;
    const LONG: Duration = Duration::from_hours(1);

    #[tokio::test]
    async fn looks_until_there_is_something() {
        let mut looks = 0;
        let mut third = || {
            looks += 1;
            ready(Ok((looks == 3).then_some(looks)))
        };
        assert_eq!(until(NO_TIME, &mut third).await.unwrap(), 3);
        assert_eq!(looks, 3);
    }

    #[test]
    fn quick_work_is_seen_soon_and_long_work_seldom_looked_at() {
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
        let fault = until::<(), _>(NO_TIME, || ready(Err(ErrorKey::InternalError.into()))).await;
        assert_eq!(fault.unwrap_err().key(), Some(ErrorKey::InternalError));
    }

    #[tokio::test]
    async fn without_time_it_looks_once() {
        let there = until_or_late(NO_TIME, LONG, || ready(Ok(Some("it")))).await;
        assert_eq!(there.unwrap(), Some("it"));
        let not_there = until_or_late(NO_TIME, LONG, || ready(Ok(None::<&str>))).await;
        assert_eq!(not_there.unwrap(), None);
    }
}
