//! All processing of files from outside: books are read, converted, listed and watermarked, suppliers'
//! records and tables of members are read, documents become books, covers become JPEG images, narration is
//! changed in speed.
//!
//! Each is a [`Task`]: typed, serializable, with limits. [`Workshop`] runs tasks in worker processes (crate
//! `isolation`), whose main function is [`serve`], so that no content can harm the calling process. Files are
//! passed in and out through the folder of a [`TaskBench`].

mod cards;
mod convert;
mod cover;
pub mod daisy;
mod document;
mod error;
mod files;
mod limits;
mod mark;
mod packages;
mod read;
mod records;
mod report;
mod request;
mod roster;
mod speaker;
mod speed;
mod task;
mod unpack;
mod worker;
mod workshop;
mod writers;

pub use books::brf::CardLine;
pub use cards::WriteCards;
pub use convert::{Convert, ConvertResult, book_settings};
pub use cover::{CoverImages, MakeCovers};
pub use document::{ConvertDocument, document_kind};
pub use error::{Error, Result};
pub use files::{
    COVER_NAME, MAP_NAME, MAX_MAP_BYTES, MAX_PLAN_BYTES, OUTPUT_NAME, PACKAGE_DOCUMENT_NAME, PLAN_NAME,
    REPORT_NAME, SOURCE_NAME, THUMBNAIL_NAME, unpacked_name,
};
pub use limits::Limits;
pub use mark::{CopyTrace, MarkCopy, TraceCopy};
pub use packages::{ListFiles, LocateSentences, PresentBook, ReadContents};
pub use read::{BookReading, ReadBook};
pub use records::{DetectTitleWorkbook, ReadRecords, RecordBatch};
pub use report::{read_report, to_finding};
pub use request::Request;
pub use roster::ReadRoster;
pub use speaker::Speaker;
pub use speed::{ChangeSpeed, Speed};
pub use task::{Steps, Task, TaskTools};
pub use unpack::{MAX_UNPACKED_BYTES, UnpackZip, ZipContent};
pub use worker::serve_tasks;
pub use workshop::{TaskBench, Workshop};
pub use writers::Writers;
