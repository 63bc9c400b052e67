//! How a caller is identified: by a client's key, a user's token, a browser's session or a member's name.

use std::sync::Arc;

use domain::reading::{app_device, browser_device};
use domain::{Client, MAIN_SITE, Reader, Role, Site, SiteId};
use jiff::Timestamp;
use oauth::Credentials;
use store::readers::{Session, TokenCheck};

use super::Operation;
use crate::{ClientCache, Error, ErrorKey, Library, Result, TokenFault};

impl Operation {
    /// Identifies the caller by a client's key and a user's access token: `INVALID_API_KEY`, or
    /// [`Error::Token`]. The identifier of the client that reading apps share is not a key: everybody knows
    /// it.
    pub async fn identify(
        library: &Library,
        clients: &ClientCache,
        now: Timestamp,
        key: &str,
        token: Option<&str>,
    ) -> Result<Self> {
        let known = clients.find(key, now).await?.filter(|(client, _)| !client.is_reading_apps());
        let guest = Self::by_guest(library, known.ok_or(ErrorKey::InvalidApiKey)?, now);
        match token {
            // On the heap, because most requests of guests do not come here.
            Some(token) => Box::pin(guest.with_token(token)).await,
            None => Ok(guest),
        }
    }

    /// A guest who comes to a site by the client that reading apps share there: `CLIENT_NOT_ALLOWED` if there
    /// is no such site, or the operator has disabled the client.
    pub async fn from_reading_app(library: &Library, site: &SiteId, now: Timestamp) -> Result<Self> {
        let id = Client::reading_apps_id(site);
        let known = library.reading_apps().find(id.as_str(), now).await?;
        Ok(Self::by_guest(library, known.ok_or(ErrorKey::ClientNotAllowed)?, now))
    }

    /// A guest of the library's own pages in a browser, who sees the collection of the main site.
    pub async fn guest_on_pages(library: &Library) -> Result<Self> {
        let site = store::sites::get(library.db(), &SiteId::from(MAIN_SITE)).await?;
        let site = site.unwrap_or_else(Site::not_created_yet);
        let client = Arc::new(Client::pages(&site.id));
        Ok(Self::by_guest(library, (client, Arc::new(site)), library.current_time()))
    }

    /// A user of the library's own pages in a browser, in the session with this hash.
    pub(crate) fn on_pages(
        library: &Library,
        site: Site,
        reader: Reader,
        session: &str,
        now: Timestamp,
    ) -> Self {
        let client = Arc::new(Client::pages(&site.id));
        let mut op = Self::by_guest(library, (client, Arc::new(site)), now);
        op.place_device = Some(browser_device(session).into());
        op.reader = Some(Arc::new(reader));
        op
    }

    /// Adds the credentials that the client application sends. Credentials of another client or with a
    /// wrong secret, and those of a client without a secret, prove nothing.
    #[must_use]
    pub fn with_credentials(mut self, credentials: &Credentials) -> Self {
        let hash = self.client.secret_hash.as_deref();
        let is_own = credentials.client_id == self.client.id.as_str();
        self.proved_secret = is_own && hash.is_some() && credentials.matches_secret(hash);
        self
    }

    /// Signs the caller in by a user's access token; fails with [`Error::Token`].
    pub async fn with_token(mut self, token: &str) -> Result<Self> {
        let hash = secrets::hash_token(token);
        let session = find_session(self.library(), &hash, self.now, &self.site.id).await?;
        self.place_device = Some(app_device(&session.family).into());
        self.reader = Some(Arc::new(session.reader));
        self.token = Some(hash.into());
        Ok(self)
    }

    /// The user of an access token by a reading app, whatever client it was issued to, at the user's own
    /// site: [`Error::Token`].
    pub async fn by_token(library: &Library, token: &str, now: Timestamp) -> Result<Self> {
        let hash = secrets::hash_token(token);
        let reader = find_session(library, &hash, now, &MAIN_SITE.into()).await?.reader;
        let mut op = Self::from_reading_app(library, &reader.account.site, now).await?;
        op.reader = Some(Arc::new(reader));
        op.token = Some(hash.into());
        Ok(op)
    }

    /// Sets the member of the caller's organization for whom the caller acts, by identifier or user name;
    /// `USER_NOT_FOUND` for other people, and for callers who are not sponsors.
    pub async fn for_member(mut self, member: &str) -> Result<Self> {
        let known = store::readers::find_by_identifier(self.db(), member, self.now).await?;
        let organization =
            |reader: &Reader| reader.organization.as_ref().map(|of| of.organization.id.clone());
        let own = self.reader.as_deref().filter(|own| own.account.has_role(Role::OrganizationSponsor));
        let own = own.and_then(organization);
        let theirs = |member: &Reader| own.is_some() && organization(member) == own;
        let member =
            known.filter(|member| member.account.has_role(Role::OrganizationMember) && theirs(member));
        self.recipient = Some(Arc::new(member.ok_or(ErrorKey::UserNotFound)?));
        Ok(self)
    }

    /// Sets the organization whose members the operator manages, by identifier: `FORBIDDEN` for everybody but
    /// the operator; `ORGANIZATION_NOT_FOUND`.
    pub async fn for_organization(mut self, id: &str) -> Result<Self> {
        self.require_operator()?;
        let organization = store::organizations::get(self.db(), &id.into()).await?;
        self.managed_organization = Some(Arc::new(organization.ok_or(ErrorKey::OrganizationNotFound)?));
        Ok(self)
    }
}

/// The sign-in behind a token.
async fn find_session(library: &Library, hash: &str, now: Timestamp, realm: &SiteId) -> Result<Box<Session>> {
    let fault = match store::readers::find_by_access_token(library.db(), hash, now).await? {
        TokenCheck::Valid(session) => {
            // Once for a pair: later requests find nothing to note.
            if let Some(replaced) = &session.replaces {
                store::tokens::record_first_use(library.db(), hash, replaced, now).await?;
            }
            return Ok(session);
        }
        TokenCheck::Expired => TokenFault::Expired,
        TokenCheck::Revoked => TokenFault::Revoked,
        TokenCheck::Unknown | TokenCheck::Locked => TokenFault::Invalid,
    };
    Err(Error::Token { realm: realm.clone(), fault })
}
