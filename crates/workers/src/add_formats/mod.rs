//! Adds formats that a new version of the program can make to existing titles and editions of periodicals.
//!
//! The database stores the formats that the last walk through the catalog supported. A process that supports
//! more enqueues a walk, which resumes where it was interrupted and adds only the new formats, because a
//! format may have been removed from a title by hand.

use ::jobs::Job as _;
use ::jobs::add_formats::AddFormats;
use domain::periodicals::{self, Edition, PeriodicalEvent};
use domain::{
    Artifact, ContentType, EditionId, Format, FormatStatus, HistoryAction, HistoryEvent, Title, TitleFiles,
    TitleId, WireEnum as _,
};
use holdings::record::{is_pictures, keeps_narration, new_artifact, shows_pictures};
use jiff::Timestamp;
use store::jobs::{self, NewJob};
use store::periodicals::{editions, history as periodical_history};
use store::{Db, history, milestones, titles};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

/// Formats known at the last completed walk, one bit each.
const FORMATS_COUNTER: &str = "formats_listed";
/// The last title processed by the current walk.
const POSITION_COUNTER: &str = "formats_reached";
const TITLES_PER_READ: u32 = 500;
/// Titles changed per transaction, so that other writers are not blocked for long.
const TITLES_PER_TRANSACTION: usize = 50;

/// Formats of every title in libraries that have not recorded a walk yet.
const FORMATS_BEFORE_COUNTER: [Format; 2] = [Format::Daisy, Format::Epub3];

/// Records that an empty library needs no walk, because books are added with all formats. Called whenever a
/// library is opened.
pub async fn begin(db: &Db) -> store::Result<()> {
    if milestones::get(db, FORMATS_COUNTER).await?.is_none()
        && titles::list_after(db, TitleId(0), 1).await?.is_empty()
    {
        milestones::set(db, FORMATS_COUNTER, format_bits(Format::ALL)).await?;
    }
    Ok(())
}

/// Enqueues the walk if this program can make a format that the catalog lacks.
pub async fn plan(ctx: &WorkerContext, now: Timestamp) -> store::Result<()> {
    if new_formats(ctx.db()).await?.is_empty() {
        return Ok(());
    }
    let mut tx = ctx.db().begin().await?;
    let job = AddFormats::default();
    jobs::enqueue(&mut tx, NewJob { unique_key: Some(AddFormats::KIND), ..job.to_new_job(now) }, now).await?;
    tx.commit().await
}

impl Runner for AddFormats {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let db = ctx.db();
        let new = new_formats(db).await?;
        let total = i64::try_from(titles::count(db).await?).unwrap_or(i64::MAX);
        let (mut seen, mut added) = (0, 0);
        loop {
            let reached = TitleId(milestones::get(db, POSITION_COUNTER).await?.unwrap_or_default());
            let batch = titles::list_after(db, reached, TITLES_PER_READ).await?;
            let Some(last) = batch.last() else { break };
            let lacking: Vec<TitleId> = batch
                .iter()
                .filter(|title| !missing_formats(title, &new).is_empty())
                .map(|title| title.id)
                .collect();
            for ids in lacking.chunks(TITLES_PER_TRANSACTION) {
                added += add_to_titles(db, ids, &new, ctx.now()).await?;
            }
            milestones::set(db, POSITION_COUNTER, last.id.0).await?;
            seen += i64::try_from(batch.len()).unwrap_or_default();
            run.record_progress(ctx, seen.min(total), total, &format!("up to title {}", last.id)).await?;
        }
        let (editions, with_more) = walk_editions(ctx, &new).await?;
        tracing::info!(seen, added, editions, with_more, formats = ?new, "new formats listed");
        let now = ctx.now();
        let mut tx = db.begin().await?;
        milestones::set(&mut tx, FORMATS_COUNTER, format_bits(Format::ALL)).await?;
        milestones::set(&mut tx, POSITION_COUNTER, 0).await?;
        run.commit_and_finish(tx, now).await
    }
}

/// Adds missing formats to the current state of these titles, with history events. Returns how many titles
/// changed.
async fn add_to_titles(db: &Db, ids: &[TitleId], new: &[Format], now: Timestamp) -> store::Result<usize> {
    let mut tx = db.begin().await?;
    let (mut changed, mut events) = (Vec::new(), Vec::new());
    for mut title in titles::get_many_for_update(&mut tx, ids).await? {
        let missing = missing_formats(&title, new);
        if missing.is_empty() {
            continue;
        }
        let language = title.metadata.languages.first().cloned().unwrap_or_default();
        extend_artifacts(&mut title.artifacts, &missing, &language, now);
        for format in missing {
            events.push(HistoryEvent {
                title: title.id,
                date: now,
                person: None,
                action: HistoryAction::ArtifactCreated,
                comment: None,
                format: Some(format),
            });
        }
        title.dates.updated = now;
        changed.push(title);
    }
    titles::update_many(&mut tx, &changed).await?;
    history::append_many(&mut tx, &events).await?;
    tx.commit().await?;
    Ok(changed.len())
}

/// Walks through the editions of periodicals in the same way. They are few compared to titles: an interrupted
/// walk restarts from the first and finds what it added. Returns how many editions exist and how many
/// changed.
async fn walk_editions(ctx: &WorkerContext, new: &[Format]) -> store::Result<(usize, usize)> {
    let new: Vec<Format> =
        new.iter().copied().filter(|format| periodicals::FORMATS.contains(format)).collect();
    let (mut seen, mut added) = (0, 0);
    let mut reached = EditionId(String::new());
    while !new.is_empty() {
        let batch = editions::list_after(ctx.db(), &reached, TITLES_PER_READ).await?;
        let Some(last) = batch.last() else { break };
        let lacks = |edition: &&Edition| {
            !formats_without_artifact(&edition.artifacts, &edition.files, &new).is_empty()
        };
        let ids: Vec<EditionId> = batch.iter().filter(lacks).map(|edition| edition.id.clone()).collect();
        for ids in ids.chunks(TITLES_PER_TRANSACTION) {
            added += add_to_editions(ctx.db(), ids, &new, ctx.now()).await?;
        }
        seen += batch.len();
        reached = last.id.clone();
    }
    Ok((seen, added))
}

/// Adds missing formats to the current state of these editions, with history events. Returns how many
/// changed.
async fn add_to_editions(db: &Db, ids: &[EditionId], new: &[Format], now: Timestamp) -> store::Result<usize> {
    let mut tx = db.begin().await?;
    let (mut changed, mut events) = (Vec::new(), Vec::new());
    for (series, mut edition) in editions::get_many_for_update(&mut tx, ids).await? {
        let missing = formats_without_artifact(&edition.artifacts, &edition.files, new);
        if missing.is_empty() {
            continue;
        }
        let language = series.languages.first().map_or("und", String::as_str);
        extend_artifacts(&mut edition.artifacts, &missing, language, now);
        edition.updated = now;
        let names: Vec<&str> = missing.iter().map(|format| format.as_str()).collect();
        events.push(PeriodicalEvent {
            series: edition.series.clone(),
            edition: Some(edition.id.clone()),
            date: now,
            person: None,
            action: HistoryAction::ArtifactCreated,
            comment: Some(names.join(", ")),
        });
        changed.push(edition);
    }
    editions::update_many(&mut tx, &changed).await?;
    periodical_history::append_many(&mut tx, &events).await?;
    tx.commit().await?;
    Ok(changed.len())
}

/// Adds formats to existing ones, in the order of the specification.
fn extend_artifacts(artifacts: &mut Vec<Artifact>, missing: &[Format], language: &str, now: Timestamp) {
    let epub = artifacts.iter().find(|artifact| artifact.format == Format::Epub3);
    let like = epub.map(|epub| epub.details.clone()).unwrap_or_default();
    artifacts.extend(missing.iter().map(|format| new_artifact(*format, &like, language, now)));
    artifacts.sort_by_key(|artifact| format_position(artifact.format));
}

/// New formats that a title's source can be converted to and that the title lacks. Readers' own documents and
/// scores are excluded: their formats were chosen for them.
fn missing_formats(title: &Title, new: &[Format]) -> Vec<Format> {
    let book = title.owner.is_none() && title.content_type == ContentType::Text;
    if book { formats_without_artifact(&title.artifacts, &title.files, new) } else { Vec::new() }
}

/// New formats that a source can be converted to and that are missing.
fn formats_without_artifact(artifacts: &[Artifact], files: &TitleFiles, new: &[Format]) -> Vec<Format> {
    // A book without any available format is not ready to be read.
    let ready = artifacts.iter().any(|artifact| artifact.status == FormatStatus::Available);
    if !ready || files.source.is_none() {
        return Vec::new();
    }
    // An audio-only book has no text for the other formats.
    let heard = files.source_format.is_some_and(Format::is_audio)
        && artifacts.iter().all(|artifact| keeps_narration(artifact.format));
    let epub = artifacts.iter().find(|artifact| artifact.format == Format::Epub3);
    let pictures = epub.is_some_and(|epub| is_pictures(&epub.details));
    let has = |format: Format| artifacts.iter().any(|artifact| artifact.format == format);
    let fit = |format: &Format| {
        !has(*format) && (keeps_narration(*format) || !heard) && (shows_pictures(*format) || !pictures)
    };
    new.iter().copied().filter(fit).collect()
}

async fn new_formats(db: &Db) -> store::Result<Vec<Format>> {
    let listed = milestones::get(db, FORMATS_COUNTER).await?.unwrap_or(format_bits(&FORMATS_BEFORE_COUNTER));
    Ok(Format::ALL.iter().copied().filter(|format| listed & format_bits(&[*format]) == 0).collect())
}

fn format_bits(formats: &[Format]) -> i64 {
    formats.iter().fold(0, |bits, format| bits | 1 << format_position(*format))
}

/// Position of a format in the specification's order: its bit, and its position in a title.
fn format_position(format: Format) -> usize {
    Format::ALL.iter().position(|other| *other == format).unwrap_or_default()
}

#[cfg(test)]
mod tests;
