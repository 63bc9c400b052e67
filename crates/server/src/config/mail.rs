//! Emails: a mail server, or a folder.

use std::path::PathBuf;

use ::mail::{Mailer, Security, Smtp};
use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::Config;

/// Emails (docs/mail.md). Without `host` and `folder` none is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    /// The mail server.
    pub host: Option<String>,
    /// Its port; by default the usual one for `security`.
    pub port: Option<u16>,
    /// Encryption of the connection.
    pub security: Security,
    /// User name at the mail server; by default no authentication.
    pub user: Option<String>,
    /// Password of the user.
    pub password: Option<String>,
    /// The sender: an address, or `Name <address>`.
    pub from: Option<String>,
    /// A folder into which emails are written instead of being sent.
    pub folder: Option<PathBuf>,
    /// Address of collection staff, who get an email for each problem with a title that a reader reports.
    pub problems_to: Option<String>,
}

impl Config {
    /// The configured mailer; an error if the settings are invalid.
    pub fn to_mailer(&self) -> anyhow::Result<Mailer> {
        let Mail { host, port, security, user, password, from, folder, problems_to: _ } = &self.mail;
        let from =
            |what: &str| from.as_deref().with_context(|| format!("mail.from is required with mail.{what}"));
        Ok(match (host, folder) {
            (None, None) => Mailer::not_configured(),
            (Some(_), Some(_)) => anyhow::bail!("mail.host and mail.folder exclude each other"),
            (None, Some(folder)) => Mailer::to_folder(folder, from("folder")?)?,
            (Some(host), None) => {
                let smtp = Smtp {
                    host: host.clone(),
                    port: *port,
                    security: *security,
                    user: user.clone(),
                    password: password.clone(),
                };
                Mailer::to_server(&smtp, from("host")?)?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn read_config(toml: &str) -> Result<Config, toml::de::Error> {
        toml::from_str(toml)
    }

    #[test]
    fn emails_are_sent_if_mail_is_configured() {
        let mailer = |toml: &str| read_config(toml).unwrap().to_mailer();
        assert!(!mailer("").unwrap().is_configured());
        for toml in
            ["folder = 'x'", "host = 'mail.example.org'", "host = 'localhost'\nsecurity = 'none'\nport = 25"]
        {
            let toml = format!("[mail]\nfrom = 'Library <library@example.org>'\n{toml}");
            assert!(mailer(&toml).unwrap().is_configured(), "{toml}");
        }
        for toml in [
            "host = 'a'",
            "folder = 'a'",
            "host = 'a'\nfrom = 'nobody'",
            "host = 'a'\nfrom = 'a@b.c'\nuser = 'u'",
        ] {
            assert!(mailer(&format!("[mail]\n{toml}")).is_err(), "{toml}");
        }
        assert!(read_config("[mail]\nsecurity = 'maybe'").is_err());
    }
}
