//! A reader's own shelves: titles that the reader, or the member that a sponsor selected, has used, and
//! editions of periodicals among the copies. The latest come first.

mod narrowed;

use std::collections::HashMap;

use domain::downloads::Item;
use domain::ids::{AccountId, EditionId, TitleId};
use domain::recommendations::Recommendation;

use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::periodicals::editions;
use crate::recommendations;
use crate::roles::{FromCaller as _, SignedIn};
use crate::titles;

pub use narrowed::{Narrowed, Narrowing, narrowed};

/// The most titles of a shelf.
pub const LONGEST: u32 = 1_000;

/// A title or an edition of a periodical on a shelf.
#[derive(Debug, Clone)]
pub enum Held {
    Title(titles::Seen),
    Edition(Box<editions::Seen>),
}

/// The titles and editions that the reader has copies of.
pub async fn downloaded(library: &Library, caller: &Caller) -> Result<Vec<Item>> {
    Ok(store::download_history::list_items(&library.db, owner(caller)?, LONGEST).await?)
}

/// Titles and editions in this order, as the caller sees them: as many statements for many as for one. Those
/// that no longer exist are left out, and so are editions that the caller may not see.
pub async fn page(library: &Library, caller: &Caller, items: &[Item]) -> Result<Vec<Held>> {
    let ids: Vec<TitleId> = items.iter().filter_map(Item::title).collect();
    let seen = titles::page(library, caller, &ids).await?;
    let mut held: HashMap<Item, Held> =
        seen.into_iter().map(|seen| (Item::Title(seen.title.id), Held::Title(seen))).collect();
    let ids: Vec<EditionId> = items.iter().filter_map(Item::edition).cloned().collect();
    let seen = editions::several(library, caller, &ids).await?;
    let seen = seen
        .into_iter()
        .map(|seen| (Item::Edition(seen.issue.edition.id.clone()), Held::Edition(Box::new(seen))));
    held.extend(seen);
    Ok(items.iter().filter_map(|item| held.remove(item)).collect())
}

/// The titles that are assigned to the reader.
pub async fn assigned(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(store::assignments::list_titles(&library.db, owner(caller)?, LONGEST).await?)
}

/// The titles that the reader is reading.
pub async fn reading(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(store::reading::list_titles(&library.db, owner(caller)?, LONGEST).await?)
}

/// The titles that the caller is recommended, the most fitting first.
pub async fn recommended(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(recommendations(library, caller).await?.into_iter().map(|one| one.title).collect())
}

/// The same, each with its reason.
pub async fn recommendations(library: &Library, caller: &Caller) -> Result<Vec<Recommendation>> {
    recommendations::recommend(library, &SignedIn::from_caller(caller)?).await
}

/// The titles of a reading list that the caller sees, by number, with the list's name:
/// `LIST_NOT_FOUND`.
pub async fn listed(library: &Library, caller: &Caller, list: &str) -> Result<(String, Vec<TitleId>)> {
    let user = SignedIn::from_caller(caller)?;
    let view = crate::lists::get(library, &user, list).await?;
    Ok((view.list.name, store::lists::list_titles(&library.db, list).await?))
}

fn owner(caller: &Caller) -> Result<&AccountId> {
    let reader = caller.beneficiary().ok_or_else(|| Error::SignIn(caller.site.id.clone()))?;
    Ok(&reader.account.id)
}
