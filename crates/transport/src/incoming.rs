//! The body of a request as a stream: limited in size and time, with only a piece or two of it in memory.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _};

/// Bytes of a body besides its files: texts, and skipped parts.
const EXTRA: u64 = 4 << 20;
/// Timeout of a stalled body.
pub const STALLED: Duration = Duration::from_secs(30);
/// Time limit of a body.
pub const LONGEST: Duration = Duration::from_mins(15);
/// Bytes of a boundary and of the headers of one part.
const HEADERS: u64 = 64 << 10;
/// Limits of reading a refused body.
const DRAIN: u64 = 64 << 20;
const DRAIN_TIME: Duration = Duration::from_secs(30);

/// Faults of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// Exceeds the total size limit.
    #[error("it is larger than all that can be sent here")]
    TooLarge,
    /// Headers exceed the size limit.
    #[error("the headers of a part are too long")]
    Headers,
    /// The connection failed.
    #[error("it was cut off")]
    CutOff,
}

/// A body. A clone is the same body.
#[derive(Clone)]
pub struct Incoming(Arc<Mutex<State>>);

struct State {
    body: BodyDataStream,
    /// Bytes read, and their limit.
    read: u64,
    whole: u64,
    /// Bytes read since the headers of a part began; `None` while its data is read.
    headers: Option<u64>,
    /// A piece was returned: the next poll lets the reader process it first.
    gave: bool,
    ended: bool,
}

impl Incoming {
    /// The body of a request that may contain `count` files of up to `largest` bytes each.
    pub fn new(body: Body, count: usize, largest: u64) -> Self {
        // A file that is somewhat too large is read to its end.
        let whole = largest.saturating_mul((count as u64).max(1)).saturating_mul(2).saturating_add(EXTRA);
        Self(Arc::new(Mutex::new(State {
            body: body.into_data_stream(),
            read: 0,
            whole,
            headers: None,
            gave: false,
            ended: false,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a boundary and headers follow, or data.
    pub fn expect_headers(&self, headers: bool) {
        self.state().headers = headers.then_some(0);
    }

    /// Reads the rest of the body, within limits. A client that waits for `100 Continue` is not asked for it.
    pub async fn drain(mut self, expects_word: bool) {
        {
            let mut state = self.state();
            if state.ended || (expects_word && state.read == 0) {
                return;
            }
            state.headers = None;
            state.whole = state.read.saturating_add(DRAIN);
        }
        let rest = async { while let Some(Ok(_)) = self.next().await {} };
        // The response is the same however this ends.
        let _ = tokio::time::timeout(DRAIN_TIME, rest).await;
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, Broken>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = self.state();
        if state.gave {
            // The reader of parts consumes everything available before it parses: so pass one piece at a
            // time.
            state.gave = false;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if state.headers.is_some_and(|read| read > HEADERS) {
            return Poll::Ready(Some(Err(Broken::Headers)));
        }
        match state.body.poll_next_unpin(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(None) => {
                state.ended = true;
                Poll::Ready(None)
            }
            Poll::Ready(Some(Err(_))) => {
                state.ended = true;
                Poll::Ready(Some(Err(Broken::CutOff)))
            }
            Poll::Ready(Some(Ok(piece))) => {
                let size = piece.len() as u64;
                state.gave = true;
                state.read += size;
                state.headers = state.headers.map(|read| read + size);
                let fits = state.read <= state.whole;
                Poll::Ready(Some(if fits { Ok(piece) } else { Err(Broken::TooLarge) }))
            }
        }
    }
}
