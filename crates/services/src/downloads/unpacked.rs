//! The package that single files are taken from (docs/rules/downloads.md#rule-7): made in the same call,
//! under one download record per title or edition, format and day.

use std::time::Duration;

use delivery::Key;
use delivery::resources::ArtifactVersion;
use domain::{Download, DownloadStatus};
use store::downloads::{PackagePurpose, QuotaCharge};

use super::request::Request;
use crate::waiting::poll_until;
use crate::{ErrorKey, Operation, Result};

/// Longest interval between two polls for a package that another request makes.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A package ready to be read file by file.
#[derive(Debug)]
pub(super) struct UnpackedPackage {
    /// The record that it was made under.
    pub(super) download: Download,
    pub(super) package: Key,
    pub(super) version: ArtifactVersion,
}

impl UnpackedPackage {
    /// The package of a request that the rules allow; makes it if there is none.
    pub(super) async fn get_or_make(request: &Request) -> Result<Self> {
        request.check_access().await?;
        let wanted = request.download_key(Some(request.op.today())).await?;
        let download = request.find_or_submit(&wanted, PackagePurpose::Files).await?;
        Self::from_ready(request, download, &wanted.charge).await
    }

    /// Checks access, and returns the package of the request. `None` if it is not ready; nothing is started.
    pub(super) async fn check_and_find_ready(request: &Request) -> Result<Option<Self>> {
        request.check_access().await?;
        let wanted = request.download_key(Some(request.op.today())).await?;
        let found = store::downloads::find(request.op.db(), &wanted).await?;
        let ready = found.filter(|download| {
            let status = download.status_at(request.op.now);
            matches!(status, DownloadStatus::Available | DownloadStatus::Downloaded)
        });
        ready.map(Self::from_download).transpose()
    }

    /// The package of an existing record, as a ticket names it: `LINK_EXPIRED` if there is no package.
    pub(super) fn from_download(download: Download) -> Result<Self> {
        let version = ArtifactVersion {
            item: download.item.clone(),
            format: download.format,
            version: download.artifact_version,
            settings: download.settings,
        };
        let package = Key::parse(download.package.as_deref().ok_or(ErrorKey::LinkExpired)?)?;
        Ok(Self { download, package, version })
    }

    async fn from_ready(request: &Request, download: Download, charge: &QuotaCharge) -> Result<Self> {
        match download.status_at(request.op.now) {
            DownloadStatus::Available => {
                request.charge_present_quota(&download, charge).await?;
                return Self::from_download(download);
            }
            DownloadStatus::Downloaded => return Self::from_download(download),
            DownloadStatus::Pending => {}
            DownloadStatus::Failed | DownloadStatus::Expired => {
                request.restart(&download, charge, PackagePurpose::Files).await?;
            }
        }
        let id = download.id;
        // A task of its own: it ends its work even if the caller disconnects, and nobody waits for a record
        // without work.
        let work = tokio::spawn(make_package(request.op.clone(), download));
        work.await?.map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, download = id.0, "packaging failed");
            ErrorKey::PackagingFailed
        })?;
        let settled = || async {
            let download =
                store::downloads::get(request.op.db(), id).await?.ok_or(ErrorKey::InternalError)?;
            Ok((download.status != DownloadStatus::Pending).then_some(download))
        };
        let download = poll_until(MAX_POLL_INTERVAL, settled).await?;
        match download.status {
            DownloadStatus::Failed | DownloadStatus::Expired => Err(ErrorKey::PackagingFailed.into()),
            _ => Self::from_download(download),
        }
    }
}

/// Makes the package of a pending record. A book that must be spoken first takes minutes: a job speaks it, so
/// that a caller that comes back finds it done or further on its way.
async fn make_package(op: Operation, download: Download) -> Result<(), holdings::Error> {
    let packed = holdings::package::make_now(&op.library().holdings_context(), &download).await;
    if packed.is_err() {
        store::downloads::set_failed(op.db(), download.id).await?;
    }
    packed
}
