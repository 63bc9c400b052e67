//! Loads titles with the facts that the access rule needs, in a fixed number of statements.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{self, Relation};
use domain::offering::Offering as _;
use domain::{Reader, Title, TitleId, TitleStatus};

use crate::{ErrorKey, Operation, Result, TitleView};

/// Titles of a page in the order of `ids`, as the caller sees them: two statements, however many titles there
/// are. Titles that no longer exist are left out.
pub async fn view_page(op: &Operation, ids: &[TitleId]) -> Result<Vec<TitleView>> {
    let titles = store::titles::read_many_cached(op.db(), ids).await?;
    let relations = match op.beneficiary() {
        Some(reader) => store::relations::for_titles(op.db(), reader, ids, op.now).await?,
        None => HashMap::new(),
    };
    let relation = |id| relations.get(&id).copied().unwrap_or_default();
    let seen = |title: Arc<Title>| {
        let relation = relation(title.id);
        TitleView::new(op, title, relation)
    };
    Ok(titles.into_iter().map(seen).collect())
}

/// One title as the caller sees it, or `TITLE_NOT_FOUND`.
pub async fn get(op: &Operation, id: TitleId) -> Result<TitleView> {
    let title = find_visible(op, id).await?;
    let relation = find_relation(op, op.beneficiary().map(AsRef::as_ref), id).await?;
    Ok(TitleView::new(op, title, relation))
}

/// The relation of a reader to one title; that of a guest is empty.
pub async fn find_relation(op: &Operation, reader: Option<&Reader>, id: TitleId) -> Result<Relation> {
    let Some(reader) = reader else { return Ok(Relation::default()) };
    let relations = store::relations::for_titles(op.db(), reader, &[id], op.now).await?;
    Ok(relations.get(&id).copied().unwrap_or_default())
}

/// One title that the caller may look at, or `TITLE_NOT_FOUND` (docs/rules/access.md#rule-20).
pub async fn find_visible(op: &Operation, id: TitleId) -> Result<Arc<Title>> {
    let title = store::titles::read_cached(op.db(), id).await?.ok_or(ErrorKey::TitleNotFound)?;
    if access::finds_title(&*title, &op.access_caller(), &op.site.id) {
        Ok(title)
    } else {
        Err(ErrorKey::TitleNotFound.into())
    }
}

/// One title that the staff member may change: `TITLE_NOT_FOUND` if they may not see it,
/// `OPERATION_NOT_ALLOWED` if its `allows` has no verb for changes (docs/rules/access.md#rule-23), because
/// another site shares it or it is a reader's own document.
pub(super) async fn find_changeable(op: &Operation, id: TitleId) -> Result<Arc<Title>> {
    let title = find_visible(op, id).await?;
    if access::may_edit(&*title, &op.access_caller()) {
        Ok(title)
    } else {
        Err(ErrorKey::OperationNotAllowed.into())
    }
}

/// One title that the staff member manages: `TITLE_NOT_FOUND` if they may not see it, `FORBIDDEN` if it is
/// another site's. A removed title is still in the catalog, and its history and source can be read there.
pub async fn find_managed(op: &Operation, id: TitleId) -> Result<Arc<Title>> {
    op.require_collection_staff()?;
    let title = store::titles::read_cached(op.db(), id).await?.ok_or(ErrorKey::TitleNotFound)?;
    let caller = op.access_caller();
    let removed = title.status() == TitleStatus::Removed && access::may_edit(&*title, &caller);
    if !removed && !access::finds_title(&*title, &caller, &op.site.id) {
        return Err(ErrorKey::TitleNotFound.into());
    }
    if op.manages_collection(&title.site) { Ok(title) } else { Err(ErrorKey::Forbidden.into()) }
}
