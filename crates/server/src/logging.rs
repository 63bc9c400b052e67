//! Logs: text for people or JSON for programs, on standard error (docs/logging.md).

use std::io::IsTerminal as _;

use anyhow::Context;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Log, LogFormat};

pub fn start_logging(log: &Log) -> anyhow::Result<()> {
    // PostgreSQL reports at every start that our tables already exist.
    let quiet = format!("sqlx::postgres::notice=warn,{}", log.filter);
    let filter = EnvFilter::try_new(quiet).context("log.filter")?;
    // Colors only on a terminal, unless the user turns them off (no-color.org).
    let are_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colors = std::io::stderr().is_terminal() && !are_unwanted;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colors);
    let registry = tracing_subscriber::registry().with(filter);
    match log.format {
        LogFormat::Text => registry.with(lines).try_init(),
        LogFormat::Json => {
            // Programs always get JSON.
            std::panic::set_hook(Box::new(log_panic));
            registry.with(lines.json().flatten_event(true)).try_init()
        }
    }
    .context("logging was started twice")
}

fn log_panic(panic: &std::panic::PanicHookInfo<'_>) {
    crate::output::exit_if_print_failed(panic);
    let reason = panic.payload_as_str().unwrap_or("unknown");
    let place = panic.location().map(ToString::to_string);
    tracing::error!(reason, place, "panic");
}
