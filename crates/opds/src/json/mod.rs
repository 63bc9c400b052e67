//! OPDS 2.0: feeds and publications as JSON. The schemas allow no empty list and no empty value, so that what
//! is not there is left out.
//!
//! Documents are written from borrowed values directly into the body: the publications of a page are never
//! in memory as JSON values.

mod links;
mod publication;

use serde::{Serialize, Serializer};
use transport::bounds::BoundedBytes;
use transport::compose_response;

pub(crate) use self::links::Link;
pub(crate) use self::publication::{PresentationHints, PublicationMetadata, position_links};
use crate::feed::{FacetGroup, FeedGroup};
use crate::non_blank::non_blank;
use crate::paging::PageLinks;
use crate::{Feed, FeedContent, NavigationEntry, Problem, Publication, Result, Visitor};

/// Estimated bytes of a publication; with it, the body of a page is seldom reallocated.
const ESTIMATED_PUBLICATION_BYTES: usize = 5 * 1024;

pub(crate) fn feed_document(visitor: &Visitor, feed: &Feed) -> Result<Vec<u8>> {
    let back = NavigationEntry::for_navigation(visitor.wording().text("feed-back"), "").with_rel("start");
    let mut document = FeedDocument {
        metadata: Heading {
            title: &feed.title,
            description: feed.summary.as_deref().and_then(non_blank),
            modified: Some(feed.updated.to_string()),
            ..Heading::default()
        },
        links: vec![Link::for_feed(visitor, &feed.path, "self"), Link::for_feed(visitor, "", "start")],
        navigation: Vec::new(),
        publications: Publications { visitor, items: &[] },
        groups: Vec::new(),
        facets: Vec::new(),
    };
    document.links.extend(feed.parent_path.as_deref().map(|up| Link::for_feed(visitor, up, "up")));
    document.links.extend(Link::search_templates(visitor, feed.search));
    document.links.push(Link::for_shelf(visitor));
    match &feed.content {
        FeedContent::Navigation { entries, groups, paging } => {
            if let Some(paging) = paging {
                document.set_pages(visitor, paging);
            }
            document.navigation = entries.iter().map(|entry| Link::for_entry(visitor, entry)).collect();
            document.groups = groups.iter().map(|of| GroupDocument::from_group(visitor, of)).collect();
        }
        FeedContent::Publications { publications, paging, facets } => {
            document.set_pages(visitor, paging);
            document.publications.items = publications;
            document.facets = facets.iter().map(|of| FacetsDocument::from_group(visitor, of)).collect();
        }
    }
    // A feed must lead somewhere: one without publications leads back.
    if document.leads_nowhere() {
        document.navigation = vec![Link::for_entry(visitor, &back)];
    }
    to_bytes(&document, document.publications.items.len())
}

pub(crate) fn publication_document(visitor: &Visitor, of: &Publication) -> Result<Vec<u8>> {
    to_bytes(&publication::PublicationDocument::from_publication(visitor, of), 1)
}

/// A document as bytes, with about this many publications.
pub(crate) fn to_bytes(document: &impl Serialize, publications: usize) -> Result<Vec<u8>> {
    let length = (publications + 1) * ESTIMATED_PUBLICATION_BYTES;
    let mut bytes = BoundedBytes::with_capacity(length);
    compose_response(length, || serde_json::to_writer(&mut bytes, document)).map_err(|error| {
        tracing::error!(%error, "a document could not be written");
        Problem::from(services::Error::from(services::ErrorKey::InternalError))
    })?;
    Ok(bytes.into_bytes())
}

#[derive(Serialize)]
struct FeedDocument<'a> {
    metadata: Heading<'a>,
    links: Vec<Link<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    navigation: Vec<Link<'a>>,
    #[serde(skip_serializing_if = "Publications::is_empty")]
    publications: Publications<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupDocument<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facets: Vec<FacetsDocument<'a>>,
}

impl<'a> FeedDocument<'a> {
    /// Adds links to the other pages, and the number of items on all of them.
    fn set_pages(&mut self, visitor: &'a Visitor, paging: &'a PageLinks) {
        self.metadata.number_of_items = Some(paging.total);
        self.metadata.items_per_page = Some(paging.per_page);
        self.links.extend(paging.links().map(|(rel, path)| Link::for_feed(visitor, path, rel)));
    }

    fn leads_nowhere(&self) -> bool {
        self.navigation.is_empty() && self.publications.is_empty() && self.groups.is_empty()
    }
}

/// The metadata of a feed, a group, or a group of facets.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Heading<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number_of_items: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items_per_page: Option<usize>,
}

/// Publications, each of which is written before the next is prepared.
struct Publications<'a> {
    visitor: &'a Visitor,
    items: &'a [Publication],
}

impl Publications<'_> {
    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl Serialize for Publications<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(
            self.items.iter().map(|of| publication::PublicationDocument::from_publication(self.visitor, of)),
        )
    }
}

#[derive(Serialize)]
struct GroupDocument<'a> {
    metadata: Heading<'a>,
    links: [Link<'a>; 1],
    publications: Publications<'a>,
}

impl<'a> GroupDocument<'a> {
    fn from_group(visitor: &'a Visitor, of: &'a FeedGroup) -> Self {
        let (title, number_of_items) = (of.entry.title.as_str(), of.entry.count);
        Self {
            metadata: Heading { title, number_of_items, ..Heading::default() },
            links: [Link::for_feed(visitor, &of.entry.path, "self")],
            publications: Publications { visitor, items: &of.publications },
        }
    }
}

#[derive(Serialize)]
struct FacetsDocument<'a> {
    metadata: Heading<'a>,
    links: Vec<Link<'a>>,
}

impl<'a> FacetsDocument<'a> {
    fn from_group(visitor: &'a Visitor, of: &'a FacetGroup) -> Self {
        Self {
            metadata: Heading { title: &of.title, ..Heading::default() },
            links: of.facets.iter().map(|of| Link::for_facet(visitor, of)).collect(),
        }
    }
}
