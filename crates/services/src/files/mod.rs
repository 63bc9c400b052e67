//! Files that are delivered without key and token: packages and single files by signed ticket, covers by name
//! (docs/rules/downloads.md#rule-4).

mod meter;
mod opened;

pub use delivery::files::{FileBody, FileMeta};
pub use delivery::tickets::Media;
pub(crate) use opened::open_package;
pub use opened::{TicketFile, open};

use delivery::Key;

use crate::{ErrorKey, Operation, Result};

/// A cover image or its thumbnail, JPEG, by the name in its public address: `NOT_FOUND` if there is none. Its
/// bytes never change, because the name is made of the content.
pub async fn open_cover(op: &Operation, name: &str) -> Result<FileBody> {
    let key = Key::public_cover(name).ok_or(ErrorKey::NotFound)?;
    match op.delivery().files().read(&key, None).await {
        Err(delivery::Error::Missing(_)) => Err(ErrorKey::NotFound.into()),
        read => Ok(read?),
    }
}
