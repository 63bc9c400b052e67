//! One operation: who acts, for which site, when, and with which library. Every interface and every command
//! of `openshelf admin` builds the same value, and every operation takes it first.

mod changes;
mod identification;
mod sent_forms;

use std::sync::Arc;

use delivery::Delivery;
use domain::access::{self, ForUser};
use domain::clients::COMMAND_LINE;
use domain::peers::Network;
use domain::{
    Account, AccountId, AdultContentBar, AuditedAct, Client, ClientId, Device, MAIN_SITE, Offering,
    Organization, Reader, Site, SiteId,
};
use jiff::Timestamp;
use jiff::civil::Date;
use rand::Rng as _;
use rand::rngs::StdRng;
use store::audit::AuditedRequest;
use store::{Conn, Db, Tx};

use crate::{Error, Library, NewPassword, OperationSettings, Result};

/// Maximum number of people in one statement, below the databases' limit of bound values.
const MAX_PEOPLE_PER_STATEMENT: usize = 1_000;

/// Who acts, for which site, when, and with which library. Cloning is cheap.
///
/// The actor is a caller, who comes with a client application and may be signed in, or the operator, who runs
/// a command and may do everything that staff of any site may. [Roles](crate::roles) are methods that return
/// an error.
#[derive(Debug, Clone)]
pub struct Operation {
    library: Library,
    is_operator: bool,
    /// The client application. A command has one of its own without privileges, and a caller who only holds
    /// the key of an email or a ticket is a guest of the pages.
    pub client: Arc<Client>,
    /// The site of the client's key.
    pub site: Arc<Site>,
    /// The signed-in user. `None` if the caller is a guest, and for the operator.
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
    /// True if the user came to the pages with a password that somebody else made, and chooses another one
    /// before anything else (docs/rules/authentication.md#rule-16).
    pub must_choose_password: bool,
    pub now: Timestamp,
    /// The endpoint as the audit names it, in one form for all interfaces (docs/security.md#audit): method
    /// and template of the address, for example `POST /school/import/{id}`; the command of the operator, for
    /// example `openshelf admin proofs list`; or the job, for example `job take_rosters`.
    pub endpoint: Arc<str>,
    /// The member that the caller looks for and downloads for. `None`: for themselves.
    pub recipient: Option<Arc<Reader>>,
    /// The organization whose members the operator manages. `None` if the command does not name one, and for
    /// all others.
    pub(crate) managed_organization: Option<Arc<Organization>>,
    /// Country of a guest. `None` if the request does not name one.
    country: Option<String>,
    /// The mark of the form that the caller sent, which finds what it has created. `None` if it has none.
    sent_form: Option<Arc<str>>,
}

impl Operation {
    /// An operation that the operator runs with this command.
    pub fn by_operator(library: &Library, command: &str) -> Self {
        let client = Client { id: ClientId::from(COMMAND_LINE), ..Client::pages(&SiteId::from(MAIN_SITE)) };
        let site = Arc::new(Site::not_created_yet());
        let guest = Self::by_guest(library, (Arc::new(client), site), library.current_time());
        Self { is_operator: true, endpoint: command.into(), ..guest }
    }

    /// An operation of a caller who is not identified: one who holds the key of an email or a ticket, or is
    /// about to sign in.
    pub fn by_anybody(library: &Library) -> Self {
        let client = Client::pages(&SiteId::from(MAIN_SITE));
        let site = Arc::new(Site::not_created_yet());
        Self::by_guest(library, (Arc::new(client), site), library.current_time())
    }

    /// An operation of a guest who comes with this client application.
    pub(crate) fn by_guest(
        library: &Library,
        (client, site): (Arc<Client>, Arc<Site>),
        now: Timestamp,
    ) -> Self {
        Self {
            library: library.clone(),
            is_operator: false,
            client,
            site,
            reader: None,
            proved_secret: false,
            token: None,
            device: None,
            place_device: None,
            must_choose_password: false,
            now,
            endpoint: "".into(),
            recipient: None,
            managed_organization: None,
            country: None,
            sent_form: None,
        }
    }

    /// Sets the endpoint, its method and the template of its address, as the audit names it.
    #[must_use]
    pub fn with_endpoint(mut self, endpoint: Arc<str>) -> Self {
        self.endpoint = endpoint;
        self
    }

    /// Sets the country from which the caller looks: a country that a request names counts for guests and
    /// staff and is ignored for other users (docs/rules/search.md#rule-7).
    #[must_use]
    pub fn seen_from(mut self, country: Option<&str>) -> Self {
        let Some(code) = country.filter(|_| self.access_caller().may_choose_country()) else { return self };
        match &self.reader {
            Some(reader) => self.reader = Some(Arc::new(reader.viewed_from(code))),
            None => self.country = Some(code.to_owned()),
        }
        self
    }
}

/// The library that the operation works with.
impl Operation {
    pub fn library(&self) -> &Library {
        &self.library
    }

    pub(crate) fn db(&self) -> &Db {
        self.library.db()
    }

    pub(crate) fn delivery(&self) -> &Delivery {
        self.library.delivery()
    }

    pub(crate) fn settings(&self) -> &OperationSettings {
        self.library.settings()
    }

    /// A new random generator.
    pub fn rng(&self) -> StdRng {
        self.library.request_rng()
    }

    /// A new random identifier.
    pub fn random_id<T: From<String>>(&self) -> T {
        T::from(store::random_id(&mut self.rng()))
    }

    /// Random bytes for the name of a new file, so that nobody can guess it.
    pub(crate) fn random_nonce(&self) -> [u8; 32] {
        let mut nonce = [0; 32];
        self.rng().fill_bytes(&mut nonce);
        nonce
    }

    pub fn today(&self) -> Date {
        domain::dates::utc_date(self.now)
    }

    /// The hash of a new password; `TOO_MANY_REQUESTS` if too many are being hashed, or too many of the same
    /// account. Slow: call it before the transaction begins.
    pub(crate) async fn hash_password(&self, NewPassword(password): &NewPassword) -> Result<String> {
        self.library.hash_password(password, self.signed_in_id()).await
    }

    pub(crate) async fn hash_if_sent(&self, password: Option<&NewPassword>) -> Result<Option<String>> {
        match password {
            Some(password) => Ok(Some(self.hash_password(password).await?)),
            None => Ok(None),
        }
    }
}

/// Who acts.
impl Operation {
    /// Returns true if the operator acts, with a command.
    pub fn is_operator(&self) -> bool {
        self.is_operator
    }

    /// The account that acts. `None` if nobody is signed in.
    pub fn signed_in_account(&self) -> Option<&Account> {
        self.reader.as_ref().map(|reader| &reader.account)
    }

    /// The identifier of the account that acts. `None` if nobody is signed in.
    pub fn signed_in_id(&self) -> Option<&AccountId> {
        self.signed_in_account().map(|account| &account.id)
    }

    /// The user, or [`Error::SignIn`].
    pub fn reader(&self) -> Result<&Arc<Reader>> {
        self.reader.as_ref().ok_or_else(|| Error::SignIn(self.site.id.clone()))
    }

    /// The user's account, or [`Error::SignIn`].
    pub fn account(&self) -> Result<&Account> {
        Ok(&self.reader()?.account)
    }

    /// The identifier of the user's account, or [`Error::SignIn`].
    pub fn account_id(&self) -> Result<&AccountId> {
        Ok(&self.account()?.id)
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

    /// The caller as the access rule sees it.
    pub fn access_caller(&self) -> access::AccessCaller<'_> {
        match &self.reader {
            Some(reader) => access::AccessCaller::Reader(reader),
            None => {
                access::AccessCaller::Guest { country: self.country.as_deref().unwrap_or(&self.site.country) }
            }
        }
    }

    /// The facts of the caller's own access to a title or edition.
    pub(crate) fn facts_about<'a>(
        &'a self,
        title: &'a dyn Offering,
        relation: access::Relation,
    ) -> access::AccessFacts<'a> {
        access::AccessFacts {
            now: self.now,
            today: self.today(),
            title,
            caller: self.access_caller(),
            recipient: ForUser::Nobody,
            relation,
            can: self.delivery().capabilities(),
        }
    }

    /// The member whom the caller names, as the access rule sees it.
    pub(crate) fn for_user(&self) -> ForUser<'_> {
        self.recipient.as_deref().map_or(ForUser::Nobody, ForUser::Named)
    }

    /// The site whose collection the caller sees: the user's own, or else the key's.
    pub fn view_site(&self) -> &SiteId {
        self.reader.as_ref().map_or(&self.site.id, |reader| &reader.account.site)
    }

    /// The pair of keys that requests are counted by: the client's key, and the user or the network.
    pub fn quota_key(&self, network: Option<Network>) -> (String, String) {
        let who = match &self.reader {
            Some(reader) => reader.account.id.to_string(),
            None => network.map_or_else(|| "unknown".to_owned(), |network| network.to_string()),
        };
        (self.client.id.to_string(), who)
    }

    pub(crate) fn log_name(&self) -> &str {
        match self.signed_in_id() {
            Some(id) => id.as_str(),
            None if self.is_operator => &self.endpoint,
            None => "guest",
        }
    }
}

/// What the audit records.
impl Operation {
    /// Records in the audit that the actor reads the disability data of these people, before it is shown
    /// (docs/security.md): one statement for a page. Reading one's own data needs no entry.
    pub async fn record_reads<'a>(&self, people: impl IntoIterator<Item = &'a AccountId>) -> Result<()> {
        let own = self.signed_in_id();
        let others: Vec<&AccountId> = people.into_iter().filter(|id| Some(*id) != own).collect();
        for some in others.chunks(MAX_PEOPLE_PER_STATEMENT) {
            self.record_access(self.db(), some).await?;
        }
        Ok(())
    }

    /// Records that the actor created or revoked devices of this account, which may be its own
    /// (docs/security.md#devices): what is done for another person is a change as well.
    pub(crate) async fn record_device_change(
        &self,
        tx: &mut Tx,
        act: AuditedAct,
        account: &AccountId,
    ) -> Result<()> {
        self.record_access(&mut *tx, &[account]).await?;
        if self.signed_in_id() == Some(account) {
            return Ok(());
        }
        self.record_change(tx, act, account).await
    }

    /// Records one audit entry for each person.
    async fn record_access(&self, conn: impl Conn, people: &[&AccountId]) -> Result<()> {
        let request = AuditedRequest {
            reader: self.signed_in_id(),
            client: &self.client.id,
            endpoint: &self.endpoint,
            read_at: self.now,
        };
        Ok(store::audit::record(conn, request, people).await?)
    }
}

/// Where the actor may act, besides the roles of [`crate::roles`].
impl Operation {
    /// Returns true if the actor acts on this site as membership staff.
    pub fn manages_membership(&self, site: &SiteId) -> bool {
        self.is_operator || self.signed_in_account().is_some_and(|own| own.manages_membership(site))
    }

    /// Returns true if the actor acts on this site as collection staff.
    pub fn manages_collection(&self, site: &SiteId) -> bool {
        self.is_operator || self.signed_in_account().is_some_and(|own| own.manages_collection(site))
    }

    /// Returns true if the actor may change this account as membership staff.
    pub fn may_change_account(&self, other: &Account) -> bool {
        match self.signed_in_account() {
            Some(own) => own.may_change_account(other),
            None => self.is_operator && !other.deleted,
        }
    }

    /// Returns true if the actor changes the members of this organization: its sponsors do, and the
    /// operator.
    pub fn manages_members(&self, organization: &domain::ids::OrganizationId) -> bool {
        self.is_operator || self.signed_in_account().is_some_and(|own| own.is_sponsor_of(organization))
    }
}
