//! `openshelf reindex`: rebuilds the search index from the database, next to the live one, and swaps them.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;

use crate::serving::job_context;
use crate::{Config, Library};

/// Rebuilds the index; a running server continues with the old one until the new one is complete.
pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    let (titles, time) = rebuild_index(&library).await?;
    println!("Indexed {titles} titles in {:.1} s.", time.as_secs_f64());
    library.db.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Rebuilds the index with a progress bar. Returns the number of titles, and the time that it took.
pub(super) async fn rebuild_index(library: &Library) -> anyhow::Result<(u64, Duration)> {
    let folder = library.config.index_dir();
    std::fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    let bar = ProgressBar::new(store::titles::count(&library.db).await?)
        .with_style(crate::commands::progress_style("titles"));
    let titles =
        ::workers::index::rebuild(&job_context(library), &folder, |done| bar.set_position(done)).await?;
    bar.finish_and_clear();
    Ok((titles, bar.elapsed()))
}
