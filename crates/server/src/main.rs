//! The `openshelf` program: one binary for serving, background work, ingest and administration.

#![expect(unreachable_pub, reason = "in a program, `pub` says what other files of it may use")]

mod app;
mod cli;
mod commands;
mod config;
mod connections;
mod covers;
mod demo;
mod disk_space;
mod folders;
mod headers;
mod health;
mod http;
mod kept_forms;
mod library;
mod logged;
mod logging;
mod machine;
mod manual;
mod network_disk;
mod openapi;
mod operator;
mod outage;
mod output;
mod partial_file;
mod privacy;
mod rehearsal;
mod rosters;
mod schema;
mod service_manager;
mod serving;
mod workshop;

use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};

use crate::cli::{Cli, Command};

pub(crate) use config::Config;
pub(crate) use library::{Library, current_time};

fn main() -> ExitCode {
    let mut matches = Cli::command().get_matches();
    let words = command_words(&matches);
    let cli = Cli::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| error.exit());
    if let Command::WorkerProcess(args) = cli.command {
        return workshop::serve_tasks(args);
    }
    output::exit_on_unwritable_output();
    if let Command::Completions { shell } = cli.command {
        return manual::print_completions(shell);
    }
    if !writes_for_others(&cli.command) {
        privacy::restrict_new_files_to_owner();
    }
    if is_long_work(&cli.command) {
        lower_priority();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = runtime.map_err(Into::into).and_then(|runtime| runtime.block_on(Box::pin(run(cli, &words))));
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("openshelf: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The words of the command, such as `openshelf admin users list`.
fn command_words(matches: &ArgMatches) -> String {
    let commands = std::iter::successors(matches.subcommand(), |(_, inner)| inner.subcommand());
    commands.fold("openshelf".to_owned(), |words, (name, _)| format!("{words} {name}"))
}

/// Returns true if a command only writes files for other people.
fn writes_for_others(command: &Command) -> bool {
    matches!(command, Command::Export(_) | Command::Convert(_) | Command::Openapi | Command::Manual { .. })
}

/// Returns true if this is a long operation that may run alongside a server.
fn is_long_work(command: &Command) -> bool {
    match command {
        Command::Ingest(_) | Command::Reindex => true,
        Command::Restore(args) => args.rehearse,
        _ => false,
    }
}

/// Gives the server precedence on the processor. Threads inherit the priority, so this must run before they
/// start.
fn lower_priority() {
    if let Err(error) = rustix::process::nice(10) {
        eprintln!("openshelf: cannot lower the priority: {error}");
    }
}

/// Runs a command; the exit code is 0 if all of it succeeded.
async fn run(cli: Cli, words: &str) -> anyhow::Result<ExitCode> {
    cli.common.refuse_passwords()?;
    let mut config = Config::load(cli.common.config.as_deref())?;
    if let Command::Demo(args) = &cli.command {
        demo::adjust_config(&mut config, args, &cli.common)?;
    }
    config.database_url = cli.common.database_url.or(config.database_url);
    config.data_dir = cli.common.data_dir.unwrap_or(config.data_dir);
    logging::start_logging(&config.log)?;
    match cli.command {
        Command::Serve(args) => commands::serve::run(args, config).await,
        Command::Worker(args) => commands::worker::run(&args, config).await,
        Command::Demo(_) => Box::pin(demo::run(config)).await,
        Command::Migrate(args) => commands::migrate::run(&args, &config).await,
        Command::Admin(args) => commands::admin::run(args, words, config).await,
        Command::Ingest(args) => Box::pin(commands::ingest::run(args, config)).await,
        Command::Export(args) => commands::export::run(args, config).await,
        Command::Jobs(args) => commands::jobs::run(args, words, config).await,
        Command::Reindex => commands::reindex::run(config).await,
        Command::Backup(args) => Box::pin(commands::backup::run(args, &config)).await,
        Command::Restore(args) => Box::pin(commands::restore::run(args, config)).await,
        Command::Move(args) => Box::pin(commands::moves::run(args, config)).await,
        Command::Convert(args) => commands::convert::run(args, config).await,
        Command::Trace { file } => commands::trace::run(&file, config).await,
        Command::Doctor => commands::doctor::run(&config).await,
        Command::Health(args) => commands::health::run(&args, &config).await,
        Command::Openapi => commands::openapi::run(),
        Command::Manual { folder } => manual::write_manual(&folder),
        // Handled by `main`, before there is a runtime.
        Command::Completions { .. } | Command::WorkerProcess(_) => Ok(ExitCode::FAILURE),
    }
}
