//! The person whose devices a page shows.

use axum::http::StatusCode;
use domain::devices::Device;
use domain::ids::DeviceId;
use services::devices::{self as operations, NewDevice};
use services::{Error, ErrorKey, Operation};

use crate::fields::Fields;
use crate::problem::{Problem, Result};
use crate::visitor::Visitor;

/// The person whose devices a page shows.
pub(super) enum DeviceOwner {
    /// The visitor.
    Own,
    /// A member, identified as in the address, whose sponsor the visitor is.
    Member(String),
}

/// The devices of one person.
pub(super) struct DeviceShelf {
    pub(super) owner: DeviceOwner,
    /// The member's name. `None` for the visitor's own.
    pub(super) person: Option<String>,
    pub(super) devices: Vec<Device>,
}

impl DeviceOwner {
    /// Reads the owner from the parameter `member`.
    pub(super) fn from_fields(visitor: &Visitor, fields: &Fields) -> Result<Self> {
        let op = visitor.signed_in_user()?;
        let Some(name) = fields.get("member") else { return Ok(Self::Own) };
        op.require_sponsor()?;
        Ok(Self::Member(name.to_owned()))
    }

    pub(super) async fn load_devices(self, op: &Operation) -> Result<DeviceShelf> {
        let found = match &self {
            Self::Own => operations::list(op).await.map(|devices| (None, devices)),
            Self::Member(who) => operations::members::list(op, who)
                .await
                .map(|(account, devices)| (Some(account.display_name()), devices)),
        };
        let (person, devices) = found.map_err(to_problem)?;
        Ok(DeviceShelf { owner: self, person, devices })
    }

    /// Creates a device; returns it with its password.
    ///
    /// # Errors
    /// Those of the operation; [`to_problem`] makes a page of them.
    pub(super) async fn create(&self, op: &Operation, new: NewDevice<'_>) -> Result<(Device, String), Error> {
        match self {
            Self::Own => operations::create(op, new).await,
            Self::Member(who) => operations::members::create(op, who, new).await,
        }
    }

    pub(super) async fn revoke(&self, op: &Operation, id: &DeviceId) -> Result<()> {
        let revoked = match self {
            Self::Own => operations::revoke(op, id).await,
            Self::Member(who) => operations::members::revoke(op, who, id).await,
        };
        revoked.map_err(to_problem)
    }

    /// The member's identifier in the address.
    pub(super) fn member_id(&self) -> Option<&str> {
        match self {
            Self::Own => None,
            Self::Member(name) => Some(name),
        }
    }
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
