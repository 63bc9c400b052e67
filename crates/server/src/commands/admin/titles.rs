//! `openshelf admin titles`.

use ::jobs::apply_title_update::{TitleChange, TitleUpdate};
use anyhow::{Context, bail};
use clap::Subcommand;
use domain::ids::TitleId;
use domain::titles::TitleStatus;

use crate::library::{Library, now};

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
pub async fn run(command: Titles, library: &Library) -> anyhow::Result<()> {
    match command {
        Titles::List { after, limit } => {
            for title in store::titles::after(&library.db, TitleId(after), limit).await? {
                let author = title.authors().next().map_or("-", |author| author.display_name.as_str());
                println!(
                    "{:>8} {:<10} {:<12} {:<16} {:<50} {author}",
                    title.id, title.site, title.status, title.usage, title.metadata.title,
                );
            }
            Ok(())
        }
        Titles::Disable { id, comment } => change(library, id, TitleStatus::Withdrawn, comment).await,
        Titles::Status { id, status, comment } => change(library, id, status, comment).await,
    }
}

/// Accepts the move and lets the workers apply it, like the API does.
async fn change(
    library: &Library,
    id: i64,
    status: TitleStatus,
    comment: Option<String>,
) -> anyhow::Result<()> {
    let id = TitleId(id);
    let title =
        store::titles::get(&library.db, id).await?.with_context(|| format!("there is no title {id}"))?;
    if !title.status.can_become(status) {
        bail!("a title that is {} cannot become {status}", title.status);
    }
    let change = TitleChange::Status { to: status, replacement: None };
    let update = TitleUpdate { title: id, change, person: None, comment };
    let mut tx = library.db.begin().await?;
    ::jobs::title_updates::request(&mut tx, &update, None, now()).await?;
    tx.commit().await?;
    println!("Accepted: the workers of a running server apply it.");
    Ok(())
}
