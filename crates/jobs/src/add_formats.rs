//! Formats that a new version of the program can make are listed for the titles that are there already.
//!
//! The formats that were known at the last walk through the catalog are kept in the database. A process that
//! knows more enqueues the walk; it goes on where it was broken off, and adds only what is new: a format that
//! was taken away from a title by hand stays away.

use delivery::artifacts;
use domain::formats::{Format, FormatStatus};
use domain::history::{HistoryAction, HistoryEvent};
use domain::ids::TitleId;
use domain::titles::{ContentType, Title};
use domain::wire::WireEnum as _;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::{self, NewJob};
use store::{Db, history, milestones, titles};

use crate::context::Context;
use crate::error::JobError;
use crate::ingest::{artifact, keeps_narration};
use crate::job::{Done, Job, Run};

/// The formats of the last walk that came to its end, one bit each.
const LISTED: &str = "formats_listed";
/// The last title of the walk under way.
const REACHED: &str = "formats_reached";
/// Titles looked at together.
const BATCH: u32 = 500;
/// Titles changed in one transaction: others write between two.
const CHANGED: usize = 50;

/// What every title had before anybody kept a note of it.
const FIRST: [Format; 2] = [Format::Daisy, Format::Epub3];

/// Notes that an empty library has heard of every format: its books come with them. Called whenever a library
/// is opened.
pub async fn begin(db: &Db) -> store::Result<()> {
    if milestones::get(db, LISTED).await?.is_none() && titles::after(db, TitleId(0), 1).await?.is_empty() {
        milestones::set(db, LISTED, bits(&makeable())).await?;
    }
    Ok(())
}

/// Enqueues the walk when this program can make a format that the catalog has not heard of.
pub async fn plan(ctx: &Context, now: Timestamp) -> store::Result<()> {
    if new_formats(ctx.db()).await?.is_empty() {
        return Ok(());
    }
    let mut tx = ctx.db().begin().await?;
    let job = AddFormats::default();
    jobs::enqueue(&mut tx, NewJob { unique_key: Some(AddFormats::KIND), ..job.queued(now) }, now).await?;
    tx.commit().await
}

/// Walks through the catalog and lists what is new.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddFormats {}

impl Job for AddFormats {
    const KIND: &'static str = "add_formats";
    const LONG: bool = true;

    async fn run(&self, ctx: &Context, run: &Run) -> Result<Done, JobError> {
        let db = ctx.db();
        let new = new_formats(db).await?;
        let total = i64::try_from(titles::count(db).await?).unwrap_or(i64::MAX);
        let (mut seen, mut added) = (0, 0);
        loop {
            let reached = TitleId(milestones::get(db, REACHED).await?.unwrap_or_default());
            let batch = titles::after(db, reached, BATCH).await?;
            let Some(last) = batch.last() else { break };
            let lacking: Vec<TitleId> =
                batch.iter().filter(|title| !missing(title, &new).is_empty()).map(|title| title.id).collect();
            for ids in lacking.chunks(CHANGED) {
                added += add(db, ids, &new, ctx.now()).await?;
            }
            milestones::set(db, REACHED, last.id.0).await?;
            seen += i64::try_from(batch.len()).unwrap_or_default();
            run.progress(ctx, seen.min(total), total, &format!("up to title {}", last.id)).await?;
        }
        tracing::info!(seen, added, formats = ?new, "new formats are listed");
        let now = ctx.now();
        let mut tx = db.begin().await?;
        milestones::set(&mut tx, LISTED, bits(&makeable())).await?;
        milestones::set(&mut tx, REACHED, 0).await?;
        run.commit(tx, now).await
    }
}

/// Adds what is missing to these titles, as they are now, with its history. How many titles were changed.
async fn add(db: &Db, ids: &[TitleId], new: &[Format], now: Timestamp) -> store::Result<usize> {
    let mut tx = db.begin().await?;
    let (mut changed, mut events) = (Vec::new(), Vec::new());
    for mut title in titles::many_for_update(&mut tx, ids).await? {
        let missing = missing(&title, new);
        if missing.is_empty() {
            continue;
        }
        let like = title.artifact(Format::Epub3).map(|epub| epub.details.clone()).unwrap_or_default();
        let language = title.metadata.languages.first().cloned().unwrap_or_default();
        for format in missing {
            title.artifacts.push(artifact(format, &like, &language, now));
            events.push(HistoryEvent {
                title: title.id,
                date: now,
                person: None,
                action: HistoryAction::ArtifactCreated,
                comment: None,
                format: Some(format),
            });
        }
        title.artifacts.sort_by_key(|artifact| place(artifact.format));
        title.dates.updated = now;
        changed.push(title);
    }
    titles::update_many(&mut tx, &changed).await?;
    history::append_many(&mut tx, &events).await?;
    tx.commit().await?;
    Ok(changed.len())
}

/// The new formats that a title's source can become and that it does not have. Readers' own documents and
/// scores are not touched: what they come in was chosen for them.
fn missing(title: &Title, new: &[Format]) -> Vec<Format> {
    let book = title.owner.is_none() && title.content_type == ContentType::Text;
    // A book that has no format at all is not ready to be read.
    let ready = title.artifacts.iter().any(|artifact| artifact.status == FormatStatus::Available);
    if !book || !ready || title.files.source.is_none() {
        return Vec::new();
    }
    // A book that is only heard has no words for the other formats.
    let heard = title.files.source_format.is_some_and(Format::is_audio)
        && title.artifacts.iter().all(|artifact| keeps_narration(artifact.format));
    let fit = |format: &Format| title.artifact(*format).is_none() && (keeps_narration(*format) || !heard);
    new.iter().copied().filter(fit).collect()
}

fn makeable() -> Vec<Format> {
    Format::ALL.iter().copied().filter(|format| artifacts::can_make(*format)).collect()
}

async fn new_formats(db: &Db) -> store::Result<Vec<Format>> {
    let listed = milestones::get(db, LISTED).await?.unwrap_or(bits(&FIRST));
    Ok(makeable().into_iter().filter(|format| listed & bits(&[*format]) == 0).collect())
}

fn bits(formats: &[Format]) -> i64 {
    formats.iter().fold(0, |bits, format| bits | 1 << place(*format))
}

/// The place of a format in the specification's order: its bit, and its place in a title.
fn place(format: Format) -> usize {
    Format::ALL.iter().position(|other| *other == format).unwrap_or_default()
}

#[cfg(test)]
mod tests;
