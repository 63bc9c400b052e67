//! The sender of exported records.

use jiff::Timestamp;

/// The sender of a file, and the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// The library's name.
    pub name: String,
    /// The time.
    pub sent_at: Timestamp,
}
