//! A reader's highlights: stretches of text with a note and a color.

use domain::formats::Format;
use domain::highlights::Highlight;
use domain::ids::TitleId;

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::places::{OTHERS, Translator};
use crate::roles::SignedIn;
use crate::rows::{Page, Rows};
use crate::titles::visible;

pub use store::highlights::{Edit, Stretch};

/// The position of a highlight in its list: order key and place.
pub type Key = (String, String);

/// Adds a highlight: `TITLE_NOT_FOUND`, or `HIGHLIGHT_EXISTS` for the same stretch again
/// (docs/rules/reading.md#rule-2).
pub async fn create(library: &Library, user: &SignedIn, highlight: &Highlight) -> Result<()> {
    visible(library, &user.caller, highlight.title).await?;
    if store::highlights::insert(&library.db, user.id(), highlight).await? {
        Ok(())
    } else {
        Err(ErrorKey::HighlightExists.into())
    }
}

/// Changes the note and the color of a highlight: `TITLE_NOT_FOUND`, `HIGHLIGHT_NOT_FOUND`.
pub async fn change(
    library: &Library,
    user: &SignedIn,
    stretch: Stretch<'_>,
    note: Edit<'_>,
    color: Edit<'_>,
) -> Result<()> {
    visible(library, &user.caller, stretch.title).await?;
    found(store::highlights::update(&library.db, user.id(), stretch, note, color, user.now()).await?)
}

/// Removes a highlight: `TITLE_NOT_FOUND`, `HIGHLIGHT_NOT_FOUND`.
pub async fn remove(library: &Library, user: &SignedIn, stretch: Stretch<'_>) -> Result<()> {
    visible(library, &user.caller, stretch.title).await?;
    found(store::highlights::remove(&library.db, user.id(), stretch).await?)
}

/// A page of the reader's highlights in one format of a title, in reading order: `TITLE_NOT_FOUND`.
pub async fn list(
    library: &Library,
    user: &SignedIn,
    title: TitleId,
    format: Format,
    page: &Page<Key>,
) -> Result<Rows<Key, Highlight>> {
    visible(library, &user.caller, title).await?;
    let total = store::highlights::count(&library.db, user.id(), title, format).await?;
    let rows = store::highlights::list(&library.db, user.id(), title, format, page).await?;
    Ok(Rows::cut(rows, page.limit, total))
}

/// A highlight of another format.
#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedHighlight {
    /// The highlight as it is kept.
    pub original: Highlight,
    /// Where it begins in the format that was asked for.
    pub start: String,
    /// Where it ends there.
    pub end: String,
}

/// The reader's highlights in other formats of a title that have a place in this one: the first
/// [`OTHERS`](crate::places::OTHERS) by their formats. `TITLE_NOT_FOUND`.
pub async fn translated(
    library: &Library,
    user: &SignedIn,
    title: TitleId,
    format: Format,
) -> Result<Vec<TranslatedHighlight>> {
    let title = visible(library, &user.caller, title).await?;
    let others =
        store::highlights::in_other_formats(&library.db, user.id(), title.id, format, OTHERS).await?;
    let mut translator = Translator::new(library, user, &title).await?;
    let mut all = Vec::with_capacity(others.len());
    for original in others {
        let start = translator.place(original.format, &original.start, format).await?;
        let end = translator.place(original.format, &original.end, format).await?;
        if let Some((start, end)) = start.location.zip(end.location) {
            all.push(TranslatedHighlight { original, start, end });
        }
    }
    Ok(all)
}

fn found(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(ErrorKey::HighlightNotFound.into()) }
}
