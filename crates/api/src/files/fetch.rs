//! GET /delivery/{ticket}: streams a file (docs/rules/downloads.md#rule-4, docs/rules/downloads.md#rule-7).

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use services::Operation;

use crate::Api;
use crate::http::{Result, Segments};

/// Deliver a file. Invalid and expired tickets are 403 `LINK_EXPIRED`, and so are those of deleted packages.
pub async fn fetch_delivery(
    State(api): State<Api>,
    method: Method,
    headers: HeaderMap,
    Segments(ticket): Segments<String>,
) -> Result<Response> {
    let file = services::files::open(&Operation::by_anybody(&api.library), &ticket).await?;
    Ok(transport::files::send_file(&file, &method, &headers, api.library.current_time(), None).await?)
}
