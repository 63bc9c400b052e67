//! Monitored bodies of a request and its response.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};
use transport::CountedNetwork;

use super::activity::RunningRequest;

/// The body of a request, which fails after a timeout without data. Only time that the server waits for it
/// counts.
pub(super) struct UploadBody<B> {
    body: B,
    idle_timeout: Duration,
    /// Runs while the server waits for the body.
    sleep: Pin<Box<Sleep>>,
    is_waiting: bool,
    port: &'static str,
}

impl<B> UploadBody<B> {
    pub(super) fn new(body: B, idle_timeout: Duration, port: &'static str) -> Self {
        Self { body, idle_timeout, sleep: Box::pin(sleep(idle_timeout)), is_waiting: false, port }
    }
}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Unpin> HttpBody for UploadBody<B> {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) {
            this.is_waiting = false;
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        if !std::mem::replace(&mut this.is_waiting, true) {
            this.sleep.as_mut().reset(Instant::now() + this.idle_timeout);
        }
        std::task::ready!(this.sleep.as_mut().poll(cx));
        this.is_waiting = false;
        super::count_timeout(this.port, "body");
        let error = io::Error::new(io::ErrorKind::TimedOut, "the body of the request stalled");
        Poll::Ready(Some(Err(error.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a response. The request ends with it.
pub(super) struct ResponseBody {
    body: Body,
    request: RunningRequest,
    /// The request's slot of the client's address.
    _held: Option<CountedNetwork>,
}

impl ResponseBody {
    pub(super) fn new(body: Body, mut request: RunningRequest, held: Option<CountedNetwork>) -> Self {
        request.begin_sending();
        Self { body, request, _held: held }
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if frame.is_ready() {
            self.request.begin_sending();
        } else {
            self.request.begin_work();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::{Body, Bytes};
    use futures_util::{StreamExt as _, stream};
    use http_body_util::BodyExt as _;
    use tokio::time::sleep;

    use super::UploadBody;

    /// A body whose bytes arrive at these times, milliseconds after the previous one; then nothing, and no
    /// end.
    fn body_with_pauses(pauses: &'static [u64], idle_timeout: u64) -> UploadBody<Body> {
        let bytes = stream::iter(pauses).then(async |pause| {
            sleep(Duration::from_millis(*pause)).await;
            Ok::<_, std::io::Error>(Bytes::from_static(b"x"))
        });
        let body = Body::from_stream(Box::pin(bytes).chain(stream::pending()));
        UploadBody::new(body, Duration::from_millis(idle_timeout), "public")
    }

    #[tokio::test]
    async fn a_body_that_stops_fails_and_a_slow_one_does_not() {
        let mut slow = body_with_pauses(&[200, 200, 200], 500);
        for _ in 0..3 {
            assert!(slow.frame().await.unwrap().is_ok());
        }
        let error = slow.frame().await.unwrap().unwrap_err();
        assert!(error.to_string().contains("stalled"), "{error}");
    }

    #[tokio::test]
    async fn only_the_time_in_which_the_server_waits_counts() {
        let mut busy = body_with_pauses(&[1, 1], 100);
        assert!(busy.frame().await.unwrap().is_ok());
        sleep(Duration::from_millis(200)).await;
        assert!(busy.frame().await.unwrap().is_ok());
    }
}
