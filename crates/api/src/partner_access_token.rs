//! The user's connection to the partner's drive (docs/rules/documents.md#rule-5).
//! `POST /v2/partnerAccessToken`: an access token for the drive's own API (docs/rules/documents.md#rule-5).

use axum::http::StatusCode;
use services::drive::{self, Authorization};

use crate::http::{DriveUser, InRole, Json, Params, Result, Text};
use crate::records::PartnerAccessToken;
use crate::{endpoints, params};

endpoints! {
    "Limited-client services": create_partner_access_token, delete_partner_access_token;
}

params! {
    /// Parameters of the first connection.
    pub struct GetPartnerToken {
        /// The code that the drive gave to the app; not needed once the user is connected.
        authorization_code: Option<Text<4096>>,
        /// The redirect address that the app used with the drive.
        redirect_uri: Option<Text<2000>>,
    }
}

/// Get a token for the partner's drive
///
/// The first call connects the user with the code that the app got from the drive; later ones need none.
#[endpoint::post(
    "/v2/partnerAccessToken", returns "The token",
    errors(InvalidParameter: "the code is not good", RecordNotFound: "not connected, and no code"),
)]
pub async fn create_partner_access_token(
    InRole { api, op, .. }: InRole<DriveUser>,
    Params(params): Params<GetPartnerToken>,
) -> Result<Json<PartnerAccessToken>> {
    let authorization = params.authorization_code.as_ref().map(|code| Authorization {
        code: &code.0,
        redirect_uri: params.redirect_uri.as_ref().map(|uri| uri.0.as_str()),
    });
    let tokens = drive::connect(&op, authorization).await?;
    Ok(Json(PartnerAccessToken::new(&api, &tokens, op.now)))
}

/// Disconnect from the partner's drive
///
/// The stored tokens are deleted, and revoked at the drive.
#[endpoint::delete("/v2/partnerAccessToken", returns "No longer connected, or never connected")]
pub async fn delete_partner_access_token(InRole { op, .. }: InRole<DriveUser>) -> Result<StatusCode> {
    drive::disconnect(&op).await?;
    Ok(StatusCode::NO_CONTENT)
}
