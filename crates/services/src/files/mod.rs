//! Files that are delivered without key and token: packages and single files by signed ticket, covers by name (spec 4,
//! 4.1 point 4).

mod cover;
mod opened;

pub use cover::cover;
pub use delivery::files::{Meta, Reading};
pub use delivery::tickets::Media;
pub use opened::{Opened, open};
