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
pub use store::audit_changes::ChangedThing;

use crate::accounts::find_managed;
use crate::{Error, ErrorKey, Operation, Result};

/// Maximum number of accounts in one statement, below the databases' limit of bound values.
const MAX_PEOPLE_PER_STATEMENT: usize = 1_000;

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
    let search = store::audit::AuditSearch {
        account: find_identifier(op, search.user.as_deref()).await?,
        reader: find_identifier(op, search.reader.as_deref()).await?,
        since: search.since,
    };
    let entries = store::audit::list(op.db(), &search, limit).await?;
    let ids = entries.iter().flat_map(|entry| entry.reader.iter().chain([&entry.account])).cloned().collect();
    let people = load_people(op, ids).await?;
    Ok(AuditPage { entries, people })
}

/// The accounts with these identifiers, closed ones too.
async fn load_people(op: &Operation, mut ids: Vec<AccountId>) -> Result<HashMap<AccountId, Account>> {
    ids.sort();
    ids.dedup();
    let mut people = HashMap::new();
    for some in ids.chunks(MAX_PEOPLE_PER_STATEMENT) {
        let accounts = store::accounts::get_many(op.db(), some).await?;
        people.extend(accounts.into_iter().map(|account| (account.id.clone(), account)));
    }
    Ok(people)
}

/// The account of a person who may be named; the error says which name is unknown.
async fn find_identifier(op: &Operation, name: Option<&str>) -> Result<Option<AccountId>> {
    let Some(name) = name else { return Ok(None) };
    match find_managed(op, name).await {
        Ok(account) => Ok(Some(account.id)),
        Err(Error::Refused(key @ ErrorKey::UserNotFound)) => {
            Err(Error::Explained(key, format!("there is no user {name}")))
        }
        Err(error) => Err(error),
    }
}
