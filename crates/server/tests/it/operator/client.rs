//! A client app that repeats a request only as `Retry-After` says, and continues a download that broke off.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::header::{ETAG, HeaderMap, HeaderValue, IF_RANGE, RANGE, RETRY_AFTER};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;
use tokio::time::sleep;

use crate::support::http;

/// A response that is broken off more often is an error.
const MAX_RESUMPTIONS: usize = 5;

/// A value, or the fault of a response.
pub type Outcome<T = ()> = Result<T, String>;

/// An app with the key of a library and the token of a reader.
pub struct Client {
    http: reqwest::Client,
    base: String,
    key: String,
    token: String,
    pub counts: Counts,
}

/// Counts of requests and of what happened to them.
#[derive(Debug, Default)]
pub struct Counts {
    /// Requests that were sent, repeated ones included.
    pub requests: AtomicUsize,
    /// Responses that asked the client to come back later.
    pub waits: AtomicUsize,
    /// Responses that broke off.
    pub broken: AtomicUsize,
}

/// A complete response.
pub struct CompleteResponse {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

/// A slow connection, on which a byte takes two microseconds until it becomes a fast one.
#[derive(Debug, Default)]
pub struct SlowLine {
    /// Bytes received so far.
    pub received: AtomicUsize,
    pub is_fast: AtomicBool,
}

impl Client {
    /// An app that signs a reader in.
    pub async fn sign_in(base: &str, key: &str, username: &str, password: &str) -> Outcome<Self> {
        let mut client = Self {
            http: http().no_gzip().build().unwrap(),
            base: base.to_owned(),
            key: key.to_owned(),
            token: String::new(),
            counts: Counts::default(),
        };
        client.token = client.fetch_token(username, password).await?;
        Ok(client)
    }

    /// A new token of a reader.
    pub async fn fetch_token(&self, username: &str, password: &str) -> Outcome<String> {
        let form = [("grant_type", "password"), ("username", username), ("password", password)];
        let call = self.http.post(format!("{}/oauth/token", self.base)).basic_auth(&self.key, Some(""));
        let reply = self.send(call.form(&form)).await?;
        let token: Value = reply.json().await.map_err(|error| error.to_string())?;
        Ok(token["access_token"].as_str().ok_or_else(|| token.to_string())?.to_owned())
    }

    /// GET with the whole body. `path` may be a whole address.
    pub async fn get(&self, path: &str) -> Outcome<CompleteResponse> {
        self.get_over_connection(None, path).await
    }

    /// GET over a slow connection.
    pub async fn get_slowly(&self, line: &SlowLine, path: &str) -> Outcome<CompleteResponse> {
        self.get_over_connection(Some(line), path).await
    }

    /// GET of a record: 200 and JSON.
    pub async fn get_json(&self, path: &str) -> Outcome<Value> {
        let answer = self.get(path).await?.expect_success(path)?;
        serde_json::from_slice(&answer.bytes).map_err(|error| format!("{path}: {error}"))
    }

    /// POST of a form, expecting 200.
    pub async fn post(&self, path: &str, form: &[(&str, &str)]) -> Outcome {
        let reply = self.send(self.request(Method::POST, path).form(form)).await?;
        let status = reply.status().as_u16();
        if status == 200 { Ok(()) } else { Err(format!("{path}: {status} {:?}", reply.text().await)) }
    }

    /// A request with the app's key and the reader's token, if it is one to the interface.
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base) };
        let request = self.http.request(method, url);
        if path.starts_with("/v2/") {
            request.query(&[("api_key", &self.key)]).bearer_auth(&self.token)
        } else {
            request
        }
    }

    /// Sends a request, and again as often as `Retry-After` says.
    async fn send(&self, request: RequestBuilder) -> Outcome<Response> {
        loop {
            self.counts.requests.fetch_add(1, Ordering::Relaxed);
            let call = request.try_clone().expect("its body is in memory");
            let reply = call.send().await.map_err(|error| format!("{error:?}"))?;
            if ![429, 503].contains(&reply.status().as_u16()) {
                return Ok(reply);
            }
            let wait = retry_after(reply.headers());
            let wait =
                wait.ok_or_else(|| format!("{}: {} without Retry-After", reply.url(), reply.status()))?;
            self.counts.waits.fetch_add(1, Ordering::Relaxed);
            sleep(wait).await;
        }
    }

    async fn get_over_connection(&self, line: Option<&SlowLine>, path: &str) -> Outcome<CompleteResponse> {
        let mut bytes = Vec::new();
        let mut tag: Option<HeaderValue> = None;
        for _ in 0..=MAX_RESUMPTIONS {
            let mut request = self.request(Method::GET, path);
            if let Some(tag) = tag.as_ref().filter(|_| !bytes.is_empty()) {
                request = request.header(RANGE, format!("bytes={}-", bytes.len())).header(IF_RANGE, tag);
            }
            let mut reply = self.send(request).await?;
            let is_rest = reply.status() == 206;
            if !is_rest {
                bytes.clear();
                tag = reply.headers().get(ETAG).cloned();
            }
            if append_body(&mut reply, line, &mut bytes).await.is_ok() {
                let status = if is_rest { 200 } else { reply.status().as_u16() };
                return Ok(CompleteResponse { status, headers: reply.headers().clone(), bytes });
            }
            self.counts.broken.fetch_add(1, Ordering::Relaxed);
        }
        Err(format!("{path}: broke off {MAX_RESUMPTIONS} times"))
    }
}

/// Appends the body of a response.
async fn append_body(
    reply: &mut Response,
    line: Option<&SlowLine>,
    bytes: &mut Vec<u8>,
) -> reqwest::Result<()> {
    while let Some(chunk) = reply.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if let Some(line) = line {
            line.pass(chunk.len()).await;
        }
    }
    Ok(())
}

/// The time after which a request may be repeated.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

impl CompleteResponse {
    /// Returns the response if it succeeded.
    pub fn expect_success(self, path: &str) -> Outcome<Self> {
        if self.status == 200 { Ok(self) } else { Err(format!("{path}: {} {}", self.status, self.text())) }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

impl SlowLine {
    async fn pass(&self, bytes: usize) {
        self.received.fetch_add(bytes, Ordering::Relaxed);
        if !self.is_fast.load(Ordering::Relaxed) {
            sleep(Duration::from_micros(2 * bytes as u64)).await;
        }
    }
}
