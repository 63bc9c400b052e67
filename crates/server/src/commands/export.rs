//! `openshelf export`: writes the catalog as records for other libraries (docs/export.md). If stopped with
//! Ctrl-C, it leaves no partial file.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use ::workers::export::{self, ExportReport};
use anyhow::ensure;
use clap::Args;
use domain::dates::start_of;
use domain::record_formats::RecordFormat;
use indicatif::ProgressBar;
use jiff::civil::Date;
use tokio_util::sync::CancellationToken;

use super::{existing_site, parse_date};
use crate::library::job_context;
use crate::partial_file::PartialFile;
use crate::serving::stop_on_signal;
use crate::{Config, Library};

/// `openshelf export`.
#[derive(Debug, Args)]
pub struct Export {
    /// onix (3.1, reference names), marcxml or csv
    #[arg(long, value_parser = clap::value_parser!(RecordFormat))]
    pub format: RecordFormat,
    /// Site whose titles are written
    #[arg(long, default_value = domain::sites::MAIN_SITE)]
    pub site: String,
    /// Only titles that changed on this day (UTC) or later
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = parse_date)]
    pub since: Option<Date>,
    /// Only titles that came from records of this supplier, under its own references
    #[arg(long, value_name = "NAME")]
    pub supplier: Option<String>,
    /// Only titles that readers can find, and withdrawn ones that they could find
    #[arg(long)]
    pub published: bool,
    /// The output file; standard output by default
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Writes to a file or to standard output; fails if it was stopped early.
pub async fn run(args: Export, config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    let stop = stop_on_signal()?;
    let what = build_export(&args, &library).await?;
    let is_complete = if let Some(path) = &args.out {
        let (part, file) = PartialFile::create(path)?;
        let written = write_export(&library, &what, file, &stop).await?;
        if let Some((file, written)) = &written {
            part.complete_file(file)?;
            println!("{} to {}.", summary(written), path.display());
        }
        written.is_some()
    } else {
        let written = write_export(&library, &what, std::io::stdout(), &stop).await?;
        if let Some((_, written)) = &written {
            eprintln!("{}.", summary(written));
        }
        written.is_some()
    };
    library.db.close().await;
    if !is_complete {
        eprintln!("Stopped before the end.");
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn write_export<W: Write + Send + 'static>(
    library: &Library,
    what: &export::Export,
    out: W,
    stop: &CancellationToken,
) -> anyhow::Result<Option<(W, ExportReport)>> {
    let bar = ProgressBar::new(store::titles::count(&library.db).await?)
        .with_style(crate::commands::progress_style("titles"));
    let done = export::run(&job_context(library), what, out, stop, |passed| bar.set_position(passed)).await;
    bar.finish_and_clear();
    done
}

fn summary(written: &ExportReport) -> String {
    format!("Wrote {} titles, {} of them withdrawn", written.records, written.withdrawn)
}

async fn build_export(args: &Export, library: &Library) -> anyhow::Result<export::Export> {
    let site = existing_site(library, &args.site).await?;
    if let Some(supplier) = &args.supplier {
        let known = store::supplier_records::list_suppliers(&library.db, &site.id).await?;
        let names = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        ensure!(
            known.contains(supplier),
            "no title of the site {} came from a record of {supplier}; known suppliers: {names}",
            site.id
        );
    }
    Ok(export::Export {
        site,
        output: args.format,
        since: args.since.map(start_of),
        supplier: args.supplier.clone(),
        published: args.published,
    })
}
