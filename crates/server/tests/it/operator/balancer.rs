//! A load balancer as docs/operations.md wants it: readers get to nodes that are ready, a request that a node
//! did not respond to goes to the next, and while no node is ready the response is 503 with `Retry-After`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::future::join_all;
use futures_util::stream;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use crate::support::http;

/// Interval between checks of a node.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Timeout of a check: a node knows within 2 seconds whether it is ready.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);
/// `Retry-After` while no node is ready, seconds.
const RETRY_SECONDS: &str = "1";
/// Size limit of a request's body.
const MAX_REQUEST_BYTES: usize = 64 * 1024;

/// A balancer in front of nodes. It ends with the test's runtime.
pub struct Balancer {
    /// The address at which readers reach the library.
    pub base: String,
}

/// A server behind the balancer.
#[derive(Debug)]
struct Node {
    base: String,
    is_ready: AtomicBool,
    /// Responses in progress, by their bytes.
    load: AtomicU64,
}

#[derive(Clone)]
struct Forwarding {
    nodes: Arc<[Arc<Node>]>,
    http: reqwest::Client,
}

/// The part of a node's load that is one response.
struct OpenResponse {
    node: Arc<Node>,
    bytes: u64,
}

impl Balancer {
    /// Starts one for nodes at these addresses, `HOST:PORT`; none of them has to run yet.
    pub async fn start(addresses: &[String]) -> Self {
        let nodes: Arc<[Arc<Node>]> = addresses.iter().map(|address| Arc::new(Node::new(address))).collect();
        // A connection for each request: a kept one may belong to a process that has ended.
        let http = http().no_gzip().pool_max_idle_per_host(0).build().unwrap();
        let forwarding = Forwarding { nodes, http };
        tokio::spawn(keep_checking(forwarding.clone()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(forward).with_state(forwarding);
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base }
    }
}

impl Node {
    fn new(address: &str) -> Self {
        Self { base: format!("http://{address}"), is_ready: AtomicBool::new(false), load: AtomicU64::new(0) }
    }
}

impl OpenResponse {
    /// A response of unknown size.
    fn begin(node: &Arc<Node>) -> Self {
        let mut open = Self { node: Arc::clone(node), bytes: 0 };
        open.add(1);
        open
    }

    fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.node.load.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Drop for OpenResponse {
    fn drop(&mut self) {
        self.node.load.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

async fn keep_checking(forwarding: Forwarding) {
    loop {
        join_all(forwarding.nodes.iter().map(|node| forwarding.check(node))).await;
        sleep(CHECK_INTERVAL).await;
    }
}

async fn forward(State(forwarding): State<Forwarding>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_REQUEST_BYTES).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    for node in forwarding.rank_ready_nodes() {
        match forwarding.send(&node, &parts, body.clone()).await {
            Ok(response) => return response,
            // The next node gets what was not sent, and what changes nothing.
            Err(error) if error.is_connect() || parts.method.is_safe() => {}
            Err(_) => break,
        }
    }
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, RETRY_SECONDS)]).into_response()
}

impl Forwarding {
    async fn check(&self, node: &Node) {
        let call = self.http.get(format!("{}/readyz", node.base)).send();
        let reply = timeout(CHECK_TIMEOUT, call).await;
        let is_ready = matches!(reply, Ok(Ok(reply)) if reply.status() == StatusCode::OK);
        node.is_ready.store(is_ready, Ordering::Relaxed);
    }

    /// The nodes that are ready, the one with the lower load first.
    fn rank_ready_nodes(&self) -> Vec<Arc<Node>> {
        let ready = self.nodes.iter().filter(|node| node.is_ready.load(Ordering::Relaxed));
        let mut nodes: Vec<Arc<Node>> = ready.cloned().collect();
        nodes.sort_by_key(|node| node.load.load(Ordering::Relaxed));
        nodes
    }

    /// Sends a request to a node. The body of the response is forwarded as it arrives.
    async fn send(&self, node: &Arc<Node>, parts: &Parts, body: Bytes) -> reqwest::Result<Response> {
        let mut open = OpenResponse::begin(node);
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let mut headers = parts.headers.clone();
        headers.remove(header::CONNECTION);
        headers.insert("x-forwarded-for", HeaderValue::from_static("127.0.0.1"));
        let request = self.http.request(parts.method.clone(), format!("{}{path}", node.base));
        let reply = request.headers(headers).body(body).send().await?;
        open.add(reply.content_length().unwrap_or_default());
        let mut response = Response::new(Body::empty());
        *response.status_mut() = reply.status();
        *response.headers_mut() = reply.headers().clone();
        response.headers_mut().remove(header::CONNECTION);
        response.headers_mut().remove(header::TRANSFER_ENCODING);
        let chunks = stream::try_unfold((reply, open), |(mut reply, open)| async move {
            Ok::<_, reqwest::Error>(reply.chunk().await?.map(|chunk| (chunk, (reply, open))))
        });
        *response.body_mut() = Body::from_stream(chunks);
        Ok(response)
    }
}
