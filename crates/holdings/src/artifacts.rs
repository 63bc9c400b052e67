//! Facts about the artifacts of a title or edition that are learned while they are made and used.

use delivery::{Key, MapUnderWay};
use domain::{Artifact, Format, Item, TitleFiles};
use jobs::trim_artifacts::make_room;
use store::artifacts::StoredArtifact;
use store::periodicals::editions;
use store::{Tx, titles};

use crate::{Context, Result};

/// The size of a converted book in bytes; 0 while unknown.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ArtifactSize {
    /// The file alone.
    pub(crate) file: u64,
    /// The file with what is kept next to it.
    pub(crate) space: u64,
}

/// Records that a converted book is in use, before checking whether it exists, so that it is not idle.
/// Returns the file's own size, or 0 if that is not known.
pub(crate) async fn note_use(ctx: &Context, item: &Item, format: Format, key: &Key) -> Result<u64> {
    Ok(store::artifacts::put(ctx.db(), &to_record(ctx, item, format, key, ArtifactSize::default())).await?)
}

/// Records the size of a converted book: it takes space from now on, and others may have to be deleted.
pub(crate) async fn note_size(
    ctx: &Context,
    tx: &mut Tx,
    item: &Item,
    format: Format,
    key: &Key,
    size: ArtifactSize,
) -> Result<()> {
    store::artifacts::put(&mut *tx, &to_record(ctx, item, format, key, size)).await?;
    if size.space > 0 {
        make_room(tx, ctx.delivery().limits().artifacts, ctx.now()).await?;
    }
    Ok(())
}

/// Adds a map that follows its converted book to the size that was recorded, once it is there.
pub(crate) fn count_map(
    ctx: &Context,
    item: &Item,
    format: Format,
    key: &Key,
    size: ArtifactSize,
    map: &MapUnderWay,
) {
    let (ctx, item, key, map) = (ctx.clone(), item.clone(), key.clone(), map.clone());
    tokio::spawn(async move {
        let Some(bytes) = map.wait_for_size().await else { return };
        let size = ArtifactSize { space: size.space + bytes, ..size };
        if let Err(error) = add_map_size(&ctx, &item, format, &key, size).await {
            tracing::warn!(%key, %error, "the space of a map is not counted");
        }
    });
}

async fn add_map_size(
    ctx: &Context,
    item: &Item,
    format: Format,
    key: &Key,
    size: ArtifactSize,
) -> Result<()> {
    let mut tx = ctx.db().begin().await?;
    note_size(ctx, &mut tx, item, format, key, size).await?;
    Ok(tx.commit().await?)
}

fn to_record(ctx: &Context, item: &Item, format: Format, key: &Key, size: ArtifactSize) -> StoredArtifact {
    StoredArtifact {
        key: key.to_string(),
        item: item.clone(),
        format,
        converter: delivery::artifacts::converter_name(format),
        file: key.to_string(),
        size: size.space,
        file_size: size.file,
        last_used: ctx.now(),
    }
}

/// Lets `change` edit the catalog's description of formats and files, and saves it if `change` returns that
/// anything changed.
pub(crate) async fn update_description(
    tx: &mut Tx,
    item: &Item,
    change: impl FnOnce(&mut [Artifact], &mut TitleFiles) -> bool,
) -> Result<()> {
    match item {
        Item::Title(id) => {
            if let Some(mut title) = titles::get_for_update(tx, *id).await?
                && change(&mut title.artifacts, &mut title.files)
            {
                titles::update(tx, &title).await?;
            }
        }
        Item::Edition(id) => {
            if let Some(mut edition) = editions::get_for_update(tx, id).await?
                && change(&mut edition.artifacts, &mut edition.files)
            {
                editions::update(tx, &edition).await?;
            }
        }
    }
    Ok(())
}
