//! Turns a title's source file into the copy that a reader receives: file storage, artifacts made on first
//! use, packages watermarked for their recipient, single files of a package, and the signed addresses for
//! downloading all of it (docs/rules/downloads.md#rule-1). Independent of HTTP.
//!
//! ```text
//! sources/<sha256>.epub --convert--> artifacts/<sha256>/EPUB3-... --copy--> packages/<download>-...
//!                                                                     \--extract--> resources/...
//! ```

mod artifact_file;
mod braille_cards;
mod capabilities;
mod copies;
mod cpu;
mod error;
mod flight;
mod maps;
mod marking;
mod media_types;
mod unpacking;

pub mod artifacts;
pub mod bundles;
pub mod covers;
pub mod documents;
pub mod drive;
pub mod files;
pub mod keys;
pub mod packages;
mod parcels;
pub mod reading;
pub mod records;
pub mod resources;
mod rosters;
pub mod tickets;
pub mod trace;
pub mod web;
mod web_book;

mod delivery;

pub use artifact_file::{ArtifactFile, ConversionDetails, MapUnderWay};
pub use books::{Contents, ContentsEntry};
pub use conversion::{CardLine, Speed, Steps};
pub use delivery::{Config, Delivery, Limits};
pub use error::{Error, Result};
pub use files::Files;
pub use keys::Key;
pub use parcels::UnpackedParcel;
pub use position_maps::{Edition, SentenceMap};
