//! Limits of one file.

use serde::{Deserialize, Serialize};
use workbooks::{ContainerLimits, SheetLimits};

/// The limits within which a file is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterLimits {
    /// Size of the file, bytes.
    pub file_bytes: u64,
    /// Size of all parts of a zip file that are read, unpacked, bytes.
    pub unpacked_bytes: u64,
    /// Entries of a zip file.
    pub entries: usize,
    /// Rows with content, without the header.
    pub rows: usize,
    /// Columns of the header.
    pub columns: usize,
    /// Length of a cell, characters. A row with a longer one has a fault.
    pub cell_chars: usize,
    /// Size of all cells that are kept, bytes.
    pub text_bytes: usize,
}

impl RosterLimits {
    pub(crate) const fn to_container(&self) -> ContainerLimits {
        ContainerLimits { unpacked_bytes: self.unpacked_bytes, entries: self.entries }
    }

    /// One column more than is allowed is read, so that it is seen.
    pub(crate) const fn to_sheet(&self) -> SheetLimits {
        SheetLimits {
            columns: self.columns + 1,
            cell_chars: self.cell_chars,
            text_bytes: self.unpacked_bytes,
        }
    }
}

impl Default for RosterLimits {
    fn default() -> Self {
        Self {
            file_bytes: 64 << 20,
            unpacked_bytes: 128 << 20,
            entries: 10_000,
            rows: 100_000,
            columns: 200,
            cell_chars: 10_000,
            text_bytes: 32 << 20,
        }
    }
}
