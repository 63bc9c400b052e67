//! The package that single files are taken from: made in the same call (spec 4, 1.1), under one download
//! record per title or edition, format and day (4.1 point 7).

use std::time::Duration;

use delivery::keys::Key;
use delivery::resources::ArtifactVersion;
use domain::downloads::{Download, DownloadStatus};
use domain::formats::Format;
use store::downloads::{Charge, Purpose};

use super::Request;
use super::package::{again, allowed, recharge, submit, wanted};
use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::state::Api;
use crate::waiting::until;

/// How often a call looks whether a job has ended.
const LOOK: Duration = Duration::from_millis(500);

/// A package ready to be read file by file.
#[derive(Debug)]
pub struct Unpacked {
    /// The record that it was made under.
    pub download: Download,
    /// Where it is.
    pub package: Key,
    /// What it is a copy of.
    pub version: ArtifactVersion,
}

impl Unpacked {
    /// The package for a request that the rules allow; makes it when there is none.
    pub async fn of(api: &Api, caller: &Caller, request: &Request, format: Format) -> Result<Self> {
        allowed(api, request, caller, format).await?;
        let wanted = wanted(api, request, caller, format, Some(caller.today())).await?;
        let download = match store::downloads::find(&api.db, &wanted).await? {
            Some(download) => download,
            None => submit(api, caller, &wanted, Purpose::Files).await?,
        };
        Self::ready(api, caller, download, &wanted.charge).await
    }

    /// The package of a record that is there, as a ticket names it.
    pub fn made(download: Download) -> Result<Self> {
        let version = ArtifactVersion {
            item: download.item.clone(),
            format: download.format,
            version: download.artifact_version,
            settings: download.settings,
        };
        let package = Key::parse(download.package.as_deref().ok_or(ErrorKey::LinkExpired)?)?;
        Ok(Self { download, package, version })
    }

    async fn ready(api: &Api, caller: &Caller, download: Download, charge: &Charge) -> Result<Self> {
        match download.status_at(caller.now) {
            DownloadStatus::Available => {
                recharge(api, &download, charge).await?;
                return Self::made(download);
            }
            DownloadStatus::Downloaded => return Self::made(download),
            DownloadStatus::Pending => {}
            DownloadStatus::Failed | DownloadStatus::Expired => {
                again(api, caller, &download, charge, Purpose::Files).await?;
            }
        }
        let id = download.id;
        // A task of its own: it comes to its end when the caller has gone, and nobody waits for a record without work.
        let work = tokio::spawn(pack(api.clone(), download));
        work.await?.map_err(|error| {
            tracing::error!(%error, download = id.0, "packaging failed");
            ErrorKey::PackagingFailed
        })?;
        let settled = || async {
            let download = store::downloads::get(&api.db, id).await?.ok_or(ErrorKey::InternalError)?;
            Ok((download.status != DownloadStatus::Pending).then_some(download))
        };
        let download = until(LOOK, settled).await?;
        match download.status {
            DownloadStatus::Failed | DownloadStatus::Expired => Err(ErrorKey::PackagingFailed.into()),
            _ => Self::made(download),
        }
    }
}

/// Makes the package of a pending record. A book that has to be spoken first takes minutes: a job speaks it, so that
/// who comes back finds it done or further on its way.
async fn pack(api: Api, download: Download) -> std::result::Result<(), jobs::JobError> {
    let packed = jobs::package::make(&api.jobs_context(), &download).await;
    if packed.is_err() {
        store::downloads::set_failed(&api.db, download.id).await?;
    }
    packed
}
