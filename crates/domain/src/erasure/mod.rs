//! Erasing people and organizations: what goes immediately, what is kept of a person and until when, and who
//! may not be erased (docs/rules/erasure.md).

mod retention;

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use retention::{RetainedPart, RetentionRules};

use crate::closing::close_account;
use crate::{Account, AccountId, Name, Organization, OrganizationId, SiteId, wire_enum};

wire_enum! {
    /// Why somebody was erased.
    pub enum ErasureReason {
        /// Staff or the operator asked for it.
        Request = "request",
        /// With the person's organization.
        Organization = "organization",
        /// The time for which closed accounts are kept is over.
        Retention = "retention",
    }
}

wire_enum! {
    /// A kind of record that is deleted with a person.
    pub enum ErasedNoun {
        /// Names to sign in by, sessions, devices, tokens and keys of emails.
        SignIn = "signIn",
        /// Proofs of disability, those sent in, and requests to authorities.
        Proofs = "proofs",
        /// Places in books, bookmarks, highlights and notes.
        Reading = "reading",
        /// Reading lists, places on lists of others, and assigned titles.
        Lists = "lists",
        /// Preferences and what the person said about themselves.
        Settings = "settings",
        /// Uploaded documents with their files.
        Documents = "documents",
        /// Places in groups, on rosters, and what can be undone of them.
        Membership = "membership",
        /// Orders of copies for several people.
        Orders = "orders",
        /// Notes of calls, emails from staff, requests, and cases that staff have taken.
        Service = "service",
        /// Reports and links that stay without naming the person.
        Anonymous = "anonymous",
        /// Records that no other noun names yet.
        Other = "other",
    }
}

wire_enum! {
    /// Why somebody is not erased now.
    pub enum ErasureObstacle {
        /// Staff hold the person.
        Held = "held",
        /// The person works for the library.
        Staff = "staff",
        /// The person speaks for an organization, which needs another primary contact first.
        PrimaryContact = "contact",
        /// Nothing is left to erase.
        AlreadyErased = "erased",
        /// Staff hold people of the organization.
        HeldMembers = "members",
    }
}

/// The reason why a person may not be erased, as far as the account and the organization show it. `None` if
/// they do not forbid it.
pub fn find_account_obstacle(
    account: &Account,
    organization: Option<&Organization>,
) -> Option<ErasureObstacle> {
    if account.is_staff() && !account.deleted {
        return Some(ErasureObstacle::Staff);
    }
    let leads = organization.is_some_and(|organization| organization.is_led_by(account));
    leads.then_some(ErasureObstacle::PrimaryContact)
}

/// The rest of an erased account's record once no copy can be traced by the name: until then it is that of a
/// closed account.
pub fn erase_account(account: &Account) -> Account {
    Account { name: Name::default(), ..close_account(account) }
}

/// The rest of an erased organization's record: its name, for the accounts, without addresses and notes.
pub fn erase_organization(organization: &Organization) -> Organization {
    let Organization { id, site, name, kind, .. } = organization.clone();
    let bare = Organization::new(id, site, name, kind, crate::accounts::Address::default());
    Organization {
        suspended: true,
        can_create_users: false,
        unreported: organization.unreported,
        books_allowed: organization.books_allowed,
        subscription_type: organization.subscription_type.clone(),
        ..bare
    }
}

/// Numbers of an erasure: what went, and what is kept until when.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ErasureReport {
    /// Records that were deleted or no longer name the person.
    pub erased: BTreeMap<ErasedNoun, u64>,
    pub retained: Vec<RetainedRecords>,
}

/// Records that are kept of an erased person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetainedRecords {
    pub part: RetainedPart,
    pub rows: u64,
    /// Time at which they are deleted.
    pub until: Timestamp,
}

impl ErasureReport {
    /// Returns true if copies can still be traced to the person, for which the name is kept.
    pub fn keeps_name(&self) -> bool {
        self.retained.iter().any(|retained| retained.part == RetainedPart::Tracing)
    }
}

/// The person or organization that was erased.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ErasedSubject {
    Account(AccountId),
    Organization(OrganizationId),
}

/// A line of the journal of erasures, by which a restored backup is erased again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureNote {
    pub site: SiteId,
    pub subject: ErasedSubject,
    pub reason: ErasureReason,
    pub erased: Timestamp,
    /// The staff member who erased. `None` for the operator and the retention rules.
    pub by: Option<AccountId>,
}

impl ErasureNote {
    pub fn write_lines(notes: &[Self]) -> String {
        let mut text = String::new();
        for note in notes {
            text.push_str(&serde_json::to_string(note).expect("a note is made of texts"));
            text.push('\n');
        }
        text
    }

    /// Reads lines of JSON; empty lines are skipped.
    ///
    /// # Errors
    /// A line is not a note.
    pub fn read_lines(text: &str) -> serde_json::Result<Vec<Self>> {
        text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::{
        ErasedSubject, ErasureNote, ErasureObstacle, ErasureReason, erase_account, erase_organization,
        find_account_obstacle,
    };
    use crate::closing::close_account;
    use crate::fixtures::{account, individual, member, school, sponsor};
    use crate::{Name, Role};

    #[test]
    fn staff_and_primary_contacts_are_not_erased() {
        let standing = school();
        let petra = sponsor("petra", &standing).account;
        let ben = member("ben", &standing).account;
        let mut school = standing.organization;
        assert_eq!(find_account_obstacle(&individual("ada").account, None), None);
        assert_eq!(find_account_obstacle(&ben, Some(&school)), None);
        assert_eq!(find_account_obstacle(&petra, Some(&school)), None);
        school.primary_contact = Some(petra.id.clone());
        assert_eq!(find_account_obstacle(&petra, Some(&school)), Some(ErasureObstacle::PrimaryContact));
        let eve = account("eve", Role::Administrator);
        assert_eq!(find_account_obstacle(&eve, None), Some(ErasureObstacle::Staff));
    }

    #[test]
    fn the_record_of_an_erased_person_keeps_the_name_only_to_trace_copies() {
        let ada = individual("ada").account;
        assert_eq!(close_account(&ada).name, ada.name);
        let left = erase_account(&ada);
        assert_eq!((&left.id, &left.name, left.deleted), (&ada.id, &Name::default(), true));
        assert_eq!((left.email, left.username, left.date_of_birth), (None, None, None));
    }

    #[test]
    fn the_record_of_an_erased_organization_reaches_nobody() {
        let school = school().organization;
        let left = erase_organization(&school);
        assert_eq!((&left.id, &left.name, left.suspended), (&school.id, &school.name, true));
        assert_eq!((left.primary_contact, left.phone_number, left.address.city), (None, None, None));
    }

    #[test]
    fn notes_are_read_as_they_were_written() {
        let note = |subject| ErasureNote {
            site: "service".into(),
            subject,
            reason: ErasureReason::Request,
            erased: Timestamp::UNIX_EPOCH,
            by: Some("eve".into()),
        };
        let notes =
            [note(ErasedSubject::Account("ada".into())), note(ErasedSubject::Organization("school".into()))];
        let text = ErasureNote::write_lines(&notes);
        assert_eq!(text.lines().count(), 2);
        assert_eq!(ErasureNote::read_lines(&text).unwrap(), notes);
        assert!(ErasureNote::read_lines("nonsense").is_err());
    }
}
