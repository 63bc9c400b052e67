//! Taking books into the collection: from EPUB files to titles that can be searched and downloaded.
//!
//! Files first, named by their content, then the record in one transaction: a process killed anywhere
//! leaves either the whole title, or files that the next attempt finds again.

mod contributors;
mod edition;
mod known;
mod plain;
mod record;
mod run;
mod subjects;

use std::sync::Arc;
use std::time::{Duration, Instant};

use books::{Limits, Stop};
use bytes::Bytes;
use delivery::keys::Hash;
use domain::history::{HistoryAction, HistoryEvent};
use domain::ids::{SiteId, TitleId};
use domain::sites::Sharing;
use domain::titles::{Territory, Title, UsageRestriction};
use jiff::Timestamp;
use store::{StoreError, bisac, categories, history, titles};

pub use edition::{EditionOverrides, TakenEdition, ingest_edition};
pub use known::Known;
pub(crate) use record::artifact;
pub use run::{Progress, Report, run, run_editions};

use crate::context::Context;

/// Reading one book may take so long.
const LONGEST: Duration = Duration::from_mins(10);

/// A last change of a record.
pub type Adjust = Arc<dyn Fn(&mut Title) + Send + Sync>;

/// What a book's own metadata cannot say.
#[derive(Clone)]
pub struct Overrides {
    /// The site it belongs to.
    pub site: SiteId,
    /// What copyright allows.
    pub usage: UsageRestriction,
    /// To which further sites it is shared.
    pub sharing: Sharing,
    /// Where it may be distributed; worldwide unless said.
    pub territory: Territory,
    /// The last word on the record before it is written; its id is 0 there.
    pub adjust: Option<Adjust>,
}

impl Overrides {
    /// A book of one site, for all countries, shared with nobody.
    pub fn new(site: SiteId, usage: UsageRestriction) -> Self {
        let territory = Territory { worldwide: true, ..Territory::default() };
        Self { site, usage, sharing: Sharing::None, territory, adjust: None }
    }
}

/// A book that is in the collection now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ingested {
    /// Its title.
    pub title: TitleId,
    /// Whether this call put it there; `false` when the site has had the same file before.
    pub fresh: bool,
}

/// Why a book was not taken.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// The file is not a book that can be read; the text is for the person who sent it.
    #[error("{0}")]
    Book(String),
    /// The file store failed.
    #[error(transparent)]
    Files(#[from] delivery::Error),
    /// The database failed.
    #[error("database: {0}")]
    Store(#[from] StoreError),
}

impl From<books::Error> for IngestError {
    fn from(error: books::Error) -> Self {
        Self::Book(error.to_string())
    }
}

/// Takes one EPUB into the collection, live at once in every format that can be made of it.
pub async fn ingest_book(ctx: &Context, book: Bytes, overrides: &Overrides) -> Result<Ingested, IngestError> {
    let known = Known::load(ctx.db()).await?;
    ingest_known(ctx, book, overrides, &known).await
}

/// As [`ingest_book`], with categories read before.
pub(crate) async fn ingest_known(
    ctx: &Context,
    book: Bytes,
    overrides: &Overrides,
    known: &Known,
) -> Result<Ingested, IngestError> {
    let hash = hash_of(&book).await?;
    if let Some(title) = titles::by_source_hash(ctx.db(), &overrides.site, &hash).await? {
        return Ok(Ingested { title, fresh: false });
    }
    let content = book.clone();
    let read = blocking(move || Read::from(content)).await?;
    let cover = match read.cover.clone() {
        Some(image) => ctx.delivery().put_cover(image.into()).await?,
        None => None,
    };
    let (source, _) = ctx.delivery().put_source(book, "epub").await?;
    let now = ctx.now();
    let mut title = record::title(&read.metadata, &read.survey, overrides, known, now);
    title.files.source = Some(source.to_string());
    title.files.cover = cover.map(|key| key.to_string());
    if let Some(adjust) = &overrides.adjust {
        adjust(&mut title);
    }
    insert(ctx, title, &hash, now).await
}

async fn hash_of(book: &Bytes) -> Result<String, IngestError> {
    let content = book.clone();
    blocking(move || Ok(Hash::of(&content).to_string())).await
}

/// Writes the title with its history, or finds it when another process was faster.
async fn insert(
    ctx: &Context,
    mut title: Title,
    hash: &str,
    now: Timestamp,
) -> Result<Ingested, IngestError> {
    let mut tx = ctx.db().begin().await?;
    title.id = titles::next_id(&mut tx).await?;
    match titles::insert(&mut tx, &title, Some(hash)).await {
        Ok(()) => {}
        Err(error) if error.is_conflict() => {
            tx.rollback().await?;
            let there = titles::by_source_hash(ctx.db(), &title.site, hash).await?;
            return there.map(|title| Ingested { title, fresh: false }).ok_or(IngestError::Store(error));
        }
        Err(error) => return Err(error.into()),
    }
    let (own, headings) = subjects::to_list(&title.metadata.categories);
    categories::upsert_many(&mut tx, &own).await?;
    bisac::upsert_many(&mut tx, &headings).await?;
    history::append_many(&mut tx, &events(&title, now)).await?;
    tx.commit().await?;
    Ok(Ingested { title: title.id, fresh: true })
}

fn events(title: &Title, date: Timestamp) -> Vec<HistoryEvent> {
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

/// What is taken from a book.
struct Read {
    metadata: books::model::Metadata,
    survey: books::model::Survey,
    cover: Option<Vec<u8>>,
}

impl Read {
    /// Reads the whole book, so that one that cannot be converted is refused here and not at its first
    /// download.
    fn from(bytes: Bytes) -> Result<Self, IngestError> {
        let deadline = Instant::now() + LONGEST;
        let mut watch = |_: usize, _: usize| (Instant::now() > deadline).then_some(Stop::OutOfTime);
        let book = books::epub::read(bytes, &Limits::default(), &mut watch)?;
        if book.metadata.title.trim().is_empty() {
            return Err(IngestError::Book("the package document names no title".into()));
        }
        // A cover that cannot be unpacked is no reason to refuse the book.
        let cover = books::cover(&book).ok().flatten().map(|cover| cover.bytes);
        Ok(Self { survey: book.survey(), cover, metadata: book.metadata })
    }
}

/// Reading and hashing books is heavy, and a parser's panic is the book's fault.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, IngestError> + Send + 'static,
) -> Result<T, IngestError> {
    let ended = |_| IngestError::Book("reading the book ended abnormally".into());
    tokio::task::spawn_blocking(work).await.map_err(ended)?
}

#[cfg(test)]
mod tests;
