//! Paths of copies of titles and of editions of periodicals.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use domain::{Format, ItemAddress, WireEnum as _, periodicals};
use transport::{item_address, path_param};

use crate::http::{ApiError, ErrorKey, FromParams, ParamDraft, Result, format_among, refuse_nul};
use crate::openapi::{DescribedArgument, OperationDraft};

/// The title or edition, the format and the file that a path names.
#[derive(Debug, Clone)]
pub struct CopyPath {
    /// `None` if the number of a title is not one.
    address: Option<ItemAddress>,
    format: String,
    /// The identifier of the file. Empty if the path names none.
    pub file: String,
}

impl CopyPath {
    /// The title or edition, the format, and the request's parameters. The faults of the last two are
    /// reported together, and before a title that does not exist.
    pub fn parse_with_params<T: FromParams>(&self, draft: ParamDraft<T>) -> Result<(ItemAddress, Format, T)> {
        let is_edition = matches!(self.address, Some(ItemAddress::Edition { .. }));
        let formats = if is_edition { &periodicals::FORMATS } else { Format::ALL };
        let (format, params) = format_among(&self.format, formats, draft)?;
        Ok((self.address.clone().ok_or(ErrorKey::TitleNotFound)?, format, params))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for CopyPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        refuse_nul(parts)?;
        let params = RawPathParams::from_request_parts(parts, state).await.map_err(|_| ErrorKey::NotFound)?;
        let text = |name| path_param(&params, name).unwrap_or_default().to_owned();
        Ok(Self { address: item_address(&params), format: text("format"), file: text("resourceId") })
    }
}

impl DescribedArgument for CopyPath {
    fn describe(draft: &mut OperationDraft) {
        draft.add_error(ErrorKey::InvalidFormat);
    }
}
