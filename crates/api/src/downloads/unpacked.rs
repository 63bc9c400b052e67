//! The package that single files are taken from: made in the same call (spec 4, 1.1), under one download
//! record per title or edition, format and day (4.1 point 7).

use std::time::Duration;

use delivery::keys::Key;
use delivery::resources::ArtifactVersion;
use domain::downloads::{Download, DownloadStatus};
use domain::formats::Format;

use super::Request;
use super::package::{allowed, wanted};
use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::state::Api;

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
        if let Some(download) = store::downloads::find(&api.db, &wanted).await? {
            return Self::ready(api, caller, download).await;
        }
        let mut tx = api.db.begin().await?;
        let (download, _) = store::downloads::find_or_create(&mut tx, &wanted, caller.now).await?;
        tx.commit().await?;
        Self::ready(api, caller, download).await
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

    async fn ready(api: &Api, caller: &Caller, download: Download) -> Result<Self> {
        match download.status_at(caller.now) {
            DownloadStatus::Available | DownloadStatus::Downloaded => return Self::made(download),
            DownloadStatus::Pending => {}
            DownloadStatus::Failed | DownloadStatus::Expired => {
                let mut tx = api.db.begin().await?;
                store::downloads::restart(&mut tx, download.id, caller.now).await?;
                tx.commit().await?;
            }
        }
        let failed = |error: jobs::JobError| {
            tracing::error!(%error, download = download.id.0, "packaging failed");
            ErrorKey::PackagingFailed
        };
        if jobs::package::is_long(&api.context(), &download).await.map_err(failed)? {
            return Self::spoken(api, caller, download).await;
        }
        jobs::package::make(&api.context(), &download).await.map_err(failed)?;
        let download = store::downloads::get(&api.db, download.id).await?.ok_or(ErrorKey::InternalError)?;
        Self::made(download)
    }

    /// A book that has to be spoken first takes minutes: a job speaks it, and goes on when the caller has gone, so
    /// that who comes back finds it done or further on its way.
    async fn spoken(api: &Api, caller: &Caller, download: Download) -> Result<Self> {
        let mut tx = api.db.begin().await?;
        jobs::package::enqueue(&mut tx, download.id, download.format, caller.now).await?;
        tx.commit().await?;
        loop {
            tokio::time::sleep(LOOK).await;
            let download =
                store::downloads::get(&api.db, download.id).await?.ok_or(ErrorKey::InternalError)?;
            match download.status {
                DownloadStatus::Pending => {}
                DownloadStatus::Available | DownloadStatus::Downloaded => return Self::made(download),
                DownloadStatus::Failed | DownloadStatus::Expired => {
                    return Err(ErrorKey::PackagingFailed.into());
                }
            }
        }
    }
}
