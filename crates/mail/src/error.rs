//! Errors of sending an email.

use lettre::transport::smtp::response::Code;

/// An email that was not sent. [`MailError::is_permanent`] says whether a retry makes sense.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Neither a mail server nor a folder is configured.
    #[error("mail is not configured: set [mail] in the configuration, then `openshelf jobs retry`")]
    NotConfigured,
    /// The configuration cannot be used.
    #[error("mail configuration: {0}")]
    Configuration(String),
    /// The email itself cannot be sent, for example because the address is invalid.
    #[error("email: {0}")]
    Email(String),
    /// The mail server refused the email or could not be reached.
    #[error("mail server: {0}")]
    Server(#[from] lettre::transport::smtp::Error),
    /// The folder could not be written.
    #[error("cannot write the folder for emails: {0}")]
    Folder(#[from] std::io::Error),
}

/// Replies of a mail server that concern our access, not the email: authentication is missing, too weak,
/// wrong, or requires encryption (RFC 4954). The operator can fix that while the email waits.
const AUTHENTICATION_REPLIES: [u16; 4] = [530, 534, 535, 538];

impl MailError {
    /// Returns true if a retry is pointless: the server refused the email permanently (5xx), or it cannot
    /// be addressed.
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::NotConfigured | Self::Email(_) => true,
            Self::Configuration(_) | Self::Folder(_) => false,
            Self::Server(error) => {
                error.is_permanent()
                    && !error
                        .status()
                        .is_some_and(|code| AUTHENTICATION_REPLIES.contains(&reply_number(code)))
            }
        }
    }
}

fn reply_number(code: Code) -> u16 {
    code.into()
}
