//! All processing of files from outside: books are read, converted, listed and watermarked, suppliers'
//! records are read, documents become books, covers become JPEG images, narration is changed in speed.
//!
//! Each is a [`Task`]: typed, serializable, with limits. [`Workshop`] runs tasks in worker processes (crate
//! `isolation`), whose main function is [`serve`], so that no content can harm the calling process. Files are
//! passed in and out through the folder of a [`Bench`].

mod contents;
mod convert;
mod cover;
pub mod daisy;
mod document;
mod error;
mod files;
mod limits;
mod list;
mod locate;
mod mark;
mod present;
mod read;
mod records;
mod report;
mod request;
mod speaker;
mod speed;
mod task;
mod trace;
mod unpack;
mod worker;
mod workshop;
mod writers;

pub use contents::ReadContents;
pub use convert::{Convert, Converted, book_settings, version};
pub use cover::{Cover, Covers};
pub use document::{Document, kind};
pub use error::{Error, Result};
pub use files::{
    COVER, MADE, MAP, MAX_MAP_BYTES, MAX_PLAN_BYTES, PACKAGE_DOCUMENT, PLAN, REPORT, SOURCE, THUMBNAIL,
    unpacked,
};
pub use limits::Limits;
pub use list::List;
pub use locate::Locate;
pub use mark::Mark;
pub use present::Present;
pub use read::{ReadBook, Reading};
pub use records::{ReadRecords, Records};
pub use report::read_report;
pub use request::Request;
pub use speaker::Speaker;
pub use speed::{ChangeSpeed, Speed};
pub use task::{Steps, Task, Tools};
pub use trace::{Trace, Traced};
pub use unpack::{Parcel, Unpack};
pub use worker::serve;
pub use workshop::{Bench, Workshop};
pub use writers::Writers;
