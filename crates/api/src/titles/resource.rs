//! GET /v2/titles/{serviceId}/{format}/resources/{resourceId}: one file (spec 4, 4.1 point 7).

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use delivery::speed::Speed;
use delivery::tickets::{FileTicket, Media, ResourceTicket};

use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Result};
use crate::http::params::Params;
use crate::http::path::{Segments, format, title_id};
use crate::http::values::PlaybackSpeed;
use crate::params;
use crate::records::{StatusKey, StatusRecord};
use crate::routes;
use crate::state::Api;
use crate::titles::access::Request;
use crate::titles::download::redirect;
use crate::titles::unpacked::Unpacked;

params! {
    /// Parameters of one file.
    pub struct GetTitleResource {
        /// 0.5 to 3.5 in steps of 0.05, for MP3 only; 1 when absent.
        speed: Option<PlaybackSpeed>,
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
        /// The signed ticket of the file's link: takes the place of key and token.
        ticket: Option<String>,
        /// Accepted and ignored.
        size: Option<String>,
    }
}

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
        GetTitleResource,
    ),
    extensions(("x-who" = json!("As the download, or anyone with the signed address"))),
    responses(
        (status = 302, description = "AVAILABLE: Location is the file's address", body = StatusRecord),
        (status = 400, description = "INVALID_PARAMETER: a speed that cannot be had", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED: signing in could help", body = ErrorBody),
        (status = 403, description = "LINK_EXPIRED, or a rule's key", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND, RESOURCE_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_title_resource(
    State(api): State<Api>,
    caller: Option<Extension<Caller>>,
    ticket: Option<Extension<ResourceTicket>>,
    Segments((id, word, resource)): Segments<(String, String, String)>,
    Params(params): Params<GetTitleResource>,
) -> Result<Response> {
    let (format, speed) = (format(&word)?, params.speed.map_or(Speed::NORMAL, |speed| speed.0));
    let unpacked = match (ticket, caller) {
        (Some(Extension(ticket)), _) => by_ticket(&api, &ticket, &resource).await?,
        (None, Some(Extension(caller))) => {
            let request = Request::load(&api, &caller, title_id(&id)?, params.for_user.as_deref()).await?;
            Unpacked::of(&api, &caller, &request, format).await?
        }
        (None, None) => return Err(ErrorKey::InternalError.into()),
    };
    if unpacked.version.format != format || unpacked.version.title.to_string() != id {
        return Err(ErrorKey::LinkExpired.into());
    }
    let found = api.delivery.resource(&unpacked.package, &unpacked.version, &resource, speed).await;
    let file = found.map_err(no_speed)?.ok_or(ErrorKey::ResourceNotFound)?;
    let ticket =
        FileTicket { key: file.key, name: file.name, media: Media::Inline(file.media_type), download: None };
    let address = routes::delivery(&api.delivery.tickets().mint_file(&ticket, api.now()));
    Ok(redirect(StatusKey::Available, api.url(&address)))
}

/// The package that a ticket names; its expiry is the ticket's own.
async fn by_ticket(api: &Api, ticket: &ResourceTicket, resource: &str) -> Result<Unpacked> {
    if ticket.resource != resource {
        return Err(ErrorKey::LinkExpired.into());
    }
    let download = store::downloads::get(&api.db, ticket.download).await?.ok_or(ErrorKey::LinkExpired)?;
    Unpacked::made(download)
}

fn no_speed(error: delivery::Error) -> ApiError {
    match error {
        delivery::Error::NoSpeed => {
            ApiError::new(ErrorKey::InvalidParameter, vec!["speed: only MP3 files have a speed".into()])
        }
        other => other.into(),
    }
}
