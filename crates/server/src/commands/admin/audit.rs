//! `openshelf admin audit`: who read whose disability data.

use std::collections::HashMap;

use anyhow::Context;
use clap::Subcommand;
use domain::accounts::Account;
use domain::ids::AccountId;
use store::audit::{Entry, Search};

use super::users::find;
use crate::library::Library;

/// Who read whose disability data.
#[derive(Debug, Subcommand)]
pub enum Audit {
    /// List who read whose data, newest first
    List {
        /// Only of this person: account identifier, user name or email address
        #[arg(long)]
        user: Option<String>,
        /// Only what this person read: account identifier, user name or email address
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

/// Runs the command.
pub async fn run(command: Audit, library: &Library) -> anyhow::Result<()> {
    let Audit::List { user, reader, since, limit } = command;
    let search = Search {
        account: identifier(library, user.as_deref()).await?,
        reader: identifier(library, reader.as_deref()).await?,
        since: since
            .map(|text| {
                domain::dates::parse_timestamp(&text).with_context(|| format!("{text} is not a date"))
            })
            .transpose()?,
    };
    let entries = store::audit::list(&library.db, &search, limit).await?;
    let names = names(library, &entries).await?;
    let name = |id: &AccountId| names.get(id).map_or_else(|| id.to_string(), label);
    for entry in &entries {
        println!(
            "{}  {:<40} {:<20} {:<55} {}",
            domain::dates::format_timestamp(entry.at),
            entry.reader.as_ref().map_or_else(|| "nobody signed in".to_owned(), name),
            entry.client,
            entry.endpoint,
            name(&entry.account),
        );
    }
    Ok(())
}

/// The account that an option identifies.
async fn identifier(library: &Library, name: Option<&str>) -> anyhow::Result<Option<AccountId>> {
    match name {
        Some(name) => Ok(Some(find(library, name).await?.id)),
        None => Ok(None),
    }
}

/// Loads the accounts that the entries refer to.
async fn names(library: &Library, entries: &[Entry]) -> anyhow::Result<HashMap<AccountId, Account>> {
    let mut ids: Vec<AccountId> =
        entries.iter().flat_map(|entry| entry.reader.iter().chain([&entry.account])).cloned().collect();
    ids.sort();
    ids.dedup();
    let mut names = HashMap::new();
    // The number of parameters of a statement is limited; the list is as long as the operator requested.
    for some in ids.chunks(1000) {
        let accounts = store::accounts::many(&library.db, some).await?;
        names.extend(accounts.into_iter().map(|account| (account.id.clone(), account)));
    }
    Ok(names)
}

/// Identifier and name.
fn label(account: &Account) -> String {
    format!("{} ({})", account.id, account.display_name())
}
