//! Client applications and what their keys may do (docs/rules/access.md#rule-26).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{ClientId, MAIN_SITE, SiteId, wire_enum};

/// Recorded in the audit in place of an app's key when the operator acts.
pub const COMMAND_LINE: &str = "command line";

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
        PartnerDrive = "partnerDrive",
        /// The competent authority's pages.
        CompetentAuthority = "competentAuthority",
        /// Sponsors and members written by apps.
        SponsorAdmin = "sponsorAdmin",
        PasswordGrant = "passwordGrant",
    }
}

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
    /// Privileges of the key, beyond those that every key has.
    pub privileges: BTreeSet<Privilege>,
    /// A disabled key is treated like an unknown one.
    pub disabled: bool,
}

/// Identifies reading apps to a catalog that follows the authentication of OPDS: all of them use it.
const READING_APPS: &str = "http://opds-spec.org/auth/client";

/// The address at which reading apps receive codes.
const READING_APPS_REDIRECT: &str = "opds://authorize/";

/// Identifies the library's own pages.
const PAGES: &str = "pages";

impl Client {
    /// The public client that all reading apps share on a site: the well-known one of OPDS. On another site
    /// than the main one its identifier ends in `#` and the site.
    pub fn reading_apps(site: &SiteId) -> Self {
        Self {
            id: Self::reading_apps_id(site),
            name: "Reading apps".to_owned(),
            site: site.clone(),
            secret_hash: None,
            redirect_uris: vec![READING_APPS_REDIRECT.to_owned()],
            privileges: BTreeSet::new(),
            disabled: false,
        }
    }

    /// The identifier of the client that reading apps share on a site.
    pub fn reading_apps_id(site: &SiteId) -> ClientId {
        if site.as_str() == MAIN_SITE {
            ClientId::from(READING_APPS)
        } else {
            ClientId(format!("{READING_APPS}#{site}"))
        }
    }

    /// The library's own pages on a site, as the audit names them. They are not stored, so their identifier
    /// is not a key.
    pub fn pages(site: &SiteId) -> Self {
        Self {
            id: ClientId::from(PAGES),
            name: "Pages of the library".to_owned(),
            site: site.clone(),
            secret_hash: None,
            redirect_uris: Vec::new(),
            privileges: BTreeSet::new(),
            disabled: false,
        }
    }

    /// Returns true if it is the library's own pages: no caller can name them, because their identifier is
    /// not a key.
    pub fn is_pages(&self) -> bool {
        self.id.as_str() == PAGES
    }

    /// Returns true if it is the client that reading apps share. Its identifier is public, so it is not an
    /// API key.
    pub fn is_reading_apps(&self) -> bool {
        self.id == Self::reading_apps_id(&self.site)
    }

    /// Returns true if anybody can use privileges of the key: it has a redirect address, so browsers show it
    /// to everybody who signs in with it. The password grant is not one of them, because the token server
    /// asks for the secret.
    pub fn exposes_privileges(&self) -> bool {
        let is_open = |privilege: &Privilege| *privilege != Privilege::PasswordGrant;
        !self.disabled && !self.redirect_uris.is_empty() && self.privileges.iter().any(is_open)
    }

    pub fn has_privilege(&self, privilege: Privilege) -> bool {
        self.privileges.contains(&privilege)
    }
}

#[cfg(test)]
mod tests {
    use super::Client;

    #[test]
    fn each_site_has_one_client_of_reading_apps() {
        let main = Client::reading_apps(&"service".into());
        assert_eq!(main.id.as_str(), "http://opds-spec.org/auth/client");
        let lab = Client::reading_apps(&"lab".into());
        assert_eq!(lab.id.as_str(), "http://opds-spec.org/auth/client#lab");
        assert!(main.is_reading_apps() && lab.is_reading_apps());
        let elsewhere = Client { site: "lab".into(), ..main };
        assert!(!elsewhere.is_reading_apps());
    }
}
