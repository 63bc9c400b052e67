//! The body of a request as a stream: limited in size and time, with only a piece or two of it in memory.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _};
use tokio::time::Instant;

/// Bytes of a body besides its files: texts, and skipped parts.
const EXTRA_BYTES: u64 = 4 << 20;
pub const STALL_TIMEOUT: Duration = Duration::from_secs(30);
/// Time in which a body may come at any rate.
const SLOW_START: Duration = Duration::from_mins(1);
/// Bytes per second that a body must have come with on average after that.
const MIN_BYTES_PER_SECOND: u64 = 4 << 10;
pub const BODY_TIMEOUT: Duration = Duration::from_mins(15);
/// Bytes of a boundary and of the headers of one part.
const MAX_PART_HEADER_BYTES: u64 = 64 << 10;
/// Limits of reading a refused body.
const MAX_DRAINED_BYTES: u64 = 64 << 20;
const DRAIN_TIME: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyFault {
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
pub struct Incoming(Arc<Mutex<BodyState>>);

struct BodyState {
    body: BodyDataStream,
    /// Bytes read, and their limit.
    read: u64,
    whole: u64,
    /// Start of reading. `None` before.
    began: Option<Instant>,
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
        let whole =
            largest.saturating_mul((count as u64).max(1)).saturating_mul(2).saturating_add(EXTRA_BYTES);
        Self(Arc::new(Mutex::new(BodyState {
            body: body.into_data_stream(),
            read: 0,
            whole,
            began: None,
            headers: None,
            gave: false,
            ended: false,
        })))
    }

    fn lock_state(&self) -> MutexGuard<'_, BodyState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if a boundary and headers follow, or data.
    pub fn expect_headers(&self, headers: bool) {
        self.lock_state().headers = headers.then_some(0);
    }

    /// The deadline of the next piece, after which the body counts as stalled, too long in total, or too
    /// slow.
    pub fn piece_deadline(&self) -> Instant {
        let now = Instant::now();
        let mut state = self.lock_state();
        let began = *state.began.get_or_insert(now);
        let earned = Duration::from_secs(state.read / MIN_BYTES_PER_SECOND);
        (now + STALL_TIMEOUT).min(began + BODY_TIMEOUT).min(began + SLOW_START + earned)
    }

    /// Reads the rest of the body, within limits. A client that waits for `100 Continue` is not asked for it.
    pub async fn drain_body(mut self, expects_word: bool) {
        {
            let mut state = self.lock_state();
            if state.ended || (expects_word && state.read == 0) {
                return;
            }
            state.headers = None;
            state.whole = state.read.saturating_add(MAX_DRAINED_BYTES);
        }
        let rest = async { while let Some(Ok(_)) = self.next().await {} };
        // The response is the same however this ends.
        let _ = tokio::time::timeout(DRAIN_TIME, rest).await;
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, BodyFault>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = self.lock_state();
        if state.gave {
            // The reader of parts consumes everything available before it parses: so pass one piece at a
            // time.
            state.gave = false;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if state.headers.is_some_and(|read| read > MAX_PART_HEADER_BYTES) {
            return Poll::Ready(Some(Err(BodyFault::Headers)));
        }
        match state.body.poll_next_unpin(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(None) => {
                state.ended = true;
                Poll::Ready(None)
            }
            Poll::Ready(Some(Err(_))) => {
                state.ended = true;
                Poll::Ready(Some(Err(BodyFault::CutOff)))
            }
            Poll::Ready(Some(Ok(piece))) => {
                let size = piece.len() as u64;
                state.gave = true;
                state.read += size;
                state.headers = state.headers.map(|read| read + size);
                let fits = state.read <= state.whole;
                Poll::Ready(Some(if fits { Ok(piece) } else { Err(BodyFault::TooLarge) }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::Body;
    use bytes::Bytes;
    use futures_util::{StreamExt as _, stream};
    use tokio::time::{Instant, advance};

    use super::{BODY_TIMEOUT, Incoming, STALL_TIMEOUT};

    fn repeat_piece(piece: &'static [u8]) -> Incoming {
        let pieces = stream::repeat_with(move || Ok::<_, std::io::Error>(Bytes::from_static(piece)));
        Incoming::new(Body::from_stream(pieces), 1, 1 << 30)
    }

    /// Reads a piece every five seconds. Returns how long that took.
    async fn drip_pieces(piece: &'static [u8]) -> Duration {
        let mut body = repeat_piece(piece);
        let began = Instant::now();
        while Instant::now() < body.piece_deadline() {
            body.next().await.unwrap().unwrap();
            advance(Duration::from_secs(5)).await;
        }
        began.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_drips_ends_after_a_minute() {
        assert_eq!(drip_pieces(b"x").await, Duration::from_mins(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_at_a_slow_but_steady_rate_may_last_to_the_limit() {
        static PIECE: [u8; 5 * 4096] = [0; 5 * 4096];
        assert_eq!(drip_pieces(&PIECE).await, BODY_TIMEOUT);
    }

    #[tokio::test(start_paused = true)]
    async fn a_fast_body_may_pause_until_it_has_stalled() {
        static PIECE: [u8; 1 << 20] = [0; 1 << 20];
        let mut body = repeat_piece(&PIECE);
        for _ in 0..64 {
            body.next().await.unwrap().unwrap();
        }
        assert_eq!(body.piece_deadline() - Instant::now(), STALL_TIMEOUT);
    }
}
