//! Requests that wait for a database or a file store that cannot be reached, or that a stopping server can
//! wait for no longer, are given up: 503 instead of a connection that hangs (docs/rules/errors.md#rule-3).
//!
//! Nothing is asked as long as requests are fast. One that takes longer has database and file store asked, by
//! connections of their own; all that wait at the time share the result.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use delivery::Files;
use store::{Db, Probe};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The times of this module. What cannot be reached is known after `patience` and twice `answer` at most, and
/// every request that waits then is answered.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// How long a request may take before anything is asked, and between two times that it is.
    pub patience: Duration,
    /// How long database and file store may take to answer. Asked twice: a busy machine may be slow once.
    pub answer: Duration,
}

impl Default for Times {
    /// Known after 4 seconds.
    fn default() -> Self {
        Self { patience: Duration::from_millis(1500), answer: Duration::from_millis(1250) }
    }
}

/// Knows whether requests can still be answered. Clones are one.
#[derive(Clone)]
pub struct Outage {
    files: Files,
    times: Times,
    seen: Arc<Mutex<Seen>>,
    /// Cancelled when a stopping server waits no longer.
    over: CancellationToken,
    /// The name that pages carry.
    site_name: Arc<str>,
}

/// What was seen last.
struct Seen {
    probe: Probe,
    last: Option<(Instant, bool)>,
}

impl Outage {
    /// Watches over requests that use these.
    pub fn new(db: &Db, files: Files, times: Times) -> Self {
        let seen = Arc::new(Mutex::new(Seen { probe: db.probe(), last: None }));
        Self { files, times, seen, over: CancellationToken::new(), site_name: "Library".into() }
    }

    /// The same with the name of a site on its pages.
    pub fn on_pages_of(self, site_name: &Arc<str>) -> Self {
        Self { site_name: Arc::clone(site_name), ..self }
    }

    /// Gives up all requests that have no answer yet.
    pub fn give_up(&self) {
        self.over.cancel();
    }

    /// Returns when a request that begins now is not to be waited for.
    async fn out(&self) {
        tokio::select! {
            () = self.over.cancelled() => {}
            () = self.unreachable() => {}
        }
    }

    async fn unreachable(&self) {
        loop {
            sleep(self.times.patience).await;
            if !self.reached().await {
                return;
            }
        }
    }

    /// Whether database and file store answer; asked no more often than requests have patience.
    async fn reached(&self) -> bool {
        let mut seen = self.seen.lock().await;
        if let Some((_, reached)) = seen.last.filter(|(at, _)| at.elapsed() < self.times.patience) {
            return reached;
        }
        let reached = self.ask(&mut seen.probe).await || self.ask(&mut seen.probe).await;
        seen.last = Some((Instant::now(), reached));
        reached
    }

    async fn ask(&self, probe: &mut Probe) -> bool {
        let limit = self.times.answer;
        let (db, files) = tokio::join!(timeout(limit, probe.answer()), timeout(limit, self.files.answer()));
        let (db, files) = (matches!(db, Ok(Ok(()))), matches!(files, Ok(Ok(()))));
        if !(db && files) {
            tracing::warn!(database = db, files, "cannot be reached");
        }
        db && files
    }
}

/// Answers 503 in place of a request that is not to be waited for.
pub async fn bounded(State(outage): State<Outage>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let headers = request.headers().clone();
    tokio::select! {
        biased;
        response = next.run(request) => response,
        () = outage.out() => unavailable(&path, &headers, &outage.site_name),
    }
}

/// 503 in the words of the part that was asked.
fn unavailable(path: &str, headers: &HeaderMap, site_name: &str) -> Response {
    if path.starts_with("/v2/") || path.starts_with("/delivery/") {
        api::http::errors::ApiError::unavailable().into_response()
    } else {
        web::unavailable(site_name, headers)
    }
}

#[cfg(test)]
mod tests;
