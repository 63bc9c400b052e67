//! The formats a title can be delivered in, and their state.

use crate::wire_enum;

pub use vocabulary::{Format, RequiredTools};

wire_enum! {
    /// Availability of a format of a title (docs/rules/records.md#rule-5).
    pub enum FormatStatus {
        /// It can be downloaded.
        Available = "AVAILABLE",
        /// It cannot be made.
        Unavailable = "UNAVAILABLE",
        /// It is being made.
        Pending = "PENDING",
    }
}
