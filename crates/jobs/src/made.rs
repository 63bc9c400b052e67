//! What was made of a title or an edition, written into the catalog.

use domain::artifacts::Artifact;
use domain::downloads::Item;
use domain::titles::Files;
use store::periodicals::editions;
use store::titles;

use crate::context::Context;
use crate::error::JobError;

/// Lets `tell` change what is said of the formats and files, and keeps it when it answers that anything has changed.
pub(crate) async fn note(
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
