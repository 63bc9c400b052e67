//! Joining a library on its pages: a reader, or an organization with its primary contact. A request becomes
//! an account when the link in its email is opened (docs/rules/joining.md).

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{Address, Name, SiteId, wire_enum};

/// Time in which the link of the email is valid.
pub const JOIN_PERIOD: SignedDuration = SignedDuration::from_hours(3 * 24);

wire_enum! {
    /// Options of organizations on a site's pages without staff.
    pub enum OrganizationJoining {
        /// Nothing: staff create organizations.
        No = "no",
        /// Register. Downloads, and new members, wait until staff have admitted the organization.
        Reviewed = "reviewed",
        /// Register, and be served immediately.
        Yes = "yes",
    }
}

/// People and organizations that may join on a site's pages without staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoiningRules {
    /// True if readers may create accounts.
    pub readers: bool,
    pub organizations: OrganizationJoining,
}

impl JoiningRules {
    /// Returns true if organizations may register.
    pub fn admits_organizations(self) -> bool {
        self.organizations != OrganizationJoining::No
    }

    pub fn admits(self, applicant: &Applicant) -> bool {
        match applicant {
            Applicant::Reader(_) => self.readers,
            Applicant::Organization(_) => self.admits_organizations(),
        }
    }
}

/// A person who wants to read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReaderApplicant {
    pub name: Name,
    pub date_of_birth: Date,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// The legal guardian. `None` for adults.
    pub guardian: Option<Name>,
}

/// An organization that wants to get books for its members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrganizationApplicant {
    pub name: String,
    /// Name of an organization type.
    pub kind: String,
    pub address: Address,
    pub phone_number: Option<String>,
    pub contact: Name,
    /// Position of the primary contact, for example `Librarian`.
    pub contact_title: String,
    /// The entry of the reference list that it was chosen from.
    #[serde(default)]
    pub reference_org_id: Option<String>,
}

/// The reader or organization that wants to join.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "applicant", rename_all = "camelCase")]
pub enum Applicant {
    Reader(ReaderApplicant),
    Organization(OrganizationApplicant),
}

/// A request to join whose email address is not confirmed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinRequest {
    pub id: String,
    pub site: SiteId,
    /// The address that the link is sent to, and the future sign-in name.
    pub email: String,
    pub applicant: Applicant,
    /// BCP 47 tag of the page's language, for the email and the account.
    pub language: String,
    pub requested: Timestamp,
}

impl JoinRequest {
    /// The time from which the link is no longer valid.
    pub fn ends(&self) -> Timestamp {
        self.requested.saturating_add(JOIN_PERIOD).unwrap_or(Timestamp::MAX)
    }
}

/// The result of a confirmed request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JoinOutcome {
    /// The reader has an account.
    Reader,
    /// The organization and its primary contact are registered.
    Organization {
        /// True if staff admit it first.
        awaits_review: bool,
    },
}
