//! Records of titles as publishers and libraries exchange them: ONIX for Books 3, MARC 21 and MARCXML, and
//! CSV. A file is read as a stream of [`Entry`]s, one record at a time, in little memory, however long it is;
//! a record that cannot be taken is told and passed over. What all formats say of a title is one [`Record`].
//!
//! Whatever a file holds, reading it ends: the size of a record, the depth of its elements and the number of
//! its parts are bounded, and entities are never expanded.
//!
//! The other way a [`Writer`] takes [`Issue`]s, titles as they are given out, and whatever their texts hold,
//! what it writes is read again as the same.

mod decode;
mod entry;
mod issue;
mod markup;
mod meter;
mod record;
mod sender;
mod write;
mod xml;

pub mod csv;
pub mod kind;
pub mod marc;
pub mod onix;
pub mod plain;

pub use entry::{Broken, Entry};
pub use issue::{Issue, Successor};
pub use kind::{Kind, read};
pub use record::{Action, Parts, Record, Scheme, Subject};
pub use sender::Sender;
pub use write::{Output, Writer};
