//! Reading and writing records from outside: hostile files, difficult texts, and other programs that check
//! the output.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]
#![expect(unreachable_pub, reason = "in a program, `pub` says what other files of it may use")]

mod arbitrary;
mod hostile;
mod others;
mod round_trip;
mod statements;
mod xlsx;
