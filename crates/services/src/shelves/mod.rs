//! A reader's own shelves: titles that the reader, or the member that a sponsor selected, has used, and
//! editions of periodicals among the copies. The latest come first.

mod narrowing;
mod open;
mod overview;

use domain::{AccountId, Item, TitleId};

use crate::{Error, Operation, Result};

pub use narrowing::{NarrowedShelf, ShelfFilter, narrow_downloads};
pub use open::{CopiesPart, RecommendedPart, ShelfName, TitleShelf, open, open_copies, open_recommended};
pub use overview::{ShelfOverview, load_overview};

pub const MAX_SHELF_TITLES: u32 = 1_000;

/// The titles and editions that the reader has copies of.
pub async fn list_downloaded(op: &Operation) -> Result<Vec<Item>> {
    Ok(store::download_history::list_items(op.db(), require_owner(op)?, MAX_SHELF_TITLES).await?)
}

pub async fn list_assigned(op: &Operation) -> Result<Vec<TitleId>> {
    Ok(store::assignments::list_titles(op.db(), require_owner(op)?, MAX_SHELF_TITLES).await?)
}

pub async fn list_reading(op: &Operation) -> Result<Vec<TitleId>> {
    Ok(store::reading::list_titles(op.db(), require_owner(op)?, MAX_SHELF_TITLES).await?)
}

/// The titles of a reading list that the caller sees, by number, with the list's name:
/// `LIST_NOT_FOUND`.
pub async fn titles_of_list(op: &Operation, list: &str) -> Result<(String, Vec<TitleId>)> {
    let view = crate::lists::get(op, list).await?;
    Ok((view.list.name, store::lists::list_titles(op.db(), list).await?))
}

fn require_owner(op: &Operation) -> Result<&AccountId> {
    let reader = op.beneficiary().ok_or_else(|| Error::SignIn(op.site.id.clone()))?;
    Ok(&reader.account.id)
}
