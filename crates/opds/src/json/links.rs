//! Links of OPDS 2.0 and of manifests.

use serde::Serialize;

use crate::acquisition::{Acquisition, AvailabilityState as State, LinkTarget};
use crate::address::CatalogAddress;
use crate::feed::Facet;
use crate::{NavigationEntry, SearchScope, Visitor, media_types, rels};

/// A link. Addresses in the catalog are written without a text of their own.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Link<'a, H = CatalogAddress<'a>> {
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
    pub(crate) properties: Option<LinkProperties<'a>>,
}

/// Extensions of OPDS to a link.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LinkProperties<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    number_of_items: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    availability: Option<LinkAvailability>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancellable: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    indirect_acquisition: Vec<IndirectAcquisition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authenticate: Option<AuthenticateLink<'a>>,
}

/// Availability of a publication, and the times of its changes.
#[derive(Debug, Clone, Serialize)]
struct LinkAvailability {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
}

/// The final media type of an acquisition.
#[derive(Debug, Clone, Serialize)]
struct IndirectAcquisition {
    #[serde(rename = "type")]
    media_type: &'static str,
}

/// The address at which an app learns how its reader signs in.
#[derive(Debug, Clone, Serialize)]
struct AuthenticateLink<'a> {
    href: &'a str,
    #[serde(rename = "type")]
    media_type: &'static str,
}

impl<'a, H> Link<'a, H> {
    pub(crate) fn without_rel(href: H, media_type: &'a str) -> Self {
        Self { href, rel: None, media_type, title: None, size: None, templated: None, properties: None }
    }

    pub(crate) fn new(href: H, rel: &'a str, media_type: &'a str) -> Self {
        Self { rel: Some(rel), ..Self::without_rel(href, media_type) }
    }
}

impl<'a> Link<'a> {
    pub(crate) fn for_feed(visitor: &'a Visitor, path: &'a str, rel: &'a str) -> Self {
        Self::new(visitor.address(path), rel, media_types::FEED)
    }

    pub(crate) fn for_feed_without_rel(visitor: &'a Visitor, path: &'a str) -> Self {
        Self::without_rel(visitor.address(path), media_types::FEED)
    }

    pub(crate) fn for_entry(visitor: &'a Visitor, entry: &'a NavigationEntry) -> Self {
        Self {
            title: Some(&entry.title),
            properties: entry.count.map(LinkProperties::with_count),
            ..Self::for_feed(visitor, &entry.path, entry.rel)
        }
    }

    /// A link to a subset of a feed, or to another order.
    pub(crate) fn for_facet(visitor: &'a Visitor, of: &'a Facet) -> Self {
        Self {
            rel: of.active.then_some("self"),
            title: Some(&of.title),
            properties: of.count.map(LinkProperties::with_count),
            ..Self::for_feed_without_rel(visitor, &of.path)
        }
    }

    /// A link to the reader's shelf, for which a guest has to sign in.
    pub(crate) fn for_shelf(visitor: &'a Visitor) -> Self {
        let properties = LinkProperties::for_personal_link(visitor);
        Self { properties, ..Self::for_feed(visitor, "/shelf", rels::SHELF) }
    }

    /// A link to the address at which the reader's position is exchanged, for which a guest has to sign in.
    pub(crate) fn for_position(
        visitor: &'a Visitor,
        path: &'a str,
        rel: &'a str,
        media_type: &'a str,
    ) -> Self {
        let properties = LinkProperties::for_personal_link(visitor);
        Self { properties, ..Self::new(visitor.address(path), rel, media_type) }
    }

    pub(crate) fn search_templates(visitor: &'a Visitor, scope: SearchScope) -> impl Iterator<Item = Self> {
        scope.url_templates().iter().map(move |variables| {
            let href = visitor.address(scope.search_path()).with_template(variables);
            Self { templated: Some(true), ..Self::new(href, "search", media_types::FEED) }
        })
    }

    pub(crate) fn for_acquisition(visitor: &'a Visitor, acquisition: &'a Acquisition) -> Self {
        let (media_type, indirect): (_, &[&'static str]) = match &acquisition.leads_to {
            LinkTarget::File(media_type) => (*media_type, &[]),
            LinkTarget::Publication(types) => (media_types::PUBLICATION, types),
        };
        let moment = |at: Option<jiff::Timestamp>| at.map(|at| at.to_string());
        // Guests have copies in common, so that none of them may cancel one.
        let cancellable = acquisition.availability == State::Reserved && visitor.op.reader.is_some();
        let availability = LinkAvailability {
            state: acquisition.availability.as_str(),
            since: moment(acquisition.since),
            until: moment(acquisition.until),
        };
        Self {
            title: Some(visitor.acquisition_names().get(acquisition.name)),
            size: acquisition.size,
            properties: Some(LinkProperties {
                availability: Some(availability),
                cancellable: cancellable.then_some(true),
                indirect_acquisition: indirect
                    .iter()
                    .map(|media_type| IndirectAcquisition { media_type })
                    .collect(),
                authenticate: acquisition.authenticate.then(|| AuthenticateLink::for_visitor(visitor)),
                ..LinkProperties::default()
            }),
            ..Self::new(visitor.address(&acquisition.path), acquisition.rel, media_type)
        }
    }
}

impl<'a> LinkProperties<'a> {
    fn with_count(number_of_items: u64) -> Self {
        Self { number_of_items: Some(number_of_items), ..Self::default() }
    }

    /// Properties of a link to a reader's own data. `None` for a visitor who has signed in.
    fn for_personal_link(visitor: &'a Visitor) -> Option<Self> {
        let is_guest = visitor.op.reader.is_none();
        is_guest
            .then(|| Self { authenticate: Some(AuthenticateLink::for_visitor(visitor)), ..Self::default() })
    }
}

impl<'a> AuthenticateLink<'a> {
    fn for_visitor(visitor: &'a Visitor) -> Self {
        Self { href: visitor.authentication_url(), media_type: media_types::AUTHENTICATION }
    }
}
