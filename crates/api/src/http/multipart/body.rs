//! The body of a request as it comes in: bounded in size and time, and never more of it in memory than a
//! piece or two.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _};

use super::FileParts;

/// Bytes that a body may have beside its files: texts, and what is passed over.
const BESIDE: u64 = 4 << 20;
/// Bytes of a boundary and of the headers of one part.
const HEADERS: u64 = 64 << 10;
/// What is heard of a body that was refused, and for how long.
const DRAIN: u64 = 64 << 20;
const DRAIN_TIME: Duration = Duration::from_secs(30);

/// What is wrong with a body as such.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// More than all that can be sent.
    #[error("it is larger than all that can be sent here")]
    TooLarge,
    /// Headers without end.
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
    /// Bytes read, and how many may be.
    read: u64,
    whole: u64,
    /// Bytes read since the headers of a part began; none while its data is read.
    headers: Option<u64>,
    /// A piece was given: the next poll lets the reader work on it first.
    gave: bool,
    ended: bool,
}

impl Incoming {
    /// The body of a request to an endpoint that takes these files.
    pub fn new(body: Body, files: &FileParts) -> Self {
        let count = files.names.len() as u64;
        // A file that is too large is heard to its end when it is not much too large.
        let whole = files.largest.saturating_mul(count.max(1)).saturating_mul(2).saturating_add(BESIDE);
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

    /// From here on a boundary and headers are read, or data.
    pub(super) fn expect_headers(&self, headers: bool) {
        self.state().headers = headers.then_some(0);
    }

    /// Hears what is left of the body, within bounds. A client that waits for a word before it sends
    /// anything is not asked for it.
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
        // However it ends: the answer is the same.
        let _ = tokio::time::timeout(DRAIN_TIME, rest).await;
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, Broken>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = self.state();
        if state.gave {
            // The reader of parts takes whatever it is given before it looks at it: one piece at a time.
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
