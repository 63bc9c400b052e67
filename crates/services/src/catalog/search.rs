//! Searches the catalog.

use std::future::ready;
use std::time::Duration;

use domain::access::View;

use crate::titles::{CollectionSearch, Cursor, Query, SearchPage};
use crate::waiting::poll_until_timeout;
use crate::{Operation, Result};

/// Time that a search waits for the index to contain what was committed before it began.
const INDEX_SYNC_TIMEOUT: Duration = Duration::from_secs(2);
/// The time between two checks.
const PAUSE: Duration = Duration::from_millis(5);

/// A search of the catalog, and the page of it that is asked for.
#[derive(Debug)]
pub struct CatalogSearch<'a> {
    /// The country from which the caller looks.
    pub country: Option<&'a str>,
    pub query: Query,
    /// The end of the page before.
    pub after: Option<Cursor>,
    pub limit: usize,
}

/// A page of the titles that the staff member manages: adult titles and those of other countries too. The
/// result shows every change that was applied before the call. The access decisions are those of a caller who
/// looks from the country.
pub async fn search(op: &Operation, search: CatalogSearch<'_>) -> Result<SearchPage> {
    op.require_collection_staff()?;
    let CatalogSearch { country, query, after, limit } = search;
    catch_up(op).await?;
    let op = &op.clone().seen_from(country);
    let view = View {
        site: op.managed_collection_site().cloned(),
        shared: false,
        hide_adult: false,
        offered_at: None,
    };
    let statuses = query.status.into_iter().collect();
    CollectionSearch::in_view(op, query, view, statuses).find_page(after, limit).await
}

/// Waits until this node's index shows what has been committed so far, so that a caller who learned of a
/// change finds it; for a limited time, because a long ingest must not keep the catalog closed.
async fn catch_up(op: &Operation) -> Result<()> {
    let head = store::changes::last_position(op.db()).await?;
    let index = op.library().index()?;
    let reached = || ready(Ok((index.position() >= head).then_some(())));
    if poll_until_timeout(INDEX_SYNC_TIMEOUT, PAUSE, reached).await?.is_none() {
        tracing::warn!(head, index = index.position(), "the search index is behind");
    }
    Ok(())
}
