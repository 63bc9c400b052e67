//! GET /v2/periodicals/{seriesId}/editions/{editionId}/{format}/resources/{resourceId}: one file (spec 4, 1.2 and
//! 4.1 point 7).

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use delivery::tickets::ResourceTicket;
use domain::downloads::Item;
use domain::ids::{EditionId, SeriesId};
use domain::periodicals::Issue;

use super::requested;
use crate::downloads::files::{GetFile, by_ticket, check_holds, deliver};
use crate::downloads::unpacked::Unpacked;
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::periodicals::format;
use crate::records::StatusRecord;
use crate::state::Api;

/// Get a file of an edition
///
/// Redirects to the file itself.
#[utoipa::path(
    get, path = "/v2/periodicals/{seriesId}/editions/{editionId}/{format}/resources/{resourceId}",
    tag = "Periodicals", operation_id = "get_edition_resource",
    params(
        ("seriesId" = String, Path, description = "Identifier of the periodical"),
        ("editionId" = String, Path, description = "Identifier of the edition"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        ("resourceId" = String, Path, description = "File identifier, from the list"),
        GetFile,
    ),
    extensions(("x-who" = json!("As the download, or anyone with the signed address"))),
    responses(
        (status = 302, description = "AVAILABLE: Location is the file's address", body = StatusRecord),
        (status = 400, description = "INVALID_PARAMETER: a speed that cannot be had", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "LINK_EXPIRED, or a rule's key", body = ErrorBody),
        (status = 404, description = "PERIODICAL_NOT_FOUND, EDITION_NOT_FOUND, RESOURCE_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn get_edition_resource(
    State(api): State<Api>,
    caller: Option<Extension<Caller>>,
    ticket: Option<Extension<ResourceTicket>>,
    Segments((series, id, word, resource)): Segments<(String, String, String, String)>,
    Params(params): Params<GetFile>,
) -> Result<Response> {
    let unpacked = match (ticket, caller) {
        (Some(Extension(ticket)), _) => {
            let (format, id) = (format(&word)?, EditionId::from(id));
            let found = store::periodicals::editions::with_series(&api.db, std::slice::from_ref(&id)).await?;
            let found = found.into_iter().find(|(of, _)| of.id == SeriesId::from(series.as_str()));
            let (of, edition) = found.ok_or(ErrorKey::LinkExpired)?;
            let unpacked = by_ticket(&api, &ticket, &Item::Edition(id), format, &resource).await?;
            check_holds(&api, &Issue::new(Arc::new(of), edition, api.now()), &unpacked).await?;
            unpacked
        }
        (None, Some(Extension(caller))) => {
            caller.reader()?;
            let format = format(&word)?;
            let request = requested(&api, &caller, &series, &id, params.for_user.as_deref()).await?;
            Unpacked::of(&api, &caller, &request, format).await?
        }
        (None, None) => return Err(ErrorKey::InternalError.into()),
    };
    deliver(&api, &unpacked, &resource, params.speed).await
}
