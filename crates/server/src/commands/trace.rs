//! `openshelf trace`: identifies the recipient of a copy.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use delivery::trace::TracedCopy;
use domain::AccountId;

use crate::{Config, Library};

/// Reads the fingerprint and names the download record.
pub async fn run(file: &Path, config: Config) -> anyhow::Result<ExitCode> {
    let copy = tokio::fs::File::open(file).await.with_context(|| format!("reading {}", file.display()))?;
    let library = Library::open(config).await?;
    let found = library.delivery.trace_file(copy).await?;
    match &found {
        Some(traced) => print_report(&library, traced).await?,
        None => println!("no fingerprint found"),
    }
    library.db.close().await;
    Ok(if found.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn print_report(library: &Library, traced: &TracedCopy) -> anyhow::Result<()> {
    let id = traced.download;
    let Some(download) = store::downloads::get(&library.db, id).await? else {
        println!("download {id}: the fingerprint is ours, but the record no longer exists");
        return Ok(());
    };
    let name = |id: Option<&AccountId>| id.map_or("guest".to_owned(), ToString::to_string);
    println!(
        "download {id}: {} {}, {}, requested {} by {} for {} (found in {} places)",
        if download.item.title().is_some() { "title" } else { "edition" },
        download.item,
        download.format,
        domain::dates::format_timestamp(download.date_requested),
        name(download.caller.as_ref()),
        name(download.recipient.as_ref()),
        traced.places,
    );
    Ok(())
}
