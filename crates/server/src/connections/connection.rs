//! One connection from beginning to end.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::task::Poll;

use api::http::errors::{ApiError, ErrorKey};
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::request::Parts;
use axum::http::{Response, Version};
use axum::response::IntoResponse;
use hyper::body::{Body as _, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use socket2::SockRef;
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;
use transport::{CountedNetwork, NetworkCounts};

use super::activity::{Activity, ClientWait};
use super::bodies::{ResponseBody, UploadBody};
use super::limits::{Limits, MAX_HEAD_BYTES};
use super::stream::WatchedSocket;
use super::{App, ConnectionPlace, Slots, count_timeout};

/// Limit of unsent bytes in the kernel. Writability shows how much a client takes, so a download over a slow
/// line must not look stalled.
const MAX_UNSENT_BYTES: u32 = 64 * 1024;

/// Limit of resets by the client of streams that are beginning, and of pending errors that it caused: beyond
/// it the connection ends.
const MAX_PENDING_RESETS: usize = 20;

/// Shared state of all connections of a listening address.
pub(super) struct Server<A> {
    app: A,
    limits: Limits,
    /// Concurrent requests by forwarded address.
    forwarded: NetworkCounts,
    http: Builder<TokioExecutor>,
}

impl<A: App> Server<A> {
    pub(super) fn new(app: A, limits: Limits) -> Self {
        let mut http = Builder::new(TokioExecutor::new());
        // The timeout of headers is implemented here: hyper's would also run while a connection is idle.
        http.http1().header_read_timeout(None).max_buf_size(MAX_HEAD_BYTES);
        http.http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(limits.ping)
            .keep_alive_timeout(limits.ping)
            .max_concurrent_streams(limits.streams)
            .max_header_list_size(u32::try_from(MAX_HEAD_BYTES).unwrap_or(u32::MAX))
            .max_pending_accept_reset_streams(MAX_PENDING_RESETS)
            .max_local_error_reset_streams(MAX_PENDING_RESETS)
            .max_send_buf_size(MAX_HEAD_BYTES);
        let forwarded = NetworkCounts::new(if limits.behind_proxy { limits.per_address } else { 0 });
        Self { app, limits, forwarded, http }
    }

    /// Serves one connection until the client ends it, a timeout expires, or the server closes.
    pub(super) async fn serve_connection(
        &self,
        socket: TcpStream,
        peer: SocketAddr,
        slots: &Slots,
        closing: CancellationToken,
        _place: ConnectionPlace,
    ) {
        set_socket_options(&socket);
        let activity = Activity::new();
        let io = TokioIo::new(WatchedSocket::new(socket, activity.clone()));
        let service = service_fn(|request| self.respond(request, peer, &activity));
        let mut connection = pin!(self.http.serve_connection(io, service));
        let mut closing = pin!(closing.cancelled());
        let mut stopping = false;
        let mut sleep = pin!(tokio::time::sleep(self.limits.header));
        let ended = std::future::poll_fn(|cx| {
            if !stopping && closing.as_mut().poll(cx).is_ready() {
                stopping = true;
                connection.as_mut().graceful_shutdown();
            }
            if let Poll::Ready(done) = connection.as_mut().poll(cx) {
                return Poll::Ready(done.map_err(AbnormalEnd::Failed));
            }
            loop {
                let Some((until, wait)) = activity.client_deadline(&self.limits, slots.is_crowded()) else {
                    return Poll::Pending;
                };
                // A deadline moves with every request, nearly always to a later time: then the timer is set
                // again when it has run out, and costs nothing until then.
                if sleep.deadline() > until {
                    sleep.as_mut().reset(until);
                }
                std::task::ready!(sleep.as_mut().poll(cx));
                if sleep.deadline() == until {
                    return Poll::Ready(Err(AbnormalEnd::TimedOut(wait)));
                }
                sleep.as_mut().reset(until);
            }
        });
        match ended.await {
            Ok(()) => {}
            Err(AbnormalEnd::TimedOut(wait)) => count_timeout(self.limits.port, wait.as_str()),
            Err(AbnormalEnd::Failed(error)) => tracing::debug!(%error, "a connection ended badly"),
        }
    }

    fn respond(
        &self,
        request: axum::http::Request<Incoming>,
        peer: SocketAddr,
        activity: &Activity,
    ) -> impl Future<Output = Result<Response<ResponseBody>, Infallible>> + Send + 'static + use<A> {
        let under_way = activity.begin(request.version() == Version::HTTP_2);
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(ConnectInfo(peer));
        // Most requests have no body that could stall.
        let body = if body.is_end_stream() {
            Body::empty()
        } else {
            Body::new(UploadBody::new(body, self.limits.body, self.limits.port))
        };
        let held = self.count_network(&parts, peer);
        let request = Request::from_parts(parts, body);
        let app = self.app.clone();
        async move {
            let response = match &held {
                Some(_) => app.oneshot(request).await?,
                None => ApiError::from(ErrorKey::TooManyRequests).retry_after(1).into_response(),
            };
            Ok(response.map(|body| ResponseBody::new(body, under_way, held)))
        }
    }

    /// Counts a request for the network that a proxy forwards; `None` if that network is at its limit. The
    /// proxy's own requests (health), which name no other address, are not counted.
    fn count_network(&self, parts: &Parts, peer: SocketAddr) -> Option<CountedNetwork> {
        let network = transport::request_network(parts, self.limits.behind_proxy);
        self.forwarded.count_network(network.filter(|network| *network != peer.ip().into()))
    }
}

enum AbnormalEnd {
    TimedOut(ClientWait),
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

/// Sets socket options. Systems that lack one serve without it.
fn set_socket_options(socket: &TcpStream) {
    let set =
        socket.set_nodelay(true).and_then(|()| SockRef::from(socket).set_tcp_notsent_lowat(MAX_UNSENT_BYTES));
    if let Err(error) = set {
        tracing::debug!(%error, "an option of the socket cannot be set");
    }
}
