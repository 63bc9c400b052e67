//! `openshelf admin titles`.

use anyhow::anyhow;
use clap::Subcommand;
use domain::{TitleId, TitleStatus};
use services::titles::operator::{self, OperatorMove};
use services::{Error, ErrorKey, Operation};

/// Titles of the catalog.
#[derive(Debug, Subcommand)]
pub enum Titles {
    /// List titles by identifier
    List {
        /// Start after this title
        #[arg(long, default_value_t = 0)]
        after: i64,
        /// Number of titles
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Withdraw a title from the collection; its metadata stays readable
    Disable {
        /// Title identifier
        id: i64,
        /// Comment for the history
        #[arg(long)]
        comment: Option<String>,
    },
    /// Move a title to another status, for example live
    Status {
        /// Title identifier
        id: i64,
        /// The new status
        #[arg(value_parser = clap::value_parser!(TitleStatus))]
        status: TitleStatus,
        /// Comment for the history
        #[arg(long)]
        comment: Option<String>,
    },
}

/// Runs the command. Titles are created by `openshelf ingest`.
pub async fn run(command: Titles, op: &Operation) -> anyhow::Result<()> {
    match command {
        Titles::List { after, limit } => {
            for title in operator::list(op, TitleId(after), limit).await? {
                let author = title.authors().next().map_or("-", |author| author.display_name.as_str());
                println!(
                    "{:>8} {:<10} {:<12} {:<16} {:<50} {author}",
                    title.id, title.site, title.status, title.usage, title.metadata.title,
                );
            }
            Ok(())
        }
        Titles::Disable { id, comment } => change_status(op, id, TitleStatus::Withdrawn, comment).await,
        Titles::Status { id, status, comment } => change_status(op, id, status, comment).await,
    }
}

async fn change_status(
    op: &Operation,
    id: i64,
    status: TitleStatus,
    comment: Option<String>,
) -> anyhow::Result<()> {
    let request = OperatorMove { to: status, comment };
    operator::move_to(op, TitleId(id), request).await.map_err(|error| match error {
        Error::Refused(ErrorKey::TitleNotFound) => anyhow!("there is no title {id}"),
        error => error.into(),
    })?;
    println!("Accepted: the workers of a running server apply it.");
    Ok(())
}
