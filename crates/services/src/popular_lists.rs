//! Popular lists (docs/rules/recommendations.md#rule-1): open to guests, counted once a day.

use std::collections::{HashMap, HashSet};

use domain::access::{self, View};
use domain::ids::TitleId;
use domain::popular_lists::{LENGTH, Popular, PopularList};

use crate::caller::Caller;
use crate::categories;
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;

pub use store::popular_lists::id;

/// The popular lists that the caller may see.
pub async fn list(library: &Library, caller: &Caller) -> Result<Vec<PopularList>> {
    let all = store::popular_lists::list(&library.db, caller.view_site()).await?;
    known(library, caller, all).await
}

/// One popular list with the titles that the caller may see, the most popular first; `POPULAR_LIST_NOT_FOUND`
/// if the caller may not see the list.
pub async fn get(library: &Library, caller: &Caller, id: &str) -> Result<(PopularList, Vec<Popular>)> {
    let found = store::popular_lists::get(&library.db, caller.view_site(), id).await?;
    let (list, popular) = found.ok_or(ErrorKey::PopularListNotFound)?;
    let list = known(library, caller, vec![list]).await?.pop().ok_or(ErrorKey::PopularListNotFound)?;
    Ok((list, shown(library, caller, &popular).await?))
}

/// Those of the lists that the caller may see: the list of a category is visible if the category is.
async fn known(library: &Library, caller: &Caller, lists: Vec<PopularList>) -> Result<Vec<PopularList>> {
    if lists.iter().all(|list| list.category().is_none()) {
        return Ok(lists);
    }
    let counts = categories::counts(library, caller).await?;
    let categories: HashSet<String> = counts.into_iter().map(|(name, _)| name).collect();
    let is_known = |list: &PopularList| list.category().is_none_or(|name| categories.contains(name.trim()));
    Ok(lists.into_iter().filter(is_known).collect())
}

/// Those of a list's titles that the caller may see: without titles of other sites, adult titles where those
/// are hidden, and titles that were closed or withdrawn since the list was counted.
async fn shown(library: &Library, caller: &Caller, popular: &[Popular]) -> Result<Vec<Popular>> {
    let view: View = access::view(&caller.facts(), &caller.site.id, caller.today());
    let ids: Vec<TitleId> = popular.iter().map(|popular| popular.title).collect();
    let by_id: HashMap<TitleId, &Popular> = popular.iter().map(|popular| (popular.title, popular)).collect();
    let titles = store::titles::read_many(&library.db, &ids).await?;
    let shown = titles.iter().filter(|title| view.shows(title)).filter_map(|title| by_id.get(&title.id));
    Ok(shown.take(LENGTH).map(|popular| **popular).collect())
}
