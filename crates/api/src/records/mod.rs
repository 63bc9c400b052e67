//! Wire records: one file per record, filled from domain types by one function. Every declared member is
//! always present; an absent value is null (spec 4, section 2).

mod alert;
mod artifact;
mod category;
mod contributor;
mod format;
mod link;
mod status;
mod title_detail;
mod title_list;
mod title_summary;

pub use alert::AlertRecord;
pub use artifact::{AccessibilityRecord, ArtifactRecord, NarratorRecord};
pub use category::{BisacCodeRecord, CategoryListing, CategoryRecord};
pub use contributor::{ContributorRecord, NameRecord};
pub use format::{FormatRecord, FormatStatusRecord};
pub use link::Link;
pub use status::{StatusKey, StatusRecord};
pub use title_detail::{TitleComplete, TitleDetail};
pub use title_list::{Facet, TitleList};
pub use title_summary::{Sight, TitleSummary};

use jiff::Timestamp;

/// A timestamp on the wire: `YYYY-MM-DDThh:mm:ssZ` (document 1, general rule 9).
pub fn timestamp(at: Timestamp) -> String {
    domain::dates::format_timestamp(at)
}
