//! Turns for covers. Their requests identify no reader, because apps fetch covers without credentials.

use api::http::errors::ApiError;
use axum::extract::Request;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use domain::peers::Network;
use pages::Pages;
use transport::callers::{self, CallerClass, Interface, RequestOutcome};
use transport::guests::{GuestTurn, NoTurn, WorkCost};

pub fn is_cover(request: &Request) -> bool {
    request.uri().path().starts_with("/covers/") && matches!(*request.method(), Method::GET | Method::HEAD)
}

/// Responds with a cover, for a guest in a turn.
pub async fn serve_cover(site: &Pages, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let network = transport::request_network(&parts, site.trusts_forwarded_for());
    if let Ok((class, _turn)) = admit_guest(site, network, &parts.headers).await {
        callers::count(Interface::Covers, class, RequestOutcome::Served);
        next.run(Request::from_parts(parts, body)).await
    } else {
        callers::count(Interface::Covers, CallerClass::for_guest(&parts.headers), RequestOutcome::Busy);
        ApiError::busy_with_guests().into_response()
    }
}

/// Waits for a turn, unless a reader is signed in from the network or in the browser. Sessions are only
/// looked up if a guest would have to wait.
async fn admit_guest(
    site: &Pages,
    network: Option<Network>,
    headers: &HeaderMap,
) -> Result<(CallerClass, Option<GuestTurn>), NoTurn> {
    let guests = site.guests();
    if guests.is_of_reader(network) {
        return Ok((CallerClass::Reader, None));
    }
    if let Some(turn) = guests.try_take(WorkCost::COVER) {
        return Ok((CallerClass::for_guest(headers), Some(turn)));
    }
    if site.is_signed_in(headers).await {
        return Ok((CallerClass::Reader, None));
    }
    let turn = guests.take(network, WorkCost::COVER).await?;
    Ok((CallerClass::for_guest(headers), Some(turn)))
}
