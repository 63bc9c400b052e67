//! `openshelf reindex`: rebuilds the search index from the database, next to the live one, and swaps them.

use std::process::ExitCode;

use anyhow::Context;
use indicatif::ProgressBar;

use crate::config::Config;
use crate::library::Library;
use crate::serving::job_context;

/// Rebuilds the index; a running server continues with the old one until the new one is complete.
pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    let dir = library.config.index_dir();
    std::fs::create_dir_all(&dir).with_context(|| format!("creating {}", dir.display()))?;
    let bar = ProgressBar::new(store::titles::count(&library.db).await?)
        .with_style(crate::commands::progress_style("titles"));
    let titles =
        ::workers::index::rebuild(&job_context(&library), &dir, |done| bar.set_position(done)).await?;
    bar.finish_and_clear();
    println!("Indexed {titles} titles in {:.1} s.", bar.elapsed().as_secs_f64());
    library.db.close().await;
    Ok(ExitCode::SUCCESS)
}
