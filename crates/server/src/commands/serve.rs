//! `openshelf serve`: the interface, with workers beside it.

use std::process::ExitCode;

use crate::cli::Serve;
use crate::config::Config;
use crate::library::Library;
use crate::serving::{Server, listen, stop_on_signal};

/// Serves until stopped.
pub async fn run(args: Serve, mut config: Config) -> anyhow::Result<ExitCode> {
    config.listen = args.listen.unwrap_or(config.listen);
    config.admin_listen = args.admin_listen.unwrap_or(config.admin_listen);
    config.base_url = args.base_url.or(config.base_url);
    config.workers = args.workers.unwrap_or(config.workers);
    let stop = stop_on_signal()?;
    // Bound before the base address is taken, so that port 0 works.
    let listener = listen(config.listen).await?;
    config.listen = listener.local_addr()?;
    let library = Library::open(config).await?;
    Server::on(listener, library).await?.run(stop).await?;
    Ok(ExitCode::SUCCESS)
}
