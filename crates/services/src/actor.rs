//! The actor of an operation.

use domain::accounts::Account;
use domain::ids::{AccountId, ClientId, OrganizationId, SiteId};
use jiff::Timestamp;
use store::audit::AuditedRequest;
use store::{Conn, Db};

/// Recorded in the audit in place of an app's key when the operator acts.
const COMMAND_LINE: &str = "command line";

/// People of one statement: few enough for the values that a statement may have.
const BULK: usize = 1_000;

/// The actor of an operation: a signed-in user of an app, a caller without an account, or the operator. It
/// decides what may be done, and the audit names it.
#[derive(Debug, Clone, Copy)]
pub enum Actor<'a> {
    /// A signed-in user of an app.
    User {
        /// The account.
        account: &'a Account,
        /// The app's key.
        client: &'a ClientId,
        /// Method and path, as the description of the interface writes them.
        endpoint: &'a str,
    },
    /// A guest of an app, who manages nothing.
    Guest {
        /// The app's key.
        client: &'a ClientId,
        /// Method and path, as the description of the interface writes them.
        endpoint: &'a str,
    },
    /// The operator, who may do everything that membership staff of any site may.
    Operator {
        /// The command, for example `openshelf admin proofs list`.
        command: &'a str,
    },
}

impl<'a> Actor<'a> {
    /// The account that acts. `None` if nobody is signed in.
    pub fn account(self) -> Option<&'a Account> {
        match self {
            Self::User { account, .. } => Some(account),
            Self::Guest { .. } | Self::Operator { .. } => None,
        }
    }

    /// The identifier of the account that acts. `None` if nobody is signed in.
    pub fn id(self) -> Option<&'a AccountId> {
        self.account().map(|account| &account.id)
    }

    /// The actor for the log.
    pub(crate) fn log_name(self) -> &'a str {
        match self {
            Self::User { account, .. } => account.id.as_str(),
            Self::Guest { .. } => "guest",
            Self::Operator { command } => command,
        }
    }

    /// Returns true if the actor acts on this site as membership staff.
    pub fn manages_site(self, site: &SiteId) -> bool {
        match self {
            Self::User { account, .. } => account.manages_membership(site),
            Self::Guest { .. } => false,
            Self::Operator { .. } => true,
        }
    }

    /// Returns true if the actor acts on this site as collection staff.
    pub fn manages_collection(self, site: &SiteId) -> bool {
        match self {
            Self::User { account, .. } => account.manages_collection(site),
            Self::Guest { .. } => false,
            Self::Operator { .. } => true,
        }
    }

    /// Returns true if the actor changes this account as membership staff.
    pub fn changes_account(self, other: &Account) -> bool {
        match self {
            Self::User { account, .. } => account.changes_account(other),
            Self::Guest { .. } => false,
            Self::Operator { .. } => !other.deleted,
        }
    }

    /// Returns true if the actor changes the members of this organization: its sponsors do, and the
    /// operator.
    pub fn manages_members(self, organization: &OrganizationId) -> bool {
        match self {
            Self::User { account, .. } => account.is_sponsor_of(organization),
            Self::Guest { .. } => false,
            Self::Operator { .. } => true,
        }
    }

    /// Records access to the disability data of these people, before they are shown (docs/security.md).
    /// Access to one's own data is not recorded.
    pub(crate) async fn record_reads(
        self,
        db: &Db,
        people: &[&AccountId],
        now: Timestamp,
    ) -> store::Result<()> {
        let others: Vec<&AccountId> = people.iter().copied().filter(|id| Some(*id) != self.id()).collect();
        for some in others.chunks(BULK) {
            self.record_access(db, some, now).await?;
        }
        Ok(())
    }

    /// Records that it created or revoked devices of this account, which may be its own
    /// (docs/security.md#devices).
    pub(crate) async fn changes_devices(
        self,
        conn: impl Conn,
        account: &AccountId,
        now: Timestamp,
    ) -> store::Result<()> {
        self.record_access(conn, &[account], now).await
    }

    /// Records one audit entry for each person.
    async fn record_access(
        self,
        conn: impl Conn,
        people: &[&AccountId],
        now: Timestamp,
    ) -> store::Result<()> {
        let operator = ClientId::from(COMMAND_LINE);
        let (client, endpoint) = match self {
            Self::User { client, endpoint, .. } | Self::Guest { client, endpoint } => (client, endpoint),
            Self::Operator { command } => (&operator, command),
        };
        store::audit::record(
            conn,
            AuditedRequest { reader: self.id(), client, endpoint, read_at: now },
            people,
        )
        .await
    }
}
