//! Hand-over of an organization to another primary contact (docs/rules/organizations.md#rule-18).

use jiff::Timestamp;

use crate::{AccountId, OrganizationId};

/// Maximum length of the reason for a hand-over, in characters.
pub const MAX_REASON_CHARS: usize = 500;

/// The request of a sponsor to become the primary contact of their organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandOver {
    /// Number of the request.
    pub id: i64,
    pub organization: OrganizationId,
    pub requested_by: AccountId,
    /// At most [`MAX_REASON_CHARS`] characters.
    pub reason: String,
    pub requested: Timestamp,
    /// `None` while it waits.
    pub decision: Option<HandOverDecision>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandOverDecision {
    pub decided: Timestamp,
    /// The staff member. `None` for the operator.
    pub decided_by: Option<AccountId>,
    pub is_granted: bool,
}
