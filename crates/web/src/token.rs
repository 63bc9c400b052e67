//! POST /oauth/token (docs/rules/authentication.md#rule-5).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use oauth::{Credentials, TokenResponse};
use services::grants::{self, TokenRequest};

use crate::client::authorization_header;
use crate::replies::require_json;
use crate::{FormParams, PeerAddress, TokenProblem, WebState};

/// Exchanges a code, a refresh token or a password for a pair of tokens.
pub(crate) async fn exchange(
    State(state): State<WebState>,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Result<Json<TokenResponse>, TokenProblem> {
    require_json(&headers)?;
    let form = &form?;
    let credentials = &Credentials::from_request(authorization_header(&headers), form)?;
    let lifetimes = &state.settings.lifetimes;
    let request = TokenRequest { credentials, form, peer: peer.peer(), lifetimes };
    Ok(Json(grants::exchange(&state.operation(), request).await?))
}
