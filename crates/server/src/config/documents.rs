//! Users' documents, and the drive that they may be imported from (docs/documents.md).

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use delivery::drive::{Connector, DriveConfig, OAuthDrive, Sealer};
use domain::documents::Allowance;
use serde::{Deserialize, Serialize};

/// Limits of a user's own documents; 0 for no limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Documents {
    /// Documents of one user.
    pub per_user: u64,
    /// Their size together, megabytes.
    pub megabytes_per_user: u64,
}

impl Default for Documents {
    fn default() -> Self {
        Self { per_user: 100, megabytes_per_user: 1000 }
    }
}

impl Documents {
    /// Converts the settings for the services.
    pub fn to_allowance(&self) -> Allowance {
        Allowance { documents: self.per_user, bytes: self.megabytes_per_user.saturating_mul(1 << 20) }
    }
}

/// The partner's drive; without a token endpoint there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Drive {
    /// The token endpoint.
    pub token_url: Option<String>,
    /// The revocation endpoint.
    pub revocation_url: Option<String>,
    /// The URL of a file's content, with `{file}` for its identifier.
    pub file_url: Option<String>,
    /// The library's client ID at the drive.
    pub client_id: Option<String>,
    pub client_secret: Option<String>,
    /// Scopes requested when a token is renewed, separated by spaces.
    pub scopes: Option<String>,
    /// Other hosts that the drive may redirect to for a file, separated by spaces.
    pub redirect_hosts: Option<String>,
    /// The key that encrypts users' tokens: 32 bytes in base64.
    pub token_key: Option<String>,
    /// Accepts URLs without TLS.
    pub allow_http: bool,
}

impl Drive {
    /// The configured drive, if any.
    pub fn to_connector(&self) -> anyhow::Result<Option<Connector>> {
        let Some(token_url) = self.token_url.clone() else { return Ok(None) };
        let needed = |name: &str, value: &Option<String>| {
            value.clone().with_context(|| format!("drive.{name} is missing"))
        };
        let words = |text: &Option<String>| {
            text.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect()
        };
        let key = BASE64.decode(needed("token_key", &self.token_key)?).context("drive.token_key")?;
        ensure!(key.len() == 32, "drive.token_key has {} bytes instead of 32", key.len());
        let key = <[u8; 32]>::try_from(key).expect("its length was checked");
        let drive = OAuthDrive::new(DriveConfig {
            token_url,
            revocation_url: self.revocation_url.clone(),
            file_url: needed("file_url", &self.file_url)?,
            client_id: needed("client_id", &self.client_id)?,
            client_secret: self.client_secret.clone().unwrap_or_default(),
            scopes: words(&self.scopes),
            redirect_hosts: words(&self.redirect_hosts),
            allow_http: self.allow_http,
        })?;
        Ok(Some(Connector { drive: Arc::new(drive), sealer: Sealer::new(&key) }))
    }
}

#[cfg(test)]
mod tests {
    use super::Drive;

    fn drive_settings() -> Drive {
        let some = |text: &str| Some(text.to_owned());
        Drive {
            token_url: some("https://drive.example/token"),
            file_url: some("https://drive.example/files/{file}"),
            client_id: some("library"),
            token_key: some("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="),
            ..Drive::default()
        }
    }

    #[tokio::test]
    async fn a_drive_is_configured_completely_or_not_at_all() {
        assert!(Drive::default().to_connector().unwrap().is_none());
        assert!(drive_settings().to_connector().unwrap().is_some());
        for (broken, says) in [
            (Drive { client_id: None, ..drive_settings() }, "drive.client_id is missing"),
            (Drive { file_url: None, ..drive_settings() }, "drive.file_url is missing"),
            (Drive { token_key: None, ..drive_settings() }, "drive.token_key is missing"),
            (Drive { token_key: Some("AAEC".into()), ..drive_settings() }, "3 bytes"),
            (Drive { token_key: Some("no base64!".into()), ..drive_settings() }, "drive.token_key"),
        ] {
            let error = format!("{:#}", broken.to_connector().unwrap_err());
            assert!(error.contains(says), "{error}");
        }
    }
}
