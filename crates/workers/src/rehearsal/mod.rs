//! Rehearsals of a restore (docs/backup.md#rehearsing): books of the restored library are converted and read,
//! and the library remembers the last rehearsal that succeeded.

mod books;
mod choice;
mod record;

pub use books::{BookCheck, open_books};
pub use record::{find_last_success, record_success};

pub const BOOKS_PER_REHEARSAL: usize = 10;
/// Formats of each book that a rehearsal makes.
pub const FORMATS_PER_BOOK: usize = 3;

#[cfg(test)]
mod tests;
