//! The titles of the collection by number: the list that robots read.

use std::num::NonZeroI64;

use domain::ids::TitleId;
use jiff::Timestamp;
use search::Stretch;

use super::search::view;
use crate::caller::Caller;
use crate::error::Result;
use crate::indexed::indexed;
use crate::library::Library;

/// The stretches of this many consecutive numbers in which the caller's view has titles, in order.
pub async fn stretches(library: &Library, caller: &Caller, numbers: NonZeroI64) -> Result<Vec<Stretch>> {
    let view = view(caller, false);
    indexed(library, move |index| index.stretches(&view, numbers)).await
}

/// The titles of one of these stretches in the caller's view, by number, each with when it last changed, to
/// the second.
pub async fn in_stretch(
    library: &Library,
    caller: &Caller,
    numbers: NonZeroI64,
    stretch: i64,
) -> Result<Vec<(TitleId, Timestamp)>> {
    let Some(first) = stretch.checked_mul(numbers.get()) else { return Ok(Vec::new()) };
    let view = view(caller, false);
    let range = first..first.saturating_add(numbers.get());
    indexed(library, move |index| index.titles_between(&view, range)).await
}
