//! Links of OPDS 2.0 and of manifests.

use serde::Serialize;

use crate::acquisition::{Acquisition, Availability as State, LeadsTo};
use crate::address::Address;
use crate::entry::Entry;
use crate::feed::{Facet, Scope};
use crate::media_types;
use crate::rels;
use crate::visitor::Visitor;

/// A link. Addresses in the catalog are written without a text of their own.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Link<'a, H = Address<'a>> {
    pub(crate) href: H,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rel: Option<&'a str>,
    #[serde(rename = "type")]
    pub(crate) media_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) templated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) properties: Option<Properties<'a>>,
}

/// What OPDS adds to a link.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Properties<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    number_of_items: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    availability: Option<Availability>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancellable: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    indirect_acquisition: Vec<Indirect>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authenticate: Option<Authenticate<'a>>,
}

/// Whether a publication is available, and when that changes.
#[derive(Debug, Clone, Serialize)]
struct Availability {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
}

/// What a publication is acquired as in the end.
#[derive(Debug, Clone, Serialize)]
struct Indirect {
    #[serde(rename = "type")]
    media_type: &'static str,
}

/// Where an app learns how its reader signs in.
#[derive(Debug, Clone, Serialize)]
struct Authenticate<'a> {
    href: &'a str,
    #[serde(rename = "type")]
    media_type: &'static str,
}

impl<'a, H> Link<'a, H> {
    /// A link without a relation.
    pub(crate) fn to(href: H, media_type: &'a str) -> Self {
        Self { href, rel: None, media_type, title: None, size: None, templated: None, properties: None }
    }

    /// A link with a relation.
    pub(crate) fn new(href: H, rel: &'a str, media_type: &'a str) -> Self {
        Self { rel: Some(rel), ..Self::to(href, media_type) }
    }
}

impl<'a> Link<'a> {
    /// A link to a feed of the catalog.
    pub(crate) fn feed(visitor: &'a Visitor, path: &'a str, rel: &'a str) -> Self {
        Self::new(visitor.address(path), rel, media_types::FEED)
    }

    /// The same from metadata, without a relation.
    pub(crate) fn of_metadata(visitor: &'a Visitor, path: &'a str) -> Self {
        Self::to(visitor.address(path), media_types::FEED)
    }

    /// A way to another feed.
    pub(crate) fn navigation(visitor: &'a Visitor, entry: &'a Entry) -> Self {
        Self {
            title: Some(&entry.title),
            properties: entry.count.map(Properties::counted),
            ..Self::feed(visitor, &entry.path, entry.rel)
        }
    }

    /// A subset of a feed, or another order.
    pub(crate) fn facet(visitor: &'a Visitor, of: &'a Facet) -> Self {
        Self {
            rel: of.active.then_some("self"),
            title: Some(&of.title),
            properties: of.count.map(Properties::counted),
            ..Self::of_metadata(visitor, &of.path)
        }
    }

    /// The reader's shelf, for which a guest has to sign in.
    pub(crate) fn shelf(visitor: &'a Visitor) -> Self {
        let properties = Properties::of_personal(visitor);
        Self { properties, ..Self::feed(visitor, "/shelf", rels::SHELF) }
    }

    /// Where the reader's place is exchanged, for which a guest has to sign in.
    pub(crate) fn place(visitor: &'a Visitor, path: &'a str, rel: &'a str, media_type: &'a str) -> Self {
        let properties = Properties::of_personal(visitor);
        Self { properties, ..Self::new(visitor.address(path), rel, media_type) }
    }

    /// The templates of a search.
    pub(crate) fn searches(visitor: &'a Visitor, scope: Scope) -> impl Iterator<Item = Self> {
        scope.templates().iter().map(move |variables| {
            let href = visitor.address(scope.path()).template(variables);
            Self { templated: Some(true), ..Self::new(href, "search", media_types::FEED) }
        })
    }

    /// A way to get a publication.
    pub(crate) fn acquisition(visitor: &'a Visitor, way: &'a Acquisition) -> Self {
        let (media_type, indirect): (_, &[&'static str]) = match &way.leads_to {
            LeadsTo::File(media_type) => (*media_type, &[]),
            LeadsTo::Publication(types) => (media_types::PUBLICATION, types),
        };
        let moment = |at: Option<jiff::Timestamp>| at.map(|at| at.to_string());
        // Guests have copies in common, so that none of them may cancel one.
        let cancellable = way.availability == State::Reserved && visitor.caller.reader.is_some();
        let availability = Availability {
            state: way.availability.as_str(),
            since: moment(way.since),
            until: moment(way.until),
        };
        Self {
            title: Some(visitor.names().of(way.name)),
            size: way.size,
            properties: Some(Properties {
                availability: Some(availability),
                cancellable: cancellable.then_some(true),
                indirect_acquisition: indirect.iter().map(|media_type| Indirect { media_type }).collect(),
                authenticate: way.authenticate.then(|| Authenticate::at(visitor)),
                ..Properties::default()
            }),
            ..Self::new(visitor.address(&way.path), way.rel, media_type)
        }
    }
}

impl<'a> Properties<'a> {
    fn counted(number_of_items: u64) -> Self {
        Self { number_of_items: Some(number_of_items), ..Self::default() }
    }

    /// Those of a link to what is a reader's own. `None` for a visitor who has signed in.
    fn of_personal(visitor: &'a Visitor) -> Option<Self> {
        let is_guest = visitor.caller.reader.is_none();
        is_guest.then(|| Self { authenticate: Some(Authenticate::at(visitor)), ..Self::default() })
    }
}

impl<'a> Authenticate<'a> {
    fn at(visitor: &'a Visitor) -> Self {
        Self { href: visitor.authentication(), media_type: media_types::AUTHENTICATION }
    }
}
