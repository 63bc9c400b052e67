//! Rehearsals of a restore (docs/backup.md#rehearsing): books of the restored library are converted and read.

mod books;
mod choice;

pub use books::{BookCheck, open_books};

pub const BOOKS_PER_REHEARSAL: usize = 10;
pub const FORMATS_PER_BOOK: usize = 3;

#[cfg(test)]
mod tests;
