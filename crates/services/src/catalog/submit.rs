//! Submits a new title with its files (docs/rules/titles.md#rule-9).

use bytes::Bytes;
use domain::{AuditedAct, ContentType, Format, TitleId};
use holdings::submission::{self, BookSubmission, SubmissionError};

use crate::titles::{TitleForm, invalid_title};
use crate::uploads::Upload;
use crate::{Error, ErrorKey, Fault, Faults, Field, Operation, Result};

pub use holdings::submission::SOURCE_FORMATS;

#[derive(Debug, Clone)]
pub struct NewTitle {
    /// Metadata of the title; missing parts are taken from the book.
    pub form: TitleForm,
    pub content_type: ContentType,
    /// The book, in one or several formats of [`SOURCES`].
    pub files: Vec<(Format, Upload)>,
    /// The cover. `None` means the book's own.
    pub cover: Option<Upload>,
    /// A remark for the history.
    pub comment: Option<String>,
}

/// Reads the files and adds the title, which then waits for its review.
///
/// # Errors
/// The faults of the request; `INVALID_FILE_TYPE`, with every bad file and what is wrong in it;
/// `PRODUCT_IDENTIFIER_EXISTS`.
pub async fn submit(op: &Operation, new: NewTitle, faults: Faults) -> Result<TitleId> {
    op.require_collection_staff()?;
    let ctx = op.library().holdings_context();
    let site = op.view_site().clone();
    let submitter = op.account_id()?.clone();
    let NewTitle { form, content_type, files, cover, comment } = new;
    let edit = form.validate(op, None, faults).await?;
    let (files, cover) = read_files(&files, cover.as_ref()).await?;
    let read = submission::read_files(&ctx, BookSubmission { site, submitter, files, cover }).await;
    let mut draft = read.map_err(invalid_submission)?;
    draft.title = edit.apply(&draft.title);
    draft.title.content_type = content_type;
    let person = op.account()?.display_name();
    let change = op.describe_change(AuditedAct::SubmitTitle);
    draft.add_title(&ctx, person, comment, change).await.map_err(invalid_title)
}

async fn read_files(
    files: &[(Format, Upload)],
    cover: Option<&Upload>,
) -> Result<(Vec<(Format, Bytes)>, Option<Bytes>)> {
    let mut read = Vec::with_capacity(files.len());
    for (format, upload) in files {
        read.push((*format, upload.read_all().await?));
    }
    let cover = match cover {
        Some(upload) => Some(upload.read_all().await?),
        None => None,
    };
    Ok((read, cover))
}

/// Explains which file is bad, where, and how.
fn invalid_submission(error: SubmissionError) -> Error {
    let bad = |field: Field, reason: String| Fault::new(ErrorKey::InvalidFileType, field, reason);
    match error {
        SubmissionError::Books(faults) => {
            let faults = faults.into_iter().map(|(format, reason)| bad(Field::file_in(format), reason));
            Error::Invalid(faults.collect())
        }
        SubmissionError::Cover => {
            bad(Field::CoverImage, "is no JPEG, PNG, GIF or WebP image".to_owned()).into()
        }
        SubmissionError::Files(error) => error.into(),
        SubmissionError::Store(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use domain::Format;
    use holdings::submission::SubmissionError;

    use super::invalid_submission;
    use crate::{Error, ErrorKey};

    #[test]
    fn every_bad_file_is_named_with_its_fault() {
        let bad = [(Format::Epub3, "has no spine".to_owned()), (Format::Daisy2Audio, "is empty".to_owned())];
        let error = invalid_submission(SubmissionError::Books(bad.into()));
        assert_eq!(error.key(), Some(ErrorKey::InvalidFileType));
        assert_eq!(error.to_string(), "EPUB3: has no spine; DAISY_2_AUDIO: is empty");
        assert_eq!(
            invalid_submission(SubmissionError::Cover).to_string(),
            "cover image: is no JPEG, PNG, GIF or WebP image"
        );
        let Error::Delivery(_) =
            invalid_submission(SubmissionError::Files(delivery::Error::Store("gone".into())))
        else {
            panic!("a failure of the library's own is not the caller's fault");
        };
    }
}
