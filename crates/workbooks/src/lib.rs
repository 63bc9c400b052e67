//! Workbooks of Excel 2007 and later (XLSX), read within limits: bytes in, rows of texts out. Sheets are read
//! row by row, cells as they are shown to a person, and formulas are never computed: their last computed
//! values are read.
//!
//! Nothing that a file states about itself is believed. Parts are unpacked and counted before the reader of
//! workbooks opens them ([`Container`]), texts are counted in each cell that names them, and a panic of that
//! reader is an error of the file.

#![warn(missing_docs)]

mod container;
mod error;
mod limits;
mod number_formats;
mod rows;
#[cfg(feature = "testkit")]
pub mod testkit;
mod values;
mod workbook;

pub use container::Container;
pub use error::WorkbookError;
pub use limits::{ContainerLimits, SheetLimits};
pub use rows::{SheetRow, SheetRows};
pub use workbook::{Workbook, read_workbook};
