//! Forms with a file that only administrators send.

use axum::extract::{FromRequest, Request};
use services::Operation;

use crate::uploaded_form::UploadedForm;
use crate::{Pages, Problem, Result};

/// The form as an administrator sent it. The body of a request by another user is not read.
pub(super) struct AdministratorForm<const MAX_BYTES: u64>(pub(super) UploadedForm<MAX_BYTES>);

impl<const MAX_BYTES: u64> FromRequest<Pages> for AdministratorForm<MAX_BYTES> {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self> {
        UploadedForm::from_allowed_request(request, pages, Operation::require_administrator).await.map(Self)
    }
}
