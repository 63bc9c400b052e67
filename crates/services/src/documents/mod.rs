//! A user's own documents: uploaded to be read in accessible formats (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-2).

mod create;

pub use create::{NewDocument, Source, create, kind};
pub use store::documents::DocumentSort;

use domain::documents::DocumentState;
use domain::ids::TitleId;

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::SignedIn;
use crate::rows::{PageRequest, RowPosition, Rows};
use crate::titles::{self, Seen};

/// A page of the user's documents: two statements.
pub async fn list(
    library: &Library,
    user: &SignedIn,
    part: PageRequest<'_, DocumentSort, i64>,
) -> Result<Rows<RowPosition<i64>, TitleId>> {
    let total = store::documents::count_stored(&library.db, user.id()).await?.documents;
    let rows = store::documents::page(&library.db, user.id(), part).await?;
    Ok(Rows::of(rows, &part, total))
}

/// The same page with the documents as titles: four statements.
pub async fn page(
    library: &Library,
    user: &SignedIn,
    part: PageRequest<'_, DocumentSort, i64>,
) -> Result<Rows<RowPosition<i64>, Seen>> {
    let page = list(library, user, part).await?;
    let titles = titles::page(library, &user.caller, &page.items).await?;
    Ok(page.with(titles))
}

/// How far the conversions of these documents of the user are, in no order: one statement. Other titles, and
/// documents of others, are left out.
pub async fn states(
    library: &Library,
    user: &SignedIn,
    titles: &[TitleId],
) -> Result<Vec<(TitleId, DocumentState)>> {
    Ok(store::documents::list_states(&library.db, user.id(), titles).await?)
}

/// How far the conversion of a document of the user is: `TITLE_NOT_FOUND` for other titles, and documents of
/// others.
pub async fn state(library: &Library, user: &SignedIn, id: TitleId) -> Result<DocumentState> {
    let found = states(library, user, &[id]).await?.pop();
    found.map(|(_, state)| state).ok_or_else(|| ErrorKey::TitleNotFound.into())
}

/// Removes a document of the user, its files, and what was read and annotated in it. Other titles, and
/// documents of others, do not exist here: `TITLE_NOT_FOUND`.
pub async fn remove(library: &Library, user: &SignedIn, id: TitleId) -> Result<()> {
    let mut tx = library.db.begin().await?;
    let removed = store::documents::remove(&mut tx, user.id(), id, user.now()).await?;
    let removed = removed.ok_or(ErrorKey::TitleNotFound)?;
    jobs::documents::enqueue_removal(&mut tx, removed, user.id(), user.now()).await?;
    Ok(tx.commit().await?)
}
