//! A reader's highlights: stretches of text with a note and a color.

use domain::Format;
use domain::highlights::Highlight;

use crate::annotations::{self, Annotation, AnnotationKey};
use crate::places::Translator;
use crate::titles::{TitleFormat, find_visible};
use crate::{ErrorKey, KeyPage, Operation, Result, Rows};

pub use store::highlights::{FieldChange, HighlightRange};

/// Adds a highlight: `TITLE_NOT_FOUND`, `HIGHLIGHT_EXISTS` for the same stretch again
/// (docs/rules/reading.md#rule-2), or `OPERATION_NOT_ALLOWED` if there are enough marks in the title.
pub async fn create(op: &Operation, highlight: &Highlight) -> Result<()> {
    find_visible(op, highlight.title).await?;
    if store::highlights::insert(op.db(), op.account_id()?, highlight).await? {
        return Ok(());
    }
    let (start, end) = (highlight.start.location.as_str(), highlight.end.location.as_str());
    let stretch = HighlightRange { title: highlight.title, format: highlight.format, start, end };
    if store::highlights::exists(op.db(), op.account_id()?, stretch).await? {
        Err(ErrorKey::HighlightExists.into())
    } else {
        Err(annotations::too_many_annotations())
    }
}

#[derive(Debug, Clone, Copy)]
pub struct HighlightChange<'a> {
    pub note: FieldChange<'a>,
    pub color: FieldChange<'a>,
}

/// Changes the note and the color of a highlight: `TITLE_NOT_FOUND`, `HIGHLIGHT_NOT_FOUND`.
pub async fn change(op: &Operation, stretch: HighlightRange<'_>, change: HighlightChange<'_>) -> Result<()> {
    let HighlightChange { note, color } = change;
    find_visible(op, stretch.title).await?;
    ok_or_not_found(store::highlights::update(op.db(), op.account_id()?, stretch, note, color, op.now).await?)
}

/// Removes a highlight: `TITLE_NOT_FOUND`, `HIGHLIGHT_NOT_FOUND`.
pub async fn remove(op: &Operation, stretch: HighlightRange<'_>) -> Result<()> {
    find_visible(op, stretch.title).await?;
    ok_or_not_found(store::highlights::remove(op.db(), op.account_id()?, stretch).await?)
}

/// Removes a highlight as [`remove`] does, and returns a page of the remaining ones of the format.
pub async fn remove_and_list(
    op: &Operation,
    stretch: HighlightRange<'_>,
    page: &KeyPage<AnnotationKey>,
) -> Result<Rows<AnnotationKey, Highlight>> {
    remove(op, stretch).await?;
    let list = TitleFormat { title: stretch.title, format: stretch.format };
    annotations::list(op, list, page).await
}

#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedHighlight {
    pub original: Highlight,
    /// Start in the requested format.
    pub start: String,
    /// End in the requested format.
    pub end: String,
}

impl Annotation for Highlight {
    type Translation = TranslatedHighlight;

    async fn translate_to(
        self,
        translator: &mut Translator<'_>,
        format: Format,
    ) -> Result<Option<TranslatedHighlight>> {
        let start = translator.translate_stored(self.format, &self.start, format).await?;
        let end = translator.translate_stored(self.format, &self.end, format).await?;
        let both = start.location.zip(end.location);
        Ok(both.map(|(start, end)| TranslatedHighlight { original: self, start, end }))
    }
}

fn ok_or_not_found(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(ErrorKey::HighlightNotFound.into()) }
}
