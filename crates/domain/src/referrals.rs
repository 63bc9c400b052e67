//! Marketing referrals: the link by which a visitor came (docs/rules/accounts.md#rule-11, POST /v2/utm).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{AccountId, ClientId, SiteId};

/// The parameters of the link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utm {
    /// Site or campaign that sent the visitor.
    pub source: String,
    /// By what means, for example `email`.
    pub medium: Option<String>,
    /// For what occasion.
    pub campaign: Option<String>,
    /// The words that were searched for.
    pub term: Option<String>,
    /// Distinguishes several links with the same values.
    pub content: Option<String>,
}

/// One visit by such a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referral {
    /// The site that was visited: that of the key.
    pub site: SiteId,
    /// The reporting app.
    pub client: ClientId,
    /// The visitor, if signed in.
    pub account: Option<AccountId>,
    pub utm: Utm,
    /// Time of the visit.
    pub date: Timestamp,
}
