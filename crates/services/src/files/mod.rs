//! Files that are delivered without key and token: packages and single files by signed ticket, covers by name
//! (docs/rules/downloads.md#rule-4).

mod cover;
mod meter;
mod opened;

pub use cover::open_cover;
pub use delivery::files::{FileBody, FileMeta};
pub use delivery::tickets::Media;
pub(crate) use opened::open_package;
pub use opened::{TicketFile, open};
