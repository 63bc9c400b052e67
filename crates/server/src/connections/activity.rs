//! State of a connection, and its deadlines.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::limits::Limits;

/// A step of the client that the server waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClientWait {
    /// The end of a request's headers.
    Header,
    /// The next request.
    Idle,
    /// The client takes what was sent.
    Write,
}

impl ClientWait {
    /// The label of the metric.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Idle => "idle",
            Self::Write => "write",
        }
    }
}

/// A connection's current state. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct Activity(Arc<Mutex<ActivityState>>);

#[derive(Debug)]
struct ActivityState {
    /// HTTP/2, known after its first request.
    is_http2: bool,
    /// Requests whose responses are not complete.
    requests: usize,
    /// Number of these requests that wait for the server: the handler is running, or the body's source has
    /// nothing yet.
    working: usize,
    /// Time at which the first byte of an incomplete request arrived.
    header_since: Option<Instant>,
    /// Time at which the connection last progressed: something was written, or queued to be written.
    moved: Instant,
}

impl Activity {
    /// A new connection: its first request is due.
    pub(super) fn new() -> Self {
        let now = Instant::now();
        let state =
            ActivityState { is_http2: false, requests: 0, working: 0, header_since: Some(now), moved: now };
        Self(Arc::new(Mutex::new(state)))
    }

    fn lock_state(&self) -> MutexGuard<'_, ActivityState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes were read. Between the requests of an HTTP/2 connection they begin nothing: they may be pings.
    pub(super) fn record_read(&self) {
        let mut state = self.lock_state();
        if state.requests == 0 && !state.is_http2 && state.header_since.is_none() {
            state.header_since = Some(Instant::now());
        }
    }

    /// Bytes were written. Pings and other control frames of an HTTP/2 connection are not progress of a
    /// response.
    pub(super) fn record_write(&self, bytes: usize) {
        /// More than the control frames that are sent together: a ping has 17 bytes.
        const MAX_CONTROL_BYTES: usize = 64;
        let mut state = self.lock_state();
        if !state.is_http2 || bytes > MAX_CONTROL_BYTES {
            state.moved = Instant::now();
        }
    }

    /// The headers of a request are complete.
    pub(super) fn begin(&self, is_http2: bool) -> RunningRequest {
        let mut state = self.lock_state();
        state.is_http2 = is_http2;
        state.header_since = None;
        state.requests += 1;
        state.working += 1;
        RunningRequest { activity: self.clone(), is_working: true }
    }

    /// The deadline of the client; `None` if the client is waiting for the server.
    pub(super) fn client_deadline(&self, limits: &Limits, is_crowded: bool) -> Option<(Instant, ClientWait)> {
        let state = self.lock_state();
        if state.working > 0 {
            return None;
        }
        if state.requests > 0 {
            return Some((state.moved + limits.write, ClientWait::Write));
        }
        if let Some(since) = state.header_since {
            return Some((since + limits.header, ClientWait::Header));
        }
        let idle = if is_crowded { limits.crowded_idle } else { limits.idle };
        Some((state.moved + idle, ClientWait::Idle))
    }
}

/// A running request, until it is dropped.
#[derive(Debug)]
pub(super) struct RunningRequest {
    activity: Activity,
    is_working: bool,
}

impl RunningRequest {
    pub(super) fn begin_work(&mut self) {
        if !std::mem::replace(&mut self.is_working, true) {
            self.activity.lock_state().working += 1;
        }
    }

    /// A part of the response is ready for the client.
    pub(super) fn begin_sending(&mut self) {
        let mut state = self.activity.lock_state();
        state.moved = Instant::now();
        if std::mem::replace(&mut self.is_working, false) {
            state.working -= 1;
        }
    }
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        self.begin_sending();
        self.activity.lock_state().requests -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Activity, ClientWait};
    use crate::connections::Limits;

    /// Returns what the connection waits for, if the limit counts from `step`.
    fn wait_after<T>(
        activity: &Activity,
        limit: impl Fn(&Limits) -> Duration,
        is_crowded: bool,
        step: impl FnOnce() -> T,
    ) -> Option<ClientWait> {
        let limits = Limits::default();
        let before = Instant::now();
        step();
        let after = Instant::now();
        let (until, wait) = activity.client_deadline(&limits, is_crowded)?;
        let runs = before + limit(&limits)..=after + limit(&limits);
        assert!(runs.contains(&until), "{wait:?}: another time");
        Some(wait)
    }

    #[test]
    fn a_connection_waits_for_a_header_then_the_server_then_the_client() {
        let began = Instant::now();
        let activity = Activity::new();
        let (until, wait) = activity.client_deadline(&Limits::default(), false).unwrap();
        assert_eq!(wait, ClientWait::Header);
        assert!(until >= began + Limits::default().header);
        // Bytes after the first do not extend the time.
        activity.record_read();
        assert_eq!(activity.client_deadline(&Limits::default(), false), Some((until, wait)));

        let mut request = activity.begin(false);
        assert_eq!(
            activity.client_deadline(&Limits::default(), false),
            None,
            "the handler may take its time"
        );
        activity.record_read();
        assert_eq!(
            wait_after(&activity, |limits| limits.write, false, || request.begin_sending()),
            Some(ClientWait::Write)
        );
        assert_eq!(
            wait_after(&activity, |limits| limits.write, false, || activity.record_write(1)),
            Some(ClientWait::Write)
        );
        request.begin_work();
        assert_eq!(
            activity.client_deadline(&Limits::default(), false),
            None,
            "a slow source is not the client's fault"
        );

        assert_eq!(
            wait_after(&activity, |limits| limits.idle, false, || drop(request)),
            Some(ClientWait::Idle)
        );
        assert_eq!(
            wait_after(&activity, |limits| limits.crowded_idle, true, || activity.record_write(1)),
            Some(ClientWait::Idle)
        );
        assert_eq!(
            wait_after(&activity, |limits| limits.header, false, || activity.record_read()),
            Some(ClientWait::Header)
        );
    }

    #[test]
    fn pings_neither_begin_a_request_nor_keep_an_idle_connection() {
        let activity = Activity::new();
        drop(activity.begin(true));
        let idle = activity.client_deadline(&Limits::default(), false);
        assert_eq!(idle.map(|(_, wait)| wait), Some(ClientWait::Idle));
        activity.record_read();
        activity.record_write(17);
        assert_eq!(activity.client_deadline(&Limits::default(), false), idle);
    }
}
