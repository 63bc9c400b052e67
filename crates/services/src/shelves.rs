//! A reader's own shelves: titles that the reader, or the member whom a sponsor looks for, has to do with, the
//! latest first.

use domain::ids::{AccountId, TitleId};

use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::recommendations;
use crate::roles::{FromCaller as _, SignedIn};

/// The most titles of a shelf.
pub const LONGEST: u32 = 1_000;

/// The titles that the reader has copies of.
pub async fn downloaded(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(store::download_history::titles(&library.db, owner(caller)?, LONGEST).await?)
}

/// The titles that are assigned to the reader.
pub async fn assigned(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(store::assignments::titles(&library.db, owner(caller)?, LONGEST).await?)
}

/// The titles that the reader is reading.
pub async fn reading(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    Ok(store::reading::titles(&library.db, owner(caller)?, LONGEST).await?)
}

/// The titles that the caller is recommended, the most fitting first.
pub async fn recommended(library: &Library, caller: &Caller) -> Result<Vec<TitleId>> {
    let user = SignedIn::from_caller(caller)?;
    let recommended = recommendations::recommend(library, &user).await?;
    Ok(recommended.into_iter().map(|one| one.title).collect())
}

/// The titles of a reading list that the caller sees, by number, with the list's name:
/// `LIST_NOT_FOUND`.
pub async fn listed(library: &Library, caller: &Caller, list: &str) -> Result<(String, Vec<TitleId>)> {
    let user = SignedIn::from_caller(caller)?;
    let view = crate::lists::get(library, &user, list).await?;
    Ok((view.list.name, store::lists::titles(&library.db, list).await?))
}

fn owner(caller: &Caller) -> Result<&AccountId> {
    let reader = caller.beneficiary().ok_or_else(|| Error::SignIn(caller.site.id.clone()))?;
    Ok(&reader.account.id)
}
