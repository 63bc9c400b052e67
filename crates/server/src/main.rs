//! The `openshelf` program: one binary for serving, working, taking books in and administration.

#![expect(unreachable_pub, reason = "in a program, `pub` says what other files of it may use")]

mod app;
mod cli;
mod commands;
mod config;
mod demo;
mod health;
mod http;
mod library;
mod logging;
mod openapi;
mod operator;
mod serving;
mod table;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use crate::config::Config;

#[tokio::main]
async fn main() -> ExitCode {
    match Box::pin(run(Cli::parse())).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("openshelf: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let mut config = Config::load(cli.common.config.as_deref())?;
    if let Command::Demo(args) = &cli.command {
        demo::adjust(&mut config, args, &cli.common)?;
    }
    config.database_url = cli.common.database_url.or(config.database_url);
    config.data_dir = cli.common.data_dir.unwrap_or(config.data_dir);
    logging::start(&config.log)?;
    commands::run(cli.command, config).await
}
