//! Makes titles of books, and readers' copies of titles. Operations do
//! this in place where a caller waits for the result; workers do it in the background.
//!
//! Nothing here decides about access: callers have checked `domain::access` before.

mod artifacts;
mod braille;
mod context;
mod contributors;
mod conversion_reports;
mod error;
mod narration;

pub mod erasure;
pub mod ingest;
pub mod known;
pub mod package;
pub mod record;
pub mod subjects;
pub mod submission;

pub use context::{Clock, Context, Seed};
pub use conversion_reports::count_findings;
pub use error::{Error, Result};
