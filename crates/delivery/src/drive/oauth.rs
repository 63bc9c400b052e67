//! A drive behind OAuth 2 (RFC 6749) that hands out a file at an address made from its identifier.

use std::time::Duration;

use async_trait::async_trait;
use futures_util::StreamExt as _;
use jiff::{SignedDuration, Timestamp};
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};
use serde::Deserialize;

use super::{Drive, DriveError, FileStream, Tokens};
use crate::error::Error;

/// Where the identifier of a file stands in the address of its content.
const FILE: &str = "{file}";
/// An answer of the token endpoint is smaller.
const ANSWER: usize = 64 << 10;
/// How long an access token lives whose drive does not say it.
const LIFETIME: i64 = 3600;
/// Redirects followed for one file.
const REDIRECTS: usize = 5;

/// Which drive, and who the library is there (docs/documents.md).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DriveConfig {
    /// The token endpoint.
    pub token_url: String,
    /// The revocation endpoint (RFC 7009), where there is one.
    pub revocation_url: Option<String>,
    /// The address of a file's content, with `{file}` where its identifier stands.
    pub file_url: String,
    /// The library's name at the drive.
    pub client_id: String,
    /// The secret that belongs to it.
    pub client_secret: String,
    /// What is asked for when tokens are renewed; empty leaves it as it was granted.
    pub scopes: Vec<String>,
    /// Hosts to which the drive may send on for the content of a file, beside its own.
    pub redirect_hosts: Vec<String>,
    /// Accept addresses without TLS. For a drive on the same machine.
    pub allow_http: bool,
}

/// The client of one drive.
#[derive(Debug, Clone)]
pub struct OAuthDrive {
    http: Client,
    config: DriveConfig,
}

/// An answer of the token endpoint (RFC 6749, 5.1).
#[derive(Deserialize)]
struct Granted {
    access_token: String,
    refresh_token: Option<String>,
    expires_in: Option<i64>,
}

/// An error of the token endpoint (RFC 6749, 5.2).
#[derive(Deserialize)]
struct Denied {
    error: String,
}

impl OAuthDrive {
    /// The client of a drive; an error when its addresses are not addresses.
    pub fn new(config: DriveConfig) -> crate::Result<Self> {
        let wrong = |what: &str, why: &str| Error::Configuration(format!("drive.{what}: {why}"));
        let address = |what: &str, text: &str| {
            let url = Url::parse(text).map_err(|error| wrong(what, &error.to_string()))?;
            let scheme = url.scheme() == "https" || (config.allow_http && url.scheme() == "http");
            if scheme { Ok(url) } else { Err(wrong(what, "must be an https address")) }
        };
        address("token_url", &config.token_url)?;
        config.revocation_url.as_deref().map(|url| address("revocation_url", url)).transpose()?;
        if !config.file_url.contains(FILE) {
            return Err(wrong("file_url", "must hold {file}"));
        }
        let own = address("file_url", &config.file_url.replace(FILE, "file"))?;
        let mut hosts: Vec<String> =
            config.redirect_hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        hosts.extend(own.host_str().map(str::to_owned));
        let http = Client::builder()
            .user_agent("openshelf")
            .connect_timeout(Duration::from_secs(10))
            .read_timeout(Duration::from_secs(30))
            .timeout(Duration::from_mins(5))
            .https_only(!config.allow_http)
            .redirect(Policy::custom(move |attempt| {
                let known = attempt.url().host_str().is_some_and(|host| hosts.iter().any(|own| own == host));
                if known && attempt.previous().len() <= REDIRECTS {
                    attempt.follow()
                } else {
                    attempt.error("the drive sends on to a host that is not allowed, or too often")
                }
            }))
            .build()
            .map_err(|error| wrong("token_url", &error.to_string()))?;
        Ok(Self { http, config })
    }

    /// Asks the token endpoint. Who the library is stands in a header, as RFC 6749 wants it.
    async fn grant(&self, form: &[(&str, &str)], now: Timestamp) -> Result<Tokens, DriveError> {
        let request = self
            .http
            .post(&self.config.token_url)
            .basic_auth(&self.config.client_id, Some(&self.config.client_secret))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(encoded(form));
        let answer = request.send().await.map_err(unusable)?;
        let status = answer.status();
        let body = short(answer).await?;
        if status.is_success() {
            let granted: Granted = serde_json::from_slice(&body).map_err(unusable)?;
            let lifetime =
                SignedDuration::from_secs(granted.expires_in.unwrap_or(LIFETIME).clamp(0, 1 << 31));
            return Ok(Tokens {
                access: granted.access_token,
                refresh: granted.refresh_token,
                expires: now.saturating_add(lifetime).unwrap_or(Timestamp::MAX),
            });
        }
        match serde_json::from_slice::<Denied>(&body) {
            // The reader's fault; everything else is the operator's, or the drive's.
            Ok(denied) if denied.error == "invalid_grant" => Err(DriveError::Refused(denied.error)),
            Ok(denied) => Err(DriveError::Unusable(denied.error)),
            Err(_) => Err(DriveError::Unusable(format!("the token endpoint answers {status}"))),
        }
    }
}

#[async_trait]
impl Drive for OAuthDrive {
    async fn connect(
        &self,
        code: &str,
        redirect_uri: Option<&str>,
        now: Timestamp,
    ) -> Result<Tokens, DriveError> {
        let mut form = vec![("grant_type", "authorization_code"), ("code", code)];
        form.extend(redirect_uri.map(|uri| ("redirect_uri", uri)));
        self.grant(&form, now).await
    }

    async fn renew(&self, tokens: &Tokens, now: Timestamp) -> Result<Tokens, DriveError> {
        let Some(refresh) = &tokens.refresh else {
            return Err(DriveError::Refused("there is no refresh token".into()));
        };
        let scope = self.config.scopes.join(" ");
        let mut form = vec![("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        form.extend((!scope.is_empty()).then_some(("scope", scope.as_str())));
        let renewed = self.grant(&form, now).await?;
        // A drive that gives no new one wants the old one again.
        Ok(Tokens { refresh: renewed.refresh.or_else(|| Some(refresh.clone())), ..renewed })
    }

    async fn disconnect(&self, tokens: &Tokens) -> Result<(), DriveError> {
        let Some(address) = &self.config.revocation_url else { return Ok(()) };
        let token = tokens.refresh.as_ref().unwrap_or(&tokens.access);
        let request = self
            .http
            .post(address)
            .basic_auth(&self.config.client_id, Some(&self.config.client_secret))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(encoded(&[("token", token)]));
        let status = request.send().await.map_err(unusable)?.status();
        if status.is_success() {
            Ok(())
        } else {
            Err(DriveError::Unusable(format!("the revocation endpoint answers {status}")))
        }
    }

    async fn open(&self, tokens: &Tokens, file: &str) -> Result<FileStream, DriveError> {
        let name: String = url::form_urlencoded::byte_serialize(file.as_bytes()).collect();
        // A plus means itself in a path.
        let address = self.config.file_url.replace(FILE, &name.replace('+', "%20"));
        let answer = self.http.get(address).bearer_auth(&tokens.access).send().await.map_err(unusable)?;
        match answer.status() {
            status if status.is_success() => {
                Ok(answer.bytes_stream().map(|piece| piece.map_err(unusable)).boxed())
            }
            StatusCode::UNAUTHORIZED => Err(DriveError::Unauthorized),
            StatusCode::BAD_REQUEST | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND | StatusCode::GONE => {
                Err(DriveError::NoFile)
            }
            status => Err(DriveError::Unusable(format!("the address of the file answers {status}"))),
        }
    }
}

fn encoded(form: &[(&str, &str)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish()
}

/// A body that has to be short.
async fn short(mut answer: Response) -> Result<Vec<u8>, DriveError> {
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(unusable)? {
        body.extend_from_slice(&piece);
        if body.len() > ANSWER {
            return Err(DriveError::Unusable("the answer is too long".into()));
        }
    }
    Ok(body)
}

/// Causes too, because the outermost error of a request only says that there was one. An address may hold the
/// identifier of a reader's file and is left out.
fn unusable(error: impl Into<Failure>) -> DriveError {
    DriveError::Unusable(error.into().0)
}

/// What failed, in words.
struct Failure(String);

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        Self(chain(&error.without_url()))
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> DriveConfig {
        DriveConfig {
            token_url: "https://drive.example/token".into(),
            file_url: "https://files.drive.example/v1/{file}/content".into(),
            client_id: "library".into(),
            client_secret: "secret".into(),
            ..DriveConfig::default()
        }
    }

    #[tokio::test]
    async fn a_drive_needs_addresses_with_tls() {
        assert!(OAuthDrive::new(config()).is_ok());
        for (what, broken) in [
            ("token_url", DriveConfig { token_url: "drive.example".into(), ..config() }),
            ("token_url", DriveConfig { token_url: "http://drive.example/token".into(), ..config() }),
            ("revocation_url", DriveConfig { revocation_url: Some("ftp://x/".into()), ..config() }),
            ("file_url", DriveConfig { file_url: "https://drive.example/file".into(), ..config() }),
        ] {
            let error = OAuthDrive::new(broken).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
        let local = DriveConfig { token_url: "http://127.0.0.1/token".into(), allow_http: true, ..config() };
        assert!(OAuthDrive::new(local).is_ok());
    }
}
