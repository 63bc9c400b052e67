//! A reader's own shelves: titles that the reader, or the member that a sponsor selected, has used, and
//! editions of periodicals among the copies. The latest come first.

mod narrowing;

use domain::downloads::Item;
use domain::ids::{AccountId, TitleId};
use domain::recommendations::Recommendation;

use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::recommendations;
use crate::roles::{FromCaller as _, SignedIn};

pub use narrowing::{NarrowedShelf, ShelfFilter, narrow_downloads};

/// The most titles of a shelf.
pub const MAX_SHELF_TITLES: u32 = 1_000;

/// The titles and editions that the reader has copies of.
pub async fn list_downloaded(library: &Library, caller: &Caller) -> Result<Vec<Item>> {
    Ok(store::download_history::list_items(&library.db, require_owner(caller)?, MAX_SHELF_TITLES).await?)
}

/// The titles that are assigned to the reader.
pub async fn list_assigned(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(store::assignments::list_titles(&library.db, require_owner(caller)?, MAX_SHELF_TITLES).await?)
}

/// The titles that the reader is reading.
pub async fn list_reading(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(store::reading::list_titles(&library.db, require_owner(caller)?, MAX_SHELF_TITLES).await?)
}

/// The titles that the caller is recommended, the most fitting first.
pub async fn list_recommended(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(list_recommendations(library, caller).await?.into_iter().map(|one| one.title).collect())
}

/// The titles that the caller is recommended, each with its reason.
pub async fn list_recommendations(library: &Library, caller: &Caller) -> Result<Vec<Recommendation>> {
    recommendations::recommend(library, &SignedIn::from_caller(caller)?).await
}

/// The titles of a reading list that the caller sees, by number, with the list's name:
/// `LIST_NOT_FOUND`.
pub async fn titles_of_list(
    library: &Library,
    caller: &Caller,
    list: &str,
) -> Result<(String, Vec<TitleId>)> {
    let user = SignedIn::from_caller(caller)?;
    let view = crate::lists::get(library, &user, list).await?;
    Ok((view.list.name, store::lists::list_titles(&library.db, list).await?))
}

fn require_owner(caller: &Caller) -> Result<&AccountId> {
    let reader = caller.beneficiary().ok_or_else(|| Error::SignIn(caller.site.id.clone()))?;
    Ok(&reader.account.id)
}
