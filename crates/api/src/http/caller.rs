//! Who calls: the client by its key, the user by the token (documents 1, "Authentication"; 4, 4.11). Roles
//! are asked for by extractors, so that they are checked before the parameters (spec 4, 4.10).

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use domain::access;
use domain::clients::{Client, Privilege};
use domain::ids::SiteId;
use domain::readers::Reader;
use domain::sites::Site;
use jiff::Timestamp;
use jiff::civil::Date;
use store::Db;
use store::readers::TokenCheck;

use crate::clients::ClientCache;
use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::input::Input;
use crate::http::values::Country;

/// The caller of one request.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The client application.
    pub client: Arc<Client>,
    /// The site of the client's key.
    pub site: Arc<Site>,
    /// The signed-in user; none for guests.
    pub reader: Option<Arc<Reader>>,
    /// The user's access token, hashed as the store knows it.
    pub token: Option<Arc<str>>,
    /// The moment of the request.
    pub now: Timestamp,
    /// Where a guest looks from, when the request says so.
    country: Option<String>,
}

impl Caller {
    /// Reads key and token of a request: 403 for a bad key, 401 for a bad token.
    pub async fn identify(
        db: &Db,
        clients: &ClientCache,
        now: Timestamp,
        headers: &HeaderMap,
        input: &Input,
    ) -> Result<Self> {
        let (client, site) = match input.first("api_key") {
            Some(key) => clients.get(db, key, now).await?.ok_or(ErrorKey::InvalidApiKey)?,
            None => return Err(input.fault().unwrap_or_else(|| ErrorKey::InvalidApiKey.into())),
        };
        let (reader, token) = match bearer(headers).as_deref().or(input.first("access_token")) {
            Some(token) => {
                let hash = oauth::tokens::hash(token);
                let reader = signed_in(db, token, &hash, now, &site.id).await?;
                (Some(Arc::new(reader)), Some(hash.into()))
            }
            None => (None, None),
        };
        Ok(Self { client, site, reader, token, now, country: None })
    }

    /// The user, or 401.
    pub fn reader(&self) -> Result<&Arc<Reader>> {
        self.reader.as_ref().ok_or_else(|| ApiError::sign_in(self.site.id.as_str()))
    }

    /// The caller as the access rule sees it.
    pub fn facts(&self) -> access::Caller<'_> {
        match &self.reader {
            Some(reader) => access::Caller::Reader(reader),
            None => access::Caller::Guest { country: self.country.as_deref().unwrap_or(&self.site.country) },
        }
    }

    /// The same caller looking from another country: the parameter `country` counts for guests and staff and
    /// is ignored for other users (spec 4, 1.1.1).
    #[must_use]
    pub fn seen_from(mut self, country: Option<&Country>) -> Self {
        let Some(Country(code)) = country.filter(|_| self.facts().may_choose_country()) else { return self };
        match &self.reader {
            Some(reader) => self.reader = Some(Arc::new(reader.viewed_from(code))),
            None => self.country = Some(code.clone()),
        }
        self
    }

    /// The site whose collection the caller sees: the user's own, else the key's.
    pub fn view_site(&self) -> &SiteId {
        self.reader.as_ref().map_or(&self.site.id, |reader| &reader.account.site)
    }

    /// Refuses keys without the privilege.
    pub fn require(&self, privilege: Privilege) -> Result<()> {
        if self.client.may(privilege) { Ok(()) } else { Err(ErrorKey::ClientNotAllowed.into()) }
    }

    /// The date of the request, in UTC.
    pub fn today(&self) -> Date {
        domain::dates::utc_date(self.now)
    }

    /// What requests are counted by: the key, and the user or the address.
    pub fn quota_key(&self, address: &str) -> (String, String) {
        let who = match &self.reader {
            Some(reader) => reader.account.id.to_string(),
            None => address.to_owned(),
        };
        (self.client.id.to_string(), who)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| ErrorKey::InternalError.into())
    }
}

/// The token of the Authorization header; other schemes than Bearer are not ours. One that is no text is nobody's.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let value = headers.get(header::AUTHORIZATION)?.as_bytes();
    let end = value.iter().position(u8::is_ascii_whitespace)?;
    let (scheme, token) = (&value[..end], value[end..].trim_ascii());
    (scheme.eq_ignore_ascii_case(b"bearer") && !token.is_empty()).then(|| String::from_utf8_lossy(token))
}

/// The reader behind a token; 401 for one that is unknown, expired, revoked, or of a locked account.
async fn signed_in(db: &Db, token: &str, hash: &str, now: Timestamp, realm: &SiteId) -> Result<Reader> {
    let fault = match store::readers::by_access_token(db, hash, now).await? {
        TokenCheck::Valid(session) => {
            // Once for a pair: later requests find nothing to note.
            if let Some(replaced) = &session.replaces {
                store::tokens::first_use(db, hash, replaced, now).await?;
            }
            return Ok(session.reader);
        }
        TokenCheck::Expired => "Access token expired",
        TokenCheck::Revoked => "Access token revoked",
        TokenCheck::Unknown | TokenCheck::Locked => "Access token invalid",
    };
    // A header holds plain letters only, and a client splits the description at commas and `=` (spec 4, 4.10).
    let is_plain = |letter: &char| letter.is_ascii_graphic() && !matches!(letter, ',' | '=' | '"' | '\\');
    let shown: String = token.chars().take(8).filter(is_plain).collect();
    Err(ApiError::invalid_token(realm.as_str(), format!("{fault}: {shown}...")))
}
