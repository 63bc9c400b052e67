//! `openshelf migrate`: brings the database's tables up to date. `serve` does it too; this is for operators
//! who want to choose the time.

use std::process::ExitCode;

use crate::config::Config;
use crate::library::connect;

/// Applies missing migrations and reports their number.
pub async fn run(config: &Config) -> anyhow::Result<ExitCode> {
    let db = connect(config).await?;
    let pending = db.pending_migrations().await?;
    db.migrate().await?;
    match pending.as_slice() {
        [] => println!("The {} database is up to date.", db.backend()),
        applied => println!("{} database: applied {} migrations.", db.backend(), applied.len()),
    }
    db.close().await;
    Ok(ExitCode::SUCCESS)
}
