//! Letters to people: their texts, and the ways they leave the house. They go to a mail server by SMTP, or
//! into a folder as `.eml` files, or nowhere, where none is configured (docs/mail.md).
//!
//! What is sent when, and again after a failure, is the business of the queue (`jobs::letters`).

mod error;
mod letter;
mod mailer;
mod smtp;
#[cfg(feature = "testkit")]
pub mod testkit;

pub mod texts;

pub use error::MailError;
pub use letter::Letter;
pub use mailer::Mailer;
pub use smtp::{Security, Smtp};
