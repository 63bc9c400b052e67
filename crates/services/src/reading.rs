//! Reading events and positions.

use domain::formats::Format;
use domain::ids::TitleId;
use domain::reading::{ReadingEvent, ReadingPosition};

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::SignedIn;
use crate::titles::visible;

/// Records that the reader continued reading; every event is kept. `TITLE_NOT_FOUND` if the reader may not
/// see the title.
pub async fn record(library: &Library, user: &SignedIn, event: &ReadingEvent) -> Result<()> {
    visible(library, &user.caller, event.title).await?;
    Ok(store::reading::record(&library.db, user.id(), event).await?)
}

/// The newest event of the reader in one format of a title, which is the position there: `TITLE_NOT_FOUND`,
/// `READING_POSITION_NOT_FOUND`.
pub async fn position(
    library: &Library,
    user: &SignedIn,
    title: TitleId,
    format: Format,
) -> Result<ReadingPosition> {
    visible(library, &user.caller, title).await?;
    let position = store::reading::position(&library.db, user.id(), title, format).await?;
    position.ok_or_else(|| ErrorKey::ReadingPositionNotFound.into())
}
