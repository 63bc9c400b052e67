//! Checks of every API request, in the order of docs/rules/requests.md#rule-5: Accept, media type, key,
//! token, rate limit. The router has already checked path and method; role, parameters, existence and rules
//! follow in the handlers' extractors.

mod files;

pub use files::gate_with_files;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use services::Operation;
use transport::callers::{self, CallerClass, Interface, RequestOutcome};
use transport::guests::WorkCost;

use crate::Api;
use crate::guests::{self, CallerNetwork};
use crate::http::{
    ApiError, ErrorKey, HttpError, Input, Result, bearer_token, client_credentials, describe_fault,
};

pub async fn check_request(State(api): State<Api>, request: Request, next: Next) -> Result<Response> {
    let (parts, body) = request.into_parts();
    accepts_json(&parts.headers)?;
    let input = Input::read(&parts, body).await?;
    let caller = identify(&api, &parts.headers, &input).await?;
    admit(&api, parts, input, caller, next).await
}

/// Reads key and token of a request: 403 for a bad key, 401 for a bad token.
async fn identify(api: &Api, headers: &HeaderMap, input: &Input) -> Result<Operation> {
    let Some(key) = input.first_value("api_key") else {
        return Err(input.body_fault().unwrap_or_else(|| ErrorKey::InvalidApiKey.into()));
    };
    let header = bearer_token(headers);
    let token = header.as_deref().or(input.first_value("access_token"));
    let caller =
        Operation::identify(&api.library, &api.clients, api.library.current_time(), key, token).await;
    let caller = caller.map(|caller| match client_credentials(headers) {
        Some(credentials) => caller.with_credentials(&credentials),
        None => caller,
    });
    caller.map_err(|error| match error {
        services::Error::Token { realm, fault } => {
            ApiError::invalid_token(realm.as_str(), describe_fault(fault, token.unwrap_or_default()))
        }
        error => error.into(),
    })
}

/// Counts the caller's request and passes it on, with its input.
async fn admit(api: &Api, mut parts: Parts, input: Input, caller: Operation, next: Next) -> Result<Response> {
    let network = transport::request_network(&parts, api.settings.trust_forwarded_for);
    let class =
        if caller.reader.is_some() { CallerClass::Reader } else { CallerClass::for_guest(&parts.headers) };
    let note = |outcome| callers::count(Interface::Api, class, outcome);
    check_limit(api, &caller.quota_key(network)).inspect_err(|_| note(RequestOutcome::Limited))?;
    if class == CallerClass::Reader {
        api.settings.guests.note_reader(network);
    }
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let turn = if guests::takes_turn(&parts.method, route) {
        guests::take_turn(api, &caller, network, WorkCost::PAGE).await
    } else {
        Ok(None)
    };
    let _turn = turn.inspect_err(|_| note(RequestOutcome::Busy))?;
    parts.extensions.insert(CallerNetwork(network));
    parts.extensions.insert(input);
    parts.extensions.insert(caller);
    let response = next.run(Request::from_parts(parts, Body::empty())).await;
    let is_busy = response.status() == StatusCode::SERVICE_UNAVAILABLE;
    note(if is_busy { RequestOutcome::Busy } else { RequestOutcome::Served });
    Ok(response)
}

/// Counts a request: `TOO_MANY_REQUESTS` with the time to wait.
fn check_limit(api: &Api, who: &(String, String)) -> Result<()> {
    let checked = api.limits.count_request(who);
    checked.map_err(|wait| ApiError::from(ErrorKey::TooManyRequests).retry_after(wait))
}

/// The middleware of single files: a signed ticket in the query replaces key and token
/// (docs/rules/downloads.md#rule-7); without one the ordinary rules apply.
pub async fn gate_or_ticket(State(api): State<Api>, request: Request, next: Next) -> Result<Response> {
    let (mut parts, body) = request.into_parts();
    accepts_json(&parts.headers)?;
    let input = Input::read(&parts, body).await?;
    let Some(text) = input.first_value("ticket") else {
        return check_request(State(api), Request::from_parts(parts, Body::empty()), next).await;
    };
    let ticket = services::downloads::open_ticket(&Operation::by_anybody(&api.library), text)?;
    let network = transport::request_network(&parts, api.settings.trust_forwarded_for);
    let network = network.map_or_else(|| "unknown".to_owned(), |network| network.to_string());
    check_limit(&api, &("ticket".to_owned(), network))?;
    parts.extensions.insert(ticket);
    parts.extensions.insert(input);
    Ok(next.run(Request::from_parts(parts, Body::empty())).await)
}

/// Accept: absent, `*/*`, `application/*` or `application/json` with any parameters
/// (docs/rules/requests.md#rule-6).
fn accepts_json(headers: &HeaderMap) -> Result<()> {
    let mut values = headers.get_all(header::ACCEPT).iter().peekable();
    let absent = values.peek().is_none();
    let fits = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|range| range.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
        .any(|range| matches!(range.as_str(), "" | "*/*" | "application/*" | "application/json"));
    if absent || fits { Ok(()) } else { Err(HttpError::NotAcceptable.into()) }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::accepts_json;

    fn request_accepting(value: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static(value));
        accepts_json(&headers).is_ok()
    }

    #[test]
    fn json_and_wildcards_pass() {
        assert!(accepts_json(&HeaderMap::new()).is_ok());
        for value in
            ["*/*", "application/*", "application/json", "application/json;v=2", "text/html, */*;q=0.1"]
        {
            assert!(request_accepting(value), "{value}");
        }
    }

    #[test]
    fn anything_else_does_not() {
        for value in ["text/html", "application/xml", "text/*, image/png"] {
            assert!(!request_accepting(value), "{value}");
        }
    }
}
