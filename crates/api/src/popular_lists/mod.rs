//! Popular lists (document 2, "Popular lists"; spec 4, 1.5): open to guests, counted once a day.

pub mod get;
pub mod list;

use std::collections::HashSet;

use domain::access::{self, View};
use domain::categories::CategoryType;
use domain::popular_lists::PopularList;

use crate::http::caller::Caller;
use crate::http::errors::Result;
use crate::state::Api;

/// What the caller may be shown, as in a search.
fn view_of(caller: &Caller) -> View {
    access::view(&caller.facts(), &caller.site.id, caller.today())
}

/// The lists that the caller gets to know of: those of categories only where GET /v2/categories names the
/// category to the caller.
async fn known(api: &Api, caller: &Caller, lists: Vec<PopularList>) -> Result<Vec<PopularList>> {
    let (index, view) = (api.index.clone(), view_of(caller));
    let counted =
        tokio::task::spawn_blocking(move || index.category_counts(&view, CategoryType::Service)).await??;
    let categories: HashSet<String> = counted.into_iter().map(|(name, _)| name).collect();
    let is_known = |list: &PopularList| list.category().is_none_or(|name| categories.contains(name.trim()));
    Ok(lists.into_iter().filter(is_known).collect())
}
