//! Uploaded files, which wait in temporary places ([`services::uploads`]).

pub use services::uploads::{Spool, Turns, Upload, UploadSender};
