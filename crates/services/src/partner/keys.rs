//! The partner's public keys: read from a file or an address, and cached.

use std::path::PathBuf;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use oauth::identity::KeySet;
use tokio::sync::Mutex;
use url::Url;

/// Keys older than this are read again.
const KEY_LIFETIME: SignedDuration = SignedDuration::from_hours(1);
/// Keys that cannot be read again are used up to this age.
const USABLE: SignedDuration = SignedDuration::from_hours(24);
/// A token with an unknown key makes the keys be read again, but no more often than this.
const PAUSE: SignedDuration = SignedDuration::from_secs(30);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const MAX_KEY_SET_BYTES: usize = 1 << 20;

/// Why the keys could not be read.
#[derive(Debug, thiserror::Error)]
#[error("the partner's keys cannot be read: {0}")]
pub struct KeysFault(String);

/// The place of the keys is not usable.
#[derive(Debug, thiserror::Error)]
#[error("partner.keys: {0}")]
pub struct BadKeys(String);

/// Location of the keys, and the keys that were read.
#[derive(Debug)]
pub(super) struct Keys {
    place: KeyLocation,
    read: Mutex<ReadKeys>,
}

#[derive(Debug)]
enum KeyLocation {
    Address(Url, reqwest::Client),
    File(PathBuf),
}

#[derive(Debug, Default)]
struct ReadKeys {
    keys: Option<(KeySet, Timestamp)>,
    tried: Option<Timestamp>,
}

impl Keys {
    /// At an `https` address, at an `http` address of this machine, or in a file.
    pub(super) fn from_location(place: &str) -> Result<Self, BadKeys> {
        let address = Url::parse(place).ok().filter(Url::has_host);
        let place = match address {
            None => KeyLocation::File(place.into()),
            Some(url) => {
                let local = matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"));
                if url.scheme() != "https" && !(local && url.scheme() == "http") {
                    return Err(BadKeys(format!("{url}: must begin with https")));
                }
                // A redirect must not lead to keys that anybody on the way could replace.
                let client = reqwest::Client::builder()
                    .https_only(url.scheme() == "https")
                    .timeout(REQUEST_TIMEOUT)
                    .build();
                KeyLocation::Address(url, client.map_err(|error| BadKeys(error.to_string()))?)
            }
        };
        Ok(Self { place, read: Mutex::default() })
    }

    /// The keys; with `again` they are read even if they are fresh, because one is missing.
    pub(super) async fn load(&self, now: Timestamp, again: bool) -> Result<KeySet, KeysFault> {
        // Held while reading: other requests wait for the same result.
        let mut read = self.read.lock().await;
        let age = read.keys.as_ref().map(|(_, at)| now.duration_since(*at));
        let rests = read.tried.is_some_and(|at| now.duration_since(at) < PAUSE);
        if let Some((keys, _)) = &read.keys
            && (rests || !again && age.is_some_and(|age| age < KEY_LIFETIME))
        {
            return Ok(keys.clone());
        }
        if rests {
            return Err(KeysFault("they could not be read a moment ago".into()));
        }
        read.tried = Some(now);
        match self.place.read_keys().await {
            Ok(keys) => {
                read.keys = Some((keys.clone(), now));
                Ok(keys)
            }
            Err(fault) => {
                tracing::error!(%fault, "the partner's keys were not read");
                let old = read.keys.as_ref().filter(|_| age.is_some_and(|age| age < USABLE));
                old.map(|(keys, _)| keys.clone()).ok_or(fault)
            }
        }
    }
}

impl KeyLocation {
    async fn read_keys(&self) -> Result<KeySet, KeysFault> {
        let bytes = match self {
            Self::File(path) => tokio::fs::read(path)
                .await
                .map_err(|error| KeysFault(format!("{}: {error}", path.display())))?,
            Self::Address(url, client) => {
                fetch_body(client, url).await.map_err(|error| KeysFault(error.to_string()))?
            }
        };
        if bytes.len() > MAX_KEY_SET_BYTES {
            return Err(KeysFault(format!("longer than {MAX_KEY_SET_BYTES} bytes")));
        }
        KeySet::parse(&bytes).map_err(|error| KeysFault(error.to_string()))
    }
}

/// The body, up to the piece that makes it too long.
async fn fetch_body(client: &reqwest::Client, url: &Url) -> reqwest::Result<Vec<u8>> {
    let mut response = client.get(url.clone()).send().await?.error_for_status()?;
    let mut bytes = Vec::new();
    while bytes.len() <= MAX_KEY_SET_BYTES
        && let Some(chunk) = response.chunk().await?
    {
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::Keys;

    #[test]
    fn keys_come_by_https_or_from_a_file() {
        for place in ["https://id.example/keys", "http://127.0.0.1:1/keys", "/etc/keys.json", "keys.json"] {
            assert!(Keys::from_location(place).is_ok(), "{place}");
        }
        for place in ["http://id.example/keys", "ftp://id.example/keys"] {
            assert!(Keys::from_location(place).is_err(), "{place}");
        }
    }
}
