//! The titles of the collection by number: the list that robots read.

use std::num::NonZeroI64;

use domain::TitleId;
use jiff::Timestamp;

use super::search::collection_view;
use crate::index_thread::run_on_index_thread;
use crate::{Operation, Result};

pub use search::NumberBlock;

/// The blocks of this many consecutive numbers in which the caller's view has titles, in order.
pub async fn list_number_blocks(op: &Operation, numbers: NonZeroI64) -> Result<Vec<NumberBlock>> {
    let view = collection_view(op, false);
    run_on_index_thread(op, move |index| index.number_blocks(&view, numbers)).await
}

/// The titles of one of these blocks in the caller's view, by number, each with when it last changed, to
/// the second.
pub async fn in_block(op: &Operation, numbers: NonZeroI64, block: i64) -> Result<Vec<(TitleId, Timestamp)>> {
    let Some(first) = block.checked_mul(numbers.get()) else { return Ok(Vec::new()) };
    let view = collection_view(op, false);
    let range = first..first.saturating_add(numbers.get());
    run_on_index_thread(op, move |index| index.list_titles_between(&view, range)).await
}
