//! A reader's highlights: stretches of text with a note and a color.

use domain::formats::Format;
use domain::highlights::Highlight;

use crate::annotations::{self, Annotation, Key, Shelf};
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::places::Translator;
use crate::roles::SignedIn;
use crate::rows::{KeyPage, Rows};
use crate::titles::visible;

pub use store::highlights::{FieldChange, HighlightRange};

/// Adds a highlight: `TITLE_NOT_FOUND`, `HIGHLIGHT_EXISTS` for the same stretch again
/// (docs/rules/reading.md#rule-2), or `OPERATION_NOT_ALLOWED` if there are enough marks in the title.
pub async fn create(library: &Library, user: &SignedIn, highlight: &Highlight) -> Result<()> {
    visible(library, &user.caller, highlight.title).await?;
    if store::highlights::insert(&library.db, user.id(), highlight).await? {
        return Ok(());
    }
    let (start, end) = (highlight.start.location.as_str(), highlight.end.location.as_str());
    let stretch = HighlightRange { title: highlight.title, format: highlight.format, start, end };
    if store::highlights::exists(&library.db, user.id(), stretch).await? {
        Err(ErrorKey::HighlightExists.into())
    } else {
        Err(annotations::too_many())
    }
}

/// Changes the note and the color of a highlight: `TITLE_NOT_FOUND`, `HIGHLIGHT_NOT_FOUND`.
pub async fn change(
    library: &Library,
    user: &SignedIn,
    stretch: HighlightRange<'_>,
    note: FieldChange<'_>,
    color: FieldChange<'_>,
) -> Result<()> {
    visible(library, &user.caller, stretch.title).await?;
    found(store::highlights::update(&library.db, user.id(), stretch, note, color, user.now()).await?)
}

/// Removes a highlight: `TITLE_NOT_FOUND`, `HIGHLIGHT_NOT_FOUND`.
pub async fn remove(library: &Library, user: &SignedIn, stretch: HighlightRange<'_>) -> Result<()> {
    visible(library, &user.caller, stretch.title).await?;
    found(store::highlights::remove(&library.db, user.id(), stretch).await?)
}

/// Removes a highlight as [`remove`] does, and returns a page of the remaining ones of the format.
pub async fn remove_and_list(
    library: &Library,
    user: &SignedIn,
    stretch: HighlightRange<'_>,
    page: &KeyPage<Key>,
) -> Result<Rows<Key, Highlight>> {
    remove(library, user, stretch).await?;
    annotations::list(library, user, stretch.title, stretch.format, page).await
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

impl Annotation for Highlight {
    type Translated = TranslatedHighlight;

    async fn count(shelf: Shelf<'_>) -> Result<u64> {
        Ok(store::highlights::count(shelf.db, shelf.account, shelf.title, shelf.format).await?)
    }

    async fn rows(shelf: Shelf<'_>, page: &KeyPage<Key>) -> Result<Vec<(Key, Self)>> {
        Ok(store::highlights::list(shelf.db, shelf.account, shelf.title, shelf.format, page).await?)
    }

    async fn in_other_formats(shelf: Shelf<'_>, limit: u32) -> Result<Vec<Self>> {
        let Shelf { db, account, title, format } = shelf;
        Ok(store::highlights::list_in_other_formats(db, account, title, format, limit).await?)
    }

    async fn translate(
        self,
        translator: &mut Translator<'_>,
        format: Format,
    ) -> Result<Option<TranslatedHighlight>> {
        let start = translator.place(self.format, &self.start, format).await?;
        let end = translator.place(self.format, &self.end, format).await?;
        let both = start.location.zip(end.location);
        Ok(both.map(|(start, end)| TranslatedHighlight { original: self, start, end }))
    }
}

fn found(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(ErrorKey::HighlightNotFound.into()) }
}
