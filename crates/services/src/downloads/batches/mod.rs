//! Copies of a title that a sponsor orders for several members, each the member's own: marked for the member,
//! and recorded as a copy that the sponsor asked for (docs/rules/downloads.md#rule-13).

mod archive;
mod complete;
mod names;
mod order;
mod refusal;
mod view;

pub use archive::{CopyArchive, open_archive};
pub use order::{BatchRequest, order};
pub use refusal::CopyRefusal;
pub use view::{BatchView, MemberCopy, MemberCopyState, resume_and_view};

/// Maximum number of members of an order, and of copies that are being made for the sponsor then.
pub const MAX_COPIES_PER_BATCH: usize = 100;
