//! Conversion of an uploaded document to a title with formats.

use delivery::Key;
use delivery::documents::{ConvertedDocument, DocumentOrder, book_key};
use domain::documents::{Document, DocumentState, FORMATS, apply_conversion, apply_failure};
use domain::{HistoryAction, HistoryEvent, Item, Title, TitleId};
use holdings::count_findings;
use jiff::Timestamp;
use jobs::documents::ConvertDocument;
use store::{Tx, accounts, conversion_reports, documents, history, titles};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

impl Runner for ConvertDocument {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let document = documents::get(ctx.db(), self.title).await?;
        let Some(document) = document.filter(|document| document.state != DocumentState::Ready) else {
            // Removed in the meantime, or done by an earlier attempt whose end was not recorded.
            return Ok(JobOutcome::Finished);
        };
        let Some(title) = titles::get(ctx.db(), self.title).await? else { return Ok(JobOutcome::Finished) };
        let order = conversion_order(ctx, &document, &title).await?;
        let note = format!("converting {}", order.kind.extension());
        let delivery = ctx.delivery();
        match run.run_with_progress(ctx, &note, |steps| delivery.convert_document(&order, steps)).await {
            Ok(converted) => finish_conversion(ctx, run, &document, converted).await,
            // The document is faulty, and its owner is notified; the job itself has succeeded.
            Err(JobError::Fail(error)) => {
                let reason = format!("{error:#}");
                tracing::warn!(title = %self.title, reason, "a document cannot be converted");
                let mut tx = ctx.db().begin().await?;
                fail_formats(&mut tx, self.title, &reason, ctx.now()).await?;
                run.commit_and_finish(tx, ctx.now()).await
            }
            Err(error) => Err(error),
        }
    }

    async fn give_up(&self, tx: &mut Tx, reason: &str, now: Timestamp) -> store::Result<()> {
        fail_formats(tx, self.title, reason, now).await
    }
}

async fn conversion_order(
    ctx: &WorkerContext,
    document: &Document,
    title: &Title,
) -> Result<DocumentOrder, JobError> {
    let owner = accounts::get(ctx.db(), &document.owner).await?;
    Ok(DocumentOrder {
        file: Key::parse(&document.file)?,
        kind: document.kind,
        name: title.metadata.title.clone(),
        language: owner.and_then(|owner| owner.language),
        identifier: format!("urn:openshelf:document:{}", title.id),
        modified: title.dates.created,
    })
}

/// Makes every format available and keeps the reports for the owner, in the transaction that ends the job.
async fn finish_conversion(
    ctx: &WorkerContext,
    run: &Run,
    document: &Document,
    converted: ConvertedDocument,
) -> Result<JobOutcome, JobError> {
    let ConvertedDocument { metadata, reports } = converted;
    let file = Key::parse(&document.file)?;
    let now = ctx.now();
    let mut tx = ctx.db().begin().await?;
    let Some(mut title) = titles::get_for_update(&mut tx, document.title).await? else {
        tx.rollback().await?;
        // The owner removed the document during the conversion.
        ctx.delivery().remove_document(&file, &[]).await?;
        return Ok(JobOutcome::Finished);
    };
    apply_conversion(&mut title, book_key(&file)?.as_str(), metadata, now);
    titles::update(&mut tx, &title).await?;
    let item = Item::Title(title.id);
    for (format, findings) in &reports {
        count_findings(findings);
        // Three at most: of the document, and of each of its formats.
        conversion_reports::put(&mut tx, &item, *format, findings, now).await?;
    }
    documents::set_state(&mut tx, title.id, DocumentState::Ready).await?;
    let events = FORMATS.map(|format| HistoryEvent {
        format: Some(format),
        ..new_event(title.id, HistoryAction::ArtifactCreated, None, now)
    });
    history::append_many(&mut tx, &events).await?;
    run.commit_and_finish(tx, now).await
}

/// Marks all formats as failed: the title and its history give the reason.
pub(super) async fn fail_formats(
    tx: &mut Tx,
    id: TitleId,
    reason: &str,
    now: Timestamp,
) -> store::Result<()> {
    let Some(mut title) = titles::get_for_update(tx, id).await? else { return Ok(()) };
    apply_failure(&mut title, reason, now);
    titles::update(tx, &title).await?;
    documents::set_state(&mut *tx, id, DocumentState::Failed).await?;
    let comment = format!("the conversion failed: {reason}");
    history::append(tx, &new_event(id, HistoryAction::ArtifactUpdated, Some(comment), now)).await.map(drop)
}

fn new_event(
    title: TitleId,
    action: HistoryAction,
    comment: Option<String>,
    date: Timestamp,
) -> HistoryEvent {
    HistoryEvent { title, date, person: None, action, comment, format: None }
}
