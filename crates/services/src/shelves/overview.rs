//! A reader's whole shelf, each part with its first items.

use super::{CopiesPart, RecommendedPart, TitleShelf, open, open_copies, open_recommended};
use crate::lists::{self, ListScope, ListSort, ListView, OwnedLists};
use crate::periodicals::{PeriodicalSearch, SeriesSort, SeriesView};
use crate::{ListPart, Operation, PageRequest, Result, RowPosition, Rows, TitleView};

/// The first items of everything on a reader's shelf, with the number of all.
#[derive(Debug)]
pub struct ShelfOverview {
    pub reading: Rows<i64, TitleView>,
    pub assigned: Rows<i64, TitleView>,
    pub copies: CopiesPart,
    pub recommended: RecommendedPart,
    /// The periodicals that the reader follows, by title.
    pub followed: Rows<RowPosition<String>, SeriesView>,
    /// The reader's lists, by name.
    pub lists: Rows<RowPosition<String>, ListView>,
}

/// A reader's whole shelf; `limit` is the most items of each part.
///
/// # Errors
/// [`Error::SignIn`](crate::Error::SignIn) for guests.
pub async fn load_overview(op: &Operation, limit: u32) -> Result<ShelfOverview> {
    let part = ListPart::first_part(limit as usize);
    let (_, reading) = open(op, TitleShelf::Reading, &part).await?;
    let (_, assigned) = open(op, TitleShelf::Assigned, &part).await?;
    let copies = open_copies(op, &part).await?;
    let recommended = open_recommended(op, &part).await?;
    let limit = limit.saturating_add(1);
    let first = PageRequest::first_page(SeriesSort::Title, limit);
    let followed = PeriodicalSearch::for_followed(op)?.list_page(op, first).await?;
    let first = PageRequest::first_page(ListSort::Name, limit);
    let mine = OwnedLists { owner: op.account()?, scope: ListScope::Mine };
    let lists = lists::list(op, mine, first).await?;
    Ok(ShelfOverview { reading, assigned, copies, recommended, followed, lists })
}
