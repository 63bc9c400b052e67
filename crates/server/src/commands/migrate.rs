//! `openshelf migrate`: brings the database's tables up to date, or reports what is missing.

use std::process::ExitCode;

use clap::Args;
use store::SchemaState;

use crate::config::Config;
use crate::library::{connect, current_time};
use crate::schema::{self, CopyPolicy};

/// `openshelf migrate`.
#[derive(Debug, Args)]
pub struct Migrate {
    /// Only report what is pending, and whether programs can keep running meanwhile; exits with 1 if
    /// anything is pending
    #[arg(long)]
    pub check: bool,
    /// Do not copy an embedded database before migrating it
    #[arg(long, conflicts_with = "check")]
    pub no_copy: bool,
}

/// Applies missing migrations and reports their number, or only reports them.
pub async fn run(args: &Migrate, config: &Config) -> anyhow::Result<ExitCode> {
    let db = connect(config).await?;
    let result = run_on(args, config, &db).await;
    db.close().await;
    result
}

async fn run_on(args: &Migrate, config: &Config, db: &store::Db) -> anyhow::Result<ExitCode> {
    let state = SchemaState::read(db).await?;
    if args.check {
        for line in schema::describe_pending(&state) {
            println!("{line}");
        }
    }
    schema::refuse_too_new(&state)?;
    if args.check {
        return Ok(if state.pending.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if state.pending.is_empty() {
        println!("The {} database is up to date.", db.backend());
        return Ok(ExitCode::SUCCESS);
    }
    let copies = if args.no_copy { CopyPolicy::Skip } else { CopyPolicy::Copy(current_time()) };
    if let Some(copy) = schema::migrate(config, db, &state, copies).await? {
        println!("The database as it was is kept as {}; delete it when everything works.", copy.display());
    }
    println!("{} database: applied {} migrations.", db.backend(), state.pending.len());
    Ok(ExitCode::SUCCESS)
}
