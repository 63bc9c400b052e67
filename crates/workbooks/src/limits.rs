//! Limits of one file.

/// The limits within which a zip file is unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContainerLimits {
    /// Size of all parts that are read, unpacked, bytes.
    pub unpacked_bytes: u64,
    /// Entries of the zip file.
    pub entries: usize,
}

/// The limits within which sheets are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetLimits {
    /// Columns that are read; those behind them are left out.
    pub columns: usize,
    /// Length of a cell, characters. A longer one is cut after one character more.
    pub cell_chars: usize,
    /// Size of the texts of all cells, bytes. A shared text counts in each cell that names it.
    pub text_bytes: u64,
}
