//! A user's own documents: uploaded to be read in accessible formats (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-2).

mod create;

pub use create::{DocumentSource, NewDocument, create, detect_kind};
pub use domain::conversion_reports::ConversionReport;
pub use store::documents::DocumentSort;

use std::collections::HashMap;

use domain::TitleId;
use domain::documents::DocumentState;

use crate::downloads::{FileInfo, file_info};
use crate::{ErrorKey, Operation, PageRequest, Result, RowPosition, Rows, TitleView, titles};

/// A page of the user's documents: two statements.
pub async fn list(
    op: &Operation,
    page_request: PageRequest<'_, DocumentSort, i64>,
) -> Result<Rows<RowPosition<i64>, TitleId>> {
    let total = store::documents::count_stored(op.db(), op.account_id()?).await?.documents;
    let rows = store::documents::page(op.db(), op.account_id()?, page_request).await?;
    Ok(Rows::from_part_rows(rows, &page_request, total))
}

/// A page of the user's documents as titles: four statements.
pub async fn list_views(
    op: &Operation,
    page_request: PageRequest<'_, DocumentSort, i64>,
) -> Result<Rows<RowPosition<i64>, TitleView>> {
    let page = list(op, page_request).await?;
    let titles = titles::view_page(op, &page.items).await?;
    Ok(page.with_items(titles))
}

/// States of the conversions of these documents of the user, in no order: one statement. Other titles, and
/// documents of others, are left out.
pub async fn conversion_states(op: &Operation, titles: &[TitleId]) -> Result<Vec<(TitleId, DocumentState)>> {
    Ok(store::documents::list_states(op.db(), op.account_id()?, titles).await?)
}

/// State of the conversion of a document of the user: `TITLE_NOT_FOUND` for other titles, and documents of
/// others.
pub async fn conversion_state(op: &Operation, id: TitleId) -> Result<DocumentState> {
    let found = conversion_states(op, &[id]).await?.pop();
    found.map(|(_, state)| state).ok_or_else(|| ErrorKey::TitleNotFound.into())
}

/// A page of the user's documents as titles, each with the state of its conversion: five statements.
pub async fn list_with_states(
    op: &Operation,
    page_request: PageRequest<'_, DocumentSort, i64>,
) -> Result<Rows<RowPosition<i64>, (TitleView, DocumentState)>> {
    let page = list_views(op, page_request).await?;
    let titles: Vec<TitleId> = page.items.iter().map(|view| view.item.id).collect();
    let states: HashMap<TitleId, DocumentState> = conversion_states(op, &titles).await?.into_iter().collect();
    Ok(page.map_items(|view| {
        let state = states.get(&view.item.id).copied().unwrap_or(DocumentState::Pending);
        (view, state)
    }))
}

#[derive(Debug)]
pub enum UploadOutcome {
    Created(TitleId),
    /// The user keeps too much already. The first page of the user's documents.
    Full(Rows<RowPosition<i64>, (TitleView, DocumentState)>),
}

/// Adds a document as [`create`] does. If the user keeps too much, the user's documents are returned.
///
/// # Errors
/// Those of [`create`], except `OPERATION_NOT_ALLOWED`.
pub async fn create_or_list(
    op: &Operation,
    new: &NewDocument,
    page_request: PageRequest<'_, DocumentSort, i64>,
) -> Result<UploadOutcome> {
    match create(op, new).await {
        Ok(title) => Ok(UploadOutcome::Created(title.id)),
        Err(error) if error.key() == Some(ErrorKey::OperationNotAllowed) => {
            Ok(UploadOutcome::Full(list_with_states(op, page_request).await?))
        }
        Err(error) => Err(error),
    }
}

/// A document of the user as a title, with the state of its conversion: `TITLE_NOT_FOUND` for other titles,
/// and documents of others.
pub async fn get(op: &Operation, id: TitleId) -> Result<(TitleView, DocumentState)> {
    let state = conversion_state(op, id).await?;
    Ok((titles::get(op, id).await?, state))
}

/// A document of the user with what its page shows.
#[derive(Debug)]
pub struct DocumentDetails {
    pub view: TitleView,
    pub state: DocumentState,
    pub files: Option<FileInfo>,
    /// Repairs and omissions, if it is ready: of the document first, then of each format. Those without any
    /// have no report.
    pub reports: Vec<ConversionReport>,
}

/// A document of the user as [`get`] finds it, with its files and its reports if it is ready. Nobody but its
/// owner sees the reports (docs/rules/titles.md#rule-14).
pub async fn get_details(op: &Operation, id: TitleId) -> Result<DocumentDetails> {
    let (view, state) = get(op, id).await?;
    let (files, reports) = match state {
        DocumentState::Ready => (
            Some(file_info(op, [&view]).await?),
            store::conversion_reports::list_for_title(op.db(), view.item.id).await?,
        ),
        DocumentState::Pending | DocumentState::Failed => (None, Vec::new()),
    };
    Ok(DocumentDetails { view, state, files, reports })
}

/// Removes a document of the user, its files, and what was read and annotated in it. Other titles, and
/// documents of others, do not exist here: `TITLE_NOT_FOUND`.
pub async fn remove(op: &Operation, id: TitleId) -> Result<()> {
    let mut tx = op.db().begin().await?;
    let removed = store::documents::remove(&mut tx, op.account_id()?, id, op.now).await?;
    let removed = removed.ok_or(ErrorKey::TitleNotFound)?;
    jobs::documents::enqueue_removal(&mut tx, removed, op.account_id()?, op.now).await?;
    Ok(tx.commit().await?)
}
