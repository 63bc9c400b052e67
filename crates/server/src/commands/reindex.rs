//! `openshelf reindex`: rebuilds the search index from the database, next to the live one, and swaps them.

use std::process::ExitCode;

use indicatif::ProgressBar;

use crate::library::rebuild_index;
use crate::{Config, Library};

/// Rebuilds the index; a running server continues with the old one until the new one is complete.
pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    let bar = ProgressBar::new(store::titles::count(&library.db).await?)
        .with_style(crate::commands::progress_style("titles"));
    let titles = rebuild_index(&library, |done| bar.set_position(done)).await?;
    bar.finish_and_clear();
    println!("Indexed {titles} titles in {:.1} s.", bar.elapsed().as_secs_f64());
    library.db.close().await;
    Ok(ExitCode::SUCCESS)
}
