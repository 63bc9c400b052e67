//! Bookmarks and highlights that a reader adds to titles: each in one format of a title, for every user who
//! can see the title (docs/rules/reading.md#rule-1).

use std::future::Future;

use domain::formats::Format;
use domain::ids::{AccountId, TitleId};
use store::Db;
use store::bookmarks::MAX_MARKS_PER_TITLE;

use crate::error::{Error, Result};
use crate::keys::ErrorKey;
use crate::operation::Operation;
use crate::places::{MAX_TRANSLATED_ANNOTATIONS, Translator};
use crate::rows::{KeyPage, Rows};
use crate::titles::{TitleFormat, find_visible};

/// The position of an annotation in its list: order key and place.
pub type AnnotationKey = (String, String);

/// A reader's annotations in one format of a title.
#[derive(Debug, Clone, Copy)]
pub struct AnnotationScope<'a> {
    /// The database of the annotations.
    pub db: &'a Db,
    /// The reader.
    pub account: &'a AccountId,
    /// In which title.
    pub title: TitleId,
    /// In which format.
    pub format: Format,
}

/// A kind of annotation.
pub trait Annotation: Sized + Send {
    /// One of another format.
    type Translation: Send;

    /// Counts the annotations.
    fn count_all(shelf: AnnotationScope<'_>) -> impl Future<Output = Result<u64>> + Send;

    /// The rows of a page, in reading order.
    fn read_page(
        shelf: AnnotationScope<'_>,
        page: &KeyPage<AnnotationKey>,
    ) -> impl Future<Output = Result<Vec<(AnnotationKey, Self)>>> + Send;

    /// Reads annotations in the other formats of the title, by their formats: at most `limit`.
    fn in_other_formats(
        shelf: AnnotationScope<'_>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Self>>> + Send;

    /// The annotation at its place in another format. `None` if it has none there.
    fn translate_to(
        self,
        translator: &mut Translator<'_>,
        format: Format,
    ) -> impl Future<Output = Result<Option<Self::Translation>>> + Send;
}

/// A page of the reader's annotations in one format of a title, in reading order: `TITLE_NOT_FOUND`.
pub async fn list<A: Annotation>(
    op: &Operation,
    list: TitleFormat,
    page: &KeyPage<AnnotationKey>,
) -> Result<Rows<AnnotationKey, A>> {
    let TitleFormat { title, format } = list;
    find_visible(op, title).await?;
    let shelf = AnnotationScope { db: op.db(), account: op.account_id()?, title, format };
    let total = A::count_all(shelf).await?;
    let rows = A::read_page(shelf, page).await?;
    Ok(Rows::from_forward_rows(rows, page.limit, total))
}

/// The reader's annotations that are asked for.
#[derive(Debug, Clone, Copy)]
pub struct AnnotationRequest {
    pub title: TitleId,
    pub format: Format,
    /// The last page has those of other formats, too.
    pub any_format: bool,
}

/// A page of the reader's annotations as in [`list`], followed on the last page by those of other formats
/// if `any_format` is set.
pub async fn list_with_others<A: Annotation>(
    op: &Operation,
    request: AnnotationRequest,
    page: &KeyPage<AnnotationKey>,
) -> Result<(Rows<AnnotationKey, A>, Option<Vec<A::Translation>>)> {
    let AnnotationRequest { title, format, any_format } = request;
    let rows = list(op, TitleFormat { title, format }, page).await?;
    let wanted = any_format && page.after.is_none();
    let others = if wanted { Some(list_translated::<A>(op, title, format).await?) } else { None };
    Ok((rows, others))
}

/// The refusal of another bookmark or highlight in a title with enough of them.
pub(crate) fn too_many_annotations() -> Error {
    let sentence = format!("A title has at most {MAX_MARKS_PER_TITLE} bookmarks and highlights of a reader.");
    Error::Explained(ErrorKey::OperationNotAllowed, sentence)
}

/// The reader's annotations in other formats of a title that have a place in this one: the first
/// [`MAX_TRANSLATED_ANNOTATIONS`](crate::places::MAX_TRANSLATED_ANNOTATIONS) by their formats.
/// `TITLE_NOT_FOUND`.
pub async fn list_translated<A: Annotation>(
    op: &Operation,
    title: TitleId,
    format: Format,
) -> Result<Vec<A::Translation>> {
    let seen = find_visible(op, title).await?;
    let shelf = AnnotationScope { db: op.db(), account: op.account_id()?, title, format };
    let others = A::in_other_formats(shelf, MAX_TRANSLATED_ANNOTATIONS).await?;
    let mut translator = Translator::new(op, &seen).await?;
    let mut found = Vec::with_capacity(others.len());
    for original in others {
        found.extend(original.translate_to(&mut translator, format).await?);
    }
    Ok(found)
}
