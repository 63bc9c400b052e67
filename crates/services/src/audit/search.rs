//! The search of the audit by membership staff and the operator.

use std::collections::HashMap;

use domain::{Account, AccountId, AuditedAct, ClientId, SiteId};
use jiff::Timestamp;
pub use store::audit::EntryPosition;
use store::audit::{AuditEntry, EntrySearch};
use store::audit_changes::{ChangeEntry, ChangedThing};

use crate::accounts::find_managed;
use crate::queries::{cut_page, sort_unique};
use crate::{Error, ErrorKey, Operation, Result};

pub const ENTRIES_PER_PAGE: u32 = 50;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EntryKind {
    /// Reads of disability data.
    Reads,
    #[default]
    Changes,
    Act(AuditedAct),
}

/// Filter of the audit; people are named by identifier, user name or email address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryFilter {
    pub kind: EntryKind,
    /// About this person.
    pub user: Option<String>,
    /// By this person.
    pub actor: Option<String>,
    /// Not before this moment.
    pub since: Option<Timestamp>,
    /// Before this moment.
    pub until: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EntryPage {
    /// The entry after which the page begins.
    pub after: Option<EntryPosition>,
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    pub id: i64,
    pub at: Timestamp,
    /// The account that acted. `None` for the operator, and if nobody was signed in.
    pub actor: Option<AccountId>,
    /// Key of the client application.
    pub client: ClientId,
    /// The endpoint, command or job.
    pub endpoint: String,
    pub event: AuditEvent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditEvent {
    /// The disability data of this person was read.
    Read(AccountId),
    Change {
        /// `None` for an act that only a newer program knows.
        act: Option<AuditedAct>,
        /// `None` if the entry names nothing that this program knows.
        subject: Option<ChangedThing>,
        /// Name of the organization, if the subject is one that still exists.
        organization_name: Option<String>,
    },
}

impl AuditLine {
    /// The person whom the entry is about.
    pub fn person(&self) -> Option<&AccountId> {
        match &self.event {
            AuditEvent::Read(id) | AuditEvent::Change { subject: Some(ChangedThing::Account(id)), .. } => {
                Some(id)
            }
            AuditEvent::Change { .. } => None,
        }
    }
}

impl From<(i64, AuditEntry)> for AuditLine {
    fn from((id, entry): (i64, AuditEntry)) -> Self {
        let AuditEntry { read_at, reader, client, endpoint, account } = entry;
        Self { id, at: read_at, actor: reader, client, endpoint, event: AuditEvent::Read(account) }
    }
}

impl From<ChangeEntry> for AuditLine {
    fn from(entry: ChangeEntry) -> Self {
        let ChangeEntry { id, changed_at, actor, client, endpoint, act, subject, organization_name } = entry;
        let event = AuditEvent::Change { act, subject, organization_name };
        Self { id, at: changed_at, actor, client, endpoint, event }
    }
}

#[derive(Debug, Clone, Default)]
pub struct FoundEntries {
    /// The entries, newest first.
    pub lines: Vec<AuditLine>,
    /// The accounts that the entries refer to, closed ones too.
    pub people: HashMap<AccountId, Account>,
    /// The last entry, which the next page begins after. `None` if this is the last page.
    pub next: Option<EntryPosition>,
}

#[derive(Debug, Clone)]
pub enum AuditAnswer {
    Found(FoundEntries),
    /// There is nobody by a name that the filter has, on a site that the actor manages.
    UnknownPeople {
        user: bool,
        actor: bool,
    },
}

/// Searches the audit for entries about people, organizations and sites that the actor manages; those about
/// titles, periodicals and clients are for actors who see every site. A constant number of statements.
pub async fn search(op: &Operation, filter: &EntryFilter, page: EntryPage) -> Result<AuditAnswer> {
    op.require_membership_staff()?;
    let user = find_named(op, filter.user.as_deref()).await?;
    let actor = find_named(op, filter.actor.as_deref()).await?;
    let is_unknown = |name: &Option<String>, found: &Option<AccountId>| name.is_some() && found.is_none();
    let (user_unknown, actor_unknown) = (is_unknown(&filter.user, &user), is_unknown(&filter.actor, &actor));
    if user_unknown || actor_unknown {
        return Ok(AuditAnswer::UnknownPeople { user: user_unknown, actor: actor_unknown });
    }
    // A person who is named is on a site that the actor manages, and so is everything about the person.
    let site: Option<&SiteId> = (!op.sees_every_site() && user.is_none()).then(|| op.view_site());
    let criteria = EntrySearch {
        account: user.as_ref(),
        actor: actor.as_ref(),
        since: filter.since,
        until: filter.until,
        site,
        after: page.after,
    };
    // One more says that there is another page.
    let mut lines = list_lines(op, filter.kind, criteria, page.limit.saturating_add(1)).await?;
    let next = cut_page(&mut lines, page.limit as usize, |line| (line.at, line.id));
    let ids = lines.iter().flat_map(|line| line.actor.iter().chain(line.person()));
    let people = store::accounts::get_by_ids(op.db(), &sort_unique(ids.cloned())).await?;
    Ok(AuditAnswer::Found(FoundEntries { lines, people, next }))
}

async fn list_lines(
    op: &Operation,
    kind: EntryKind,
    criteria: EntrySearch<'_>,
    limit: u32,
) -> Result<Vec<AuditLine>> {
    let act = match kind {
        EntryKind::Reads => {
            let entries = store::audit::page(op.db(), criteria, limit).await?;
            return Ok(entries.into_iter().map(AuditLine::from).collect());
        }
        EntryKind::Changes => None,
        EntryKind::Act(act) => Some(act),
    };
    let entries = store::audit_changes::page(op.db(), criteria, act, limit).await?;
    Ok(entries.into_iter().map(AuditLine::from).collect())
}

/// The account of a person who may be named. `None` if there is none.
pub(super) async fn find_named(op: &Operation, name: Option<&str>) -> Result<Option<AccountId>> {
    let Some(name) = name else { return Ok(None) };
    match find_managed(op, name).await {
        Ok(account) => Ok(Some(account.id)),
        Err(Error::Refused(ErrorKey::UserNotFound)) => Ok(None),
        Err(error) => Err(error),
    }
}
