//! A row before its columns have meanings.

use std::borrow::Cow;

use crate::RosterLimits;
use crate::clean::trim_cell;

/// A row of a table. A row with a fault may have no cells.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawRow<'t> {
    /// The line where it begins, from 1.
    pub(crate) line: u64,
    /// As many cells as the limits allow.
    pub(crate) cells: Vec<Cow<'t, str>>,
    pub(crate) count: usize,
    pub(crate) fault: Option<String>,
}

impl RawRow<'_> {
    /// Returns true if no cell has content.
    pub(crate) fn is_empty(&self) -> bool {
        self.fault.is_none() && self.count <= self.cells.len() && self.cells.iter().all(|cell| is_blank(cell))
    }

    /// The number of cells up to the last one with content.
    pub(crate) fn used_cell_count(&self) -> usize {
        if self.count > self.cells.len() {
            return self.count;
        }
        self.cells.iter().rposition(|cell| !is_blank(cell)).map_or(0, |last| last + 1)
    }
}

fn is_blank(cell: &str) -> bool {
    trim_cell(cell).is_empty()
}

pub(crate) fn long_cell_fault(cell: &str, limits: &RosterLimits) -> Option<String> {
    let is_long = cell.len() > limits.cell_chars && cell.chars().nth(limits.cell_chars).is_some();
    is_long.then(|| format!("a cell of more than {} characters", limits.cell_chars))
}
