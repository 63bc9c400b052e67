//! Ends requests that wait for an unreachable database or file store, or that a stopping server cannot wait
//! for any longer: with 503 instead of a connection that hangs (docs/rules/errors.md#rule-3).
//!
//! Nothing is checked while requests are fast. A slower one triggers a check of database and file store, with
//! separate connections; all concurrent waiters share the result.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use delivery::Files;
use store::{Db, Probe};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The times of this module. An outage is detected after at most `check_interval` plus twice `check_timeout`,
/// and every waiting request then gets its response.
#[derive(Debug, Clone, Copy)]
pub struct OutageTimes {
    /// Duration of a request before the first check, and the interval between checks.
    pub check_interval: Duration,
    /// Timeout of database and file store. Checked twice: a busy machine may be slow once.
    pub check_timeout: Duration,
}

impl Default for OutageTimes {
    /// Detects an outage after 4 seconds.
    fn default() -> Self {
        Self { check_interval: Duration::from_millis(1500), check_timeout: Duration::from_millis(1250) }
    }
}

/// Knows whether requests can still be served. Clones share the state.
#[derive(Clone)]
pub struct Outage {
    files: Files,
    times: OutageTimes,
    last_result: Arc<Mutex<LastResult>>,
    /// Canceled when a stopping server waits no longer.
    over: CancellationToken,
    site_name: Arc<str>,
}

struct LastResult {
    probe: Probe,
    last: Option<(Instant, bool)>,
}

impl Outage {
    /// Monitors requests that use this database and file store.
    pub fn new(db: &Db, files: Files, times: OutageTimes) -> Self {
        let seen = Arc::new(Mutex::new(LastResult { probe: db.new_probe(), last: None }));
        Self { files, times, last_result: seen, over: CancellationToken::new(), site_name: "Library".into() }
    }

    pub fn with_site_name(self, site_name: &str) -> Self {
        Self { site_name: site_name.into(), ..self }
    }

    /// Ends all requests without a response.
    pub fn give_up(&self) {
        self.over.cancel();
    }

    /// Returns when a request that begins now should not wait any longer.
    async fn wait_for_outage(&self) {
        tokio::select! {
            () = self.over.cancelled() => {}
            () = self.wait_until_unreachable() => {}
        }
    }

    async fn wait_until_unreachable(&self) {
        loop {
            sleep(self.times.check_interval).await;
            // On the heap, because the future of every request holds room for this one.
            if !Box::pin(self.is_reachable()).await {
                return;
            }
        }
    }

    /// Returns true if database and file store respond; checked at most once per `check_interval`.
    async fn is_reachable(&self) -> bool {
        let mut seen = self.last_result.lock().await;
        if let Some((_, reached)) = seen.last.filter(|(at, _)| at.elapsed() < self.times.check_interval) {
            return reached;
        }
        let reached = self.check_database_and_files(&mut seen.probe).await
            || self.check_database_and_files(&mut seen.probe).await;
        seen.last = Some((Instant::now(), reached));
        reached
    }

    async fn check_database_and_files(&self, probe: &mut Probe) -> bool {
        let limit = self.times.check_timeout;
        let (db, files) = tokio::join!(
            timeout(limit, probe.await_response()),
            timeout(limit, self.files.wait_for_response())
        );
        let (db, files) = (matches!(db, Ok(Ok(()))), matches!(files, Ok(Ok(()))));
        if !(db && files) {
            tracing::warn!(database = db, files, "cannot be reached");
        }
        db && files
    }

    /// Responds with 503 instead of waiting for a request any longer.
    pub async fn run_within_outage<R>(&self, request: Request, run: impl FnOnce(Request) -> R) -> Response
    where
        R: Future<Output = Response>,
    {
        let interface = OutageInterface::from_path(request.uri().path());
        // Responses for people are in the language of their reader.
        let headers = if interface.is_for_people() { request.headers().clone() } else { HeaderMap::new() };
        tokio::select! {
            biased;
            response = run(request) => response,
            () = self.wait_for_outage() => match interface {
                OutageInterface::Api => api::http::errors::ApiError::unavailable().into_response(),
                OutageInterface::Opds => opds::unavailable_response(&headers),
                OutageInterface::Kosync => kosync::unavailable_response(),
                OutageInterface::Pages => web::unavailable_response(&self.site_name, &headers),
            },
        }
    }
}

/// The interface that a request is for: each has its own form of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OutageInterface {
    Api,
    Opds,
    Kosync,
    Pages,
}

impl OutageInterface {
    fn from_path(path: &str) -> Self {
        match path.split('/').nth(1) {
            Some("v2" | "delivery") => Self::Api,
            Some("opds") => Self::Opds,
            Some("kosync") => Self::Kosync,
            _ => Self::Pages,
        }
    }

    fn is_for_people(self) -> bool {
        matches!(self, Self::Opds | Self::Pages)
    }
}

#[cfg(test)]
mod tests;
