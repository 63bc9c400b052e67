//! Loads what the access rule needs for titles, in a fixed number of statements.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{self, Relation};
use domain::ids::TitleId;
use domain::offered::Offered as _;
use domain::titles::{Title, TitleStatus};

use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::CollectionStaff;
use crate::records::{Sight, TitleSummary};
use crate::state::Api;

/// Titles of a page in the order of `ids`, with the reader's relation to each: two statements, however
/// many titles there are.
pub async fn page(api: &Api, caller: &Caller, ids: &[TitleId]) -> Result<Vec<(Arc<Title>, Relation)>> {
    let titles = store::titles::read_many(&api.db, ids).await?;
    let relations = match &caller.reader {
        Some(reader) => store::relations::for_titles(&api.db, reader, ids, caller.now).await?,
        None => HashMap::new(),
    };
    let relation = |id| relations.get(&id).copied().unwrap_or_default();
    Ok(titles.into_iter().map(|title| (relation(title.id), title)).map(|(r, t)| (t, r)).collect())
}

/// The summaries of a page.
pub fn summaries(api: &Api, caller: &Caller, page: &[(Arc<Title>, Relation)]) -> Vec<TitleSummary> {
    page.iter()
        .map(|(title, relation)| TitleSummary::new(&Sight::new(api, caller, title, *relation)))
        .collect()
}

/// One title that the caller may look at, or 404 (spec 4, 4.2 last paragraph).
pub async fn visible(api: &Api, caller: &Caller, id: TitleId) -> Result<Arc<Title>> {
    let title = store::titles::read(&api.db, id).await?.ok_or(ErrorKey::TitleNotFound)?;
    if access::sees(&*title, &caller.facts(), &caller.site.id) {
        Ok(title)
    } else {
        Err(ErrorKey::TitleNotFound.into())
    }
}

/// One title that the staff member may change: 404 when it is not to be seen, 403 when its `allows` has no verb for
/// that (spec 4, 4.3), because another site shares it or it is somebody's own document.
pub async fn changeable(api: &Api, staff: &CollectionStaff, id: TitleId) -> Result<Arc<Title>> {
    let title = visible(api, &staff.0.caller, id).await?;
    if access::may_edit(&*title, &staff.0.caller.facts()) {
        Ok(title)
    } else {
        Err(ErrorKey::OperationNotAllowed.into())
    }
}

/// One title that the staff member manages: 404 when it is not to be seen, 403 when it is another site's. One that was
/// removed is in the catalog still, and its history and source are read from there.
pub async fn managed(api: &Api, staff: &CollectionStaff, id: TitleId) -> Result<Arc<Title>> {
    let title = store::titles::read(&api.db, id).await?.ok_or(ErrorKey::TitleNotFound)?;
    let caller = staff.0.caller.facts();
    let removed = title.status() == TitleStatus::Removed && access::may_edit(&*title, &caller);
    if !removed && !access::sees(&*title, &caller, &staff.0.caller.site.id) {
        return Err(ErrorKey::TitleNotFound.into());
    }
    if staff.manages(&title.site) { Ok(title) } else { Err(ErrorKey::Forbidden.into()) }
}
