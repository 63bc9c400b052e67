//! Checks of a configuration beyond its syntax, each with the key's name.

use std::net::{SocketAddr, ToSocketAddrs as _};

use anyhow::{Context as _, anyhow, ensure};

use super::Config;
use crate::folders::require_folder;

impl Config {
    /// Fails if the server could not run with this, or every link would be broken.
    pub fn check(&self) -> anyhow::Result<()> {
        if let Some(address) = &self.base_url {
            check_public_url(address).context("base_url")?;
        }
        for (key, nothing) in [
            ("tokens.access_seconds", self.tokens.access_seconds == 0),
            ("tokens.refresh_days", self.tokens.refresh_days == 0),
            ("connections.max", self.connections.max == 0),
            ("connections.header_seconds", self.connections.header_seconds == 0),
            ("connections.idle_seconds", self.connections.idle_seconds == 0),
            ("connections.body_seconds", self.connections.body_seconds == 0),
            ("connections.write_seconds", self.connections.write_seconds == 0),
            ("database.max_connections", self.database.max_connections == 0),
            ("speech.sentence_seconds", self.speech.sentence_seconds == 0),
        ] {
            ensure!(!nothing, "{key} must be at least 1");
        }
        for (key, folder) in [
            ("data_dir", Some(&self.data_dir)),
            ("backup.folder", self.backup.folder.as_ref()),
            ("mail.folder", self.mail.folder.as_ref()),
            ("rosters.folder", self.rosters.folder.as_ref()),
        ] {
            if let Some(folder) = folder {
                require_folder(folder).map_err(|fault| anyhow!("{key}: {fault}"))?;
            }
        }
        self.site.check_currency()?;
        self.retention.check()?;
        self.speech.to_engine()?;
        self.to_mailer()?;
        self.drive.to_connector()?;
        self.partner_settings()?.map(services::partner::Partner::new).transpose()?;
        Ok(())
    }
}

/// Checks the URL that every link begins with.
fn check_public_url(address: &str) -> anyhow::Result<()> {
    const REQUIRED_FORM: &str =
        "is not of the form https://library.example.org: no path, and no slash at the end";
    let url = url::Url::parse(address).with_context(|| format!("{address:?} {REQUIRED_FORM}"))?;
    let bare =
        url.path() == "/" && url.query().is_none() && url.fragment().is_none() && !address.ends_with('/');
    let reached = matches!(url.scheme(), "http" | "https") && url.has_host() && url.username().is_empty();
    ensure!(bare && reached, "{address:?} {REQUIRED_FORM}");
    // Browsers name the site of a form like this, and headers with links hold nothing else.
    let origin = url.origin().ascii_serialization();
    ensure!(
        address.eq_ignore_ascii_case(&origin),
        "{address:?} must be written as browsers send it: {origin}"
    );
    Ok(())
}

/// Parses an address and port, or a name and port: the first address of the name.
pub fn parse_socket(text: &str) -> Result<SocketAddr, String> {
    let mut found = text.to_socket_addrs().map_err(|error| format!("{text:?} is not HOST:PORT: {error}"))?;
    found.next().ok_or_else(|| format!("{text:?} has no address"))
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn refusal(toml: &str) -> Option<String> {
        let config: Config = toml::from_str(toml).unwrap();
        config.check().err().map(|error| format!("{error:#}"))
    }

    #[tokio::test]
    async fn invalid_values_are_refused_with_their_key() {
        assert_eq!(refusal(""), None);
        for good in [
            "https://Library.example.org", "http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost:1",
        ] {
            assert_eq!(refusal(&format!("base_url = '{good}'")), None);
        }
        for (toml, key) in [
            ("base_url = 'ftp://x'", "base_url"),
            ("base_url = 'nonsense'", "base_url"),
            ("base_url = 'http://a/b/'", "base_url"),
            ("base_url = 'http://a/'", "base_url"),
            ("base_url = 'http://a?b'", "base_url"),
            ("base_url = 'https://library.example.org:443'", "base_url"),
            ("base_url = 'https://bücherei.example'", "https://xn--bcherei-n2a.example"),
            ("tokens.access_seconds = 0", "tokens.access_seconds"),
            ("tokens.refresh_days = 0", "tokens.refresh_days"),
            ("connections.max = 0", "connections.max"),
            ("connections.header_seconds = 0", "connections.header_seconds"),
            ("database.max_connections = 0", "database.max_connections"),
            ("speech.sentence_seconds = 0", "speech.sentence_seconds"),
            ("site.currency = 'euro'", "site.currency"),
            ("retention.history_days = 0", "retention.history_days"),
            ("retention.leavers_months = 0", "retention.leavers_months"),
            ("retention.tracing_years = 101", "retention.tracing_years"),
            ("speech.voices = 'english'", "speech.voices"),
            ("drive.token_url = 'https://drive.example/token'", "drive."),
            ("partner.issuer = 'https://partner.example'", "partner."),
            ("mail.host = 'mail.example.org'", "mail.from"),
            ("backup.folder = 's3://bucket/backups'", "backup.folder"),
            ("rosters.folder = 's3://bucket/rosters'", "rosters.folder"),
        ] {
            assert!(refusal(toml).is_some_and(|said| said.contains(key)), "{toml}");
        }
    }
}
