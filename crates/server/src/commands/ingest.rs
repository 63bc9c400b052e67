//! `openshelf ingest`: takes books into the catalog, and editions into periodicals. Stopped with Ctrl-C it
//! finishes the books in hand; run again it goes on where it stopped, because what is there is skipped.

use std::process::ExitCode;

use ::jobs::ingest::{self, EditionOverrides, Overrides, Progress};
use anyhow::bail;
use domain::ids::{SeriesId, SiteId};
use indicatif::ProgressBar;

use crate::cli::Ingest;
use crate::config::Config;
use crate::library::Library;
use crate::serving::{context, stop_on_signal};

/// Takes the books in; fails when one of them could not be, or when it was stopped before the last.
pub async fn run(args: Ingest, config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    let what = what(&args, &library).await?;
    let stop = stop_on_signal()?;
    let bar = ProgressBar::no_length().with_style(super::progress_style("books"));
    let show = |progress: &Progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        let name = progress.current.as_deref().and_then(|path| path.file_name());
        bar.set_message(name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default());
    };
    let context = context(&library);
    let report = match &what {
        What::Titles(overrides) => ingest::run(&context, &args.paths, overrides, &stop, show).await?,
        What::Editions(overrides) => {
            ingest::run_editions(&context, &args.paths, overrides, &stop, show).await
        }
    };
    bar.finish_and_clear();
    for (path, reason) in &report.failed {
        eprintln!("{}: {reason}", path.display());
    }
    println!("Added {}, there already {}, failed {}.", report.added, report.skipped, report.failed.len());
    if report.stopped {
        println!("Stopped; run the same command again to go on.");
    }
    library.db.close().await;
    let complete = report.failed.is_empty() && !report.stopped;
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the files are taken as.
enum What {
    Titles(Overrides),
    Editions(EditionOverrides),
}

async fn what(args: &Ingest, library: &Library) -> anyhow::Result<What> {
    let Some(series) = &args.periodical else {
        let site = SiteId::from(args.site.as_str());
        if store::sites::get(&library.db, &site).await?.is_none() {
            bail!("there is no site {site}; create it with `openshelf admin sites create {site} --name ...`");
        }
        return Ok(What::Titles(Overrides::new(site, args.rights)));
    };
    let series = SeriesId::from(series.as_str());
    if store::periodicals::get(&library.db, &series).await?.is_none() {
        bail!("there is no periodical {series}; create it with `openshelf admin periodicals create TITLE`");
    }
    if args.edition.is_some() && (args.paths.len() != 1 || args.paths[0].is_dir()) {
        bail!("--edition names one edition: give one file with it");
    }
    Ok(What::Editions(EditionOverrides {
        series,
        usage: args.rights,
        name: args.edition.clone(),
        published: args.published,
        expires: args.expires,
    }))
}
