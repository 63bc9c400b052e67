//! `openshelf admin audit`: who read whose disability data.

use anyhow::Context;
use clap::Subcommand;
use domain::accounts::Account;
use domain::ids::AccountId;
use services::audit::{self, AuditPage, AuditSearch};

use super::operator::{begin_operation, to_command_error};
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
    let since = since
        .map(|text| domain::dates::parse_timestamp(&text).with_context(|| format!("{text} is not a date")));
    let search = AuditSearch { user, reader, since: since.transpose()? };
    let op = &begin_operation(library, "openshelf admin audit list")?;
    let AuditPage { entries, people } = audit::list(op, search, limit).await.map_err(to_command_error)?;
    let name = |id: &AccountId| people.get(id).map_or_else(|| id.to_string(), account_label);
    for entry in &entries {
        println!(
            "{}  {:<40} {:<20} {:<55} {}",
            domain::dates::format_timestamp(entry.read_at),
            entry.reader.as_ref().map_or_else(|| "nobody signed in".to_owned(), name),
            entry.client,
            entry.endpoint,
            name(&entry.account),
        );
    }
    Ok(())
}

/// Identifier and name.
fn account_label(account: &Account) -> String {
    format!("{} ({})", account.id, account.display_name())
}
