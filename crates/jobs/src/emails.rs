//! Emails (docs/mail.md). A job contains the reason for an email, never its text: the text and the keys in it
//! are made when the email is sent, so that no key is stored in the queue.

use domain::{AccountId, DownloadId, OrganizationId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::Tx;
use store::jobs::{self, JobId, Lane, NewJob};

use crate::Job;

/// The page on which a person signs in to the library's pages.
pub const SIGN_IN: &str = "/sign-in";
/// The page on which a new password is requested by email.
pub const FORGOT_PASSWORD: &str = "/oauth/forgot-password";
/// The page on which a new password is chosen; the key follows as another segment.
pub const NEW_PASSWORD: &str = "/oauth/new-password";
/// The page on which a change of the account is undone; the key follows as another segment.
pub const UNDO_CHANGE: &str = "/oauth/undo";
/// The page on which a person joins; the key follows as another segment.
pub const CONFIRM_JOINING: &str = "/join/confirm";
/// The page on which a sponsor decides about a file of members; its identifier follows as another segment.
pub const ROSTER_IMPORT: &str = "/school/import";
/// The start page of sponsors.
pub const SCHOOL: &str = "/school";
/// The page about the primary contact of a sponsor's organization.
pub const PRIMARY_CONTACT: &str = "/school/primary-contact";
/// The page on which an authority confirms a disability; the key follows as another segment.
pub const CONFIRM: &str = "/confirm";
/// The page on which administrators see the queue of emails.
pub const EMAIL_QUEUE: &str = "/system/emails";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "camelCase")]
pub enum SendEmail {
    /// The link to a new password. Without an account nothing is sent: requests for unknown accounts get the
    /// same response after the same work.
    PasswordReset {
        /// The account of the password.
        account: Option<AccountId>,
    },
    /// Staff have created an account: the link with which its owner chooses a password.
    AccountCreated { account: AccountId },
    /// The password was changed.
    PasswordChanged { account: AccountId },
    /// The email address or the password was changed with the token of an app. Sent to the address before,
    /// with the link that undoes it.
    AccountChanged {
        /// The change.
        undo: String,
    },
    /// The link with which an applicant confirms the email address.
    JoinRequested { request: String },
    /// A notice to the owner of an account that another person wants to join with its email address.
    AlreadyJoined {
        account: AccountId,
        /// BCP 47 tag of the language of the email.
        language: String,
    },
    /// The request to an authority to confirm a disability.
    ConfirmationAsked {
        /// The request.
        confirmation: String,
    },
    /// An authority has confirmed a disability.
    ConfirmationGiven {
        /// The account of the person with the disability.
        account: AccountId,
    },
    /// A copy is ready that took long to make. Sent if the caller requested it.
    CopyReady {
        /// The account of the caller.
        account: AccountId,
        /// The record of the copy.
        download: DownloadId,
        /// The language of the email, a BCP 47 tag.
        language: String,
    },
    /// A file of members from the folder of an organization is held.
    RosterFileHeld {
        /// The account of the primary contact.
        account: AccountId,
        /// The held file.
        import: String,
    },
    /// Staff decided on the hand-over of an organization.
    HandOverDecided {
        /// The account of the sponsor who requested it, or of the previous primary contact.
        account: AccountId,
        /// Number of the request.
        hand_over: i64,
    },
    /// Staff admitted or declined an organization that has joined.
    AdmissionDecided {
        /// The account of the primary contact.
        account: AccountId,
        organization: OrganizationId,
    },
    /// An email that staff wrote from a template.
    FromStaff {
        /// The account of the recipient.
        account: AccountId,
        /// Number of the email.
        email: i64,
    },
    /// A reader has reported a problem with a title. Sent if the library has an address for this.
    ProblemReported {
        /// Number of the report.
        report: i64,
    },
    /// A test that an administrator has requested.
    MailTest {
        /// The account of the recipient.
        account: AccountId,
    },
}

/// Enqueues an email, in the transaction of the change that it reports.
pub async fn enqueue(tx: &mut Tx, email: &SendEmail, now: Timestamp) -> store::Result<()> {
    jobs::enqueue(tx, NewJob { account: email.account(), ..email.to_new_job(now) }, now).await.map(drop)
}

/// Enqueues a test, which is tried once, because an administrator waits for the result.
pub async fn enqueue_test(tx: &mut Tx, account: &AccountId, now: Timestamp) -> store::Result<Option<JobId>> {
    let email = SendEmail::MailTest { account: account.clone() };
    let new = NewJob { account: Some(account), max_attempts: 1, ..email.to_new_job(now) };
    jobs::enqueue(tx, new, now).await
}

impl Job for SendEmail {
    const KIND: &'static str = "letter";
    const LANE: Lane = Lane::Emails;
    // About five hours, in which a mail server should recover.
    const ATTEMPTS: u32 = 36;
}

impl SendEmail {
    /// The account that the email belongs to, if known.
    fn account(&self) -> Option<&AccountId> {
        match self {
            Self::PasswordReset { account } => account.as_ref(),
            Self::AccountCreated { account }
            | Self::PasswordChanged { account }
            | Self::ConfirmationGiven { account }
            | Self::AlreadyJoined { account, .. }
            | Self::CopyReady { account, .. }
            | Self::RosterFileHeld { account, .. }
            | Self::HandOverDecided { account, .. }
            | Self::AdmissionDecided { account, .. }
            | Self::FromStaff { account, .. }
            | Self::MailTest { account } => Some(account),
            Self::AccountChanged { .. }
            | Self::JoinRequested { .. }
            | Self::ConfirmationAsked { .. }
            | Self::ProblemReported { .. } => None,
        }
    }
}
