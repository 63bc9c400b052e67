//! Exports the catalog into a file that collection staff download (docs/export.md#in-the-browser).

use std::fs::File;
use std::io::Seek as _;

use ::jobs::export_catalog::ExportCatalog;
use anyhow::anyhow;
use delivery::{Key, Steps};
use domain::dates::start_of;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::export::{self, Export};
use crate::{JobError, JobOutcome, Run, Runner, WorkerContext, to_steps};

impl Runner for ExportCatalog {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let site = store::sites::get(ctx.db(), &self.site).await?;
        let site = site.ok_or_else(|| JobError::permanent(anyhow!("there is no site {}", self.site)))?;
        let export = Export {
            site,
            output: self.format,
            since: self.since.map(start_of),
            supplier: self.supplier.clone(),
            published: self.published,
        };
        let key = Key::parse(&self.file)?;
        let file = run.run_with_progress(ctx, "titles", |steps| write_file(ctx, &export, steps)).await?;
        ctx.delivery().put_file(file, &key).await?;
        Ok(JobOutcome::Finished)
    }
}

/// Writes the records into a temporary file, which disappears with the handle.
async fn write_file(
    ctx: &WorkerContext,
    export: &Export,
    steps: watch::Sender<Steps>,
) -> Result<File, JobError> {
    let total = store::titles::count(ctx.db()).await?;
    let file = tokio::task::spawn_blocking(tempfile::tempfile).await.map_err(JobError::temporary)?;
    let file = file.map_err(JobError::temporary)?;
    let on_progress = |passed| {
        steps.send_replace(to_steps(passed, total));
    };
    // A job that is canceled or given back is dropped.
    let stop = CancellationToken::new();
    let written = export::run(ctx, export, file, &stop, on_progress).await.map_err(JobError::temporary)?;
    let (mut file, _) = written.ok_or_else(|| JobError::temporary(anyhow!("the export was stopped")))?;
    file.rewind().map_err(JobError::temporary)?;
    Ok(file)
}

#[cfg(test)]
mod tests;
