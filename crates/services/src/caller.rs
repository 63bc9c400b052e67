//! The caller of an operation, as each interface identifies it: the JSON API by key and token.

use std::sync::Arc;

use domain::access::{self, AdultContentBar, ForUser};
use domain::accounts::Role;
use domain::clients::{Client, Privilege};
use domain::devices::Device;
use domain::ids::{AccountId, SiteId};
use domain::peers::Network;
use domain::readers::Reader;
use domain::reading::{app_device, browser_device};
use domain::sites::{MAIN_SITE, Site};
use jiff::Timestamp;
use jiff::civil::Date;
use oauth::Credentials;
use store::audit::AuditedRequest;
use store::readers::{Session, TokenCheck};

use crate::client_cache::ClientCache;
use crate::error::{Error, Result, TokenFault};
use crate::keys::ErrorKey;
use crate::library::Library;

/// Maximum number of people in one statement, below the databases' limit of bound values.
const MAX_PEOPLE_PER_STATEMENT: usize = 1_000;

/// The person or app that performs an operation, with site, country, time and endpoint.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The client application.
    pub client: Arc<Client>,
    /// The site of the client's key.
    pub site: Arc<Site>,
    /// The signed-in user. `None` if the caller is a guest.
    pub reader: Option<Arc<Reader>>,
    /// True if the client application proved its secret with this request.
    pub proved_secret: bool,
    /// The user's access token, hashed as the store knows it. `None` if there is none.
    pub token: Option<Arc<str>>,
    /// The device that the user signed in with. `None` if the user did not, or nobody is signed in.
    pub device: Option<Arc<Device>>,
    /// The device that the caller's places are kept under (docs/places.md#devices): the signed-in browser, or
    /// the sign-in of an app. `None` for guests, and for reading apps, which name their devices themselves.
    pub place_device: Option<Arc<str>>,
    /// The moment of the operation.
    pub now: Timestamp,
    /// The endpoint as the audit names it: method and path, as the interface's description writes them.
    pub endpoint: Arc<str>,
    /// The member that the caller looks for and downloads for. `None`: for themselves.
    pub recipient: Option<Arc<Reader>>,
    /// Country of a guest. `None` if the request does not name one.
    country: Option<String>,
}

impl Caller {
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
        let guest = Self::from_client(known.ok_or(ErrorKey::InvalidApiKey)?, now);
        match token {
            // On the heap, because most requests of guests do not come here.
            Some(token) => Box::pin(guest.with_token(library, token)).await,
            None => Ok(guest),
        }
    }

    /// A guest who comes to a site by the client that reading apps share there: `CLIENT_NOT_ALLOWED` if there
    /// is no such site, or the operator has disabled the client.
    pub async fn from_reading_app(library: &Library, site: &SiteId, now: Timestamp) -> Result<Self> {
        let id = Client::reading_apps_id(site);
        let known = library.reading_apps.find(id.as_str(), now).await?;
        Ok(Self::from_client(known.ok_or(ErrorKey::ClientNotAllowed)?, now))
    }

    /// A guest of the library's own pages in a browser, who sees the collection of the main site.
    pub async fn guest_on_pages(library: &Library) -> Result<Self> {
        let site = store::sites::get(&library.db, &SiteId::from(MAIN_SITE)).await?;
        let site = site.unwrap_or_else(Site::not_created_yet);
        Ok(Self::from_client((Arc::new(Client::pages(&site.id)), Arc::new(site)), library.current_time()))
    }

    /// A user of the library's own pages in a browser, in the session with this hash.
    pub(crate) fn on_pages(site: Site, reader: Reader, session: &str, now: Timestamp) -> Self {
        let client = Arc::new(Client::pages(&site.id));
        let mut caller = Self::from_client((client, Arc::new(site)), now);
        caller.reader = Some(Arc::new(reader));
        caller.place_device = Some(browser_device(session).into());
        caller
    }

    fn from_client((client, site): (Arc<Client>, Arc<Site>), now: Timestamp) -> Self {
        let endpoint = "".into();
        Self {
            client,
            site,
            reader: None,
            proved_secret: false,
            token: None,
            device: None,
            place_device: None,
            now,
            endpoint,
            recipient: None,
            country: None,
        }
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
    pub async fn with_token(mut self, library: &Library, token: &str) -> Result<Self> {
        let hash = secrets::hash_token(token);
        let session = find_session(library, &hash, self.now, &self.site.id).await?;
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
        let guest = Self::from_reading_app(library, &reader.account.site, now).await?;
        Ok(Self { reader: Some(Arc::new(reader)), token: Some(hash.into()), ..guest })
    }

    /// Sets the member of the caller's organization for whom the caller acts, by identifier or user name;
    /// `USER_NOT_FOUND` for other people, and for callers who are not sponsors.
    pub async fn for_member(mut self, library: &Library, member: &str) -> Result<Self> {
        let known = store::readers::by_identifier(&library.db, member, self.now).await?;
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

    /// The person for whom the caller browses and downloads (R of docs/rules/README.md). `None` for a
    /// guest.
    pub fn beneficiary(&self) -> Option<&Arc<Reader>> {
        self.recipient.as_ref().or(self.reader.as_ref())
    }

    /// The reason why adult content is closed for the beneficiary. `None` if it is open, and for guests.
    pub fn adult_content_bar(&self) -> Option<AdultContentBar> {
        access::adult_content_bar(&self.beneficiary()?.account, self.today())
    }

    /// Sets the endpoint, its method and path, as the audit names it.
    #[must_use]
    pub fn with_endpoint(mut self, endpoint: Arc<str>) -> Self {
        self.endpoint = endpoint;
        self
    }

    /// The user, or [`Error::SignIn`].
    pub fn reader(&self) -> Result<&Arc<Reader>> {
        self.reader.as_ref().ok_or_else(|| Error::SignIn(self.site.id.clone()))
    }

    /// The caller as the access rule sees it.
    pub fn access_facts(&self) -> access::AccessCaller<'_> {
        match &self.reader {
            Some(reader) => access::AccessCaller::Reader(reader),
            None => {
                access::AccessCaller::Guest { country: self.country.as_deref().unwrap_or(&self.site.country) }
            }
        }
    }

    /// The member whom the caller names, as the access rule sees it.
    pub(crate) fn for_user(&self) -> ForUser<'_> {
        self.recipient.as_deref().map_or(ForUser::Nobody, ForUser::Named)
    }

    /// Sets the country from which the caller looks: a country that a request names counts for guests and
    /// staff and is ignored for other users (docs/rules/search.md#rule-7).
    #[must_use]
    pub fn seen_from(mut self, country: Option<&str>) -> Self {
        let Some(code) = country.filter(|_| self.access_facts().may_choose_country()) else { return self };
        match &self.reader {
            Some(reader) => self.reader = Some(Arc::new(reader.viewed_from(code))),
            None => self.country = Some(code.to_owned()),
        }
        self
    }

    /// The site whose collection the caller sees: the user's own, or else the key's.
    pub fn view_site(&self) -> &SiteId {
        self.reader.as_ref().map_or(&self.site.id, |reader| &reader.account.site)
    }

    /// Refuses keys without the privilege: `CLIENT_NOT_ALLOWED`.
    pub fn require_privilege(&self, privilege: Privilege) -> Result<()> {
        if self.client.has_privilege(privilege) { Ok(()) } else { Err(ErrorKey::ClientNotAllowed.into()) }
    }

    /// The date of the operation, in UTC.
    pub fn today(&self) -> Date {
        domain::dates::utc_date(self.now)
    }

    /// The pair of keys that requests are counted by: the client's key, and the user or the network.
    pub fn quota_key(&self, network: Option<Network>) -> (String, String) {
        let who = match &self.reader {
            Some(reader) => reader.account.id.to_string(),
            None => network.map_or_else(|| "unknown".to_owned(), |network| network.to_string()),
        };
        (self.client.id.to_string(), who)
    }

    /// Records in the audit that the caller reads the disability data of these people, before it is shown
    /// (docs/security.md): one statement for a page. Reading one's own data needs no entry.
    pub async fn record_reads<'a>(
        &self,
        library: &Library,
        people: impl IntoIterator<Item = &'a AccountId>,
    ) -> Result<()> {
        let reader = self.reader.as_ref().map(|reader| &reader.account.id);
        let others: Vec<&AccountId> = people.into_iter().filter(|id| Some(*id) != reader).collect();
        let reading =
            AuditedRequest { reader, client: &self.client.id, endpoint: &self.endpoint, read_at: self.now };
        for some in others.chunks(MAX_PEOPLE_PER_STATEMENT) {
            store::audit::record(&library.db, reading, some).await?;
        }
        Ok(())
    }
}

/// The sign-in behind a token.
async fn find_session(library: &Library, hash: &str, now: Timestamp, realm: &SiteId) -> Result<Box<Session>> {
    let fault = match store::readers::by_access_token(&library.db, hash, now).await? {
        TokenCheck::Valid(session) => {
            // Once for a pair: later requests find nothing to note.
            if let Some(replaced) = &session.replaces {
                store::tokens::first_use(&library.db, hash, replaced, now).await?;
            }
            return Ok(session);
        }
        TokenCheck::Expired => TokenFault::Expired,
        TokenCheck::Revoked => TokenFault::Revoked,
        TokenCheck::Unknown | TokenCheck::Locked => TokenFault::Invalid,
    };
    Err(Error::Token { realm: realm.clone(), fault })
}
