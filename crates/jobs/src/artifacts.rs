//! What becomes known of the artifacts of a title or an edition while they are made and used.

use delivery::Key;
use domain::artifacts::Artifact;
use domain::downloads::Item;
use domain::formats::Format;
use domain::titles::Files;
use store::artifacts::KeptArtifact;
use store::periodicals::editions;
use store::titles;

use crate::context::Context;
use crate::error::JobError;
use crate::trim_artifacts;

/// Notes that a converted book is wanted, before anybody looks whether it is there: from now on it is not
/// idle. `size` is 0 while it is not known; a size means that the book takes space from now on, and that
/// others may have to go. The size that is known now.
pub(crate) async fn note_use(
    ctx: &Context,
    item: &Item,
    format: Format,
    key: &Key,
    size: u64,
) -> Result<u64, JobError> {
    let kept = KeptArtifact {
        key: key.to_string(),
        item: item.clone(),
        format,
        converter: delivery::artifacts::converter(format).unwrap_or_default(),
        file: key.to_string(),
        size,
        last_used: ctx.now(),
    };
    let known = store::artifacts::put(ctx.db(), &kept).await?;
    if size > 0 {
        trim_artifacts::make_room(ctx).await?;
    }
    Ok(known)
}

/// Lets `tell` change what the catalog says of formats and files, and keeps it when it answers that anything
/// has changed.
pub(crate) async fn describe(
    ctx: &Context,
    item: &Item,
    tell: impl FnOnce(&mut [Artifact], &mut Files) -> bool,
) -> Result<(), JobError> {
    let mut tx = ctx.db().begin().await?;
    match item {
        Item::Title(id) => {
            if let Some(mut title) = titles::for_update(&mut tx, *id).await?
                && tell(&mut title.artifacts, &mut title.files)
            {
                titles::update(&mut tx, &title).await?;
            }
        }
        Item::Edition(id) => {
            if let Some(mut edition) = editions::for_update(&mut tx, id).await?
                && tell(&mut edition.artifacts, &mut edition.files)
            {
                editions::update(&mut tx, &edition).await?;
            }
        }
    }
    Ok(tx.commit().await?)
}
