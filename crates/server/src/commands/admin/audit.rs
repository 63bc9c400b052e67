//! `openshelf admin audit`: who read whose disability data, and who changed what.

use std::collections::HashMap;

use anyhow::{Context, bail};
use clap::{Subcommand, ValueEnum};
use domain::{Account, AccountId};
use jiff::Timestamp;
use services::Operation;
use services::audit::{
    self, AuditAnswer, AuditEvent, AuditLine, AuditPage, AuditSearch, ChangedThing, EntryFilter, EntryKind,
    EntryPage,
};

/// Who read whose disability data, and who changed what.
#[derive(Debug, Subcommand)]
pub enum Audit {
    /// List who read whose data or changed what, newest first
    List {
        /// Reads of disability data, or changes
        #[arg(long, value_enum, default_value_t = AuditKind::Reads)]
        kind: AuditKind,
        /// Only about this person: account identifier, user name or email address
        #[arg(long)]
        user: Option<String>,
        /// Only what this person read or changed: account identifier, user name or email address
        #[arg(long)]
        reader: Option<String>,
        /// Not before: YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ
        #[arg(long)]
        since: Option<String>,
        /// Number of entries
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
}

/// Kinds of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AuditKind {
    Reads,
    Changes,
}

pub async fn run(command: Audit, op: &Operation) -> anyhow::Result<()> {
    let Audit::List { kind, user, reader, since, limit } = command;
    let since = since
        .map(|text| domain::dates::parse_timestamp(&text).with_context(|| format!("{text} is not a date")));
    let search = AuditSearch { user, reader, since: since.transpose()? };
    match kind {
        AuditKind::Reads => list_reads(op, search, limit).await,
        AuditKind::Changes => list_changes(op, search, limit).await,
    }
}

async fn list_reads(op: &Operation, search: AuditSearch, limit: u32) -> anyhow::Result<()> {
    let AuditPage { entries, people } = audit::list(op, search, limit).await?;
    for entry in &entries {
        let reader = actor_label(&people, entry.reader.as_ref());
        let line = (entry.read_at, reader, entry.client.as_str(), entry.endpoint.as_str());
        print_line(line, &person_label(&people, &entry.account));
    }
    Ok(())
}

async fn list_changes(op: &Operation, search: AuditSearch, limit: u32) -> anyhow::Result<()> {
    let AuditSearch { user, reader, since } = search;
    let filter = EntryFilter { kind: EntryKind::Changes, user, actor: reader, since, until: None };
    let found = audit::search(op, &filter, EntryPage { after: None, limit }).await?;
    let found = match found {
        AuditAnswer::Found(found) => found,
        AuditAnswer::UnknownPeople { user: true, .. } => {
            bail!("there is no user {}", filter.user.unwrap_or_default())
        }
        AuditAnswer::UnknownPeople { .. } => {
            bail!("there is no user {}", filter.actor.unwrap_or_default())
        }
    };
    for line in &found.lines {
        let actor = actor_label(&found.people, line.actor.as_ref());
        let start = (line.at, actor, line.client.as_str(), line.endpoint.as_str());
        print_line(start, &change_label(&found.people, line));
    }
    Ok(())
}

/// Prints an entry: time, who acted, key and endpoint, and what it is about.
fn print_line((at, actor, client, endpoint): (Timestamp, String, &str, &str), subject: &str) {
    println!("{}  {actor:<40} {client:<20} {endpoint:<55} {subject}", domain::dates::format_timestamp(at));
}

/// The act, and what it changed.
fn change_label(people: &HashMap<AccountId, Account>, line: &AuditLine) -> String {
    let AuditEvent::Change { act, subject, organization_name } = &line.event else { return String::new() };
    let act = act.map_or("unknownAct", |act| act.as_str());
    match subject {
        Some(ChangedThing::Account(id)) => format!("{act} {}", person_label(people, id)),
        Some(ChangedThing::Organization(id)) => {
            format!("{act} organization {id} ({})", organization_name.as_deref().unwrap_or("deleted"))
        }
        Some(ChangedThing::Title(id)) => format!("{act} title {id}"),
        Some(ChangedThing::Series(id)) => format!("{act} periodical {id}"),
        Some(ChangedThing::Client(id)) => format!("{act} app {id}"),
        Some(ChangedThing::Site(id)) => format!("{act} site {id}"),
        None => act.to_owned(),
    }
}

fn actor_label(people: &HashMap<AccountId, Account>, actor: Option<&AccountId>) -> String {
    actor.map_or_else(|| "nobody signed in".to_owned(), |id| person_label(people, id))
}

/// Identifier and name.
fn person_label(people: &HashMap<AccountId, Account>, id: &AccountId) -> String {
    people.get(id).map_or_else(|| id.to_string(), |account| format!("{id} ({})", account.display_name()))
}
