//! The title or edition that a path names.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use domain::{Format, ItemAddress};
use services::downloads::CopyRequest;
use transport::{item_address, path_param};

use crate::{Problem, Result, Visitor, percent_encode};

/// The title or edition that a path names, and its format if the path names one.
#[derive(Debug)]
pub(crate) struct ItemPath {
    pub(crate) address: ItemAddress,
    format: Option<Format>,
}

impl ItemPath {
    /// The copy that the visitor asks for, in the format of the path.
    pub(crate) fn copy_request(self, visitor: &Visitor) -> Result<CopyRequest> {
        let format = self.format.ok_or_else(Problem::not_found)?;
        Ok(CopyRequest { content: self.address, format, for_user: visitor.base.member.clone() })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ItemPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let params =
            RawPathParams::from_request_parts(parts, state).await.map_err(|_| Problem::not_found())?;
        let address = item_address(&params).ok_or_else(Problem::not_found)?;
        Ok(Self { address, format: path_param(&params, "format").and_then(Format::from_path) })
    }
}

/// The path of a title or an edition in the catalog.
pub(crate) fn item_path(address: &ItemAddress) -> String {
    match address {
        ItemAddress::Title(id) => format!("/titles/{id}"),
        ItemAddress::Edition { series, edition } => {
            format!("/periodicals/{}/{}", percent_encode(series.as_str()), percent_encode(edition.as_str()))
        }
    }
}
