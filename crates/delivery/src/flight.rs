//! Coalescing of concurrent work with the same result.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use crate::Result;

/// Joins requests for the same key while the first of them is running. Results, including errors, are passed
/// to the waiting callers and not cached, because the file store keeps them.
#[derive(Debug)]
pub(crate) struct SingleFlight<T> {
    under_way: Mutex<HashMap<String, Arc<OnceCell<Result<T>>>>>,
}

impl<T> Default for SingleFlight<T> {
    fn default() -> Self {
        Self { under_way: Mutex::default() }
    }
}

impl<T: Clone> SingleFlight<T> {
    /// Returns the result of `work`, or of running work for the same key. If the caller that does the work is
    /// dropped, a waiting caller continues with its own.
    pub(crate) async fn run_once<F: Future<Output = Result<T>>>(
        &self,
        key: &str,
        work: impl FnOnce() -> F,
    ) -> Result<T> {
        let cell = Arc::clone(self.lock_flights().entry(key.to_owned()).or_default());
        let result = cell.get_or_init(work).await.clone();
        let mut under_way = self.lock_flights();
        if under_way.get(key).is_some_and(|other| Arc::ptr_eq(other, &cell)) {
            under_way.remove(key);
        }
        result
    }

    fn lock_flights(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<OnceCell<Result<T>>>>> {
        // Nothing that can panic runs under the lock, so the guarded state is always consistent.
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::task::yield_now;

    use super::*;
    use crate::Error;

    #[tokio::test]
    async fn concurrent_requests_share_one_result() {
        let flights = SingleFlight::default();
        let made = AtomicU32::new(0);
        let asked = (0..20).map(|_| {
            flights.run_once("a", || async {
                yield_now().await;
                Ok(made.fetch_add(1, Ordering::SeqCst))
            })
        });
        assert_eq!(futures_util::future::try_join_all(asked).await.unwrap(), vec![0; 20]);
        assert_eq!(
            flights.run_once("a", || async { Ok(made.load(Ordering::SeqCst)) }).await.unwrap(),
            1,
            "forgotten"
        );
    }

    #[tokio::test]
    async fn all_get_the_error_and_the_next_request_retries() {
        let flights = SingleFlight::<u32>::default();
        let fail = || async {
            yield_now().await;
            Err(Error::Book("broken".into()))
        };
        let (first, second) = tokio::join!(flights.run_once("a", fail), flights.run_once("a", fail));
        assert!(first.is_err() && second.is_err());
        assert_eq!(flights.run_once("a", || async { Ok(7) }).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn if_the_first_is_dropped_another_takes_over() {
        let flights = Arc::new(SingleFlight::<u32>::default());
        let gone = Arc::clone(&flights);
        let first = tokio::spawn(async move { gone.run_once("a", std::future::pending).await });
        while flights.lock_flights().is_empty() {
            yield_now().await;
        }
        let waiting = flights.run_once("a", || async { Ok(2) });
        let (result, ()) = tokio::join!(waiting, async {
            yield_now().await;
            first.abort();
        });
        assert_eq!(result.unwrap(), 2);
    }
}
