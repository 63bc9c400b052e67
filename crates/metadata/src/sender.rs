//! Who gives records out.

use jiff::Timestamp;

/// Who sends a file, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// The library's name.
    pub name: String,
    /// The moment.
    pub sent: Timestamp,
}
