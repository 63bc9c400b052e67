//! Packages a download (docs/rules/downloads.md#rule-1): the artifact, the watermarks, the record.

use std::sync::Arc;

use delivery::ArtifactFile;
use delivery::packages::{Order, Packaged, Recipient, file_name};
use delivery::{Key, artifacts};
use domain::copy_keys::{CopyKey, catalog_names};
use domain::dates::utc_date;
use domain::downloads::{Download, DownloadStatus, Item};
use domain::formats::Format;
use domain::ids::DownloadId;
use domain::offered::Offered;
use domain::periodicals::Issue;
use domain::settings::Settings;
use domain::synced_documents::Copied;
use domain::titles::Files;
use jiff::Timestamp;
use rand::Rng as _;
use serde::{Deserialize, Serialize};
use store::copy_keys::Noted;
use store::jobs::{self, Lane, NewJob};
use store::periodicals::editions;
use store::{Tx, accounts, copy_keys, downloads, titles};

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};
use crate::{braille, narration};

/// Makes the package of one download record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageDownload {
    /// The record.
    pub download: DownloadId,
}

/// Enqueues the packaging of a pending record, in the transaction that created it or set it back to pending;
/// an existing job stays. It is work of the caller, also if a sponsor downloads for a member.
pub async fn enqueue(tx: &mut Tx, download: &Download, now: Timestamp) -> store::Result<()> {
    let job = PackageDownload { download: download.id };
    let unique = job.unique_key();
    let queued = if download.format.is_audio() { PackageAudio(job).queued(now) } else { job.queued(now) };
    let new = NewJob { unique_key: Some(&unique), account: download.caller.as_ref(), ..queued };
    jobs::enqueue(tx, new, now).await.map(drop)
}

impl PackageDownload {
    /// The queue holds one unfinished job per record; `store::downloads::stranded` finds it by this key.
    pub(crate) fn unique_key(&self) -> String {
        downloads::job_key(self.download)
    }
}

impl Job for PackageDownload {
    const KIND: &'static str = "package";
    const LANE: Lane = Lane::Text;
    // A reader is waiting: after half a minute of attempts an error is better than more delay.
    const ATTEMPTS: u32 = 5;

    async fn run(&self, ctx: &Context, run: &Run) -> Result<Done, JobError> {
        let Some(record) = downloads::get(ctx.db(), self.download).await? else {
            return Err(JobError::fail(anyhow::anyhow!(
                "download record {} no longer exists",
                self.download
            )));
        };
        if record.status != DownloadStatus::Pending {
            return Ok(Done::Finished);
        }
        let content = content(ctx, &record.item).await?;
        let package = packaged(ctx, Some(run), &record, &content).await?;
        // Only now, and in one step: a record never names an incomplete package.
        let now = ctx.now();
        let mut tx = ctx.db().begin().await?;
        downloads::set_packaged(&mut tx, record.id, package.key.as_str(), now).await?;
        let copied = Copied { item: record.item.clone(), format: record.format };
        copy_keys::note(&mut tx, keys(&record, &content, &package), &copied, now).await?;
        run.commit(tx, now).await
    }

    async fn give_up(&self, tx: &mut Tx, _reason: &str, _now: Timestamp) -> store::Result<()> {
        downloads::set_failed(tx, self.download).await.map(drop)
    }

    async fn revive(&self, tx: &mut Tx, now: Timestamp) -> store::Result<()> {
        downloads::restart(tx, self.download, now).await.map(drop)
    }
}

/// The same in an audio format: speech synthesis takes minutes, so it has a lane of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackageAudio(pub PackageDownload);

impl Job for PackageAudio {
    const KIND: &'static str = "package_audio";
    const LANE: Lane = Lane::Speech;
    const ATTEMPTS: u32 = 3;

    async fn run(&self, ctx: &Context, run: &Run) -> Result<Done, JobError> {
        self.0.run(ctx, run).await
    }

    async fn give_up(&self, tx: &mut Tx, reason: &str, now: Timestamp) -> store::Result<()> {
        self.0.give_up(tx, reason, now).await
    }

    async fn revive(&self, tx: &mut Tx, now: Timestamp) -> store::Result<()> {
        self.0.revive(tx, now).await
    }
}

/// Makes the package of a pending record in this call, without the queue: for the list of a title's files,
/// which has no 202 (docs/rules/downloads.md#rule-7). Two concurrent calls make two copies, of which one is
/// kept. A book that needs speech synthesis takes minutes: a job does that, and the record stays pending
/// until then.
pub async fn make(ctx: &Context, record: &Download) -> Result<(), JobError> {
    let content = content(ctx, &record.item).await?;
    if record.format.is_audio() {
        let key = artifacts::key(&source(record, &content.files)?, record.format, record.settings)?;
        if ctx.delivery().files().head(&key).await?.is_none() {
            let mut tx = ctx.db().begin().await?;
            enqueue(&mut tx, record, ctx.now()).await?;
            return Ok(tx.commit().await?);
        }
    }
    let package = packaged(ctx, None, record, &content).await?;
    let mut tx = ctx.db().begin().await?;
    downloads::set_packaged(&mut tx, record.id, package.key.as_str(), ctx.now()).await?;
    tx.commit().await?;
    Ok(())
}

async fn packaged(
    ctx: &Context,
    run: Option<&Run>,
    record: &Download,
    content: &Content,
) -> Result<Packaged, JobError> {
    let order = order(ctx, record, &*content.offered, &content.files).await?;
    let Order { source, format, settings, modified, .. } = &order;
    let artifact = converted(ctx, run, &record.item, source, *format, *settings, *modified).await?;
    Ok(ctx.delivery().package(&order, &artifact).await?)
}

/// Returns the source in this format, converted now if missing, and records its use. A run gets the progress.
pub(crate) async fn converted(
    ctx: &Context,
    run: Option<&Run>,
    item: &Item,
    source: &Key,
    format: Format,
    settings: Settings,
    modified: Timestamp,
) -> Result<ArtifactFile, JobError> {
    let key = artifacts::key(source, format, settings)?;
    let known = crate::artifacts::note_use(ctx, item, format, &key, 0).await?;
    let delivery = ctx.delivery();
    let artifact = match run {
        None => delivery.artifact(source, format, settings, modified).await?,
        Some(run) => {
            let work =
                async |steps| delivery.artifact_watched(source, format, settings, modified, &steps).await;
            run.watched(ctx, format.as_str(), work).await?
        }
    };
    if let Some(narration) = &artifact.narration {
        crate::artifacts::describe(ctx, item, |artifacts, _| narration::tell(artifacts, format, narration))
            .await?;
    }
    if let Some(volumes) = artifact.volumes {
        crate::artifacts::describe(ctx, item, |artifacts, _| braille::tell(artifacts, volumes, settings))
            .await?;
    }
    if let Some(bytes) = artifact.text.and_then(|bytes| i64::try_from(bytes).ok()) {
        let tell = |files: &mut Files| files.dtbook_size.replace(bytes) != Some(bytes);
        crate::artifacts::describe(ctx, item, |_, files| tell(files)).await?;
    }
    // An existing artifact of unknown size was made by a worker that was killed before it could record the
    // size.
    if artifact.made || known == 0 {
        crate::artifacts::note_use(ctx, item, format, &key, delivery.space(&artifact).await?).await?;
    }
    Ok(artifact)
}

/// The content that a record is a copy of.
struct Content {
    offered: Box<dyn Offered>,
    files: Files,
    name: String,
    authors: Vec<String>,
}

/// Keys by which apps recognize the copy (docs/kosync.md): the file's, which may be shared by all readers,
/// and its names among the recipient's files.
fn keys(record: &Download, content: &Content, package: &Packaged) -> Vec<Noted> {
    let shared = content.offered.usage().is_free() && content.offered.owner().is_none();
    let recipient = &record.recipient;
    let owner = recipient.clone().filter(|_| !shared);
    let file = (shared || owner.is_some()).then(|| (package.copy_key.clone(), owner));
    let authors: Vec<&str> = content.authors.iter().map(String::as_str).collect();
    let mut names = catalog_names(&authors, &content.name, record.format);
    names.push(file_name(&content.name, &record.item, record.format));
    let names = recipient
        .iter()
        .flat_map(|account| names.iter().map(|name| (CopyKey::of_name(name), Some(account.clone()))));
    file.into_iter().chain(names).collect()
}

/// Returns the content that a record is a copy of.
async fn content(ctx: &Context, item: &Item) -> Result<Content, JobError> {
    let gone = || JobError::fail(anyhow::anyhow!("{item} is gone"));
    match item {
        Item::Title(id) => {
            let title = titles::get(ctx.db(), *id).await?.ok_or_else(gone)?;
            let authors = title.authors().map(|author| author.display_name.clone()).collect();
            let (files, name) = (title.files.clone(), title.metadata.title.clone());
            Ok(Content { offered: Box::new(title), files, name, authors })
        }
        Item::Edition(id) => {
            let found = editions::with_series(ctx.db(), std::slice::from_ref(id)).await?.pop();
            let (series, edition) = found.ok_or_else(gone)?;
            let files = edition.files.clone();
            let issue = Issue::new(Arc::new(series), edition, ctx.now());
            let name = issue.full_name();
            Ok(Content { offered: Box::new(issue), files, name, authors: Vec::new() })
        }
    }
}

fn source(record: &Download, files: &Files) -> Result<Key, JobError> {
    let source = files.source_of(record.format);
    let source =
        source.ok_or_else(|| JobError::fail(anyhow::anyhow!("{} has no source file", record.item)))?;
    Ok(Key::parse(source)?)
}

async fn order(
    ctx: &Context,
    record: &Download,
    content: &dyn Offered,
    files: &Files,
) -> Result<Order, JobError> {
    let source = source(record, files)?;
    let recipient = match &record.recipient {
        // Free titles and users' own documents are delivered without watermarks.
        _ if content.usage().is_free() || content.owner().is_some() => None,
        Some(account) => {
            let account = accounts::get(ctx.db(), account).await?;
            let account =
                account.ok_or_else(|| JobError::fail(anyhow::anyhow!("the recipient no longer exists")))?;
            Some(Recipient { name: account.name.display(), date: utc_date(record.date_requested) })
        }
        None => return Err(JobError::fail(anyhow::anyhow!("a copyright title needs a recipient"))),
    };
    let artifact = content.artifacts().iter().find(|artifact| artifact.format == record.format);
    let artifact = artifact
        .ok_or_else(|| JobError::fail(anyhow::anyhow!("{} has no {}", record.item, record.format)))?;
    let mut nonce = [0; 12];
    ctx.rng().fill_bytes(&mut nonce);
    Ok(Order {
        download: record.id,
        source,
        format: record.format,
        settings: record.settings,
        modified: artifact.date_added,
        recipient,
        nonce,
    })
}

#[cfg(test)]
mod audio_tests;
#[cfg(test)]
mod tests;
