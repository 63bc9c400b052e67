//! Computes the popular lists of a site: for the last year, the last month, and each of the library's own
//! categories.

use std::collections::BTreeMap;

use domain::popular_lists::{MONTH, Popular, PopularList, TITLES_PER_LIST, YEAR};
use domain::{CategoryType, SiteId, Title, TitleId, TitleStatus};
use store::popular_lists;

use crate::WorkerContext;

const TITLES_PER_READ: usize = 500;

/// Recomputes the lists; returns how many exist. The year's and the month's always exist, a category's if one
/// of its titles was requested in the last year.
pub(super) async fn recompute(ctx: &WorkerContext, site: &SiteId) -> store::Result<usize> {
    let now = ctx.now();
    let mut lists = BTreeMap::from([(PopularList::Year, Vec::new()), (PopularList::Month, Vec::new())]);
    let year = popular_lists::count_readers(ctx.db(), site, now - YEAR).await?;
    for titles in year.chunks(TITLES_PER_READ) {
        for (popular, title) in find_readable_titles(ctx, site, titles).await? {
            push_limited(&mut lists, PopularList::Year, popular);
            let own = title.metadata.categories.iter().filter(|c| c.kind == CategoryType::Service);
            for category in own {
                push_limited(&mut lists, PopularList::Category(category.name.clone()), popular);
            }
        }
    }
    drop(year);
    let month = popular_lists::count_readers(ctx.db(), site, now - MONTH).await?;
    for titles in month.chunks(TITLES_PER_READ) {
        for (popular, _) in find_readable_titles(ctx, site, titles).await? {
            push_limited(&mut lists, PopularList::Month, popular);
        }
        if lists[&PopularList::Month].len() == TITLES_PER_LIST {
            break;
        }
    }
    let lists: Vec<(PopularList, Vec<Popular>)> = lists.into_iter().collect();
    let mut tx = ctx.db().begin().await?;
    popular_lists::replace_all(&mut tx, site, &lists, now).await?;
    tx.commit().await?;
    Ok(lists.len())
}

fn push_limited(lists: &mut BTreeMap<PopularList, Vec<Popular>>, list: PopularList, popular: Popular) {
    let titles = lists.entry(list).or_default();
    // A title may have a category twice.
    if titles.len() < TITLES_PER_LIST && titles.last().is_none_or(|last| last.title != popular.title) {
        titles.push(popular);
    }
}

/// The titles, in order, that some reader of the site may be shown.
async fn find_readable_titles(
    ctx: &WorkerContext,
    site: &SiteId,
    titles: &[Popular],
) -> store::Result<Vec<(Popular, Title)>> {
    let ids: Vec<TitleId> = titles.iter().map(|popular| popular.title).collect();
    let by_id: BTreeMap<TitleId, Popular> = titles.iter().map(|popular| (popular.title, *popular)).collect();
    let loaded = store::titles::find_by_ids(ctx.db(), &ids).await?;
    let is_readable =
        |title: &Title| title.status == TitleStatus::Live && title.owner.is_none() && title.in_view_of(site);
    Ok(loaded.into_iter().filter(is_readable).map(|title| (by_id[&title.id], title)).collect())
}
