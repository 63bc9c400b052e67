//! A page of a shelf of titles, as the caller sees them.

use std::collections::{BTreeSet, HashMap};

use domain::popular_lists::PopularList;
use domain::recommendations::{Reason, Recommendation};
use domain::{Item, TitleId};
use jiff::Timestamp;

use super::{list_assigned, list_downloaded, list_reading, titles_of_list};
use crate::downloads::browser::copy_expiries;
use crate::downloads::{FileInfo, file_info};
use crate::recommendations::recommend;
use crate::{ListPart, Operation, Result, Rows, TitleView, popular_lists, titles};

/// A list of titles that is as long as memory allows.
#[derive(Debug, Clone, Copy)]
pub enum TitleShelf<'a> {
    Reading,
    Assigned,
    Recommended,
    /// The titles of a popular list, by its identifier.
    Popular(&'a str),
    /// The titles of a reading list, by its identifier.
    List(&'a str),
    /// The titles that share most with a title: at most this many.
    Similar(TitleId, usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShelfName {
    /// The shelf is one of the reader's own, and interfaces have words for it.
    Own,
    Popular(PopularList),
    /// The name of a reading list, or of the title that others are similar to.
    Text(String),
}

/// A page of a shelf: the views of as many titles as fit, by statements that do not depend on their number.
///
/// # Errors
/// [`Error::SignIn`](crate::Error::SignIn) for guests who open a shelf of readers; `POPULAR_LIST_NOT_FOUND`,
/// `LIST_NOT_FOUND`, `TITLE_NOT_FOUND`.
pub async fn open(
    op: &Operation,
    shelf: TitleShelf<'_>,
    list_part: &ListPart<i64>,
) -> Result<(ShelfName, Rows<i64, TitleView>)> {
    let (name, ids) = list_ids(op, shelf).await?;
    Ok((name, view_part(op, &ids, list_part).await?))
}

async fn list_ids(op: &Operation, shelf: TitleShelf<'_>) -> Result<(ShelfName, Vec<TitleId>)> {
    Ok(match shelf {
        TitleShelf::Reading => (ShelfName::Own, list_reading(op).await?),
        TitleShelf::Assigned => (ShelfName::Own, list_assigned(op).await?),
        TitleShelf::Recommended => {
            let all = recommend(op).await?;
            (ShelfName::Own, all.into_iter().map(|one| one.title).collect())
        }
        TitleShelf::Popular(id) => {
            let (list, titles) = popular_lists::get(op, id).await?;
            (ShelfName::Popular(list), titles.into_iter().map(|one| one.title).collect())
        }
        TitleShelf::List(id) => {
            let (name, ids) = titles_of_list(op, id).await?;
            (ShelfName::Text(name), ids)
        }
        TitleShelf::Similar(id, limit) => {
            let (name, ids) = titles::list_similar(op, id, limit).await?;
            (ShelfName::Text(name), ids)
        }
    })
}

async fn view_part(op: &Operation, ids: &[TitleId], part: &ListPart<i64>) -> Result<Rows<i64, TitleView>> {
    let page = part.select(ids, |id| id.0);
    let views = titles::view_page(op, &page.items).await?;
    Ok(page.with_items(views))
}

#[derive(Debug)]
pub struct CopiesPart {
    pub rows: Rows<i64, TitleView>,
    pub files: FileInfo,
    /// When the copies end that are read in a browser.
    pub lifetimes: HashMap<TitleId, Timestamp>,
}

/// A page of the titles that the reader has copies of.
///
/// # Errors
/// [`Error::SignIn`](crate::Error::SignIn) for guests.
pub async fn open_copies(op: &Operation, list_part: &ListPart<i64>) -> Result<CopiesPart> {
    let items = list_downloaded(op).await?;
    let ids: Vec<TitleId> = items.iter().filter_map(Item::title).collect();
    let rows = view_part(op, &ids, list_part).await?;
    let files = file_info(op, &rows.items).await?;
    let ids: Vec<TitleId> = rows.items.iter().map(|view| view.item.id).collect();
    Ok(CopiesPart { lifetimes: copy_expiries(op, &ids).await?, rows, files })
}

#[derive(Debug)]
pub struct RecommendedPart {
    pub rows: Rows<i64, TitleView>,
    pub recommendations: Vec<Recommendation>,
    /// The titles that the reasons of the titles on the page name, as far as they still exist.
    pub named: Vec<TitleView>,
}

/// A page of the titles that the reader is recommended, with the reasons. The titles that the reasons name
/// are read in one statement.
///
/// # Errors
/// [`Error::SignIn`](crate::Error::SignIn) for guests.
pub async fn open_recommended(op: &Operation, list_part: &ListPart<i64>) -> Result<RecommendedPart> {
    let recommendations = recommend(op).await?;
    let ids: Vec<TitleId> = recommendations.iter().map(|one| one.title).collect();
    let rows = view_part(op, &ids, list_part).await?;
    let shown: BTreeSet<TitleId> = rows.items.iter().map(|view| view.item.id).collect();
    let reasons = recommendations.iter().filter(|one| shown.contains(&one.title)).map(|one| &one.reason);
    let named: BTreeSet<TitleId> = reasons.filter_map(Reason::source_title).collect();
    let named: Vec<TitleId> = named.into_iter().collect();
    let named = match named.as_slice() {
        [] => Vec::new(),
        named => titles::view_page(op, named).await?,
    };
    Ok(RecommendedPart { rows, recommendations, named })
}
