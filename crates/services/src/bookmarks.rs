//! A reader's bookmarks.

use domain::bookmarks::Bookmark;
use domain::formats::Format;
use domain::ids::TitleId;

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::places::{OTHERS, Translator};
use crate::roles::SignedIn;
use crate::rows::{Page, Rows};
use crate::titles::visible;

/// The position of a bookmark in its list: order key and location.
pub type Key = (String, String);

/// Sets a bookmark, or replaces the one at the same location of the same format. `TITLE_NOT_FOUND` if the
/// reader may not see the title.
pub async fn set(library: &Library, user: &SignedIn, bookmark: &Bookmark) -> Result<()> {
    visible(library, &user.caller, bookmark.title).await?;
    Ok(store::bookmarks::put(&library.db, user.id(), bookmark).await?)
}

/// Removes a bookmark: `TITLE_NOT_FOUND`, `BOOKMARK_NOT_FOUND`.
pub async fn remove(
    library: &Library,
    user: &SignedIn,
    title: TitleId,
    format: Format,
    location: &str,
) -> Result<()> {
    visible(library, &user.caller, title).await?;
    if store::bookmarks::remove(&library.db, user.id(), title, format, location).await? {
        Ok(())
    } else {
        Err(ErrorKey::BookmarkNotFound.into())
    }
}

/// A page of the reader's bookmarks in one format of a title, in reading order: `TITLE_NOT_FOUND`.
pub async fn list(
    library: &Library,
    user: &SignedIn,
    title: TitleId,
    format: Format,
    page: &Page<Key>,
) -> Result<Rows<Key, Bookmark>> {
    visible(library, &user.caller, title).await?;
    let total = store::bookmarks::count(&library.db, user.id(), title, format).await?;
    let rows = store::bookmarks::list(&library.db, user.id(), title, format, page).await?;
    Ok(Rows::cut(rows, page.limit, total))
}

/// A bookmark of another format.
#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedBookmark {
    /// The bookmark as it is kept.
    pub original: Bookmark,
    /// Where it is in the format that was asked for.
    pub location: String,
    /// How far into the title.
    pub total_progression: Option<f64>,
}

/// The reader's bookmarks in other formats of a title that have a place in this one: the first
/// [`OTHERS`](crate::places::OTHERS) by their formats. `TITLE_NOT_FOUND`.
pub async fn translated(
    library: &Library,
    user: &SignedIn,
    title: TitleId,
    format: Format,
) -> Result<Vec<TranslatedBookmark>> {
    let title = visible(library, &user.caller, title).await?;
    let others = store::bookmarks::in_other_formats(&library.db, user.id(), title.id, format, OTHERS).await?;
    let mut translator = Translator::new(library, user, &title).await?;
    let mut found = Vec::with_capacity(others.len());
    for original in others {
        let place = translator.place(original.format, &original.place, format).await?;
        if let Some(location) = place.location {
            found.push(TranslatedBookmark { original, location, total_progression: place.total_progression });
        }
    }
    Ok(found)
}
