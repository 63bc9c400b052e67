//! Suggestions if a search finds nothing or little.

use search::TitleSearch;

use super::query::Query;
use super::search::{CollectionSearch, collection_view, preferences_if};
use crate::index_thread::run_on_index_thread;
use crate::{Operation, Result};

/// Other spellings of some words of a search, most likely first, of words in titles that the caller may find.
/// [`count_all_queries`] tells whether a spelling finds anything together with the other parts of the search.
pub async fn suggest_spellings(op: &Operation, own_site_only: bool, words: String) -> Result<Vec<String>> {
    let view = collection_view(op, own_site_only);
    run_on_index_thread(op, move |index| index.suggest_spellings(&view, &words)).await
}

/// The exact number of titles that each of these searches finds for the caller. No title is read. They run
/// one after another on one blocking thread, so callers limit their number.
pub async fn count_all_queries(op: &Operation, queries: Vec<Query>) -> Result<Vec<u64>> {
    let searches =
        queries.into_iter().map(|query| CollectionSearch::new(op, query)).collect::<Result<Vec<_>>>()?;
    let needed = searches.iter().any(CollectionSearch::needs_preferences);
    let preferences = preferences_if(op, needed).await?;
    let can = op.delivery().capabilities();
    let searches: Vec<TitleSearch> = searches
        .into_iter()
        .map(|search| TitleSearch { facets: false, limit: 0, ..search.into_index_search(can, &preferences) })
        .collect();
    run_on_index_thread(op, move |index| {
        searches.iter().map(|search| Ok(index.search(search)?.total)).collect()
    })
    .await
}
