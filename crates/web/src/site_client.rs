//! Reading apps use the same client id on every site. These addresses, which a site's catalog gives to its
//! apps, determine whose client is meant; otherwise they work like `/oauth/authorize` and `/oauth/token`.

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::{Client, MAIN_SITE, SiteId};
use oauth::{Params, TokenResponse};
use url::form_urlencoded::{Serializer, parse};

use crate::{FormParams, PeerAddress, TokenProblem, WebState, token};

/// GET /oauth/sites/{site}/authorize
pub(crate) async fn authorize(Path(site): Path<String>, RawQuery(query): RawQuery) -> Response {
    let (shared, own) = client_ids(site);
    let query = query.unwrap_or_default();
    let pairs = parse(query.as_bytes()).map(|(name, value)| match (&*name, &*value) {
        ("client_id", value) if value == shared => (name, own.as_str().into()),
        _ => (name, value),
    });
    let query = Serializer::new(String::new()).extend_pairs(pairs).finish();
    (StatusCode::FOUND, [(LOCATION, format!("/oauth/authorize?{query}"))]).into_response()
}

/// POST /oauth/sites/{site}/token
pub(crate) async fn exchange_token(
    state: State<WebState>,
    peer: PeerAddress,
    headers: HeaderMap,
    Path(site): Path<String>,
    FormParams(form): FormParams,
) -> Result<Json<TokenResponse>, TokenProblem> {
    let (shared, own) = client_ids(site);
    let form = form.map(|form: Params| form.replace_value("client_id", &shared, &own));
    token::exchange(state, peer, headers, FormParams(form)).await
}

/// The client id that all apps use, and the site's own.
fn client_ids(site: String) -> (String, String) {
    let id = |site: SiteId| Client::reading_apps_id(&site).to_string();
    (id(SiteId::from(MAIN_SITE)), id(SiteId(site)))
}
