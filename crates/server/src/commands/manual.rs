//! `openshelf manual` and `openshelf completions`: manual pages and shell completions, generated from the
//! command line's own description.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{fs, io};

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::Cli;

/// Options of `openshelf completions`.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Options of `openshelf manual`.
#[derive(Debug, clap::Args)]
pub struct ManualArgs {
    /// Folder for the pages, which is made if it is missing
    pub folder: PathBuf,
}

/// Prints the completions of a shell.
pub fn print_completions(args: &CompletionsArgs) -> ExitCode {
    clap_complete::generate(args.shell, &mut Cli::command(), "openshelf", &mut io::stdout());
    ExitCode::SUCCESS
}

/// Writes a manual page for the program and each of its commands.
pub fn write_manual(args: &ManualArgs) -> anyhow::Result<ExitCode> {
    let folder = &args.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("cannot write the pages to {}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
