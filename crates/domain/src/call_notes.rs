//! Notes about people who were served by telephone, at the membership desk or by a sponsor
//! (docs/rules/memberships.md#rule-15).

use jiff::{SignedDuration, Timestamp};

use crate::{AccountId, OrganizationId};

/// Maximum length of a note, in characters.
pub const MAX_NOTE_CHARS: usize = 2_000;

/// Time for which a note is kept: two years.
pub const NOTE_RETENTION: SignedDuration = SignedDuration::from_hours(2 * 365 * 24);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallNote {
    pub id: i64,
    /// The person who was served.
    pub account: AccountId,
    /// The account that wrote it. `None` if it was closed since.
    pub author: Option<AccountId>,
    /// The organization whose sponsors read it. `None` for a note that the staff of the membership desk read.
    pub organization: Option<OrganizationId>,
    /// At most [`MAX_NOTE_CHARS`] characters.
    pub text: String,
    pub noted: Timestamp,
}
