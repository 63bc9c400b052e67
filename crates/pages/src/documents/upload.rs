//! The form with a new document.

use axum::extract::{FromRequest, Request};
use domain::documents::{DocumentType, MAX_DOCUMENT_BYTES};
use services::documents;

use crate::uploaded_form::UploadedForm;
use crate::{Pages, Problem, Result};

/// The form that a signed-in user sent from a page of this server.
pub(super) struct DocumentForm {
    pub(super) sent: UploadedForm<MAX_DOCUMENT_BYTES>,
    /// The kind of the file. `None` if there is no file, or no document can be made of it.
    pub(super) kind: Option<DocumentType>,
}

impl FromRequest<Pages> for DocumentForm {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self> {
        let sent = UploadedForm::from_request(request, pages).await?;
        let kind = match sent.file() {
            Some(file) => documents::detect_kind(&file.content).await?,
            None => None,
        };
        Ok(Self { sent, kind })
    }
}
