//! Export of a site's catalog as a file of records (docs/export.md), read and written in batches, so that
//! memory does not grow with the catalog.

use std::collections::HashMap;
use std::io::{self, BufWriter, IntoInnerError, Write};

use anyhow::Context as _;
use domain::record_formats::RecordFormat;
use domain::{Site, Title, TitleId, TitleStatus};
use jiff::Timestamp;
use metadata::{Issue, RecordWriter, Sender, Successor};
use store::Db;
use store::supplier_records::{self, RecordSupplier};
use tokio_util::sync::CancellationToken;

use crate::WorkerContext;
use crate::references::References;

const TITLES_PER_READ: u32 = 500;
const BYTES_PER_WRITE: usize = 256 * 1024;

#[derive(Debug, Clone)]
pub struct Export {
    pub site: Site,
    pub output: RecordFormat,
    /// Only titles that changed since then.
    pub since: Option<Timestamp>,
    /// Only titles from records of this supplier, under the supplier's references.
    pub supplier: Option<String>,
    /// Only titles that readers can find, or could find before they were withdrawn.
    pub published: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExportReport {
    pub records: u64,
    /// Of these, withdrawn titles.
    pub withdrawn: u64,
}

/// Writes the catalog in large pieces; returns the writer when done, `None` if stopped. `progress` is called
/// with the number of titles read so far.
pub async fn run<W: Write + Send + 'static>(
    ctx: &WorkerContext,
    export: &Export,
    out: W,
    stop: &CancellationToken,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<Option<(W, ExportReport)>> {
    let references = References::load(ctx).await?;
    let sender = Sender { name: export.site.name.clone(), sent_at: ctx.now() };
    let out = BufWriter::with_capacity(BYTES_PER_WRITE, out);
    let mut writer = RecordWriter::new(export.output, out, &sender).context("writing")?;
    let mut written = ExportReport::default();
    let mut after = TitleId(0);
    let mut passed = 0;
    while !stop.is_cancelled() {
        let stretch =
            store::export::read_chunk(ctx.db(), &export.site.id, export.since, after, TITLES_PER_READ)
                .await?;
        let Some(last) = stretch.last else {
            let finish = move || writer.finish()?.into_inner().map_err(IntoInnerError::into_error);
            return Ok(Some((run_blocking(finish).await?, written)));
        };
        (after, passed) = (last, passed + stretch.title_count);
        let titles: Vec<Title> = stretch.titles.into_iter().filter(|title| export.includes(title)).collect();
        let named = export.find_references(ctx.db(), &references, &titles).await?;
        let isbns = store::export::list_isbns(ctx.db(), &replacement_ids(&titles)).await?;
        let issues: Vec<Issue> =
            titles.iter().filter_map(|title| write_title(title, &named, &references, &isbns)).collect();
        written.records += issues.len() as u64;
        written.withdrawn +=
            issues.iter().filter(|one| one.record.action == metadata::Action::Withdraw).count() as u64;
        writer =
            run_blocking(move || issues.iter().try_for_each(|one| writer.write_record(one)).map(|()| writer))
                .await?;
        progress(passed);
    }
    Ok(None)
}

impl Export {
    /// Returns true if the title is written. Withdrawn and removed titles are also written, so that others
    /// withdraw them.
    fn includes(&self, title: &Title) -> bool {
        let was_live =
            title.was_live() || title.status == TitleStatus::Removed && title.dates.published.is_some();
        was_live || !self.published
    }

    /// The references of these titles; without a supplier, those of this library.
    async fn find_references(
        &self,
        db: &Db,
        references: &References,
        titles: &[Title],
    ) -> store::Result<HashMap<TitleId, String>> {
        let ids: Vec<TitleId> = titles.iter().map(|title| title.id).collect();
        match &self.supplier {
            Some(name) => {
                let supplier = RecordSupplier { site: self.site.id.clone(), name: name.clone() };
                supplier_records::list_references(db, &supplier, &ids).await
            }
            None => Ok(ids.into_iter().map(|id| (id, references.reference_of(id))).collect()),
        }
    }
}

fn replacement_ids(titles: &[Title]) -> Vec<TitleId> {
    let mut ids: Vec<TitleId> = titles.iter().filter_map(|title| title.metadata.replacement).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn write_title(
    title: &Title,
    named: &HashMap<TitleId, String>,
    references: &References,
    isbns: &HashMap<TitleId, String>,
) -> Option<Issue> {
    let successor = title.metadata.replacement.map(|id| Successor {
        reference: named.get(&id).cloned().unwrap_or_else(|| references.reference_of(id)),
        isbn13: isbns.get(&id).cloned(),
    });
    Some(Issue::from_title(title, named.get(&title.id)?.clone(), successor))
}

async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    tokio::task::spawn_blocking(work).await?.context("writing")
}

#[cfg(test)]
mod tests;
