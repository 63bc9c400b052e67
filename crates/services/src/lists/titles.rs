//! The titles of a reading list.

use domain::lists::can_be_listed;
use domain::{ReadingList, Title, TitleId};

use super::{ListView, TitleSort, get, lock_visible, require_allowed};
use crate::titles::{self, find_visible};
use crate::{ErrorKey, Operation, PageRequest, Result, RowPosition, Rows, TitleView};

/// A list, and a page of its titles as the user sees them.
#[derive(Debug, Clone)]
pub struct ListedTitles {
    pub list: ReadingList,
    pub titles: Rows<RowPosition<i64>, TitleView>,
}

/// A page of the titles of a list: `LIST_NOT_FOUND` if the user does not see the list.
pub async fn list(op: &Operation, id: &str, part: PageRequest<'_, TitleSort, i64>) -> Result<ListedTitles> {
    let list = get(op, id).await?.list;
    list_page(op, list, part).await
}

/// A list as the user sees it, and a page of its titles: `LIST_NOT_FOUND`.
pub async fn view_with_titles(
    op: &Operation,
    id: &str,
    page_request: PageRequest<'_, TitleSort, i64>,
) -> Result<(ListView, Rows<RowPosition<i64>, TitleView>)> {
    let view = get(op, id).await?;
    let titles = list_views(op, &view.list, page_request).await?;
    Ok((view, titles))
}

/// A page of the titles of a list that the user sees, with the user's relation to each: four statements.
pub async fn list_views(
    op: &Operation,
    list: &ReadingList,
    page_request: PageRequest<'_, TitleSort, i64>,
) -> Result<Rows<RowPosition<i64>, TitleView>> {
    let total = store::lists::count_titles(op.db(), &list.id).await?;
    let rows = store::lists::titles_page(op.db(), &list.id, page_request).await?;
    let page = Rows::from_part_rows(rows, &page_request, total);
    let titles = titles::view_page(op, &page.items).await?;
    Ok(page.with_items(titles))
}

/// Adds a title: only live ones; a title added twice stays as it was (docs/rules/lists.md#rule-1). Returns
/// the list.
///
/// # Errors
/// `LIST_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `TITLE_NOT_FOUND` if the user or the list's site does not see
/// the title, `TITLE_NOT_LIVE`.
pub async fn add(op: &Operation, id: &str, title: TitleId) -> Result<ReadingList> {
    get(op, id).await?;
    let title = find_visible(op, title).await?;
    let mut tx = op.db().begin().await?;
    let list = lock_visible(op, &mut tx, id).await?;
    require_allowed(list.allows_title_changes_by(op.account()?))?;
    check_site(&title, &list)?;
    store::lists::add_title(&mut tx, id, title.id, op.account_id()?, op.now).await?;
    tx.commit().await?;
    Ok(list)
}

/// Takes a title off: `LIST_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `TITLE_NOT_FOUND` if it is not on the list.
/// Returns the list.
pub async fn remove(op: &Operation, id: &str, title: TitleId) -> Result<ReadingList> {
    let mut tx = op.db().begin().await?;
    let list = lock_visible(op, &mut tx, id).await?;
    require_allowed(list.allows_title_changes_by(op.account()?))?;
    if !store::lists::remove_title(&mut tx, id, title, op.now).await? {
        return Err(ErrorKey::TitleNotFound.into());
    }
    tx.commit().await?;
    Ok(list)
}

#[derive(Debug, Clone, Copy)]
pub struct ListEntry<'a> {
    pub list: &'a str,
    pub title: TitleId,
}

/// Adds a title as [`add`] does, and returns a page of the list's titles.
pub async fn add_and_list(
    op: &Operation,
    entry: ListEntry<'_>,
    page_request: PageRequest<'_, TitleSort, i64>,
) -> Result<ListedTitles> {
    let list = add(op, entry.list, entry.title).await?;
    list_page(op, list, page_request).await
}

/// Takes a title off as [`remove`] does, and returns a page of the remaining ones.
pub async fn remove_and_list(
    op: &Operation,
    entry: ListEntry<'_>,
    page_request: PageRequest<'_, TitleSort, i64>,
) -> Result<ListedTitles> {
    let list = remove(op, entry.list, entry.title).await?;
    list_page(op, list, page_request).await
}

async fn list_page(
    op: &Operation,
    list: ReadingList,
    page_request: PageRequest<'_, TitleSort, i64>,
) -> Result<ListedTitles> {
    let titles = list_views(op, &list, page_request).await?;
    Ok(ListedTitles { list, titles })
}

fn check_site(title: &Title, list: &ReadingList) -> Result<()> {
    if !title.in_view_of(&list.site) {
        return Err(ErrorKey::TitleNotFound.into());
    }
    if can_be_listed(title) { Ok(()) } else { Err(ErrorKey::TitleCannotBeListed.into()) }
}
