//! Bookmarks and highlights that a reader adds to titles: each in one format of a title, for every user who
//! can see the title (docs/rules/reading.md#rule-1).

use std::future::Future;

use domain::{Format, TitleId};
use store::annotations::{self, AnnotationScope, MAX_MARKS_PER_TITLE};

use crate::places::{MAX_TRANSLATED_ANNOTATIONS, Translator};
use crate::titles::{TitleFormat, find_visible};
use crate::{Error, ErrorKey, KeyPage, Operation, Result, Rows};

pub use store::annotations::AnnotationKey;

/// A kind of annotation that has a place in every format of a title.
pub trait Annotation: annotations::Annotation {
    type Translation: Send;

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
    let scope = AnnotationScope { account: op.account_id()?, title, format };
    let total = annotations::count::<A>(op.db(), scope).await?;
    let rows = annotations::list(op.db(), scope, page).await?;
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
    let translated = if wanted { Some(list_translated::<A>(op, title, format).await?) } else { None };
    Ok((rows, translated))
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
    let scope = AnnotationScope { account: op.account_id()?, title, format };
    let translated =
        annotations::list_in_other_formats::<A>(op.db(), scope, MAX_TRANSLATED_ANNOTATIONS).await?;
    let mut translator = Translator::new(op, &seen).await?;
    let mut found = Vec::with_capacity(translated.len());
    for original in translated {
        found.extend(original.translate_to(&mut translator, format).await?);
    }
    Ok(found)
}
