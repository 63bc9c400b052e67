//! The server as its users meet it: every test runs the real program on a sandbox of its own, over HTTP, on
//! SQLite and on PostgreSQL. Folders mirror the addresses.

#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod conventions;
mod endpoints;
mod openapi;
mod support;
mod titles;
