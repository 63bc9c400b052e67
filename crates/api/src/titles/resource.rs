//! GET /v2/titles/{serviceId}/{format}/resources/{resourceId}: one file (spec 4, 4.1 point 7).

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use delivery::tickets::ResourceTicket;
use domain::downloads::Item;

use crate::downloads::Request;
use crate::downloads::files::{GetFile, by_ticket, check_holds, deliver};
use crate::downloads::unpacked::Unpacked;
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::params::Params;
use crate::http::path::{Segments, format, title_id};
use crate::records::StatusRecord;
use crate::state::Api;

/// Get a file of a title
///
/// Redirects to the file itself.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/{format}/resources/{resourceId}", tag = "Titles",
    operation_id = "get_title_resource",
    params(
        ("serviceId" = i64, Path, description = "Title identifier"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        ("resourceId" = String, Path, description = "File identifier, from the list"),
        GetFile,
    ),
    extensions(("x-who" = json!("As the download, or anyone with the signed address"))),
    responses(
        (status = 302, description = "AVAILABLE: Location is the file's address", body = StatusRecord),
        (status = 400, description = "INVALID_PARAMETER: a speed that cannot be had", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED: signing in could help", body = ErrorBody),
        (status = 403, description = "LINK_EXPIRED, or a rule's key", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND, RESOURCE_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn get_title_resource(
    State(api): State<Api>,
    caller: Option<Extension<Caller>>,
    ticket: Option<Extension<ResourceTicket>>,
    Segments((id, word, resource)): Segments<(String, String, String)>,
    Params(params): Params<GetFile>,
) -> Result<Response> {
    let (format, id) = (format(&word)?, title_id(&id)?);
    let unpacked = match (ticket, caller) {
        (Some(Extension(ticket)), _) => {
            let unpacked = by_ticket(&api, &ticket, &Item::Title(id), format, &resource).await?;
            let title = store::titles::read(&api.db, id).await?.ok_or(ErrorKey::TitleNotFound)?;
            check_holds(&api, &*title, &unpacked).await?;
            unpacked
        }
        (None, Some(Extension(caller))) => {
            let request = Request::of_title(&api, &caller, id, params.for_user.as_deref()).await?;
            Unpacked::of(&api, &caller, &request, format).await?
        }
        (None, None) => return Err(ErrorKey::InternalError.into()),
    };
    deliver(&api, &unpacked, &resource, params.speed).await
}
