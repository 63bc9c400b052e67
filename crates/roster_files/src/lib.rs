//! Tables of members as schools have them in files: CSV in any encoding, Excel workbooks (XLSX), and
//! OneRoster exports 1.1 and 1.2 (zip files of CSV files). Bytes in, rows out: columns are recognized by
//! their headers in four languages, dates and grades are converted to the forms that the library reads, and
//! what is wrong with a row is said at the row. Whether values are valid, and which member a row means, is
//! decided by the caller (docs/rosters.md).
//!
//! Reading always terminates: bytes, unpacked bytes, rows, columns and cells are limited by [`RosterLimits`].
//! Formulas are never computed.
//!
//! ```
//! use roster_files::{RosterColumn, RosterLimits, read_roster};
//!
//! let file = "Nachname;Vorname;Geburtsdatum;Klasse\nBerg;Mia;31.12.2014;6a\n";
//! let table = read_roster(file.as_bytes(), &RosterLimits::default())?;
//! assert_eq!(table.rows[0].cells[&RosterColumn::DateOfBirth], "2014-12-31");
//! assert_eq!(table.rows[0].cells[&RosterColumn::Grade], "6");
//! # Ok::<(), roster_files::RosterFileError>(())
//! ```

#![warn(missing_docs)]

mod assembly;
mod clean;
mod csv;
mod dates;
mod error;
mod fold;
mod grades;
mod headers;
mod limits;
mod oneroster;
mod read;
mod repeated;
mod roles;
mod row;
mod status;
mod synonyms;
mod table;
mod text;
mod xlsx;

pub use error::RosterFileError;
pub use limits::RosterLimits;
pub use read::read_roster;
pub use table::{
    DeclaredSchool, RecognizedColumn, RosterClass, RosterColumn, RosterFileKind, RosterRow, RosterTable,
};
