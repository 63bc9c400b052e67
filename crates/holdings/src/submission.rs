//! Books submitted by collection staff (docs/rules/titles.md#rule-9): read immediately, so that an unusable
//! one is refused with the reason; stored; and added as a title that waits for its review.

use std::time::Duration;

use bytes::Bytes;
use delivery::Delivery;
use delivery::reading::{BookRead, BookReadRequest};
use domain::conversion_reports::Findings;
use domain::{
    AccountId, AuditSubject, Format, HistoryAction, HistoryEvent, Item, SiteId, Territory, Title, TitleId,
    TitleStatus, UsageRestriction,
};
use store::audit_changes::AuditedChange;
use store::{StoreError, history, titles};

use crate::ingest::{IngestError, Overrides, read_book, write_title};
use crate::known::KnownCategories;
use crate::{Context, record};

/// The formats that books are made from, best first. Of several files, the first is the source of all
/// formats, and each of the others is the source of its own.
pub const SOURCE_FORMATS: [Format; 4] =
    [Format::Epub3, Format::Daisy, Format::DaisyAudio, Format::Daisy2Audio];

/// Time limit of reading one file: the sender waits for it.
const READ_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Debug, Clone)]
pub struct BookSubmission {
    pub site: SiteId,
    pub submitter: AccountId,
    /// Files, each in one of [`SOURCES`]; at least one.
    pub files: Vec<(Format, Bytes)>,
    /// A cover image, which takes precedence over the book's own.
    pub cover: Option<Bytes>,
}

/// A book whose files are stored, and whose title is not written yet.
#[derive(Debug, Clone)]
pub struct SubmittedDraft {
    /// The book's own description, waiting for its review; its id is 0.
    pub title: Title,
    /// The hash of its source.
    hash: String,
    /// Parts of its source that were repaired or left out.
    findings: Findings,
}

#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// Files that are not books, each with the fault and its location.
    #[error("{0:?}")]
    Books(Vec<(Format, String)>),
    #[error("the cover is not a readable image")]
    Cover,
    #[error(transparent)]
    Files(#[from] delivery::Error),
    /// The database failed.
    #[error("database: {0}")]
    Store(#[from] StoreError),
}

/// Reads and stores the files. Nothing refers to them before [`add`]; files of a killed process are swept.
pub async fn read_files(ctx: &Context, mut sent: BookSubmission) -> Result<SubmittedDraft, SubmissionError> {
    sent.files.sort_by_key(|(format, _)| SOURCE_FORMATS.iter().position(|source| source == format));
    let books = read_all(ctx, &sent.files).await?;
    let extensions: Vec<String> = books.iter().map(|book| book.reading.extension.clone()).collect();
    let (Some((main, _)), Some(book)) = (sent.files.first(), books.into_iter().next()) else {
        return Err(SubmissionError::Books(Vec::new()));
    };
    let known = KnownCategories::load(ctx.db()).await?;
    let overrides = Overrides {
        territory: Territory::default(),
        ..Overrides::new(sent.site, UsageRestriction::Copyright)
    };
    let mut title =
        record::build_title(&book.reading.metadata, &book.reading.survey, &overrides, &known, ctx.now());
    title.files.source_format = Some(*main);
    title.files.cover = make_cover(ctx.delivery(), sent.cover, book.cover).await?;
    title.metadata.submitter = Some(sent.submitter.to_string());
    let mut hashes = Vec::new();
    for ((format, bytes), extension) in sent.files.into_iter().zip(extensions) {
        let (key, hash) = ctx.delivery().put_source(bytes, &extension).await?;
        if hashes.is_empty() {
            title.files.source = Some(key.to_string());
        } else {
            title.files.others.insert(format, key.to_string());
        }
        hashes.push(hash);
    }
    title.hold_back(TitleStatus::PublisherSubmitted);
    Ok(SubmittedDraft { title, hash: hashes.swap_remove(0), findings: book.findings })
}

/// Reads every file to its end, and reports all unusable ones.
async fn read_all(ctx: &Context, files: &[(Format, Bytes)]) -> Result<Vec<BookRead>, SubmissionError> {
    let (mut books, mut faults) = (Vec::new(), Vec::new());
    for (format, bytes) in files {
        let order = BookReadRequest {
            book: bytes.clone(),
            sent_as: Some(*format),
            sidecar: None,
            time: READ_TIMEOUT,
        };
        match read_book(ctx, order).await {
            Ok(book) => books.push(book),
            Err(IngestError::Book(reason) | IngestError::Refused { reason, .. }) => {
                faults.push((*format, reason));
            }
            Err(IngestError::Files(error)) => return Err(error.into()),
            Err(IngestError::Store(error)) => return Err(error.into()),
        }
    }
    if faults.is_empty() { Ok(books) } else { Err(SubmissionError::Books(faults)) }
}

async fn make_cover(
    delivery: &Delivery,
    sent: Option<Bytes>,
    own: Option<Bytes>,
) -> Result<Option<String>, SubmissionError> {
    let key = match (sent, own) {
        (Some(image), _) => Some(delivery.put_cover(image).await?.ok_or(SubmissionError::Cover)?),
        (None, Some(image)) => delivery.put_cover(image).await?,
        (None, None) => None,
    };
    Ok(key.map(|key| key.to_string()))
}

impl SubmittedDraft {
    /// Writes the title with its history and the entry of the audit, in one transaction. The same file may be
    /// submitted again, for another record or after the first was removed. Conflict
    /// `titles_product_identifier`.
    pub async fn add_title(
        self,
        ctx: &Context,
        person: String,
        comment: Option<String>,
        change: AuditedChange<'_>,
    ) -> store::Result<TitleId> {
        let Self { mut title, hash, findings } = self;
        let mut tx = ctx.db().begin().await?;
        title.id = titles::next_id(&mut tx).await?;
        let known = titles::find_by_source_hash(&mut tx, &title.site, &hash).await?;
        write_title(&mut tx, &title, known.is_none().then_some(&hash)).await?;
        let item = Item::Title(title.id);
        let now = title.dates.created;
        store::conversion_reports::put(&mut tx, &item, None, &findings, now).await?;
        let event = HistoryEvent {
            title: title.id,
            date: title.dates.created,
            person: Some(person),
            action: HistoryAction::Submitted,
            comment,
            format: None,
        };
        history::append(&mut tx, &event).await?;
        store::audit_changes::record(&mut tx, change, &[AuditSubject::Title(title.id)]).await?;
        tx.commit().await?;
        Ok(title.id)
    }
}
