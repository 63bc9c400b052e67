//! Uploaded files, which wait in temporary places ([`services::uploads`]).

pub use services::uploads::{Sender, Spool, Turns, Upload};
