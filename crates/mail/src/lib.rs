//! Emails: their texts and their delivery by SMTP to a mail server, or as `.eml` files into a
//! folder, or not at all if none is configured (docs/mail.md).
//!
//! The queue (`jobs::emails`) decides what is sent when, and retries after a failure.

mod email;
mod error;
mod mailer;
mod smtp;
#[cfg(feature = "testkit")]
pub mod testkit;

pub mod staff_texts;
pub mod texts;

pub use email::Email;
pub use error::MailError;
pub use mailer::Mailer;
pub use smtp::{Security, Smtp};
pub use vocabulary::Language;
