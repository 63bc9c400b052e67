//! `openshelf worker`: background jobs without an interface, on as many machines as are useful.

use std::process::ExitCode;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::library::Library;
use crate::serving::{Background, cancel_on_signal};

/// Works until stopped.
pub async fn run(workers: usize, config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(Config { workers: workers.max(1), ..config }).await?;
    let stop = CancellationToken::new();
    let background = Background::start(&library, None, &stop);
    tracing::info!(workers, "working");
    cancel_on_signal(stop).await;
    background.finish(Duration::from_secs(library.config.shutdown_seconds)).await;
    library.db.close().await;
    Ok(ExitCode::SUCCESS)
}
