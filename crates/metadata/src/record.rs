//! What a supplier's record says of a title, whatever format it came in. Readers make records, writers take
//! them.

use domain::artifacts::Accessibility;
use domain::titles::{Metadata, Territory, UsageRestriction};
use serde::{Deserialize, Serialize};

/// A record of one title.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// What the supplier calls it: unique among the supplier's records, and the same each time.
    pub reference: String,
    /// What is to happen.
    pub action: Action,
    /// The description; its categories come from [`Record::subjects`].
    pub metadata: Metadata,
    /// What it is about, as the supplier says it.
    pub subjects: Vec<Subject>,
    /// What copyright allows, where the record says so.
    pub usage: Option<UsageRestriction>,
    /// Where it may be distributed, where the record says so.
    pub territory: Option<Territory>,
    /// The publisher's statement of accessibility.
    pub accessibility: Option<Accessibility>,
}

/// What is to happen with a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// It says all there is to say: the title is made, or described anew.
    #[default]
    Full,
    /// It says some: the rest of the title stays as it is.
    Partial(Parts),
    /// The title is withdrawn.
    Withdraw,
    /// It says nothing of the title itself: a price, a sale of rights.
    Nothing,
}

/// The parts of a title that a partial record replaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// Title, people, language, subjects, audience, extent, accessibility, license.
    pub description: bool,
    /// The text that describes it.
    pub text: bool,
    /// Publisher, dates, rights.
    pub publishing: bool,
    /// Other editions.
    pub related: bool,
}

/// A subject of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The list that it is taken from.
    pub scheme: Scheme,
    /// Its code in that list.
    pub code: Option<String>,
    /// Its name.
    pub name: Option<String>,
}

/// Lists of subjects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scheme {
    /// BISAC subject headings.
    Bisac,
    /// Thema subject categories.
    Thema,
    /// The library's own categories; its name counts, as it is.
    Own,
    /// Any other; its name counts.
    Other,
}

/// Adds a value that is not there yet.
pub(crate) fn add<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if !list.contains(&value) {
        list.push(value);
    }
}

/// What a public license allows, by its address.
pub(crate) fn usage_of(link: &str) -> Option<UsageRestriction> {
    let (_, path) = link.split_once("creativecommons.org/")?;
    match path.split('/').next()? {
        "licenses" => Some(UsageRestriction::CreativeCommons),
        "publicdomain" => Some(UsageRestriction::PublicDomain),
        _ => None,
    }
}
