//! The life of a download (spec 4, 4.1): the record, its package, its delivery address.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use delivery::keys::Key;
use delivery::tickets::{FileTicket, Media};
use domain::access::{self, AlertCode, Refusal};
use domain::downloads::{Download, DownloadStatus};
use domain::formats::Format;
use domain::preferences::Preferences;
use domain::readers::Reader;
use domain::settings::Settings;
use jiff::civil::Date;
use store::downloads::{Charge, NewDownload};

use super::Request;
use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::json::Json;
use crate::params;
use crate::records::{StatusKey, StatusRecord};
use crate::routes;
use crate::state::Api;

params! {
    /// Parameters of a download.
    pub struct Recipient {
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
    }
}

/// 202 while the package is made, 302 when it is ready; asked again it never starts a second one.
pub async fn deliver(api: &Api, caller: &Caller, request: &Request, format: Format) -> Result<Response> {
    allowed(api, request, caller, format).await?;
    let wanted = wanted(api, request, caller, format, None).await?;
    let download = match store::downloads::find(&api.db, &wanted).await? {
        Some(download) => download,
        None => submit(api, caller, &wanted).await?,
    };
    match download.status_at(caller.now) {
        DownloadStatus::Pending => Ok(submitted(format)),
        DownloadStatus::Available | DownloadStatus::Downloaded => completed(api, caller, request, &download),
        DownloadStatus::Failed if store::downloads::take_failure(&api.db, download.id).await? => {
            Err(ErrorKey::PackagingFailed.into())
        }
        DownloadStatus::Failed | DownloadStatus::Expired => {
            again(api, caller, &download).await?;
            Ok(submitted(format))
        }
    }
}

/// The checks of spec 4, 4.1 point 1 from "title live" on, in their order.
pub(super) async fn allowed(api: &Api, request: &Request, caller: &Caller, format: Format) -> Result<()> {
    let not_live = Refusal::Denied(AlertCode::TitleNotLive);
    if request.decision.refusal() == Some(not_live) {
        return Err(ApiError::denied(AlertCode::TitleNotLive));
    }
    if !access::has_format(&*request.content, &caller.facts(), format) {
        return Err(ErrorKey::FormatNotAvailable.into());
    }
    match request.refusal(caller) {
        Some(refusal) => Err(super::quota::explained(api, caller, request, refusal).await?),
        None => Ok(()),
    }
}

/// The download record that the request is about.
pub(super) async fn wanted<'a>(
    api: &Api,
    request: &'a Request,
    caller: &'a Caller,
    format: Format,
    day: Option<Date>,
) -> Result<NewDownload<'a>> {
    let (reader, recipient) = (caller.reader.as_deref(), request.recipient.as_deref());
    let artifact = request.content.artifacts().iter().find(|artifact| artifact.format == format);
    Ok(NewDownload {
        caller: reader.map(|reader| &reader.account.id),
        recipient: recipient.map(|reader| &reader.account.id),
        item: request.content.item(),
        format,
        artifact_version: artifact.map_or(0, |artifact| artifact.version),
        settings: settings(api, recipient, format).await?,
        charge: Charge::of(&*request.content, reader, recipient, caller.now),
        day,
    })
}

/// What of the recipient's preferences a copy in this format follows (spec 4, 4.13); a guest has none.
async fn settings(api: &Api, recipient: Option<&Reader>, format: Format) -> Result<Settings> {
    if !Settings::matter_for(format) {
        return Ok(Settings::None);
    }
    let preferences = match recipient {
        Some(reader) => store::preferences::get(&api.db, &reader.account.id).await?,
        None => Preferences::default(),
    };
    Ok(Settings::of(format, &preferences))
}

/// Creates the record and its job together; a request that lost the race finds the winner's record.
async fn submit(api: &Api, caller: &Caller, wanted: &NewDownload<'_>) -> Result<Download> {
    not_too_many(api, caller).await?;
    let mut tx = api.db.begin().await?;
    let (download, created) = store::downloads::find_or_create(&mut tx, wanted, caller.now).await?;
    if created {
        jobs::package::enqueue(&mut tx, download.id, download.format, caller.now).await?;
    }
    tx.commit().await?;
    Ok(download)
}

/// Packages a failed or expired download anew; exactly one of racing requests enqueues the job.
async fn again(api: &Api, caller: &Caller, download: &Download) -> Result<()> {
    not_too_many(api, caller).await?;
    let mut tx = api.db.begin().await?;
    if store::downloads::restart(&mut tx, download.id, caller.now).await? {
        jobs::package::enqueue(&mut tx, download.id, download.format, caller.now).await?;
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
        name: delivery::packages::file_name(&request.name, &download.item, download.format),
        media: Media::Attachment,
        download: Some(download.id),
    };
    let address = api.url(&routes::delivery(&api.delivery.tickets().mint_file(&ticket, caller.now)));
    Ok(redirect(StatusKey::Completed, address))
}

/// 302: the address in the header and in the body, because some clients read only one of them.
pub fn redirect(key: StatusKey, address: String) -> Response {
    let body = StatusRecord::new(key, address.clone());
    (StatusCode::FOUND, [(header::LOCATION, address)], Json(body)).into_response()
}
