//! Client applications and what their keys may do (docs/rules/access.md#rule-26).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::{ClientId, SiteId};
use crate::wire_enum;

wire_enum! {
    /// A limited privilege of a key.
    pub enum Privilege {
        /// The membership-management endpoints.
        Membership = "membership",
        /// POST /v2/myAccount by anonymous users.
        Signup = "signup",
        /// POST /v2/myOrganization by anonymous users.
        OrgSignup = "orgSignup",
        /// POST /v2/utm.
        Marketing = "marketing",
        /// The partner drive token.
        PartnerDrive = "partnerDrive",
        /// The competent authority's pages.
        CompetentAuthority = "competentAuthority",
        /// Sponsors and members written by apps.
        SponsorAdmin = "sponsorAdmin",
        /// The password grant.
        PasswordGrant = "passwordGrant",
    }
}

/// A client application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Client {
    /// The API key.
    pub id: ClientId,
    /// Name shown on the consent page.
    pub name: String,
    /// The site the key is tied to.
    pub site: SiteId,
    /// SHA-256 of the secret, base64url without padding. `None` for a blank secret.
    pub secret_hash: Option<String>,
    /// Registered redirect addresses, compared exactly.
    pub redirect_uris: Vec<String>,
    /// What the key may do beyond the ordinary.
    pub privileges: BTreeSet<Privilege>,
    /// A disabled key is treated like an unknown one.
    pub disabled: bool,
}

impl Client {
    /// Whether the key has this privilege.
    pub fn may(&self, privilege: Privilege) -> bool {
        self.privileges.contains(&privilege)
    }
}
