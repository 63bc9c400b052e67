//! Records of titles as publishers and libraries exchange them: ONIX for Books 2.1 and 3, MARC 21 and
//! MARCXML, and tables (CSV, XLSX). A file of any length is read as a stream of [`Entry`]s, one record at a
//! time, in little memory; only workbooks, which are limited in size, are read as a whole. An invalid record
//! is reported and skipped. All formats are converted to one [`Record`] type.
//!
//! Reading always terminates: the size of a record, the depth of its elements and the number of its parts are
//! limited, and entities that a file declares itself are never expanded.
//!
//! In the other direction a [`RecordWriter`] writes [`Issue`]s, exported titles; reading its output gives the
//! same records, whatever their texts contain.
//!
//! ```
//! use metadata::{Kind, read_records};
//!
//! let table = "reference,title\nacme-1,The Ferry\nacme-2,\n";
//! let mut records = read_records(Kind::Csv, table.as_bytes())?;
//! let ferry = records.next().unwrap()?.result.unwrap();
//! assert_eq!(ferry.metadata.title, "The Ferry");
//! let fault = records.next().unwrap()?.result.unwrap_err();
//! assert!(fault.contains("title: is required"), "{fault}");
//! # Ok::<(), metadata::BrokenFile>(())
//! ```

#![warn(missing_docs)]

mod decode;
mod entry;
mod issue;
mod markup;
mod markup_escaper;
mod meter;
mod names;
mod record;
mod references;
mod sender;
mod write;
mod xml;
mod years;

pub mod csv;
pub mod kind;
pub mod marc;
pub mod onix;
pub mod plain;
mod printable;

pub use domain::record_formats::RecordFormat;
pub use entry::{BrokenFile, Entry};
pub use issue::{Issue, Successor};
pub use kind::{Kind, read_records};
pub use record::{Action, Parts, Record, RecordSubject, Scheme};
pub use sender::Sender;
pub use write::RecordWriter;
