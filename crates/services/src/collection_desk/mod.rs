//! The collection desk: collection staff find a title in any status, see everything about it on one page, and
//! change it (docs/pages.md#addresses).

mod change;
mod start;
mod title;

pub use change::{ChangeOutcome, edit_format, edit_title, move_title};
pub use start::{CollectionStart, find_titles};
pub use store::supplier_records::SupplierReference;
pub use store::titles::TitleUsage;
pub(crate) use title::usage_start;
pub use title::{TitleOverview, open_title};
