//! The server under attack and in trouble: tests that take long, or much of the machine. `make chaos` runs
//! them, and `make test` does not (CONTRIBUTING.md). Each file is one kind of trouble, on this machine alone,
//! and bounded in time and number.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]
#![expect(unreachable_pub, reason = "in a program, `pub` says what other files of it may use")]

mod crawlers;
mod hostile_files;
mod slow_connections;
#[path = "../it/support/mod.rs"]
#[expect(dead_code, unused_imports, reason = "shared with the integration tests, which use all of it")]
mod support;
