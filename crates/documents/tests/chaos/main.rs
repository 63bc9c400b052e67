//! Tests of `make chaos`: hostile files that take long.

#![expect(clippy::unwrap_used, reason = "tests: a panic is a failure")]

#[path = "../it/bounds.rs"]
mod bounds;
#[path = "../it/child.rs"]
mod child;
