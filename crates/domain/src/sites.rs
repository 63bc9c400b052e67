//! Sites: catalogs and users partitioned on one server (docs/rules/access.md#rule-24).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::SiteId;

/// The main site's identifier (docs/rules/values.md#rule-18).
pub const MAIN_SITE: &str = "service";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Identifier, for example `service`.
    pub id: SiteId,
    pub name: String,
    /// Home country, ISO 3166-1 alpha-2: where guests are taken to be (docs/rules/access.md#rule-21).
    pub country: String,
    /// A private-label site: recommendations leave the global collection out by default.
    pub private_label: bool,
}

impl Site {
    /// The main site as long as the operator has not created it: a library that has just been set up has
    /// pages, and no titles.
    pub fn not_created_yet() -> Self {
        Self { id: MAIN_SITE.into(), name: "Library".into(), country: "US".into(), private_label: false }
    }
}

/// Returns true if the text can be a site's identifier: 1 to 40 lower-case letters, digits and hyphens.
pub fn is_identifier(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=40).contains(&text.len()) && text.bytes().all(plain)
}

/// Further sites to which a title is shared.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Sharing {
    /// The site itself only.
    #[default]
    None,
    /// These sites too.
    Sites(BTreeSet<SiteId>),
    /// Every site: the global collection.
    All,
}

impl Sharing {
    /// Returns true if a title of `owner` with this sharing is in the view of `site`.
    pub fn is_in_view_of(&self, owner: &SiteId, site: &SiteId) -> bool {
        owner == site
            || match self {
                Self::None => false,
                Self::Sites(sites) => sites.contains(site),
                Self::All => true,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::is_identifier;

    #[test]
    fn identifiers_of_sites_are_plain() {
        assert!(is_identifier("service") && is_identifier("lab-2") && is_identifier(&"x".repeat(40)));
        for bad in ["", "Lab", "two words", "école", "a_b", &"x".repeat(41)] {
            assert!(!is_identifier(bad), "{bad}");
        }
    }
}
