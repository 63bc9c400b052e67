//! The responses to a request for a package (docs/rules/downloads.md#rule-1).

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use services::downloads::{CopyRequest, DeliveryOutcome};

use crate::http::caller::Caller;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::params;
use crate::records::{StatusKey, StatusRecord};
use crate::routes;
use crate::state::Api;

params! {
    /// Parameters of a download.
    pub struct Recipient {
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
    }
}

/// 202 while the package is being made, 302 with a fresh delivery address when it is ready.
pub async fn respond_with_package(api: &Api, caller: &Caller, copy: &CopyRequest) -> Result<Response> {
    Ok(match services::downloads::deliver(&api.library, caller, copy).await? {
        DeliveryOutcome::Submitted => submitted_response(if copy.format.is_audio() { "5" } else { "1" }),
        DeliveryOutcome::Ready { ticket } => redirect_to_ticket(api, StatusKey::Completed, &ticket),
    })
}

fn submitted_response(wait: &'static str) -> Response {
    let body = StatusRecord::new(StatusKey::Submitted, "The title is being packaged; ask again.");
    (StatusCode::ACCEPTED, [(header::RETRY_AFTER, wait)], Json(body)).into_response()
}

/// 302 to the target of a ticket: the URL is in the header and in the body, because some clients read only
/// one of them.
pub fn redirect_to_ticket(api: &Api, key: StatusKey, ticket: &str) -> Response {
    let address = api.absolute_url(&routes::delivery_path(ticket));
    let body = StatusRecord::new(key, address.clone());
    (StatusCode::FOUND, [(header::LOCATION, address)], Json(body)).into_response()
}
