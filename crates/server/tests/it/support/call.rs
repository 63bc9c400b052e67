//! One call and its response.

use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::Value;

use super::recorded;

/// A call that is being built.
pub struct Call {
    request: reqwest::RequestBuilder,
}

/// A complete response.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Status code.
    pub status: u16,
    pub headers: HeaderMap,
    /// Body as bytes.
    pub bytes: Vec<u8>,
    /// Body as JSON; null if it is not JSON.
    pub json: Value,
}

impl Call {
    pub(super) fn new(request: reqwest::RequestBuilder) -> Self {
        Self { request }
    }

    /// Adds query parameters.
    pub fn query(self, pairs: &[(&str, &str)]) -> Self {
        Self { request: self.request.query(pairs) }
    }

    /// Adds a header.
    pub fn header(self, name: &str, value: &str) -> Self {
        let value = HeaderValue::from_bytes(value.as_bytes()).expect("no line ends");
        Self { request: self.request.header(name, value) }
    }

    /// Adds an access token.
    pub fn bearer(self, token: &str) -> Self {
        Self { request: self.request.bearer_auth(token) }
    }

    /// Adds a client's credentials.
    pub fn basic(self, key: &str, secret: &str) -> Self {
        Self { request: self.request.basic_auth(key, Some(secret)) }
    }

    /// Sends a form.
    pub fn form(self, pairs: &[(&str, &str)]) -> Self {
        Self { request: self.request.form(pairs) }
    }

    /// Sends JSON.
    pub fn json(self, body: &Value) -> Self {
        Self { request: self.request.json(body) }
    }

    /// Sends a body unchanged.
    pub fn body(self, body: impl Into<reqwest::Body>) -> Self {
        Self { request: self.request.body(body) }
    }

    /// Sends it and reads the whole response.
    pub async fn send(self) -> Reply {
        let (client, request) = self.request.build_split();
        let request = request.expect("the request can be sent");
        let recorded = recorded::describe(&request);
        let response = client.execute(request).await.expect("the server answers");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await.expect("the answer is whole").to_vec();
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        let reply = Reply { status, headers, bytes, json };
        recorded::write(recorded, &reply);
        reply
    }
}

impl Reply {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// A header's text; empty if absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Fails with the body if the status is another.
    #[track_caller]
    pub fn expect_status(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    /// Expects an error with this status and key, in the contract's shape.
    #[track_caller]
    pub fn expect_error(self, status: u16, key: &str) -> Self {
        let reply = self.expect_status(status);
        assert_eq!(reply.json["key"], key, "{}", reply.json);
        let messages = reply.json["messages"].as_array().expect("messages is a list");
        assert!(!messages.is_empty() && messages.iter().all(Value::is_string), "{}", reply.json);
        assert!(reply.json["links"].is_array(), "{}", reply.json);
        reply
    }

    /// The address of a link by its relationship.
    #[track_caller]
    pub fn link(&self, rel: &str) -> String {
        link(&self.json, rel).unwrap_or_else(|| panic!("no link {rel} in {}", self.json["links"]))
    }
}

/// The address of a record's link.
pub fn link(record: &Value, rel: &str) -> Option<String> {
    let links = record["links"].as_array()?;
    links.iter().find(|link| link["rel"] == rel)?["href"].as_str().map(str::to_owned)
}
