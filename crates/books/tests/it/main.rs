//! The crate as its users see it.

#![expect(
    clippy::unwrap_used,
    clippy::case_sensitive_file_extension_comparisons,
    reason = "tests: a panic is a failure, and the names of files are their own"
)]

mod audio;
mod braille;
mod building;
mod daisy2_in;
mod daisy_in;
mod docx;
mod drawn;
mod dtbook_in;
mod hostile;
mod lists;
mod mathml;
mod notes;
mod package_metadata;
mod old_books;
mod pictures;
mod places;
mod pointers;
mod reading;
mod samples;
mod talking;
mod writing;
