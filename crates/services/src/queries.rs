//! Optional queries, unique keys for queries, and pages that are cut from their rows.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use futures_util::future::OptionFuture;

use crate::Result;

/// Runs a query for something that may not be named. Finds nothing without a query.
pub(crate) fn find_if_some<T, E>(
    query: Option<impl Future<Output = Result<Option<T>, E>>>,
) -> impl Future<Output = Result<Option<T>, E>> {
    // The future of an async function would have room for the query twice.
    OptionFuture::from(query).map(|found| found.unwrap_or(Ok(None)))
}

/// Values in order, each once.
pub(crate) fn sort_unique<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    values.into_iter().collect::<BTreeSet<T>>().into_iter().collect()
}

/// Cuts rows that were read with one more than a page holds. Returns the position of the last row, which the
/// next page begins after. `None` if this is the last page.
pub(crate) fn cut_page<T, P>(rows: &mut Vec<T>, size: usize, position: impl FnOnce(&T) -> P) -> Option<P> {
    let has_more = rows.len() > size;
    rows.truncate(size);
    rows.last().filter(|_| has_more).map(position)
}
