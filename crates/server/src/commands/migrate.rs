//! `openshelf migrate`: brings the database's tables up to date. `serve` does it too; this is for operators
//! who want to do it at a time of their own.

use std::process::ExitCode;

use crate::config::Config;
use crate::library::connect;

/// Applies what is missing and says what it was.
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
