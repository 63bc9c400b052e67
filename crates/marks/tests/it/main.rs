//! The crate as its users see it.

#![expect(clippy::unwrap_used, reason = "tests: a panic is a failure")]

use std::io::Cursor;

use books::{Format, Limits, Options, convert};
use marks::{Key, Mark, Trace, mark, trace};

mod audio;
mod braille;
mod docx;
mod epub_and_daisy;
mod hostile;
mod places;
mod prepared;
mod valid;
mod web;

fn key() -> Key {
    Key::new(b"key of the library")
}

fn one(recipient: &str, record: u64) -> Mark {
    Mark::new(recipient, "2026-01-02".parse().unwrap(), record)
}

fn options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn made(format: Format, source: &[u8]) -> Vec<u8> {
    convert(format, source.to_vec().into(), &options(), &mut ()).unwrap()
}

fn marked(format: Format, package: &[u8], one: &Mark) -> Vec<u8> {
    mark(format, Cursor::new(package), Cursor::new(Vec::new()), one, &key()).unwrap().into_inner()
}

/// What a copy, or a file of one, says with this key.
fn found(bytes: impl Into<Vec<u8>>, key: &Key) -> Option<Trace> {
    trace(&bytes.into().into(), key, &Limits::default()).unwrap()
}
