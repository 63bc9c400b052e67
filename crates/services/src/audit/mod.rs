//! The audit: who read whose disability data, and who changed what (docs/security.md#audit).

mod search;

pub use search::{
    AuditAnswer, AuditEvent, AuditLine, ENTRIES_PER_PAGE, EntryFilter, EntryKind, EntryPage, EntryPosition,
    FoundEntries, search,
};

use std::collections::HashMap;

use domain::{Account, AccountId};
use jiff::Timestamp;
pub use store::audit::AuditEntry;
use store::audit::EntrySearch;
pub use store::audit_changes::ChangedThing;

use crate::queries::sort_unique;
use crate::{Error, ErrorKey, Operation, Result};
use search::find_named;

/// Filter of the audit; people are named by identifier, user name or email address.
#[derive(Debug, Clone, Default)]
pub struct AuditSearch {
    /// Of this person's data.
    pub user: Option<String>,
    /// Read by this person.
    pub reader: Option<String>,
    /// Not before this moment.
    pub since: Option<Timestamp>,
}

/// Entries, and the people in them.
#[derive(Debug, Clone)]
pub struct AuditPage {
    /// The entries, newest first.
    pub entries: Vec<AuditEntry>,
    /// The accounts that the entries refer to, removed ones too.
    pub people: HashMap<AccountId, Account>,
}

/// Entries, newest first, at most `limit`.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `USER_NOT_FOUND` for a person who is named.
pub async fn list(op: &Operation, search: AuditSearch, limit: u32) -> Result<AuditPage> {
    op.require_operator()?;
    let account = find_identifier(op, search.user.as_deref()).await?;
    let reader = find_identifier(op, search.reader.as_deref()).await?;
    let criteria = EntrySearch {
        account: account.as_ref(),
        actor: reader.as_ref(),
        since: search.since,
        ..EntrySearch::default()
    };
    let entries = store::audit::list(op.db(), criteria, limit).await?;
    let ids = entries.iter().flat_map(|entry| entry.reader.iter().chain([&entry.account]));
    let people = store::accounts::get_by_ids(op.db(), &sort_unique(ids.cloned())).await?;
    Ok(AuditPage { entries, people })
}

/// The account of a person who may be named; the error says which name is unknown.
async fn find_identifier(op: &Operation, name: Option<&str>) -> Result<Option<AccountId>> {
    let found = find_named(op, name).await?;
    match name {
        Some(name) if found.is_none() => {
            Err(Error::Explained(ErrorKey::UserNotFound, format!("there is no user {name}")))
        }
        _ => Ok(found),
    }
}
