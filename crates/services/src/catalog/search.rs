//! Searches the catalog.

use std::future::ready;
use std::time::Duration;

use domain::TitleId;
use domain::access::View;

use super::TitleNeed;
use crate::titles::{CollectionSearch, Conditions, Cursor, Query, SearchPage, Sort};
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
    /// Only titles that need this. `None`: every title.
    pub need: Option<TitleNeed>,
    /// The end of the page before.
    pub after: Option<Cursor>,
    pub limit: usize,
}

/// A page of the titles that the staff member manages: adult titles and those of other countries too. The
/// result shows every change that was applied before the call. The access decisions are those of a caller who
/// looks from the country.
pub async fn search(op: &Operation, search: CatalogSearch<'_>) -> Result<SearchPage> {
    op.require_collection_staff()?;
    let CatalogSearch { country, query, need, after, limit } = search;
    catch_up(op).await?;
    let op = &op.clone().seen_from(country);
    search_managed(op, query, need).await?.find_page(after, limit).await
}

/// The number of titles that need this, among those that the staff member manages.
pub(crate) async fn count_in_need(op: &Operation, need: TitleNeed) -> Result<u64> {
    op.require_collection_staff()?;
    let query = Query::new(Conditions::default(), Sort::Title);
    Ok(search_managed(op, query, Some(need)).await?.find_ids(0).await?.1)
}

/// Up to `limit` titles that a search among the managed ones finds, by their numbers, and how many it finds.
pub(crate) async fn find_ids(
    op: &Operation,
    query: Query,
    need: Option<TitleNeed>,
    limit: usize,
) -> Result<(Vec<TitleId>, u64)> {
    op.require_collection_staff()?;
    catch_up(op).await?;
    search_managed(op, query, need).await?.find_ids(limit).await
}

/// The search among all titles that the staff member manages, or among those that need something.
async fn search_managed(
    op: &Operation,
    query: Query,
    need: Option<TitleNeed>,
) -> Result<CollectionSearch<'_>> {
    let view = View {
        site: op.managed_collection_site().cloned(),
        shared: false,
        hide_adult: false,
        offered_at: None,
    };
    let statuses = query.status.into_iter().collect();
    let search = CollectionSearch::in_view(op, query, view, statuses);
    Ok(match need {
        Some(need) => search.within_subset(need.find_subset(op).await?),
        None => search,
    })
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
