//! Loads titles with what the access rule needs to know of them, in a fixed number of statements.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{self, Relation};
use domain::ids::TitleId;
use domain::offering::Offering as _;
use domain::readers::Reader;
use domain::titles::{Title, TitleStatus};

use crate::caller::Caller;
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::CollectionStaff;
use crate::views::TitleView;

/// Titles of a page in the order of `ids`, as the caller sees them: two statements, however many titles there
/// are. Titles that no longer exist are left out.
pub async fn view_page(library: &Library, caller: &Caller, ids: &[TitleId]) -> Result<Vec<TitleView>> {
    let titles = store::titles::read_many_cached(&library.db, ids).await?;
    let relations = match caller.beneficiary() {
        Some(reader) => store::relations::for_titles(&library.db, reader, ids, caller.now).await?,
        None => HashMap::new(),
    };
    let relation = |id| relations.get(&id).copied().unwrap_or_default();
    let seen = |title: Arc<Title>| {
        let relation = relation(title.id);
        TitleView::new(library, caller, title, relation)
    };
    Ok(titles.into_iter().map(seen).collect())
}

/// One title as the caller sees it, or `TITLE_NOT_FOUND`.
pub async fn get(library: &Library, caller: &Caller, id: TitleId) -> Result<TitleView> {
    let title = find_visible(library, caller, id).await?;
    let relation = find_relation(library, caller.beneficiary().map(AsRef::as_ref), id, caller.now).await?;
    Ok(TitleView::new(library, caller, title, relation))
}

/// The relation of a reader to one title; that of a guest is empty.
pub async fn find_relation(
    library: &Library,
    reader: Option<&Reader>,
    id: TitleId,
    now: jiff::Timestamp,
) -> Result<Relation> {
    let Some(reader) = reader else { return Ok(Relation::default()) };
    let relations = store::relations::for_titles(&library.db, reader, &[id], now).await?;
    Ok(relations.get(&id).copied().unwrap_or_default())
}

/// One title that the caller may look at, or `TITLE_NOT_FOUND` (docs/rules/access.md#rule-20).
pub async fn find_visible(library: &Library, caller: &Caller, id: TitleId) -> Result<Arc<Title>> {
    let title = store::titles::read_cached(&library.db, id).await?.ok_or(ErrorKey::TitleNotFound)?;
    if access::finds_title(&*title, &caller.access_facts(), &caller.site.id) {
        Ok(title)
    } else {
        Err(ErrorKey::TitleNotFound.into())
    }
}

/// One title that the staff member may change: `TITLE_NOT_FOUND` if they may not see it,
/// `OPERATION_NOT_ALLOWED` if its `allows` has no verb for changes (docs/rules/access.md#rule-23), because
/// another site shares it or it is a reader's own document.
pub(super) async fn find_changeable(
    library: &Library,
    staff: &CollectionStaff,
    id: TitleId,
) -> Result<Arc<Title>> {
    let title = find_visible(library, &staff.caller, id).await?;
    if access::may_edit(&*title, &staff.caller.access_facts()) {
        Ok(title)
    } else {
        Err(ErrorKey::OperationNotAllowed.into())
    }
}

/// One title that the staff member manages: `TITLE_NOT_FOUND` if they may not see it, `FORBIDDEN` if it is
/// another site's. A removed title is still in the catalog, and its history and source can be read there.
pub async fn find_managed(library: &Library, staff: &CollectionStaff, id: TitleId) -> Result<Arc<Title>> {
    let title = store::titles::read_cached(&library.db, id).await?.ok_or(ErrorKey::TitleNotFound)?;
    let caller = staff.caller.access_facts();
    let removed = title.status() == TitleStatus::Removed && access::may_edit(&*title, &caller);
    if !removed && !access::finds_title(&*title, &caller, &staff.caller.site.id) {
        return Err(ErrorKey::TitleNotFound.into());
    }
    if staff.manages_site(&title.site) { Ok(title) } else { Err(ErrorKey::Forbidden.into()) }
}
