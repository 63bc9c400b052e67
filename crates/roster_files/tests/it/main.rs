//! Reading tables of members: files that are made here, of every kind, and hostile ones.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod hostile;
mod oneroster;
mod support;
mod tables;
mod workbooks;
