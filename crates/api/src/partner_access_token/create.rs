//! POST /v2/partnerAccessToken: an access token for the drive's own interface (spec 4, 1.3).

use axum::extract::State;
use delivery::drive::{DriveError, Tokens};

use super::DriveUser;
use crate::drive;
use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::Params;
use crate::http::roles::{As, SignedIn};
use crate::http::values::Text;
use crate::params;
use crate::records::PartnerAccessToken;
use crate::state::Api;

params! {
    /// How to connect, the first time.
    pub struct GetPartnerToken {
        /// The code that the drive gave to the app; not needed once the user is connected.
        authorization_code: Option<Text<4096>>,
        /// The redirect address that the app asked the drive with.
        redirect_uri: Option<Text<2000>>,
    }
}

/// Get a token for the partner's drive
///
/// The first call connects the user with the code that the app got from the drive; later ones need none.
#[utoipa::path(
    post, path = "/v2/partnerAccessToken", tag = "Limited-client services",
    operation_id = "create_partner_access_token",
    request_body(content = GetPartnerToken, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Any user, with a key for the drive"))),
    responses(
        (status = 200, description = "The token", body = PartnerAccessToken),
        (status = 400, description = "INVALID_PARAMETER: the code is not good", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "RECORD_NOT_FOUND: not connected, and no code", body = ErrorBody),
    )
)]
pub async fn create_partner_access_token(
    State(api): State<Api>,
    As(DriveUser(user)): As<DriveUser>,
    Params(params): Params<GetPartnerToken>,
) -> Result<Json<PartnerAccessToken>> {
    let tokens = tokens(&api, &user, &params).await?.ok_or_else(not_connected)?;
    Ok(Json(PartnerAccessToken::new(&api, &tokens, user.now())))
}

/// The tokens that the account is connected by; a code connects it.
async fn tokens(api: &Api, user: &SignedIn, params: &GetPartnerToken) -> Result<Option<Tokens>> {
    let code = params.authorization_code.as_ref().map(|code| code.0.as_str());
    match (&api.library.settings.drive, code) {
        (Some(connector), Some(code)) => {
            let redirect = params.redirect_uri.as_ref().map(|uri| uri.0.as_str());
            let tokens = match connector.drive.connect(code, redirect, user.now()).await {
                Err(DriveError::Refused(_)) => return Err(bad_code("the drive does not accept it")),
                connected => connected?,
            };
            drive::keep(api, connector, user, &tokens).await?;
            Ok(Some(tokens))
        }
        (Some(connector), None) => drive::tokens(api, connector, user).await,
        (None, Some(_)) => Err(bad_code("there is no drive here that could accept it")),
        (None, None) => Ok(None),
    }
}

fn not_connected() -> ApiError {
    let reason = "The account is not connected to the drive: send an authorizationCode.";
    ApiError::new(ErrorKey::RecordNotFound, vec![reason.to_owned()])
}

fn bad_code(reason: &str) -> ApiError {
    ApiError::new(ErrorKey::InvalidParameter, vec![format!("authorizationCode: {reason}")])
}
