//! Connection to a mail server.

use std::time::Duration;

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, Tokio1Executor};
use serde::{Deserialize, Serialize};

use crate::MailError;

const REPLY_TIMEOUT: Duration = Duration::from_secs(30);

/// Encryption of the connection to the mail server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// Starts unencrypted and switches to TLS before anything is sent; never continues without.
    #[default]
    Starttls,
    /// TLS from the first byte.
    Tls,
    /// No encryption: only for a server on this machine or in a closed network.
    None,
}

impl Security {
    pub fn default_port(self) -> u16 {
        match self {
            Self::Starttls => 587,
            Self::Tls => 465,
            Self::None => 25,
        }
    }
}

/// A mail server that accepts our emails.
#[derive(Clone, PartialEq, Eq)]
pub struct Smtp {
    /// Host name; the certificate must be valid for it.
    pub host: String,
    /// Port; `None` for the usual one.
    pub port: Option<u16>,
    pub security: Security,
    /// User name; `None` sends without authentication.
    pub user: Option<String>,
    pub password: Option<String>,
}

/// Omits the password.
impl std::fmt::Debug for Smtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Smtp").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

impl Smtp {
    pub(crate) fn build_transport(
        &self,
        sender: &Address,
    ) -> Result<AsyncSmtpTransport<Tokio1Executor>, MailError> {
        let certificates = || TlsParameters::new(self.host.clone());
        let tls = match self.security {
            Security::None => Tls::None,
            Security::Starttls => Tls::Required(certificates()?),
            Security::Tls => Tls::Wrapper(certificates()?),
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(self.host.clone())
            .port(self.port.unwrap_or(self.security.default_port()))
            .timeout(Some(REPLY_TIMEOUT))
            .hello_name(choose_hello_name(ClientId::default(), sender))
            .tls(tls);
        match (&self.user, &self.password) {
            (Some(user), Some(password)) => {
                builder = builder.credentials(Credentials::new(user.clone(), password.clone()));
            }
            (None, None) => {}
            (Some(_), None) => return Err(MailError::Configuration("mail.password is missing".into())),
            (None, Some(_)) => return Err(MailError::Configuration("mail.user is missing".into())),
        }
        Ok(builder.build())
    }
}

/// The name with which the mail server is greeted (RFC 5321, 4.1.1.1): that of this machine if it is a full
/// one, else the sender's domain. Many servers refuse the bare names of containers.
fn choose_hello_name(machine: ClientId, sender: &Address) -> ClientId {
    match machine {
        ClientId::Domain(name) if is_full_name(&name) => ClientId::Domain(name),
        _ => ClientId::Domain(sender.domain().to_owned()),
    }
}

fn is_full_name(name: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    name.contains('.') && name.split('.').all(is_label) && !name.ends_with(".localdomain")
}

#[cfg(test)]
mod tests {
    use super::{ClientId, choose_hello_name};

    #[test]
    fn greets_with_a_full_name() {
        let sender = "library@example.org".parse().unwrap();
        let greet = |name: &str| choose_hello_name(ClientId::Domain(name.to_owned()), &sender).to_string();
        assert_eq!(greet("mail-1.school.example"), "mail-1.school.example");
        for name in
            ["25aea30808b2", "localhost", "localhost.localdomain", "M\u{fc}ller-PC.lan", "my_pc.lan", "a..b"]
        {
            assert_eq!(greet(name), "example.org", "{name}");
        }
    }
}
