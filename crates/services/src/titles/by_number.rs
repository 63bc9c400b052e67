//! The titles of the collection by number: the list that robots read.

use std::num::NonZeroI64;

use domain::TitleId;
use jiff::Timestamp;

use super::search::collection_view;
use crate::index_thread::run_on_index_thread;
use crate::{Operation, Result};

pub use search::Stretch;

/// The stretches of this many consecutive numbers in which the caller's view has titles, in order.
pub async fn list_stretches(op: &Operation, numbers: NonZeroI64) -> Result<Vec<Stretch>> {
    let view = collection_view(op, false);
    run_on_index_thread(op, move |index| index.stretches(&view, numbers)).await
}

/// The titles of one of these stretches in the caller's view, by number, each with when it last changed, to
/// the second.
pub async fn in_stretch(
    op: &Operation,
    numbers: NonZeroI64,
    stretch: i64,
) -> Result<Vec<(TitleId, Timestamp)>> {
    let Some(first) = stretch.checked_mul(numbers.get()) else { return Ok(Vec::new()) };
    let view = collection_view(op, false);
    let range = first..first.saturating_add(numbers.get());
    run_on_index_thread(op, move |index| index.list_titles_between(&view, range)).await
}
