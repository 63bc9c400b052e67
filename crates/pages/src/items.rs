//! The title or the edition of a periodical that a path names.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use domain::offering::AsOffering as _;
use domain::{Format, ItemAddress, OfferedItem, SeriesId};
use transport::{item_address, path_param};

use crate::languages::{first_language, title_language};
use crate::{Link, Problem, Result, percent_encode};

pub(crate) struct CopyPath {
    pub(crate) address: ItemAddress,
    pub(crate) format: Format,
}

impl<S: Send + Sync> FromRequestParts<S> for CopyPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let params = RawPathParams::from_request_parts(parts, state).await.map_err(|_| Problem::NotFound)?;
        let address = item_address(&params).ok_or(Problem::NotFound)?;
        let format = path_param(&params, "format").and_then(Format::from_path).ok_or(Problem::NotFound)?;
        Ok(Self { address, format })
    }
}

/// The address of the page of a title or an edition.
pub(crate) fn item_path(address: &ItemAddress) -> String {
    match address {
        ItemAddress::Title(id) => format!("/titles/{id}"),
        ItemAddress::Edition { series, edition } => {
            format!("{}/{}", series_path(series), percent_encode(edition.as_str()))
        }
    }
}

/// A link to the page of a title or an edition, with its name.
pub(crate) fn item_link(item: &OfferedItem) -> Link {
    let (name, language) = match item {
        OfferedItem::Title(title) => (title.metadata.title.clone(), title_language(title)),
        OfferedItem::Edition(issue) => {
            let name = format!("{}: {}", issue.series.title, issue.edition.name);
            (name, first_language(&issue.series))
        }
    };
    Link::new(item_path(&item.as_offering().address()), name).in_language(language)
}

/// The address of a periodical.
pub(crate) fn series_path(id: &SeriesId) -> String {
    format!("/periodicals/{}", percent_encode(id.as_str()))
}
