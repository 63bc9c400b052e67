//! GET /v2/titles/{serviceId}/{format}: the download (spec 4, 4.1).

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use delivery::keys::Key;
use delivery::tickets::{FileTicket, Media};
use domain::access::{self, AlertCode, Refusal};
use domain::downloads::{Download, DownloadStatus};
use domain::formats::Format;
use store::downloads::{Charge, NewDownload};

use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::Params;
use crate::http::path::{Segments, format, title_id};
use crate::params;
use crate::records::{StatusKey, StatusRecord};
use crate::routes;
use crate::state::Api;
use crate::titles::access::Request;

params! {
    /// Parameters of a download.
    pub struct DownloadTitle {
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
    }
}

/// Download a title
///
/// Starts packaging (202) or, when the package is ready, redirects to it (302). Repeat the request until it
/// redirects.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/{format}", tag = "Titles", operation_id = "download_title",
    params(
        ("serviceId" = i64, Path, description = "Title identifier"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        DownloadTitle,
    ),
    extensions(("x-who" = json!("Anyone with a key for free titles, otherwise signed-in readers"))),
    responses(
        (status = 202, description = "SUBMITTED: being packaged", body = StatusRecord),
        (status = 302, description = "COMPLETED: Location is the delivery address", body = StatusRecord),
        (status = 400, description = "INVALID_FORMAT, FORMAT_NOT_AVAILABLE, FOR_USER_REQUIRED", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED: signing in could help", body = ErrorBody),
        (status = 403, description = "A rule's key", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn download_title(
    State(api): State<Api>,
    caller: Caller,
    Segments((id, word)): Segments<(String, String)>,
    Params(params): Params<DownloadTitle>,
) -> Result<Response> {
    let format = format(&word)?;
    let request = Request::load(&api, &caller, title_id(&id)?, params.for_user.as_deref()).await?;
    allowed(&request, &caller, format)?;
    let wanted = wanted(&request, &caller, format, None);
    let download = match store::downloads::find(&api.db, &wanted).await? {
        Some(download) => download,
        None => submit(&api, &caller, &wanted).await?,
    };
    match download.status_at(caller.now) {
        DownloadStatus::Pending => Ok(submitted(format)),
        DownloadStatus::Available | DownloadStatus::Downloaded => {
            completed(&api, &caller, &request, &download)
        }
        DownloadStatus::Failed if store::downloads::take_failure(&api.db, download.id).await? => {
            Err(ErrorKey::PackagingFailed.into())
        }
        DownloadStatus::Failed | DownloadStatus::Expired => {
            again(&api, &caller, &download).await?;
            Ok(submitted(format))
        }
    }
}

/// The checks of spec 4, 4.1 point 1 from "title live" on, in their order.
pub(super) fn allowed(request: &Request, caller: &Caller, format: Format) -> Result<()> {
    let not_live = Refusal::Denied(AlertCode::TitleNotLive);
    if request.decision.refusal() == Some(not_live) {
        return Err(ApiError::denied(AlertCode::TitleNotLive));
    }
    if !access::has_format(&request.title, &caller.facts(), format) {
        return Err(ErrorKey::FormatNotAvailable.into());
    }
    request.refusal(caller).map_or(Ok(()), Err)
}

/// The download record that the request is about.
pub(super) fn wanted<'a>(
    request: &'a Request,
    caller: &'a Caller,
    format: Format,
    day: Option<jiff::civil::Date>,
) -> NewDownload<'a> {
    let (reader, recipient) = (caller.reader.as_deref(), request.recipient.as_deref());
    NewDownload {
        caller: reader.map(|reader| &reader.account.id),
        recipient: recipient.map(|reader| &reader.account.id),
        title: request.title.id,
        format,
        artifact_version: request.title.artifact(format).map_or(0, |artifact| artifact.version),
        charge: Charge::of(&request.title, reader, recipient, caller.now),
        day,
    }
}

/// Creates the record and its job together; a request that lost the race finds the winner's record.
async fn submit(api: &Api, caller: &Caller, wanted: &NewDownload<'_>) -> Result<Download> {
    not_too_many(api, caller).await?;
    let mut tx = api.db.begin().await?;
    let (download, created) = store::downloads::find_or_create(&mut tx, wanted, caller.now).await?;
    if created {
        jobs::package::enqueue(&mut tx, download.id, caller.now).await?;
    }
    tx.commit().await?;
    Ok(download)
}

/// Packages a failed or expired download anew; exactly one of racing requests enqueues the job.
async fn again(api: &Api, caller: &Caller, download: &Download) -> Result<()> {
    not_too_many(api, caller).await?;
    let mut tx = api.db.begin().await?;
    if store::downloads::restart(&mut tx, download.id, caller.now).await? {
        jobs::package::enqueue(&mut tx, download.id, caller.now).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn not_too_many(api: &Api, caller: &Caller) -> Result<()> {
    let Some(reader) = &caller.reader else { return Ok(()) };
    let active = store::downloads::in_progress_count(&api.db, &reader.account.id).await?;
    if active < u64::from(api.settings.concurrent_downloads) {
        Ok(())
    } else {
        Err(ApiError::from(ErrorKey::TooManyDownloads).retry_after(5))
    }
}

fn submitted(format: Format) -> Response {
    let wait = if format.is_audio() { "5" } else { "1" };
    let body = StatusRecord::new(StatusKey::Submitted, "The title is being packaged; ask again.");
    (StatusCode::ACCEPTED, [(header::RETRY_AFTER, wait)], Json(body)).into_response()
}

/// 302 with a fresh delivery address, in the header and in the body.
fn completed(api: &Api, caller: &Caller, request: &Request, download: &Download) -> Result<Response> {
    let key = download.package.clone().ok_or(ErrorKey::InternalError)?;
    let ticket = FileTicket {
        key: Key::parse(&key)?,
        name: delivery::packages::file_name(&request.title.metadata.title, request.title.id, download.format),
        media: Media::Attachment,
        download: Some(download.id),
    };
    let address = api.url(&routes::delivery(&api.delivery.tickets().mint_file(&ticket, caller.now)));
    Ok(redirect(StatusKey::Completed, address))
}

/// 302: the address in the header and in the body, because some clients read only one of them.
pub(super) fn redirect(key: StatusKey, address: String) -> Response {
    let body = StatusRecord::new(key, address.clone());
    (StatusCode::FOUND, [(header::LOCATION, address)], Json(body)).into_response()
}
