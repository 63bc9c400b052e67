//! Popular lists (docs/rules/recommendations.md#rule-1): open to guests, counted once a day.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use domain::TitleId;
use domain::access::{self, View};
use domain::popular_lists::{LENGTH, Popular, PopularList};

use crate::{ErrorKey, KeyPage, Operation, Result, Rows, TitleView, categories, titles};

pub use store::popular_lists::list_id;

/// The popular lists that the caller may see.
pub async fn list(op: &Operation) -> Result<Vec<PopularList>> {
    let all = store::popular_lists::list(op.db(), op.view_site()).await?;
    filter_visible(op, all).await
}

/// The popular lists that a caller may see whose categories were already counted.
pub async fn list_within(op: &Operation, categories: &[(String, u64)]) -> Result<Vec<PopularList>> {
    let all = store::popular_lists::list(op.db(), op.view_site()).await?;
    Ok(filter_by_categories(all, categories))
}

/// One popular list with the titles that the caller may see, the most popular first; `POPULAR_LIST_NOT_FOUND`
/// if the caller may not see the list.
pub async fn get(op: &Operation, id: &str) -> Result<(PopularList, Vec<Popular>)> {
    let found = store::popular_lists::get(op.db(), op.view_site(), id).await?;
    let (list, popular) = found.ok_or(ErrorKey::PopularListNotFound)?;
    let list = filter_visible(op, vec![list]).await?.pop().ok_or(ErrorKey::PopularListNotFound)?;
    Ok((list, filter_titles(op, &popular).await?))
}

/// A position in a popular list: the number of readers, the greatest first, then the title.
pub type PopularPosition = (Reverse<u64>, TitleId);

/// A page of the titles of a popular list, as the caller sees them, and the list: `POPULAR_LIST_NOT_FOUND` if
/// the caller may not see it.
pub async fn list_titles(
    op: &Operation,
    id: &str,
    page: &KeyPage<PopularPosition>,
) -> Result<(PopularList, Rows<PopularPosition, TitleView>)> {
    let (list, popular) = get(op, id).await?;
    let total = popular.len() as u64;
    let rows = page.select_from(popular.iter().map(|one| ((Reverse(one.readers), one.title), one.title)));
    let rows = Rows::from_forward_rows(rows, page.limit, total);
    let titles = titles::view_page(op, &rows.items).await?;
    Ok((list, rows.with_items(titles)))
}

/// Returns the lists that the caller may see: the list of a category is visible if the category is.
async fn filter_visible(op: &Operation, lists: Vec<PopularList>) -> Result<Vec<PopularList>> {
    if lists.iter().all(|list| list.category().is_none()) {
        return Ok(lists);
    }
    Ok(filter_by_categories(lists, &categories::count_titles(op).await?))
}

/// Returns the lists that belong to no category or to one of these categories.
fn filter_by_categories(lists: Vec<PopularList>, categories: &[(String, u64)]) -> Vec<PopularList> {
    let names: HashSet<&str> = categories.iter().map(|(name, _)| name.as_str()).collect();
    let is_known = |list: &PopularList| list.category().is_none_or(|name| names.contains(name.trim()));
    lists.into_iter().filter(is_known).collect()
}

/// Returns the titles of a list that the caller may see: without titles of other sites, adult titles where
/// those are hidden, and titles that were closed or withdrawn since the list was counted.
async fn filter_titles(op: &Operation, popular: &[Popular]) -> Result<Vec<Popular>> {
    let view: View = access::view_of(&op.access_caller(), &op.site.id, op.today());
    let ids: Vec<TitleId> = popular.iter().map(|popular| popular.title).collect();
    let by_id: HashMap<TitleId, &Popular> = popular.iter().map(|popular| (popular.title, popular)).collect();
    let titles = store::titles::read_many_cached(op.db(), &ids).await?;
    let shown =
        titles.iter().filter(|title| view.shows_title(title)).filter_map(|title| by_id.get(&title.id));
    Ok(shown.take(LENGTH).map(|popular| **popular).collect())
}

#[cfg(test)]
mod tests {
    use domain::popular_lists::PopularList;

    use super::filter_by_categories;

    #[test]
    fn a_list_of_a_category_is_there_if_the_category_is() {
        let of = |name: &str| PopularList::Category(name.to_owned());
        let lists = vec![PopularList::Year, of("Travel"), of("Adults only"), PopularList::Month];
        let known = [("Travel".to_owned(), 3), ("Poetry".to_owned(), 1)];
        assert_eq!(
            filter_by_categories(lists, &known),
            [PopularList::Year, of("Travel"), PopularList::Month]
        );
    }
}
