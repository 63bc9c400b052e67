//! GET /v2/titles/{serviceId}/source: the file that a title was made from (spec 4, 1.1).

use std::path::Path;

use axum::extract::State;
use axum::response::Response;
use delivery::keys::Key;
use delivery::tickets::{FileTicket, Media};

use crate::access::managed;
use crate::downloads::package::redirect;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::path::{Segments, title_id};
use crate::http::roles::{As, CollectionStaff};
use crate::records::{StatusKey, StatusRecord};
use crate::routes;
use crate::state::Api;

/// Get the source file of a title
///
/// Redirects to the file as it was taken in, without marks.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/source", tag = "Collection", operation_id = "get_title_source",
    params(("serviceId" = i64, Path, description = "Title identifier")),
    extensions(("x-who" = json!("Collection assistants of the title's site, administrators"))),
    responses(
        (status = 302, description = "AVAILABLE: Location is the file's address", body = StatusRecord),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "FORBIDDEN", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND, RESOURCE_NOT_FOUND: no file is kept", body = ErrorBody),
    )
)]
pub async fn get_title_source(
    State(api): State<Api>,
    As(staff): As<CollectionStaff>,
    Segments(id): Segments<String>,
) -> Result<Response> {
    let title = managed(&api.library, &staff, title_id(&id)?).await?;
    let key = Key::parse(title.files.source.as_deref().ok_or(ErrorKey::ResourceNotFound)?)?;
    let extension = Path::new(key.name()).extension().and_then(|e| e.to_str()).unwrap_or("bin");
    let name = format!("{}-source.{extension}", title.id);
    let ticket = FileTicket { key, name, media: Media::Attachment, download: None };
    let address = routes::delivery(&api.delivery.tickets().mint_file(&ticket, &mut api.rng(), staff.0.now()));
    Ok(redirect(StatusKey::Available, api.url(&address)))
}
