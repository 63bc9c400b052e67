//! A handler that only sends prepared bytes: measures the cost of HTTP itself.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use tokio::net::TcpListener;

/// A server of prepared responses; stopped on drop.
pub struct BareServer {
    pub address: SocketAddr,
    _runtime: tokio::runtime::Runtime,
}

type PreparedTitles = Arc<HashMap<i64, Bytes>>;

impl BareServer {
    /// Serves titles' metadata, by number.
    pub fn serve(kept: HashMap<i64, Bytes>) -> anyhow::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).context("listening")?;
        let address = listener.local_addr()?;
        let router = Router::new().route("/v2/titles/{id}", get(get_title)).with_state(Arc::new(kept));
        runtime.spawn(async { axum::serve(listener, router).await });
        Ok(Self { address, _runtime: runtime })
    }
}

async fn get_title(State(kept): State<PreparedTitles>, Path(id): Path<i64>) -> Response {
    match kept.get(&id) {
        Some(body) => ([(header::CONTENT_TYPE, "application/json")], body.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::BareServer;
    use crate::http::HttpConnection;

    #[test]
    fn sends_only_prepared_bytes() {
        let bare = BareServer::serve([(7, "seven".into())].into()).unwrap();
        let mut connection = HttpConnection::open(bare.address).unwrap();
        let answer = connection.get("/v2/titles/7?api_key=x").unwrap();
        assert_eq!((answer.status, answer.body), (200, &b"seven"[..]));
        assert_eq!(connection.get("/v2/titles/8").unwrap().status, 404);
    }
}
