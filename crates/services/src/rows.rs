//! One page of a list, as operations return it.

pub use store::{Page, Part, Place};

/// The rows that were read for a page, each with its place in the list, one more than the page holds if the list
/// continues; and the number of all.
#[derive(Debug, Clone)]
pub struct Rows<K, T> {
    /// The rows, in the order of the list.
    pub rows: Vec<(K, T)>,
    /// The exact number of items in the whole list.
    pub total: u64,
}
