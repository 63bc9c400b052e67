//! Delivery of emails.

use std::path::PathBuf;

use jiff::Timestamp;
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use crate::email::Email;
use crate::error::MailError;
use crate::smtp::Smtp;

/// Sends emails. Cheap to clone.
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
    /// Delivers to a mail server; `from` is `Name <address>` or an address.
    pub fn server(smtp: &Smtp, from: &str) -> Result<Self, MailError> {
        Ok(Self { way: Way::Server { from: sender(from)?, transport: smtp.transport()? } })
    }

    /// Writes one `.eml` file per email into a folder; file names sort by time.
    pub fn folder(folder: impl Into<PathBuf>, from: &str) -> Result<Self, MailError> {
        Ok(Self { way: Way::Folder { from: sender(from)?, folder: folder.into() } })
    }

    /// Refuses each email with [`MailError::NotConfigured`].
    pub fn nowhere() -> Self {
        Self { way: Way::Nowhere }
    }

    /// Whether emails are delivered at all.
    pub fn is_configured(&self) -> bool {
        !matches!(self.way, Way::Nowhere)
    }

    /// Sends an email. `id` is unique among all messages and made of characters of a domain name.
    pub async fn send(&self, email: &Email, id: &str, date: Timestamp) -> Result<(), MailError> {
        match &self.way {
            Way::Nowhere => Err(MailError::NotConfigured),
            Way::Server { from, transport } => {
                transport.send(email.message(from, id, date, false)?).await?;
                Ok(())
            }
            Way::Folder { from, folder } => {
                let bytes = email.message(from, id, date, true)?.formatted();
                let name = format!("{}-{id}.eml", date.strftime("%Y%m%dT%H%M%S%6fZ"));
                let half = folder.join(format!(".{name}.part"));
                tokio::fs::create_dir_all(folder).await?;
                tokio::fs::write(&half, bytes).await?;
                // By rename, so that a reader of the folder never sees a partial email.
                tokio::fs::rename(&half, folder.join(name)).await?;
                Ok(())
            }
        }
    }

    /// Connects to the mail server or checks that the folder is writable; returns where emails go.
    pub async fn check(&self) -> Result<String, MailError> {
        match &self.way {
            Way::Nowhere => Err(MailError::NotConfigured),
            Way::Server { from, transport } => {
                if transport.test_connection().await? {
                    Ok(format!("the mail server accepts emails from {from}"))
                } else {
                    Err(MailError::Configuration("the mail server closed the connection".into()))
                }
            }
            Way::Folder { folder, .. } => {
                tokio::fs::create_dir_all(folder).await?;
                Ok(format!("emails are written to {}, not sent", folder.display()))
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
