//! Reading and writing records from outside: hostile files, texts that are hard to write, and what other
//! programs say of what was written.

#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]
#![expect(unreachable_pub, reason = "in a program, `pub` says what other files of it may use")]

mod arbitrary;
mod hostile;
mod others;
mod round_trip;
