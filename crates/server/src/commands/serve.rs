//! `openshelf serve`: the server, with workers in the same process.

use std::net::SocketAddr;
use std::process::ExitCode;

use clap::Args;

use crate::config::{AdminListen, Config, LaneFlag, parse_socket};
use crate::http::bind_address;
use crate::library::Library;
use crate::serving::{Server, stop_on_signal};

/// `openshelf serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// Address and port of the server
    #[arg(long, value_name = "HOST:PORT", value_parser = parse_socket)]
    pub listen: Option<SocketAddr>,
    /// Address and port of metrics and health; `off` to disable
    #[arg(long, value_name = "HOST:PORT")]
    pub admin_listen: Option<AdminListen>,
    /// Public address
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Workers of background jobs; 0 for none
    #[arg(long)]
    pub workers: Option<usize>,
    /// Only background jobs of these lanes, each optionally with its number of slots
    #[arg(long, value_name = "LANE[=N],...")]
    pub lanes: Option<LaneFlag>,
}

/// Serves until stopped.
pub async fn run(args: Serve, mut config: Config) -> anyhow::Result<ExitCode> {
    config.listen = args.listen.unwrap_or(config.listen);
    config.admin_listen = args.admin_listen.unwrap_or(config.admin_listen);
    config.base_url = args.base_url.or(config.base_url);
    config.workers = args.workers.unwrap_or(config.workers);
    if let Some(flag) = &args.lanes {
        config.restrict_to(flag);
    }
    let stop = stop_on_signal()?;
    // Bound before the base URL is determined, so that port 0 works.
    let listener = bind_address(config.listen)?;
    config.listen = listener.local_addr()?;
    let library = Library::open(config).await?;
    Server::assemble(listener, library).await?.run(stop).await?;
    Ok(ExitCode::SUCCESS)
}
