//! A user's own documents: uploaded to be read in accessible formats (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-2).

mod create;

pub use create::{DocumentSource, NewDocument, create, detect_kind};
pub use store::documents::DocumentSort;

use domain::documents::DocumentState;
use domain::ids::TitleId;

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::operation::Operation;
use crate::rows::{PageRequest, RowPosition, Rows};
use crate::titles;
use crate::views::TitleView;

/// A page of the user's documents: two statements.
pub async fn list(
    op: &Operation,
    part: PageRequest<'_, DocumentSort, i64>,
) -> Result<Rows<RowPosition<i64>, TitleId>> {
    let total = store::documents::count_stored(op.db(), op.account_id()?).await?.documents;
    let rows = store::documents::page(op.db(), op.account_id()?, part).await?;
    Ok(Rows::from_part_rows(rows, &part, total))
}

/// A page of the user's documents as titles: four statements.
pub async fn list_views(
    op: &Operation,
    part: PageRequest<'_, DocumentSort, i64>,
) -> Result<Rows<RowPosition<i64>, TitleView>> {
    let page = list(op, part).await?;
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

/// Removes a document of the user, its files, and what was read and annotated in it. Other titles, and
/// documents of others, do not exist here: `TITLE_NOT_FOUND`.
pub async fn remove(op: &Operation, id: TitleId) -> Result<()> {
    let mut tx = op.db().begin().await?;
    let removed = store::documents::remove(&mut tx, op.account_id()?, id, op.now).await?;
    let removed = removed.ok_or(ErrorKey::TitleNotFound)?;
    jobs::documents::enqueue_removal(&mut tx, removed, op.account_id()?, op.now).await?;
    Ok(tx.commit().await?)
}
