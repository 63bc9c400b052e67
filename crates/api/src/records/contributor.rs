use domain::{Contributor, ContributorType, Name};

use crate::http::Link;

/// A name in parts (docs/rules/records.md#rule-3).
#[endpoint::record]
pub struct NameRecord {
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Middle name.
    pub middle: Option<String>,
    /// For example `Dr.`
    pub prefix: Option<String>,
    /// For example `Jr.`
    pub suffix: Option<String>,
    /// Always empty.
    pub links: Vec<Link>,
}

impl From<Name> for NameRecord {
    fn from(name: Name) -> Self {
        Self {
            first_name: name.first,
            last_name: name.last,
            middle: name.middle,
            prefix: name.prefix,
            suffix: name.suffix,
            links: Vec::new(),
        }
    }
}

/// A contributor of a title (docs/rules/records.md#rule-9).
#[endpoint::record]
pub struct ContributorRecord {
    /// Both forms of the name.
    pub name: ContributorName,
    /// The person's role.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: ContributorType,
    /// Always empty.
    pub links: Vec<Link>,
}

/// Both forms of a contributor's name (docs/rules/records.md#rule-4).
#[endpoint::record]
pub struct ContributorName {
    /// First name before last.
    pub display_name: String,
    /// Sort form.
    pub index_name: Option<String>,
    /// Always empty.
    pub links: Vec<Link>,
}

impl From<&Contributor> for ContributorRecord {
    fn from(contributor: &Contributor) -> Self {
        Self {
            name: ContributorName {
                display_name: contributor.display_name.clone(),
                index_name: contributor.index_name.clone(),
                links: Vec::new(),
            },
            kind: contributor.kind,
            links: Vec::new(),
        }
    }
}
