//! Paths of titles and of editions of periodicals.

use axum::extract::RawPathParams;
use domain::downloads::ItemAddress;

/// The title or edition that the parameters of a path name. `None` if the number of a title is not one.
pub fn item_address(params: &RawPathParams) -> Option<ItemAddress> {
    let title = path_param(params, "title").or_else(|| path_param(params, "serviceId"));
    if let Some(id) = title {
        return id.parse().ok().map(ItemAddress::Title);
    }
    let series = path_param(params, "series").or_else(|| path_param(params, "seriesId"))?;
    let edition = path_param(params, "edition").or_else(|| path_param(params, "editionId"))?;
    Some(ItemAddress::Edition { series: series.into(), edition: edition.into() })
}

/// A parameter of a path. `None` if the path does not have it.
pub fn path_param<'a>(params: &'a RawPathParams, name: &str) -> Option<&'a str> {
    params.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
}
