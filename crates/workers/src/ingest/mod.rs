//! Ingest of books: from EPUB and DAISY files and scores to titles that can be searched and downloaded.
//!
//! Files are written first, named by their content, then the record in one transaction: if the process is
//! killed, there is either the complete title, or files that the next attempt finds again.

mod daisy;
mod discs;
mod edition;
mod other_kinds;
mod replacement;
mod run;
mod sidecar;
mod sources;

pub mod feed;
pub mod watch;

use std::time::Duration;

use books::FindingKind;
use bytes::Bytes;
use delivery::keys::Hash;
use delivery::reading::{BookRead, BookReadRequest};
use domain::clients::COMMAND_LINE;
use domain::conversion_reports::{Finding, Findings, Severity};
use domain::normalization::may_name_same_work;
use domain::{
    AuditSubject, AuditedAct, ClientId, HistoryAction, HistoryEvent, Item, Title, TitleId, TitleStatus,
};
use holdings::ingest::{list_categories, read_book, write_title};
use holdings::known::KnownCategories;
use holdings::record;
use jiff::Timestamp;
use store::audit_changes::{self, AuditedChange};
use store::{Tx, history, supplier_records, titles};

pub use edition::{EditionOverrides, ingest_edition};
pub use holdings::ingest::{AdjustTitle, IngestActor, IngestError, Overrides};
pub use replacement::BookReplacement;
pub use run::{IngestKind, IngestProgress, IngestReport, ingest_sources};
pub use sources::{SourceFiles, UnpackProgress, UnpackSpace, find_sources};

use sidecar::Sidecar;

use crate::WorkerContext;

const READ_TIMEOUT: Duration = Duration::from_mins(10);

/// A title or an edition with the book that was ingested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IngestedItem<Id> {
    pub id: Id,
    /// True if this call added it; `false` if the site or the periodical already had the same file.
    pub is_new: bool,
    /// Repairs and omissions of the book, if this call read it.
    pub findings: Findings,
}

/// Adds an EPUB or DAISY book, or a score, to the collection, live immediately in every format that can be
/// made from it. A title that came from a record and waits for this book, by its ISBN, gets it.
pub async fn ingest_book(
    ctx: &WorkerContext,
    book: Bytes,
    overrides: &Overrides,
) -> Result<IngestedItem<TitleId>, IngestError> {
    let known = KnownCategories::load(ctx.db()).await?;
    ingest_with_sidecar(ctx, book, overrides, &known, Sidecar::default()).await
}

/// Ingests a book like [`ingest_book`], with the given categories, and metadata from files next to the book.
async fn ingest_with_sidecar(
    ctx: &WorkerContext,
    book: Bytes,
    overrides: &Overrides,
    categories: &KnownCategories,
    sidecar: Sidecar,
) -> Result<IngestedItem<TitleId>, IngestError> {
    let hash = hash_book(&book).await?;
    if let Some(title) = titles::find_by_source_hash(ctx.db(), &overrides.site, &hash).await? {
        return Ok(IngestedItem { id: title, is_new: false, findings: Findings::default() });
    }
    let (mut title, own_isbns, mut findings) =
        read_title(ctx, book, sidecar.opf, overrides, categories).await?;
    let now = title.dates.created;
    if let Some(adjust) = &overrides.adjust {
        adjust(&mut title);
    }
    let actor = overrides.actor.as_ref();
    let named = (sidecar.isbns.as_slice(), sidecar.references.as_slice());
    if let Some(waiting) = find_waiting_title(ctx, &title, named, &own_isbns, &mut findings).await?
        && let Some(ingested) = complete_title(ctx, waiting, (&title, &hash, actor), &findings, now).await?
    {
        return Ok(ingested);
    }
    insert_title(ctx, title, (&hash, actor), findings, now).await
}

/// Reads a book and stores its files. Returns it as a title, with its ISBNs and what was repaired or left
/// out.
async fn read_title(
    ctx: &WorkerContext,
    book: Bytes,
    sidecar: Option<(String, Bytes)>,
    overrides: &Overrides,
    categories: &KnownCategories,
) -> Result<(Title, Vec<String>, Findings), IngestError> {
    let order = BookReadRequest { book: book.clone(), sent_as: None, sidecar, time: READ_TIMEOUT };
    let BookRead { reading, cover, findings } = read_book(ctx.holdings(), order).await?;
    let mut isbns = reading.isbns;
    isbns.extend(reading.metadata.isbns.iter().cloned());
    let cover = match cover {
        Some(image) => ctx.delivery().put_cover(image).await?,
        None => None,
    };
    let (source, _) = ctx.delivery().put_source(book, &reading.extension).await?;
    let mut title = record::build_title(&reading.metadata, &reading.survey, overrides, categories, ctx.now());
    title.files.source = Some(source.to_string());
    title.files.source_format = reading.format;
    title.files.cover = cover.map(|key| key.to_string());
    Ok((title, isbns, findings))
}

/// The title that came from a record and waits for this book. `named` are the ISBNs and references that
/// the supplier gave the file; a record that only the book's own ISBN leads to must describe a book of a
/// similar title, because files sometimes carry the ISBN of another one.
async fn find_waiting_title(
    ctx: &WorkerContext,
    book: &Title,
    (isbns, references): (&[String], &[String]),
    own_isbns: &[String],
    findings: &mut Findings,
) -> Result<Option<TitleId>, IngestError> {
    let find = supplier_records::find_title_without_file;
    if let Some(named) = find(ctx.db(), &book.site, isbns, references).await? {
        return Ok(Some(named));
    }
    let Some(waiting) = find(ctx.db(), &book.site, own_isbns, &[]).await? else { return Ok(None) };
    let Some(record) = titles::get(ctx.db(), waiting).await? else { return Ok(None) };
    let has_no_title = findings.list.iter().any(|finding| finding.code == FindingKind::NoTitle.code());
    if has_no_title || may_name_same_work(&record.metadata.title, &book.metadata.title) {
        return Ok(Some(waiting));
    }
    findings.list.push(isbn_of_other_title(&record));
    Ok(None)
}

fn isbn_of_other_title(record: &Title) -> Finding {
    let isbn = record.metadata.isbn13.as_deref().unwrap_or_default();
    let subject = format!("{isbn}: {}, {}", record.id, record.metadata.title);
    conversion::to_finding(books::Finding::new(FindingKind::IsbnOfOtherTitle, "", &subject))
}

/// Holds a title back from publication until staff acknowledge how many words it has lost.
fn hold_for_staff(title: &mut Title, findings: &Findings) {
    if findings.severity() == Severity::WordsLost {
        title.hold_back(TitleStatus::Converted);
    }
}

/// Adds the book to a title that came from a record. `None` if the title no longer waits for one.
async fn complete_title(
    ctx: &WorkerContext,
    waiting: TitleId,
    (book, hash, actor): (&Title, &str, Option<&IngestActor>),
    findings: &Findings,
    now: Timestamp,
) -> Result<Option<IngestedItem<TitleId>>, IngestError> {
    let mut tx = ctx.db().begin().await?;
    let title = titles::get_for_update(&mut tx, waiting).await?;
    let Some(title) = title.filter(|title| title.files.source.is_none()) else {
        tx.rollback().await?;
        return Ok(None);
    };
    let mut whole = feed::with_book(&title, book, now);
    if title.dates.published.is_none() {
        hold_for_staff(&mut whole, findings);
    }
    match titles::set_source_hash(&mut tx, whole.id, hash).await {
        Ok(_) => {}
        Err(error) if error.is_conflict() => {
            tx.rollback().await?;
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    }
    titles::update(&mut tx, &whole).await?;
    record_change(&mut tx, actor, (AuditedAct::ChangeTitle, AuditSubject::Title(whole.id)), now).await?;
    store::conversion_reports::put(&mut tx, &Item::Title(whole.id), None, findings, now).await?;
    list_categories(&mut tx, &whole).await?;
    let mut events = title_events(&whole, now);
    // It was submitted before, and may already be live.
    let live = whole.status != title.status && whole.status == TitleStatus::Live;
    events.retain(|event| match event.action {
        HistoryAction::Submitted => false,
        HistoryAction::Published => live,
        _ => true,
    });
    history::append_many(&mut tx, &events).await?;
    tx.commit().await?;
    Ok(Some(IngestedItem { id: whole.id, is_new: true, findings: findings.clone() }))
}

async fn hash_book(book: &Bytes) -> Result<String, IngestError> {
    let content = book.clone();
    run_blocking(move || Ok(Hash::of_bytes(&content).to_string())).await
}

/// Writes the title with its history, or finds it if another process was faster.
async fn insert_title(
    ctx: &WorkerContext,
    mut title: Title,
    (hash, actor): (&str, Option<&IngestActor>),
    findings: Findings,
    now: Timestamp,
) -> Result<IngestedItem<TitleId>, IngestError> {
    hold_for_staff(&mut title, &findings);
    let mut tx = ctx.db().begin().await?;
    title.id = titles::next_id(&mut tx).await?;
    match write_title(&mut tx, &title, Some(hash)).await {
        Ok(()) => {}
        Err(error) if error.is_conflict() => {
            tx.rollback().await?;
            let there = titles::find_by_source_hash(ctx.db(), &title.site, hash).await?;
            return there
                .map(|id| IngestedItem { id, is_new: false, findings })
                .ok_or(IngestError::Store(error));
        }
        Err(error) => return Err(error.into()),
    }
    history::append_many(&mut tx, &title_events(&title, now)).await?;
    record_change(&mut tx, actor, (AuditedAct::SubmitTitle, AuditSubject::Title(title.id)), now).await?;
    store::conversion_reports::put(&mut tx, &Item::Title(title.id), None, &findings, now).await?;
    tx.commit().await?;
    Ok(IngestedItem { id: title.id, is_new: true, findings })
}

/// Records a change in the audit; without an actor, it is made by the operator's command.
async fn record_change(
    tx: &mut Tx,
    actor: Option<&IngestActor>,
    (act, subject): (AuditedAct, AuditSubject<'_>),
    now: Timestamp,
) -> store::Result<()> {
    let operator = ClientId::from(COMMAND_LINE);
    let change = AuditedChange {
        actor: actor.map(|actor| &actor.account),
        client: actor.map_or(&operator, |actor| &actor.client),
        endpoint: actor.map_or("openshelf ingest", |actor| actor.endpoint),
        act,
        changed_at: now,
    };
    audit_changes::record(tx, change, &[subject]).await
}

fn title_events(title: &Title, date: Timestamp) -> Vec<HistoryEvent> {
    let event =
        |action, format| HistoryEvent { title: title.id, date, person: None, action, comment: None, format };
    let mut events = vec![event(HistoryAction::Submitted, None)];
    events.extend(
        title.artifacts.iter().map(|artifact| event(HistoryAction::ArtifactCreated, Some(artifact.format))),
    );
    if title.dates.published.is_some() {
        events.push(event(HistoryAction::Published, None));
    }
    events
}

async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, IngestError> + Send + 'static,
) -> Result<T, IngestError> {
    let ended = |_| IngestError::Book("reading the book ended abnormally".into());
    tokio::task::spawn_blocking(work).await.map_err(ended)?
}

#[cfg(test)]
mod tests;
