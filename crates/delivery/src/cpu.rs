//! Heavy work outside the asynchronous threads, with bounded concurrency.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::{Error, Result};

/// Runs conversions, watermarking, hashing and image work. Each task may hold a whole book in memory, so the
/// bound also bounds memory. A clone shares the bound.
#[derive(Debug, Clone)]
pub(crate) struct Cpu(Arc<Semaphore>);

impl Cpu {
    /// Runs at most `tasks` concurrently, at least one.
    pub(crate) fn new(tasks: usize) -> Self {
        Self(Arc::new(Semaphore::new(tasks.max(1))))
    }

    /// Waits for a permit and runs `work` on a blocking thread. A panic there is returned as an error.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let permit =
            Arc::clone(&self.0).acquire_owned().await.map_err(|e| Error::Interrupted(e.to_string()))?;
        tokio::task::spawn_blocking(move || {
            // The work owns the permit, because it continues if its caller stops waiting.
            let _permit = permit;
            work()
        })
        .await
        .map_err(|e| Error::Interrupted(format!("the work ended abnormally: {e}")))?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn runs_at_most_the_limit_concurrently() {
        let cpu = Cpu::new(2);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let tasks = (0..8).map(|_| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            cpu.run(move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(std::time::Duration::from_millis(10));
                now.fetch_sub(1, Ordering::SeqCst);
                Ok(())
            })
        });
        futures_util::future::try_join_all(tasks).await.unwrap();
        assert_eq!(most.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_frees_its_place() {
        let cpu = Cpu::new(1);
        let error = cpu.run(|| -> Result<()> { panic!("broken book") }).await.unwrap_err();
        assert!(!error.is_permanent(), "{error}");
        assert_eq!(cpu.run(|| Ok(1)).await.unwrap(), 1);
    }
}
