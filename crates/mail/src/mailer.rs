//! Delivery of emails.

use std::path::PathBuf;

use jiff::Timestamp;
use lettre::address::AddressError;
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use crate::email::to_ascii_domain;
use crate::{Email, MailError, Smtp};

/// Sends emails. Cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    way: Delivery,
}

#[derive(Clone)]
enum Delivery {
    Server { from: Mailbox, transport: AsyncSmtpTransport<Tokio1Executor> },
    Folder { from: Mailbox, folder: PathBuf },
    Nowhere,
}

impl Mailer {
    /// Delivers to a mail server; `from` is `Name <address>` or an address.
    pub fn to_server(smtp: &Smtp, from: &str) -> Result<Self, MailError> {
        let from = parse_sender(from)?;
        let transport = smtp.build_transport(&from.email)?;
        Ok(Self { way: Delivery::Server { from, transport } })
    }

    /// Writes one `.eml` file per email into a folder; file names sort by time.
    pub fn to_folder(folder: impl Into<PathBuf>, from: &str) -> Result<Self, MailError> {
        Ok(Self { way: Delivery::Folder { from: parse_sender(from)?, folder: folder.into() } })
    }

    /// Refuses each email with [`MailError::NotConfigured`].
    pub fn not_configured() -> Self {
        Self { way: Delivery::Nowhere }
    }

    /// Returns true if emails are delivered.
    pub fn is_configured(&self) -> bool {
        !matches!(self.way, Delivery::Nowhere)
    }

    /// Sends an email. `id` is unique among all messages and made of characters of a domain name.
    pub async fn send(&self, email: &Email, id: &str, date: Timestamp) -> Result<(), MailError> {
        match &self.way {
            Delivery::Nowhere => Err(MailError::NotConfigured),
            Delivery::Server { from, transport } => {
                transport.send(email.build_message(from, id, date, false)?).await?;
                Ok(())
            }
            Delivery::Folder { from, folder } => {
                let bytes = email.build_message(from, id, date, true)?.formatted();
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
    pub async fn check_delivery(&self) -> Result<String, MailError> {
        match &self.way {
            Delivery::Nowhere => Err(MailError::NotConfigured),
            Delivery::Server { from, transport } => {
                if transport.test_connection().await? {
                    Ok(format!("the mail server accepts emails from {from}"))
                } else {
                    Err(MailError::Configuration("the mail server closed the connection".into()))
                }
            }
            Delivery::Folder { folder, .. } => {
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

fn parse_sender(from: &str) -> Result<Mailbox, MailError> {
    let fault = |error: AddressError| MailError::Configuration(format!("mail.from: {from}: {error}"));
    let sender: Mailbox = from.parse().map_err(fault)?;
    let email = to_ascii_domain(sender.email.as_ref()).parse().map_err(fault)?;
    Ok(Mailbox::new(sender.name, email))
}
