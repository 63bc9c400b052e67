//! The move to `converted` (docs/rules/titles.md#rule-3): a title gets there after its formats have been
//! made, so that a book that cannot be converted is never published.

use delivery::Key;
use domain::{CopySettings, Format, Item, Title};
use holdings::package::convert_source;
use jiff::Timestamp;
use jobs::convert_title::ConvertTitle;
use store::{Tx, titles};
use tokio::sync::watch;

use crate::apply_title_update::{apply_and_finish, record_failure};
use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

impl Runner for ConvertTitle {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let Some(title) = titles::get(ctx.db(), self.0.title).await? else {
            return Err(JobError::permanent(anyhow::anyhow!("title {} no longer exists", self.0.title)));
        };
        let formats = list_formats_to_make(&title);
        let total = i64::try_from(formats.len()).unwrap_or(i64::MAX);
        for (done, (format, source, modified)) in (0..).zip(formats) {
            run.record_progress(ctx, done, total, format.as_str()).await?;
            let source = Key::parse(&source)?;
            let item = Item::Title(title.id);
            let steps = watch::Sender::default();
            let made =
                convert_source(ctx.holdings(), &steps, &item, &source, format, CopySettings::None, modified)
                    .await;
            made.map_err(|error| with_format_name(format, error.into()))?;
        }
        apply_and_finish(ctx, run, &self.0).await
    }

    async fn give_up(&self, tx: &mut Tx, reason: &str, now: Timestamp) -> store::Result<()> {
        record_failure(tx, &self.0, reason, now).await
    }
}

/// Returns the formats to make, each with its source and date. Formats that depend on the reader, and slow
/// ones such as synthesized speech, are made at the first request.
fn list_formats_to_make(title: &Title) -> Vec<(Format, String, Timestamp)> {
    let is_made_first = |format: &Format| !format.is_audio() && !CopySettings::matter_for(*format);
    let date = |format| title.artifact(format).map(|artifact| artifact.date_added);
    let pending = title.pending_formats().filter(is_made_first);
    pending
        .filter_map(|format| Some((format, title.files.source_of(format)?.to_owned(), date(format)?)))
        .collect()
}

fn with_format_name(format: Format, error: JobError) -> JobError {
    match error {
        JobError::Retry(cause) => JobError::Retry(cause.context(format)),
        JobError::Fail(cause) => JobError::Fail(cause.context(format)),
        JobError::Lost => JobError::Lost,
    }
}

#[cfg(test)]
mod tests;
