//! The crate as its users see it.

#![expect(
    clippy::unwrap_used,
    clippy::case_sensitive_file_extension_comparisons,
    reason = "tests: a panic is a failure, and the names of files are their own"
)]

mod audio;
mod balance;
mod braille;
mod building;
mod daisy2_in;
mod daisy_in;
mod docx;
mod drawn;
mod dtbook_in;
mod entries;
mod forms;
mod frames;
mod hidden;
mod hostile;
mod left_out;
mod lenient;
mod lists;
mod mathml;
mod notes;
mod numbers;
mod old_books;
mod package_metadata;
mod page_list;
mod pictures;
mod places;
mod pointers;
mod positioned;
mod reading;
mod reported;
mod samples;
mod scenes;
mod support;
mod switch;
mod talking;
mod volumes;
mod writing;
