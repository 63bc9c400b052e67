//! What to search for instead, if a search finds nothing or little.

use search::TitleSearch;

use super::query::Query;
use super::search::{Search, preferences_if, view};
use crate::caller::Caller;
use crate::error::Result;
use crate::indexed::indexed;
use crate::library::Library;

/// Other spellings of some words of a search, the likeliest first: with words that titles have which the
/// caller may find. Whether a spelling finds something together with the other parts of the search,
/// [`totals`] says.
pub async fn spellings(
    library: &Library,
    caller: &Caller,
    own_site_only: bool,
    words: String,
) -> Result<Vec<String>> {
    let view = view(caller, own_site_only);
    indexed(library, move |index| index.suggest_spellings(&view, &words)).await
}

/// The exact number of titles that each of these searches finds for the caller. No title is read. One after
/// another on one blocking thread, so callers bound how many there are.
pub async fn totals(library: &Library, caller: &Caller, queries: Vec<Query>) -> Result<Vec<u64>> {
    let searches = queries.into_iter().map(|query| Search::new(caller, query)).collect::<Result<Vec<_>>>()?;
    let needed = searches.iter().any(Search::needs_preferences);
    let preferences = preferences_if(needed, library, caller).await?;
    let can = library.delivery.capabilities();
    let searches: Vec<TitleSearch> = searches
        .into_iter()
        .map(|search| TitleSearch { facets: false, limit: 0, ..search.wanted(can, &preferences) })
        .collect();
    indexed(library, move |index| searches.iter().map(|search| Ok(index.search(search)?.total)).collect())
        .await
}
