//! Another file for the book of a title: uploads of collection staff (docs/rules/titles.md#rule-16).

use bytes::Bytes;
use domain::conversion_reports::Findings;
use domain::{AuditSubject, AuditedAct, HistoryAction, HistoryEvent, Item, Title, TitleId, TitleStatus};
use holdings::known::KnownCategories;
use jiff::Timestamp;
use store::{history, titles};

use super::{IngestError, IngestedItem, Overrides, hash_book, read_title, record_change};
use crate::WorkerContext;

const HISTORY_COMMENT: &str = "The book was replaced by another file.";

/// The book of a title is to be replaced.
#[derive(Debug, Clone, Copy)]
pub struct BookReplacement<'a> {
    pub title: TitleId,
    /// Name of the person who replaces it, for the history.
    pub person: Option<&'a str>,
}

/// Replaces the book of a title. A file that cannot be read, or that another title has, changes nothing.
pub(super) async fn replace_book(
    ctx: &WorkerContext,
    book: Bytes,
    replacement: BookReplacement<'_>,
    overrides: &Overrides,
    categories: &KnownCategories,
) -> Result<IngestedItem<TitleId>, IngestError> {
    let hash = hash_book(&book).await?;
    match titles::find_by_source_hash(ctx.db(), &overrides.site, &hash).await? {
        Some(title) if title == replacement.title => {
            return Ok(IngestedItem { id: title, is_new: false, findings: Findings::default() });
        }
        Some(other) => return Err(explain_other_title(other)),
        None => {}
    }
    let (new_book, _, findings) = read_title(ctx, book, None, overrides, categories).await?;
    store_new_book(ctx, replacement, (&new_book, &hash), overrides, findings).await
}

/// Writes the title with its new book, its history and its report, in one transaction.
async fn store_new_book(
    ctx: &WorkerContext,
    replacement: BookReplacement<'_>,
    (book, hash): (&Title, &str),
    overrides: &Overrides,
    findings: Findings,
) -> Result<IngestedItem<TitleId>, IngestError> {
    let now = ctx.now();
    let mut tx = ctx.db().begin().await?;
    let title = titles::get_for_update(&mut tx, replacement.title).await?;
    let Some(title) = title.filter(|title| title.status != TitleStatus::Removed && title.owner.is_none())
    else {
        tx.rollback().await?;
        return Err(IngestError::Book(format!("there is no title {} any more", replacement.title)));
    };
    let changed = title.with_new_book(book, now);
    match titles::set_source_hash(&mut tx, title.id, hash).await {
        Ok(_) => {}
        Err(error) if error.is_conflict() => {
            tx.rollback().await?;
            let other = titles::find_by_source_hash(ctx.db(), &title.site, hash).await?;
            return Err(other.map_or(IngestError::Store(error), explain_other_title));
        }
        Err(error) => return Err(error.into()),
    }
    titles::update(&mut tx, &changed).await?;
    let change = (AuditedAct::ChangeTitle, AuditSubject::Title(title.id));
    record_change(&mut tx, overrides.actor.as_ref(), change, now).await?;
    store::conversion_reports::forget_formats(&mut tx, title.id).await?;
    store::conversion_reports::put(&mut tx, &Item::Title(title.id), None, &findings, now).await?;
    history::append(&mut tx, &replacement_event(replacement, now)).await?;
    tx.commit().await?;
    Ok(IngestedItem { id: title.id, is_new: true, findings })
}

fn replacement_event(replacement: BookReplacement<'_>, date: Timestamp) -> HistoryEvent {
    HistoryEvent {
        title: replacement.title,
        date,
        person: replacement.person.map(str::to_owned),
        action: HistoryAction::MetadataUpdated,
        comment: Some(HISTORY_COMMENT.to_owned()),
        format: None,
    }
}

fn explain_other_title(other: TitleId) -> IngestError {
    IngestError::Book(format!("the library has this file already, as title {other}"))
}
