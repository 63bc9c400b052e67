//! A reader's bookmarks.

use domain::bookmarks::Bookmark;
use domain::{Format, TitleId};

use crate::annotations::{self, Annotation, AnnotationKey};
use crate::places::Translator;
use crate::titles::{TitleFormat, find_visible};
use crate::{ErrorKey, KeyPage, Operation, Result, Rows};

/// Sets a bookmark, or replaces the one at the same location of the same format. `TITLE_NOT_FOUND` if the
/// reader may not see the title; `OPERATION_NOT_ALLOWED` if there are enough marks in it.
pub async fn set(op: &Operation, bookmark: &Bookmark) -> Result<()> {
    find_visible(op, bookmark.title).await?;
    if store::bookmarks::put(op.db(), op.account_id()?, bookmark).await? {
        Ok(())
    } else {
        Err(annotations::too_many_annotations())
    }
}

/// Names a bookmark of the reader.
#[derive(Debug, Clone, Copy)]
pub struct BookmarkAddress<'a> {
    pub title: TitleId,
    pub format: Format,
    /// Its location, exactly as it was set.
    pub location: &'a str,
}

/// Removes a bookmark: `TITLE_NOT_FOUND`, `BOOKMARK_NOT_FOUND`.
pub async fn remove(op: &Operation, bookmark: BookmarkAddress<'_>) -> Result<()> {
    let BookmarkAddress { title, format, location } = bookmark;
    find_visible(op, title).await?;
    if store::bookmarks::remove(op.db(), op.account_id()?, title, format, location).await? {
        Ok(())
    } else {
        Err(ErrorKey::BookmarkNotFound.into())
    }
}

/// Removes a bookmark as [`remove`] does, and returns a page of the remaining ones of the format.
pub async fn remove_and_list(
    op: &Operation,
    bookmark: BookmarkAddress<'_>,
    page: &KeyPage<AnnotationKey>,
) -> Result<Rows<AnnotationKey, Bookmark>> {
    let BookmarkAddress { title, format, .. } = bookmark;
    remove(op, bookmark).await?;
    annotations::list(op, TitleFormat { title, format }, page).await
}

#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedBookmark {
    pub original: Bookmark,
    /// The location in the requested format.
    pub location: String,
    /// Position as a share of the title.
    pub total_progression: Option<f64>,
}

impl Annotation for Bookmark {
    type Translation = TranslatedBookmark;

    async fn translate_to(
        self,
        translator: &mut Translator<'_>,
        format: Format,
    ) -> Result<Option<TranslatedBookmark>> {
        let place = translator.translate_stored(self.format, &self.place, format).await?;
        let total_progression = place.total_progression;
        let translated = |location| TranslatedBookmark { original: self, location, total_progression };
        Ok(place.location.map(translated))
    }
}
