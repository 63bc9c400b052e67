//! Why a letter did not leave.

use lettre::transport::smtp::response::Code;

/// Whether to try again is [`MailError::is_permanent`]'s to say.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// There is no way out of the house.
    #[error("mail is not configured: set [mail] in the configuration, then `openshelf jobs retry`")]
    NotConfigured,
    /// The configuration cannot be used.
    #[error("mail configuration: {0}")]
    Configuration(String),
    /// The letter itself cannot be sent, whoever tries: an address that is none.
    #[error("letter: {0}")]
    Letter(String),
    /// The mail server refused, or could not be reached.
    #[error("mail server: {0}")]
    Server(#[from] lettre::transport::smtp::Error),
    /// The folder could not be written.
    #[error("folder for letters: {0}")]
    Folder(#[from] std::io::Error),
}

/// Answers of a mail server that speak of us, not of the letter: authentication is missing, too weak, wrong,
/// or asks for encryption (RFC 4954). An operator can mend that while the letter waits.
const ABOUT_US: [u16; 4] = [530, 534, 535, 538];

impl MailError {
    /// Whether the same letter will never go: the server has refused it for good (5xx), or it cannot be
    /// addressed.
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::NotConfigured | Self::Letter(_) => true,
            Self::Configuration(_) | Self::Folder(_) => false,
            Self::Server(error) => {
                error.is_permanent() && !error.status().is_some_and(|code| ABOUT_US.contains(&number(code)))
            }
        }
    }
}

fn number(code: Code) -> u16 {
    code.into()
}
