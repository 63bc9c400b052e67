//! Makes copies for readers (docs/rules/downloads.md#rule-1): the content of a download record, its artifact,
//! and the order for its package.

use std::sync::Arc;

use delivery::packages::{FinishedPackage, PackageOrder, Recipient, file_name};
use delivery::{ArtifactFile, ConversionDetails, Key, Steps, artifacts};
use domain::copy_keys::{CopyKey, catalog_names};
use domain::offering::AsOffering as _;
use domain::periodicals::Issue;
use domain::{Account, Artifact, CopySettings, Download, Format, Item, OfferedItem, TitleFiles, utc_date};
use jiff::Timestamp;
use jobs::package::enqueue;
use rand::Rng as _;
use store::copy_keys::KeyOwner;
use store::periodicals::editions;
use store::{accounts, downloads, titles};
use tokio::sync::watch;

use crate::artifacts::ArtifactSize;
use crate::{Context, Error, Result, braille, count_findings, narration};

/// Makes the package of a pending record in this call, without the queue: for the list of a title's files,
/// which has no 202 (docs/rules/downloads.md#rule-7). Two concurrent calls make two copies, and one is
/// kept. A book that needs speech synthesis takes minutes: a job does that, and the record stays pending
/// until then.
pub async fn make_now(ctx: &Context, record: &Download) -> Result<()> {
    let content = find_content(ctx, &record.item).await?;
    if record.format.is_audio() {
        let key = artifacts::artifact_key(
            &source_key(record, content.as_offering().files())?,
            record.format,
            record.settings,
        )?;
        if ctx.delivery().files().head(&key).await?.is_none() {
            let mut tx = ctx.db().begin().await?;
            enqueue(&mut tx, record, ctx.now()).await?;
            return Ok(tx.commit().await?);
        }
    }
    let order = copy_order(ctx, record, &content).await?;
    let artifact = find_artifact(ctx, &watch::Sender::default(), record, &order).await?;
    let package = ctx.delivery().make_package(&order, &artifact).await?;
    let mut tx = ctx.db().begin().await?;
    downloads::set_packaged(&mut tx, record.id, to_package_record(&package), ctx.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// A package as its record names it.
pub fn to_package_record(package: &FinishedPackage) -> downloads::FinishedPackage<'_> {
    downloads::FinishedPackage { key: package.key.as_str(), size: Some(package.size) }
}

/// The artifact that an order copies, converted now if missing; `steps` receives the progress.
pub async fn find_artifact(
    ctx: &Context,
    steps: &watch::Sender<Steps>,
    record: &Download,
    order: &PackageOrder,
) -> Result<ArtifactFile> {
    let PackageOrder { source, format, settings, modified, .. } = order;
    convert_source(ctx, steps, &record.item, source, *format, *settings, *modified).await
}

/// Returns the source in this format, converted now if missing, and records its use. `steps` receives the
/// progress.
pub async fn convert_source(
    ctx: &Context,
    steps: &watch::Sender<Steps>,
    item: &Item,
    source: &Key,
    format: Format,
    settings: CopySettings,
    modified: Timestamp,
) -> Result<ArtifactFile> {
    let key = artifacts::artifact_key(source, format, settings)?;
    let known = crate::artifacts::note_use(ctx, item, format, &key).await?;
    let delivery = ctx.delivery();
    let artifact = delivery.find_or_convert_watched(source, format, settings, modified, steps).await?;
    // An existing artifact of unknown size was made by a worker that was killed before it could record the
    // size.
    if artifact.conversion.is_none() && known != 0 {
        return Ok(artifact);
    }
    let size = ArtifactSize { file: artifact.size, space: delivery.measure_artifact(&artifact).await? };
    let made = artifact.conversion.as_ref();
    if let Some(made) = made {
        count_findings(&made.findings);
    }
    let mut tx = ctx.db().begin().await?;
    if let Some(made) = made
        && (made.narration.is_some() || made.volumes.is_some() || made.text.is_some())
    {
        let change = |artifacts: &mut [Artifact], files: &mut TitleFiles| {
            update_details(made, format, settings, artifacts, files)
        };
        crate::artifacts::update_description(&mut tx, item, change).await?;
    }
    crate::artifacts::note_size(ctx, &mut tx, item, format, &key, size).await?;
    if let Some(made) = made {
        store::conversion_reports::put(&mut tx, item, Some(format), &made.findings, ctx.now()).await?;
    }
    tx.commit().await?;
    if let Some(map) = artifact.map() {
        crate::artifacts::count_map(ctx, item, format, &key, size, map);
    }
    Ok(artifact)
}

/// Writes the findings of a conversion into the catalog's description. Returns true if anything changed.
fn update_details(
    made: &ConversionDetails,
    format: Format,
    settings: CopySettings,
    artifacts: &mut [Artifact],
    files: &mut TitleFiles,
) -> bool {
    let narrated = made.narration.as_ref();
    let narrated = narrated.is_some_and(|narration| narration::set_narration(artifacts, format, narration));
    let counted = made.volumes.is_some_and(|volumes| braille::set_volumes(artifacts, volumes, settings));
    let bytes = made.text.and_then(|bytes| i64::try_from(bytes).ok());
    let measured = bytes.is_some_and(|bytes| files.dtbook_size.replace(bytes) != Some(bytes));
    narrated || counted || measured
}

/// Keys by which apps recognize the copy (docs/kosync.md): the file's, which may be shared by all readers,
/// and its names among the recipient's files.
pub fn copy_keys(record: &Download, content: &OfferedItem, package: &FinishedPackage) -> Vec<KeyOwner> {
    let offering = content.as_offering();
    let shared = offering.usage().is_free() && offering.owner().is_none();
    let recipient = &record.recipient;
    let owner = recipient.clone().filter(|_| !shared);
    let file = (shared || owner.is_some()).then(|| (package.copy_key.clone(), owner));
    let authors: Vec<&str> = match content {
        OfferedItem::Title(title) => title.authors().map(|author| author.display_name.as_str()).collect(),
        OfferedItem::Edition(_) => Vec::new(),
    };
    let mut names = catalog_names(&authors, &offering.name(), record.format);
    names.push(file_name(&offering.name(), &record.item, record.format));
    let names = recipient
        .iter()
        .flat_map(|account| names.iter().map(|name| (CopyKey::from_name(name), Some(account.clone()))));
    file.into_iter().chain(names).collect()
}

/// Returns the content that a record is a copy of.
pub async fn find_content(ctx: &Context, item: &Item) -> Result<OfferedItem> {
    let gone = || Error::Impossible(format!("{item} is gone"));
    match item {
        Item::Title(id) => {
            let title = titles::get(ctx.db(), *id).await?.ok_or_else(gone)?;
            Ok(Arc::new(title).into())
        }
        Item::Edition(id) => {
            let found = editions::with_series(ctx.db(), std::slice::from_ref(id)).await?.pop();
            let (series, edition) = found.ok_or_else(gone)?;
            Ok(Arc::new(Issue::new(Arc::new(series), edition, ctx.now())).into())
        }
    }
}

fn source_key(record: &Download, files: &TitleFiles) -> Result<Key> {
    let source = files.source_of(record.format);
    let source = source.ok_or_else(|| Error::Impossible(format!("{} has no source file", record.item)))?;
    Ok(Key::parse(source)?)
}

/// The recipient in the notice of a copy (docs/rules/downloads.md#rule-6).
pub fn notice_recipient(record: &Download, account: &Account) -> Recipient {
    Recipient { name: account.name.display_name(), date: utc_date(record.date_requested) }
}

/// The order with which `delivery` makes the copy of a record.
///
/// # Errors
/// [`Error::Impossible`] if there is no such format, or a copyright title has no recipient.
pub async fn copy_order(ctx: &Context, record: &Download, content: &OfferedItem) -> Result<PackageOrder> {
    let offered = content.as_offering();
    let source = source_key(record, offered.files())?;
    let recipient = match &record.recipient {
        // Free titles and users' own documents are delivered without watermarks.
        _ if offered.usage().is_free() || offered.owner().is_some() => None,
        Some(account) => {
            let account = accounts::get(ctx.db(), account).await?;
            let account =
                account.ok_or_else(|| Error::Impossible("the recipient no longer exists".to_owned()))?;
            Some(notice_recipient(record, &account))
        }
        None => return Err(Error::Impossible("a copyright title needs a recipient".to_owned())),
    };
    let artifact = offered.artifacts().iter().find(|artifact| artifact.format == record.format);
    let artifact =
        artifact.ok_or_else(|| Error::Impossible(format!("{} has no {}", record.item, record.format)))?;
    let mut nonce = [0; 12];
    ctx.rng().fill_bytes(&mut nonce);
    Ok(PackageOrder {
        download: record.id,
        source,
        format: record.format,
        settings: record.settings,
        modified: artifact.date_added,
        recipient,
        nonce,
    })
}
