//! GET /v2/periodicals/{seriesId}/editions/{editionId}/{format}/resources: the files of an edition
//! (docs/rules/periodicals.md#rule-1, docs/rules/records.md#rule-14).

use axum::extract::State;
use domain::ids::{EditionId, SeriesId};
use services::downloads::{self, CopyRequest, DownloadContent};

use crate::downloads::files::{ListFiles, TitleFileResourceList};
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::params::ParamDraft;
use crate::http::path::Segments;
use crate::http::roles::{InRole, SignedIn};
use crate::periodicals::format_with;
use crate::routes;
use crate::state::Api;

/// List the files of an edition
///
/// Each file's first link needs no key and no token for 24 hours.
#[utoipa::path(
    get, path = "/v2/periodicals/{seriesId}/editions/{editionId}/{format}/resources", tag = "Periodicals",
    operation_id = "list_edition_resources",
    params(
        ("seriesId" = String, Path, description = "Identifier of the periodical"),
        ("editionId" = String, Path, description = "Identifier of the edition"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        ListFiles,
    ),
    extensions(("x-who" = json!("As the download"))),
    responses(
        (status = 200, description = "A page of files", body = TitleFileResourceList),
        (status = 400, description = "INVALID_FORMAT, FORMAT_NOT_AVAILABLE, FOR_USER_REQUIRED", body = ErrorBody),
        (status = 403, description = "A rule's key", body = ErrorBody),
        (status = 404, description = "PERIODICAL_NOT_FOUND, EDITION_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn list_edition_resources(
    State(api): State<Api>,
    InRole(user): InRole<SignedIn>,
    address: ListAddress,
    Segments((series, id, word)): Segments<(String, String, String)>,
    draft: ParamDraft<ListFiles>,
) -> Result<Json<TitleFileResourceList>> {
    let (format, params) = format_with(&word, draft)?;
    let list = params.open(&api, &user.caller, &id, format)?;
    let (series, edition) = (SeriesId::from(series), EditionId::from(id));
    let path = routes::edition_path(&series, &edition);
    let content = DownloadContent::Edition { series, edition };
    let copy = CopyRequest { content, format, for_user: params.for_user };
    let rows = downloads::list_files(&api.library, &user.caller, &copy, &list.page()).await?;
    TitleFileResourceList::new(&api, &list, rows, &address, (&path, format))
}
