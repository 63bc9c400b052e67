//! The person whose devices a page shows.

use axum::http::StatusCode;
use services::devices::DeviceOwner;
use services::{Error, ErrorKey};

use crate::{Fields, Problem, Result, Visitor};

/// Reads the owner from the parameter `member`.
pub(super) fn read_owner(visitor: &Visitor, fields: &Fields) -> Result<DeviceOwner> {
    let op = visitor.signed_in_user()?;
    let Some(name) = fields.get("member") else { return Ok(DeviceOwner::Own) };
    op.require_sponsor()?;
    Ok(DeviceOwner::Member(name.to_owned()))
}

/// The problem for an unknown device, or for a sponsor who may not manage the devices of a member.
pub(super) fn to_problem(error: Error) -> Problem {
    match error.key() {
        Some(ErrorKey::NotFound) => Problem::Explained(StatusCode::NOT_FOUND, "device-missing"),
        Some(ErrorKey::UserNotFound) => Problem::Explained(StatusCode::NOT_FOUND, "member-missing"),
        Some(ErrorKey::NotManageable) => Problem::Explained(StatusCode::FORBIDDEN, "member-independent"),
        _ => error.into(),
    }
}
