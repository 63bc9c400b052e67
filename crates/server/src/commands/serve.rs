//! `openshelf serve`: the interface, with workers beside it.

use std::process::ExitCode;

use crate::cli::Serve;
use crate::config::{AdminListen, Config};
use crate::library::Library;
use crate::serving::Server;

/// Serves until stopped.
pub async fn run(args: Serve, mut config: Config) -> anyhow::Result<ExitCode> {
    config.listen = args.listen.unwrap_or(config.listen);
    config.admin_listen = args.admin_listen.map_or(config.admin_listen, AdminListen::At);
    config.base_url = args.base_url.or(config.base_url);
    config.workers = args.workers.unwrap_or(config.workers);
    let library = Library::open(config).await?;
    Server::bind(library).await?.run().await?;
    Ok(ExitCode::SUCCESS)
}
