//! The crate as its users see it.

#![expect(clippy::unwrap_used, reason = "tests: a panic is a failure")]

use std::io::Cursor;

use books::{Format, Limits, Options, convert};
use marks::{Key, Trace, Watermark, mark_package, trace_copy};

mod audio;
mod braille;
mod docx;
mod epub_and_daisy;
mod hostile;
mod places;
mod prepared;
mod valid;
mod web;

fn test_key() -> Key {
    Key::new(b"key of the library")
}

fn watermark_for(recipient: &str, record: u64) -> Watermark {
    Watermark::new(recipient, "2026-01-02".parse().unwrap(), record)
}

fn convert_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn convert_sample(format: Format, source: &[u8]) -> Vec<u8> {
    convert(format, source.to_vec().into(), &convert_options(), &mut ()).unwrap()
}

fn mark_copy(format: Format, package: &[u8], one: &Watermark) -> Vec<u8> {
    mark_package(format, Cursor::new(package), Cursor::new(Vec::new()), one, &test_key())
        .unwrap()
        .into_inner()
}

/// Traces a copy, or a file of one, with this key.
fn find_trace(bytes: impl Into<Vec<u8>>, key: &Key) -> Option<Trace> {
    trace_copy(&bytes.into().into(), key, &Limits::default()).unwrap()
}
