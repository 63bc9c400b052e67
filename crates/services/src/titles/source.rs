//! The file that a title was made from (docs/rules/downloads.md#rule-10).

use std::path::Path;

use delivery::Key;
use delivery::tickets::{FileTicket, Media};
use domain::TitleId;

use super::find_managed;
use crate::{ErrorKey, Operation, Result};

/// The ticket that opens a title's source file, as it was ingested, without watermark
/// ([`files::open`](crate::files::open)): `RESOURCE_NOT_FOUND` if none is kept.
pub async fn issue_source_ticket(op: &Operation, id: TitleId) -> Result<String> {
    op.require_collection_staff()?;
    let title = find_managed(op, id).await?;
    let key = Key::parse(title.files.source.as_deref().ok_or(ErrorKey::ResourceNotFound)?)?;
    let extension = Path::new(key.name()).extension().and_then(|e| e.to_str()).unwrap_or("bin");
    let name = format!("{}-source.{extension}", title.id);
    let ticket = FileTicket { key, name, media: Media::Attachment, download: None };
    Ok(op.delivery().tickets().mint_file(&ticket, &mut op.rng(), op.now))
}
