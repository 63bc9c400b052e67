//! How letters leave the house.

use std::path::PathBuf;

use jiff::Timestamp;
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use crate::error::MailError;
use crate::letter::Letter;
use crate::smtp::Smtp;

/// Sends letters. Cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    way: Way,
}

#[derive(Clone)]
enum Way {
    Server { from: Mailbox, transport: AsyncSmtpTransport<Tokio1Executor> },
    Folder { from: Mailbox, folder: PathBuf },
    Nowhere,
}

impl Mailer {
    /// To a mail server; `from` is `Name <address>` or an address.
    pub fn server(smtp: &Smtp, from: &str) -> Result<Self, MailError> {
        Ok(Self { way: Way::Server { from: sender(from)?, transport: smtp.transport()? } })
    }

    /// Into a folder, one `.eml` file for each letter, in the order of their names.
    pub fn folder(folder: impl Into<PathBuf>, from: &str) -> Result<Self, MailError> {
        Ok(Self { way: Way::Folder { from: sender(from)?, folder: folder.into() } })
    }

    /// Nowhere: each letter is refused with [`MailError::NotConfigured`].
    pub fn nowhere() -> Self {
        Self { way: Way::Nowhere }
    }

    /// Whether letters leave at all.
    pub fn is_configured(&self) -> bool {
        !matches!(self.way, Way::Nowhere)
    }

    /// Sends a letter. `id` names the message among all others, in characters of a domain name.
    pub async fn send(&self, letter: &Letter, id: &str, date: Timestamp) -> Result<(), MailError> {
        match &self.way {
            Way::Nowhere => Err(MailError::NotConfigured),
            Way::Server { from, transport } => {
                transport.send(letter.message(from, id, date, false)?).await?;
                Ok(())
            }
            Way::Folder { from, folder } => {
                let bytes = letter.message(from, id, date, true)?.formatted();
                let name = format!("{}-{id}.eml", date.strftime("%Y%m%dT%H%M%S%6fZ"));
                let half = folder.join(format!(".{name}.part"));
                tokio::fs::create_dir_all(folder).await?;
                tokio::fs::write(&half, bytes).await?;
                // By rename: a reader of the folder never sees half a letter.
                tokio::fs::rename(&half, folder.join(name)).await?;
                Ok(())
            }
        }
    }

    /// Greets the mail server, or looks whether the folder can be written; says where letters go.
    pub async fn check(&self) -> Result<String, MailError> {
        match &self.way {
            Way::Nowhere => Err(MailError::NotConfigured),
            Way::Server { from, transport } => {
                if transport.test_connection().await? {
                    Ok(format!("the mail server takes letters from {from}"))
                } else {
                    Err(MailError::Configuration("the mail server hung up".into()))
                }
            }
            Way::Folder { folder, .. } => {
                tokio::fs::create_dir_all(folder).await?;
                Ok(format!("letters are written to {}, not sent", folder.display()))
            }
        }
    }
}

impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mailer")
    }
}

fn sender(from: &str) -> Result<Mailbox, MailError> {
    from.parse().map_err(|error| MailError::Configuration(format!("mail.from: {from}: {error}")))
}
