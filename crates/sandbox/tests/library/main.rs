//! The demo library meets docs/rules/sandbox.md: enough books, of every kind, and all of them accessible.
#![expect(clippy::unwrap_used, reason = "tests")]

mod braille;
mod covers;
mod epubcheck;
mod markup;
mod metadata;
mod narration;
mod package;
mod periodicals;
mod shelf;
mod unpack;
