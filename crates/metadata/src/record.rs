//! A supplier's record of a title, independent of its format. Readers produce records, writers consume them.

use domain::titles::Metadata;
use domain::{Accessibility, Territory, UsageRestriction};
use serde::{Deserialize, Serialize};

/// A record of one title.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The supplier's reference: unique among the supplier's records, and stable.
    pub reference: String,
    /// The requested action.
    pub action: Action,
    /// The description; its categories come from [`Record::subjects`].
    pub metadata: Metadata,
    /// The subjects, as stated by the supplier.
    pub subjects: Vec<RecordSubject>,
    /// Usage restriction by copyright, if stated.
    pub usage: Option<UsageRestriction>,
    /// Territory of distribution, if stated.
    pub territory: Option<Territory>,
    /// The publisher's statement of accessibility.
    pub accessibility: Option<Accessibility>,
}

/// The action that a record requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// The record is complete: the title is created or replaced.
    #[default]
    Full,
    /// The record is partial: the rest of the title stays.
    Partial(Parts),
    /// The title is withdrawn.
    Withdraw,
    /// Nothing about the title itself: a price, a sale of rights.
    Nothing,
}

/// The parts of a title that a partial record replaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// Title, people, language, subjects, audience, extent, accessibility, license.
    pub description: bool,
    /// The descriptive text.
    pub text: bool,
    /// Publisher, dates, rights.
    pub publishing: bool,
    /// Other editions.
    pub related: bool,
}

/// A subject of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSubject {
    /// The list that it belongs to.
    pub scheme: Scheme,
    /// Its code in that list.
    pub code: Option<String>,
    /// Its name.
    pub name: Option<String>,
}

/// Subject schemes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scheme {
    /// BISAC subject headings.
    Bisac,
    /// Thema subject categories and qualifiers.
    Thema,
    /// The library's own categories; the name counts, unchanged.
    Own,
    /// Any other; the name counts.
    Other,
}

/// Limit of the other titles of a record.
pub(crate) const MAX_VARIANT_TITLES: usize = 50;

/// Adds a value unless it is already in the list.
pub(crate) fn add_once<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if !list.contains(&value) {
        list.push(value);
    }
}

/// The usage restriction of a public license, by its URL.
pub(crate) fn usage_of_license(link: &str) -> Option<UsageRestriction> {
    let (_, path) = link.split_once("creativecommons.org/")?;
    match path.split('/').next()? {
        "licenses" => Some(UsageRestriction::CreativeCommons),
        "publicdomain" => Some(UsageRestriction::PublicDomain),
        _ => None,
    }
}
