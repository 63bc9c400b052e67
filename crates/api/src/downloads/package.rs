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
use store::Tx;
use store::downloads::{Charge, NewDownload, Purpose};

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
        None => submit(api, caller, &wanted, Purpose::Download).await?,
    };
    match download.status_at(caller.now) {
        DownloadStatus::Pending => Ok(submitted(format)),
        DownloadStatus::Available => {
            recharge(api, &download, &wanted.charge).await?;
            completed(api, caller, request, &download)
        }
        DownloadStatus::Downloaded => completed(api, caller, request, &download),
        DownloadStatus::Failed if store::downloads::take_failure(&api.db, download.id).await? => {
            Err(ErrorKey::PackagingFailed.into())
        }
        DownloadStatus::Failed | DownloadStatus::Expired => {
            again(api, caller, &download, &wanted.charge, Purpose::Download).await?;
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
    if !access::has_format(&*request.content, &caller.facts(), format, api.delivery.capabilities()) {
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
        charge: Charge::of(&request.decision, recipient),
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

/// Creates the record, and together with that of a download its job; a request that lost the race finds the winner's
/// record.
pub(super) async fn submit(
    api: &Api,
    caller: &Caller,
    wanted: &NewDownload<'_>,
    purpose: Purpose,
) -> Result<Download> {
    let mut tx = api.db.begin().await?;
    let place = place(&mut tx, api, caller, purpose).await?;
    let (download, created) = store::downloads::find_or_create(&mut tx, wanted, caller.now).await?;
    if created {
        place.take()?;
        enqueue(&mut tx, caller, &download, purpose).await?;
    }
    tx.commit().await?;
    Ok(download)
}

/// Sets a failed or expired record to pending again; exactly one of racing requests enqueues the job of a download.
pub(super) async fn again(
    api: &Api,
    caller: &Caller,
    download: &Download,
    charge: &Charge,
    purpose: Purpose,
) -> Result<()> {
    let mut tx = api.db.begin().await?;
    let place = place(&mut tx, api, caller, purpose).await?;
    if store::downloads::restart(&mut tx, download.id, caller.now).await? {
        place.take()?;
        store::downloads::charge_to(&mut tx, download.id, charge).await?;
        enqueue(&mut tx, caller, download, purpose).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Files of a package are waited for: who asks for them packages it.
async fn enqueue(tx: &mut Tx, caller: &Caller, download: &Download, purpose: Purpose) -> Result<()> {
    if purpose == Purpose::Download {
        jobs::package::enqueue(tx, download, caller.now).await?;
    }
    Ok(())
}

/// A package that nobody has fetched yet counts against whoever has it now: its reader may have come to another
/// organization, or to an own subscription, since it was made.
pub(super) async fn recharge(api: &Api, download: &Download, charge: &Charge) -> Result<()> {
    // Mostly it is the same, and asking takes no turn among the writers.
    if !store::downloads::is_charged_to(&api.db, download.id, charge).await? {
        store::downloads::charge_to(&api.db, download.id, charge).await?;
    }
    Ok(())
}

/// Whether the caller may have another package made (spec 4, 4.1 point 1).
#[must_use]
struct Place(bool);

impl Place {
    /// Takes the place, in the transaction that found it; dropping that undoes what was begun.
    fn take(self) -> Result<()> {
        if self.0 { Ok(()) } else { Err(ApiError::from(ErrorKey::TooManyDownloads).retry_after(5)) }
    }
}

/// Looks for a place among the packages that are being made for the caller; guests have no number of their own. Other
/// requests of the caller wait until the transaction ends.
async fn place(tx: &mut Tx, api: &Api, caller: &Caller, purpose: Purpose) -> Result<Place> {
    let Some(reader) = &caller.reader else { return Ok(Place(true)) };
    let active = store::downloads::in_progress_count(tx, &reader.account.id, purpose).await?;
    Ok(Place(active < u64::from(api.library.settings.concurrent_downloads)))
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
    let ticket = api.delivery.tickets().mint_file(&ticket, &mut api.rng(), caller.now);
    let address = api.url(&routes::delivery(&ticket));
    Ok(redirect(StatusKey::Completed, address))
}

/// 302: the address in the header and in the body, because some clients read only one of them.
pub fn redirect(key: StatusKey, address: String) -> Response {
    let body = StatusRecord::new(key, address.clone());
    (StatusCode::FOUND, [(header::LOCATION, address)], Json(body)).into_response()
}
