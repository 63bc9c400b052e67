//! A drive with OAuth 2 (RFC 6749) that serves a file at a URL made from its identifier.

use std::time::Duration;

use async_trait::async_trait;
use futures_util::StreamExt as _;
use jiff::{SignedDuration, Timestamp};
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};
use serde::Deserialize;

use super::{Drive, DriveError, DriveTokens, FileStream};
use crate::Error;

/// Placeholder of the file's identifier in the URL of its content.
const FILE_PLACEHOLDER: &str = "{file}";
const MAX_RESPONSE_BYTES: usize = 64 << 10;
/// Lifetime of access tokens if the drive does not state it, seconds.
const DEFAULT_LIFETIME_SECONDS: i64 = 3600;
const MAX_REDIRECTS: usize = 5;

/// The drive's configuration (docs/documents.md).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DriveConfig {
    pub token_url: String,
    /// The revocation endpoint (RFC 7009), if any.
    pub revocation_url: Option<String>,
    /// The URL of a file's content, with `{file}` for its identifier.
    pub file_url: String,
    pub client_id: String,
    pub client_secret: String,
    /// Scopes requested when tokens are renewed; empty keeps the granted ones.
    pub scopes: Vec<String>,
    /// Hosts, besides the drive's own, to which it may redirect for the content of a file.
    pub redirect_hosts: Vec<String>,
    /// Accepts URLs without TLS. For a drive on the same machine.
    pub allow_http: bool,
}

#[derive(Debug, Clone)]
pub struct OAuthDrive {
    http: Client,
    config: DriveConfig,
}

/// A successful response of the token endpoint (RFC 6749, 5.1).
#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    refresh_token: Option<String>,
    expires_in: Option<i64>,
}

/// An error response of the token endpoint (RFC 6749, 5.2).
#[derive(Deserialize)]
struct TokenErrorResponse {
    error: String,
}

impl OAuthDrive {
    /// Builds the client of a drive; an error if one of its URLs is invalid.
    pub fn new(config: DriveConfig) -> crate::Result<Self> {
        let wrong = |what: &str, why: &str| Error::Configuration(format!("drive.{what}: {why}"));
        let address = |what: &str, text: &str| {
            let url = Url::parse(text).map_err(|error| wrong(what, &error.to_string()))?;
            let scheme = url.scheme() == "https" || (config.allow_http && url.scheme() == "http");
            if scheme { Ok(url) } else { Err(wrong(what, "must be an https address")) }
        };
        address("token_url", &config.token_url)?;
        config.revocation_url.as_deref().map(|url| address("revocation_url", url)).transpose()?;
        if !config.file_url.contains(FILE_PLACEHOLDER) {
            return Err(wrong("file_url", "must contain {file}"));
        }
        let own = address("file_url", &config.file_url.replace(FILE_PLACEHOLDER, "file"))?;
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
                if known && attempt.previous().len() <= MAX_REDIRECTS {
                    attempt.follow()
                } else {
                    attempt.error("the drive redirects to a host that is not allowed, or too often")
                }
            }))
            .build()
            .map_err(|error| wrong("token_url", &error.to_string()))?;
        Ok(Self { http, config })
    }

    /// Calls the token endpoint, with the client credentials in a header, as RFC 6749 requires.
    async fn request_tokens(&self, form: &[(&str, &str)], now: Timestamp) -> Result<DriveTokens, DriveError> {
        let request = self
            .http
            .post(&self.config.token_url)
            .basic_auth(&self.config.client_id, Some(&self.config.client_secret))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form_body(form));
        let answer = request.send().await.map_err(unusable_response)?;
        let status = answer.status();
        let body = read_short_body(answer).await?;
        if status.is_success() {
            let granted: TokenResponse = serde_json::from_slice(&body).map_err(unusable_response)?;
            let lifetime = SignedDuration::from_secs(
                granted.expires_in.unwrap_or(DEFAULT_LIFETIME_SECONDS).clamp(0, 1 << 31),
            );
            return Ok(DriveTokens {
                access: granted.access_token,
                refresh: granted.refresh_token,
                expires: now.saturating_add(lifetime).unwrap_or(Timestamp::MAX),
            });
        }
        match serde_json::from_slice::<TokenErrorResponse>(&body) {
            // The reader's fault; all other errors are the operator's or the drive's.
            Ok(denied) if denied.error == "invalid_grant" => Err(DriveError::Refused(denied.error)),
            Ok(denied) => Err(DriveError::Unusable(denied.error)),
            Err(_) => Err(DriveError::Unusable(format!("the token endpoint responds with {status}"))),
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
    ) -> Result<DriveTokens, DriveError> {
        let mut form = vec![("grant_type", "authorization_code"), ("code", code)];
        form.extend(redirect_uri.map(|uri| ("redirect_uri", uri)));
        self.request_tokens(&form, now).await
    }

    async fn renew(&self, tokens: &DriveTokens, now: Timestamp) -> Result<DriveTokens, DriveError> {
        let Some(refresh) = &tokens.refresh else {
            return Err(DriveError::Refused("there is no refresh token".into()));
        };
        let scope = self.config.scopes.join(" ");
        let mut form = vec![("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        form.extend((!scope.is_empty()).then_some(("scope", scope.as_str())));
        let renewed = self.request_tokens(&form, now).await?;
        // If the drive returns no new one, the old one stays valid.
        Ok(DriveTokens { refresh: renewed.refresh.or_else(|| Some(refresh.clone())), ..renewed })
    }

    async fn disconnect(&self, tokens: &DriveTokens) -> Result<(), DriveError> {
        let Some(address) = &self.config.revocation_url else { return Ok(()) };
        let token = tokens.refresh.as_ref().unwrap_or(&tokens.access);
        let request = self
            .http
            .post(address)
            .basic_auth(&self.config.client_id, Some(&self.config.client_secret))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form_body(&[("token", token)]));
        let status = request.send().await.map_err(unusable_response)?.status();
        if status.is_success() {
            Ok(())
        } else {
            Err(DriveError::Unusable(format!("the revocation endpoint responds with {status}")))
        }
    }

    async fn open(&self, tokens: &DriveTokens, file: &str) -> Result<FileStream, DriveError> {
        // In an address, these are steps to other resources of the drive.
        if matches!(file, "" | "." | "..") {
            return Err(DriveError::NoFile);
        }
        let name: String = url::form_urlencoded::byte_serialize(file.as_bytes()).collect();
        // A plus sign is literal in a path.
        let address = self.config.file_url.replace(FILE_PLACEHOLDER, &name.replace('+', "%20"));
        let answer =
            self.http.get(address).bearer_auth(&tokens.access).send().await.map_err(unusable_response)?;
        match answer.status() {
            status if status.is_success() => {
                Ok(answer.bytes_stream().map(|piece| piece.map_err(unusable_response)).boxed())
            }
            StatusCode::UNAUTHORIZED => Err(DriveError::Unauthorized),
            StatusCode::BAD_REQUEST | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND | StatusCode::GONE => {
                Err(DriveError::NoFile)
            }
            status => Err(DriveError::Unusable(format!("the URL of the file responds with {status}"))),
        }
    }
}

fn form_body(form: &[(&str, &str)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish()
}

async fn read_short_body(mut answer: Response) -> Result<Vec<u8>, DriveError> {
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(unusable_response)? {
        body.extend_from_slice(&piece);
        if body.len() > MAX_RESPONSE_BYTES {
            return Err(DriveError::Unusable("the response is too long".into()));
        }
    }
    Ok(body)
}

/// Includes causes, because the outermost error of a request contains no details. URLs are left out: they may
/// contain the identifier of a reader's file.
fn unusable_response(error: impl Into<UnusableReason>) -> DriveError {
    DriveError::Unusable(error.into().0)
}

struct UnusableReason(String);

impl From<reqwest::Error> for UnusableReason {
    fn from(error: reqwest::Error) -> Self {
        Self(error_chain(&error.without_url()))
    }
}

impl From<serde_json::Error> for UnusableReason {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

fn error_chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drive_config() -> DriveConfig {
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
        assert!(OAuthDrive::new(drive_config()).is_ok());
        for (what, broken) in [
            ("token_url", DriveConfig { token_url: "drive.example".into(), ..drive_config() }),
            ("token_url", DriveConfig { token_url: "http://drive.example/token".into(), ..drive_config() }),
            ("revocation_url", DriveConfig { revocation_url: Some("ftp://x/".into()), ..drive_config() }),
            ("file_url", DriveConfig { file_url: "https://drive.example/file".into(), ..drive_config() }),
        ] {
            let error = OAuthDrive::new(broken).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
        let local =
            DriveConfig { token_url: "http://127.0.0.1/token".into(), allow_http: true, ..drive_config() };
        assert!(OAuthDrive::new(local).is_ok());
    }

    #[tokio::test]
    async fn an_identifier_cannot_lead_to_other_resources_of_the_drive() {
        let drive = OAuthDrive::new(drive_config()).unwrap();
        let tokens = DriveTokens { access: "token".into(), refresh: None, expires: Timestamp::MAX };
        for file in ["", ".", ".."] {
            assert!(matches!(drive.open(&tokens, file).await, Err(DriveError::NoFile)), "{file:?}");
        }
    }
}
