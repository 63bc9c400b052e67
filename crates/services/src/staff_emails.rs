//! Emails from templates that membership staff send to people, after they have seen them
//! (docs/rules/memberships.md#rule-17). The text is written by the crate `mail`, for the preview and for the
//! sending alike.

use std::collections::HashMap;

use domain::staff_emails::subscription_end;
use domain::{Account, AccountId, AuditedAct, InterfaceLanguage};
use jiff::civil::Date;
use jobs::emails::{SendEmail, enqueue};

pub use domain::staff_emails::{EMAIL_LINK_PATH, MAX_SENTENCE_CHARS, StaffEmail, StaffEmailKind};

use crate::accounts::{find_managed, list_display_names, lock_managed};
use crate::values::Text;
use crate::{ErrorKey, Fault, Field, Operation, Result};

const MAX_EMAILS: u32 = 50;

/// A person with everything that the forms for an email show.
#[derive(Debug, Clone)]
pub struct RecipientView {
    /// The person; without an email address nothing can be sent.
    pub account: Account,
    pub site_name: String,
    /// The end of the person's subscription, as the email names it.
    pub subscription_end: Option<Date>,
    /// True if the person was asked for more than the proof that they have submitted, and has not submitted
    /// anything since: the email about a missing proof says this.
    pub is_more_needed: bool,
    /// Emails so far, newest first; at most 50.
    pub sent: Vec<StaffEmail>,
    /// Display names of those who sent them.
    pub names: HashMap<AccountId, String>,
}

#[derive(Debug, Clone)]
pub struct EmailDraft {
    pub kind: StaffEmailKind,
    pub language: InterfaceLanguage,
    /// A sentence of the sender's own, plain text.
    pub sentence: Option<Text<MAX_SENTENCE_CHARS>>,
    /// Number of the last email so far, as the sender has seen it; 0 if there is none.
    pub last_email: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendOutcome {
    /// It is sent as soon as possible.
    Sent,
    /// The person has got another email since the preview, or this one, because the form was sent twice:
    /// nothing more is sent.
    SentBefore,
}

impl RecipientView {
    /// Number of the last email so far; 0 if there is none.
    pub fn last_email_number(&self) -> i64 {
        last_number(&self.sent)
    }
}

fn last_number(sent: &[StaffEmail]) -> i64 {
    sent.iter().map(|email| email.id).max().unwrap_or_default()
}

/// The person with the emails so far. The audit records that it was read, because emails show the state of a
/// proof.
///
/// # Errors
/// `USER_NOT_FOUND`, for closed accounts too.
pub async fn open_recipient(op: &Operation, id: &AccountId) -> Result<RecipientView> {
    op.require_membership_staff()?;
    let id = find_managed(op, id.as_str()).await?.id;
    let reader = store::readers::find_by_account(op.db(), &id, op.now).await?;
    let reader = reader.filter(|reader| !reader.account.deleted).ok_or(ErrorKey::UserNotFound)?;
    op.record_reads([&reader.account.id]).await?;
    let site = store::sites::get(op.db(), &reader.account.site).await?;
    let sent = store::staff_emails::list(op.db(), &id, MAX_EMAILS).await?;
    let names = list_display_names(op, sent.iter().filter_map(|email| email.sent_by.as_ref())).await?;
    Ok(RecipientView {
        site_name: site.map_or_else(|| reader.account.site.to_string(), |site| site.name),
        subscription_end: subscription_end(&reader, op.now),
        is_more_needed: store::proof_decisions::is_more_needed(op.db(), &id, op.now).await?,
        account: reader.account,
        names,
        sent,
    })
}

/// Sends an email to a person. A form that is sent twice sends it once.
///
/// # Errors
/// `USER_NOT_FOUND`; `OPERATION_NOT_ALLOWED` for accounts that only administrators change, and for people
/// without an email address; `MISSING_PARAMETER` for an email that needs a sentence and has none.
pub async fn send(op: &Operation, id: &AccountId, draft: EmailDraft) -> Result<SendOutcome> {
    op.require_membership_staff()?;
    if draft.kind.needs_sentence() && draft.sentence.is_none() {
        return Err(Fault::new(ErrorKey::MissingParameter, Field::Note, "is required").into());
    }
    let mut tx = op.db().begin().await?;
    let account = lock_managed(op, &mut tx, id.as_str()).await?;
    if account.email.is_none() {
        return Err(ErrorKey::OperationNotAllowed.into());
    }
    let sent = store::staff_emails::list(&mut tx, &account.id, MAX_EMAILS).await?;
    if last_number(&sent) != draft.last_email {
        return Ok(SendOutcome::SentBefore);
    }
    let email = StaffEmail {
        id: 0,
        account: account.id.clone(),
        sent_by: op.signed_in_id().cloned(),
        kind: draft.kind,
        language: draft.language.tag().to_owned(),
        sentence: draft.sentence.map(|sentence| sentence.0),
        sent: op.now,
    };
    let number = store::staff_emails::insert(&mut tx, &email).await?;
    enqueue(&mut tx, &SendEmail::FromStaff { account: account.id.clone(), email: number }, op.now).await?;
    op.commit_change(tx, AuditedAct::SendEmail, &account.id).await?;
    Ok(SendOutcome::Sent)
}
