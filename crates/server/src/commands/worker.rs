//! `openshelf worker`: background jobs without a server, on as many machines as are useful.

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use secrets::Passwords;

use crate::app::build_operations;
use crate::config::{AdminListen, Config, LaneFlag};
use crate::health::Health;
use crate::library::{Library, job_context};
use crate::rosters::open_intake;
use crate::service_manager::ServiceManager;
use crate::serving::{BackgroundTasks, stop_on_signal};

/// `openshelf worker`.
#[derive(Debug, Args)]
pub struct Worker {
    /// Workers in this process
    #[arg(long)]
    pub workers: Option<usize>,
    /// Only the jobs of these lanes, each optionally with its number of slots
    #[arg(long, value_name = "LANE[=N],...")]
    pub lanes: Option<LaneFlag>,
    /// Address and port of metrics and health; none by default, because a server may use the configured one
    #[arg(long, value_name = "HOST:PORT")]
    pub admin_listen: Option<AdminListen>,
}

/// Works until stopped.
pub async fn run(args: &Worker, mut config: Config) -> anyhow::Result<ExitCode> {
    let stop = stop_on_signal()?;
    config.workers = args.workers.unwrap_or(config.workers).max(1);
    if let Some(flag) = &args.lanes {
        config.restrict_to(flag);
    }
    let library = Library::open(config).await?;
    let health = Health::new(library.db.clone(), None);
    if let Some(address) = args.admin_listen.and_then(|listen| listen.0) {
        crate::operator::start_operator_server(address, health.clone(), library.db.clone(), &stop)?;
    }
    ::workers::capabilities::begin(&job_context(&library), library.config.makes_formats()).await?;
    let operations = build_operations(&library, None, Passwords::new(1))?;
    let intake = open_intake(&library, operations);
    let background = BackgroundTasks::start(&library, None, intake, &stop);
    let manager = ServiceManager::from_environment();
    manager.report_ready();
    stop.cancelled().await;
    health.report_stopping();
    manager.report_stopping();
    background.finish(Duration::from_secs(library.config.shutdown_seconds)).await;
    library.db.close().await;
    Ok(ExitCode::SUCCESS)
}
