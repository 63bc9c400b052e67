//! The life of a download (docs/rules/downloads.md#rule-1): its record, its package, the ticket of its
//! delivery.

use std::time::Duration;

use delivery::Key;
use delivery::tickets::{FileTicket, Media};
use domain::access::{self, Refusal};
use domain::downloads::PACKAGE_LIFETIME;
use domain::{
    AccountId, AlertCode, CopySettings, Download, DownloadId, DownloadStatus, Format, Preferences, Reader,
};
use jiff::Timestamp;
use jiff::civil::Date;
use store::Tx;
use store::downloads::{NewDownload, PackagePurpose, QuotaCharge};

use super::request::{CopyRequest, Request};
use crate::waiting::poll_until_timeout;
use crate::{Error, ErrorKey, Operation, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The package is being made: the caller asks again.
    Submitted,
    Ready {
        /// Opens the package at the delivery address ([`files::open`](crate::files::open)).
        ticket: String,
    },
}

/// The state of a copy that takes long to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loan {
    pub requested: Timestamp,
    /// File of the copy. `None` while the copy is being made.
    pub file: Option<LoanFile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoanFile {
    pub expires: Timestamp,
    /// Bytes.
    pub size: u64,
}

/// The caller's copy: starts packaging, or returns the ticket of the package if it is ready. Repeating the
/// request never starts a second package.
///
/// # Errors
/// A rule's refusal; `FORMAT_NOT_AVAILABLE`, `TOO_MANY_DOWNLOADS`, or `PACKAGING_FAILED` once after a
/// failure.
pub async fn deliver(op: &Operation, copy: &CopyRequest) -> Result<DeliveryOutcome> {
    let request = Request::load_with_decision(op, copy).await?;
    Ok(match request.start_or_find().await? {
        CopyState::Pending { .. } => DeliveryOutcome::Submitted,
        CopyState::Ready(download) => DeliveryOutcome::Ready { ticket: request.issue_ticket(&download)? },
    })
}

/// The time that an interface waits for a copy.
#[derive(Debug, Clone, Copy)]
pub struct CopyWait {
    pub time_limit: Duration,
    /// The longest time between two checks.
    pub pause: Duration,
}

/// The ticket of the caller's copy, for an interface that waits while the package is being made. `None` if it
/// is not ready after that time.
///
/// # Errors
/// Those of [`deliver`].
pub async fn deliver_within(op: &Operation, copy: &CopyRequest, wait: CopyWait) -> Result<Option<String>> {
    let ticket = || async {
        Ok(match deliver(op, copy).await? {
            DeliveryOutcome::Submitted => None,
            DeliveryOutcome::Ready { ticket } => Some(ticket),
        })
    };
    poll_until_timeout(wait.time_limit, wait.pause, ticket).await
}

/// Notes in which language the caller wants an email when the copy is ready, a BCP 47 tag, or that none is
/// wanted. `false` if the copy is not being made, or the caller has no email address.
///
/// # Errors
/// Those of [`deliver`], but for those of making a package.
pub async fn wish_email(op: &Operation, copy: &CopyRequest, language: Option<&str>) -> Result<bool> {
    if op.reader.as_ref().is_none_or(|reader| reader.account.email.is_none()) {
        return Ok(false);
    }
    let request = Request::load_with_decision(op, copy).await?;
    let wanted = request.download_key(None).await?;
    match store::downloads::find(op.db(), &wanted).await? {
        Some(download) => Ok(store::downloads::set_email_wish(op.db(), download.id, language).await?),
        None => Ok(false),
    }
}

/// The name that the file of a copy has or will have. It is known without making the copy.
///
/// # Errors
/// The caller does not see the title or the edition.
pub async fn file_name(op: &Operation, copy: &CopyRequest) -> Result<String> {
    let request = Request::load_with_decision(op, copy).await?;
    Ok(request.file_name())
}

/// Starts packaging, and returns the state of the copy without a ticket.
///
/// # Errors
/// Those of [`deliver`].
pub async fn start_loan(op: &Operation, copy: &CopyRequest) -> Result<Loan> {
    let request = Request::load_with_decision(op, copy).await?;
    let download = match request.start_or_find().await? {
        CopyState::Pending { since, .. } => return Ok(Loan { requested: since, file: None }),
        CopyState::Ready(download) => download,
    };
    let (key, packaged) =
        download.package.as_deref().zip(download.date_packaged).ok_or(ErrorKey::InternalError)?;
    let meta = op.delivery().files().head(&Key::parse(key)?).await?.ok_or(ErrorKey::InternalError)?;
    let file = LoanFile { expires: packaged + PACKAGE_LIFETIME, size: meta.size };
    Ok(Loan { requested: download.date_requested, file: Some(file) })
}

enum CopyState {
    /// It is being made, since it was asked for at this moment.
    Pending { download: DownloadId, since: Timestamp },
    /// The package is ready.
    Ready(Download),
}

/// The state of the caller's copy, without starting anything: for a page that is loaded again and again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CopyStatus {
    /// Nobody has asked for the copy, or it has expired.
    Absent,
    /// The package is being made.
    InPreparation {
        /// Share of the present step that is done. `None` before it has begun.
        percent: Option<u8>,
    },
    Ready {
        /// Opens the package at the delivery address.
        ticket: String,
    },
    /// The package could not be made. Asking for it again makes a new attempt.
    Failed,
}

/// The state of the caller's copy.
///
/// # Errors
/// Those of [`deliver`], but for those of making a package.
pub async fn copy_status(op: &Operation, copy: &CopyRequest) -> Result<CopyStatus> {
    let request = Request::load_with_decision(op, copy).await?;
    request.check_access().await?;
    let wanted = request.download_key(None).await?;
    let Some(download) = store::downloads::find(op.db(), &wanted).await? else {
        return Ok(CopyStatus::Absent);
    };
    Ok(match download.status_at(op.now) {
        DownloadStatus::Pending => {
            CopyStatus::InPreparation { percent: packaging_percent(op, &download).await? }
        }
        DownloadStatus::Available | DownloadStatus::Downloaded => {
            CopyStatus::Ready { ticket: request.issue_ticket(&download)? }
        }
        DownloadStatus::Failed => CopyStatus::Failed,
        DownloadStatus::Expired => CopyStatus::Absent,
    })
}

/// Share of the present step of packaging that is done, in percent.
async fn packaging_percent(op: &Operation, download: &Download) -> Result<Option<u8>> {
    let progress = store::jobs::get_progress(op.db(), &store::downloads::job_key(download.id)).await?;
    let known = progress.filter(|progress| progress.total > 0);
    Ok(known.and_then(|known| u8::try_from((100 * known.done / known.total).clamp(0, 100)).ok()))
}

/// The preferences of the recipient that a copy in this format follows (docs/rules/downloads.md#rule-9); a
/// guest has none.
async fn copy_settings(op: &Operation, recipient: Option<&Reader>, format: Format) -> Result<CopySettings> {
    if !CopySettings::matter_for(format) {
        return Ok(CopySettings::None);
    }
    let preferences = match recipient {
        Some(reader) => store::preferences::get(op.db(), &reader.account.id).await?,
        None => Preferences::default(),
    };
    Ok(CopySettings::from_preferences(format, &preferences))
}

/// A package for single files needs no job: the request that asks for them makes it.
async fn enqueue_job(
    tx: &mut Tx,
    download: &Download,
    purpose: PackagePurpose,
    now: Timestamp,
) -> Result<()> {
    if purpose == PackagePurpose::Download {
        jobs::package::enqueue(tx, download, now).await?;
    }
    Ok(())
}

/// True if there is a free slot for another package of the caller (docs/rules/downloads.md#rule-1).
#[must_use]
struct PackagingSlot(bool);

impl PackagingSlot {
    /// Takes the slot, in the transaction that found it; dropping that transaction undoes what was begun.
    fn take(self) -> Result<()> {
        if self.0 { Ok(()) } else { Err(ErrorKey::TooManyDownloads.into()) }
    }
}

impl Request {
    /// Starts packaging, unless the package is ready or in progress.
    async fn start_or_find(&self) -> Result<CopyState> {
        self.check_access().await?;
        let requested_key = self.download_key(None).await?;
        let download = self.find_or_submit(&requested_key, PackagePurpose::Download).await?;
        match download.status_at(self.op.now) {
            DownloadStatus::Pending => {
                Ok(CopyState::Pending { download: download.id, since: download.date_requested })
            }
            DownloadStatus::Available => {
                self.charge_present_quota(&download, &requested_key.charge).await?;
                Ok(CopyState::Ready(download))
            }
            DownloadStatus::Downloaded => Ok(CopyState::Ready(download)),
            DownloadStatus::Failed if store::downloads::take_failure(self.op.db(), download.id).await? => {
                Err(ErrorKey::PackagingFailed.into())
            }
            DownloadStatus::Failed | DownloadStatus::Expired => {
                self.restart(&download, &requested_key.charge, PackagePurpose::Download).await?;
                Ok(CopyState::Pending { download: download.id, since: self.op.now })
            }
        }
    }

    /// Starts packaging, unless the package is ready or in progress, and gives the copy to the order for
    /// several members that the request belongs to. A failure that was not reported yet is not reported: the
    /// copy is made again.
    pub(super) async fn order_copy(&self) -> Result<()> {
        let state = match self.start_or_find().await {
            Err(error) if error.key() == Some(ErrorKey::PackagingFailed) => self.start_or_find().await,
            state => state,
        };
        let download = match state? {
            CopyState::Pending { download, .. } => download,
            CopyState::Ready(download) => download.id,
        };
        // One that was begun just now is in the order already.
        let mut tx = self.op.db().begin().await?;
        self.record_in_batch(&mut tx, download).await?;
        Ok(tx.commit().await?)
    }

    /// The checks of docs/rules/downloads.md#rule-1 from "title live" on, in their order.
    pub(super) async fn check_access(&self) -> Result<()> {
        let not_live = Refusal::Denied(AlertCode::TitleNotLive);
        if self.decision.refusal() == Some(not_live) {
            return Err(Error::from_alert(AlertCode::TitleNotLive));
        }
        let can = self.op.delivery().capabilities();
        if !access::has_format(self.offering(), &self.op.access_caller(), self.format, can) {
            return Err(ErrorKey::FormatNotAvailable.into());
        }
        match self.access_refusal() {
            Some(refusal) => Err(super::quota::with_next_book(self, refusal).await?),
            None => Ok(()),
        }
    }

    /// The download record that the request is about.
    pub(super) async fn download_key(&self, day: Option<Date>) -> Result<NewDownload<'_>> {
        let reader = self.op.reader.as_deref();
        let recipient = self.recipient.as_deref();
        let format = self.format;
        let artifact = self.offering().artifacts().iter().find(|artifact| artifact.format == format);
        Ok(NewDownload {
            caller: reader.map(|reader| &reader.account.id),
            recipient: recipient.map(|reader| &reader.account.id),
            item: self.offering().item(),
            format,
            artifact_version: artifact.map_or(0, |artifact| artifact.version),
            settings: copy_settings(&self.op, recipient, format).await?,
            charge: QuotaCharge::from_decision(self.decision.quota_of, recipient),
            day,
        })
    }

    /// Returns the record. If there is none, creates it, and in the same transaction takes a place in the
    /// quota and enqueues the job of a download; a request that lost the race finds the winner's record.
    pub(super) async fn find_or_submit(
        &self,
        new_download: &NewDownload<'_>,
        purpose: PackagePurpose,
    ) -> Result<Download> {
        // Most callers poll a record that exists, and reading does not wait for other writers.
        if let Some(download) = store::downloads::find(self.op.db(), new_download).await? {
            return Ok(download);
        }
        let mut tx = self.op.db().begin().await?;
        let slot = self.check_slot(&mut tx, new_download.caller, purpose).await?;
        let (download, created) =
            store::downloads::find_or_create(&mut tx, new_download, self.op.now).await?;
        if created {
            slot.take()?;
            super::quota::reserve_in_quota(&mut tx, self, &new_download.charge, download.id).await?;
            enqueue_job(&mut tx, &download, purpose, self.op.now).await?;
            self.record_order(&mut tx, new_download.caller, download.id).await?;
        }
        tx.commit().await?;
        Ok(download)
    }

    /// Sets a failed or expired record to pending again; exactly one of racing requests enqueues the job of a
    /// download.
    pub(super) async fn restart(
        &self,
        download: &Download,
        charge: &QuotaCharge,
        purpose: PackagePurpose,
    ) -> Result<()> {
        let mut tx = self.op.db().begin().await?;
        let slot = self.check_slot(&mut tx, download.caller.as_ref(), purpose).await?;
        if store::downloads::restart(&mut tx, download.id, self.op.now).await? {
            slot.take()?;
            store::downloads::charge_to(&mut tx, download.id, charge).await?;
            super::quota::reserve_in_quota(&mut tx, self, charge, download.id).await?;
            enqueue_job(&mut tx, download, purpose, self.op.now).await?;
            self.record_order(&mut tx, download.caller.as_ref(), download.id).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// A package that nobody has fetched yet counts against the reader's present quota: the reader may have
    /// changed to another organization, or to an own subscription, since it was made.
    pub(super) async fn charge_present_quota(&self, download: &Download, charge: &QuotaCharge) -> Result<()> {
        // Mostly it is the same, and reading does not wait for other writers.
        if store::downloads::is_charged_to(self.op.db(), download.id, charge).await? {
            return Ok(());
        }
        let mut tx = self.op.db().begin().await?;
        store::downloads::charge_to(&mut tx, download.id, charge).await?;
        super::quota::reserve_in_quota(&mut tx, self, charge, download.id).await?;
        Ok(tx.commit().await?)
    }

    fn issue_ticket(&self, download: &Download) -> Result<String> {
        let key = download.package.clone().ok_or(ErrorKey::InternalError)?;
        let ticket = FileTicket {
            key: Key::parse(&key)?,
            name: self.file_name(),
            media: Media::Attachment,
            // A record that was fetched needs no note of every further request.
            download: (download.status == DownloadStatus::Available).then_some(download.id),
        };
        Ok(self.op.delivery().tickets().mint_file(&ticket, &mut self.op.rng(), self.op.now))
    }

    /// Looks for a place among the packages that are being made for the one who fetches this; guests are not
    /// counted. Other requests of the same person wait until the transaction ends.
    async fn check_slot(
        &self,
        tx: &mut Tx,
        fetcher: Option<&AccountId>,
        purpose: PackagePurpose,
    ) -> Result<PackagingSlot> {
        let Some(fetcher) = fetcher else { return Ok(PackagingSlot(true)) };
        let active = store::downloads::count_in_progress(tx, fetcher, purpose).await?;
        Ok(PackagingSlot(active < self.max_in_progress))
    }
}
