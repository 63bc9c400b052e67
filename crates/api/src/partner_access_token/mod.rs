//! The user's connection to the partner's drive (spec 4, 1.3).

pub mod create;
pub mod delete;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::clients::Privilege;

use crate::http::errors::{ApiError, Result};
use crate::http::roles::SignedIn;

/// A user who comes with a key for the drive: 401 for guests, 403 `CLIENT_NOT_ALLOWED` for other keys.
#[derive(Debug, Clone)]
pub struct DriveUser(pub SignedIn);

impl<S: Send + Sync> FromRequestParts<S> for DriveUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let user = SignedIn::from_request_parts(parts, state).await?;
        user.caller.require(Privilege::PartnerDrive)?;
        Ok(Self(user))
    }
}
