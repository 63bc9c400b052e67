//! OPDS 2.0: feeds and publications as JSON. The schemas allow no empty list and no empty value, so that what
//! is not there is left out.
//!
//! Documents are written from borrowed values directly into the body: the publications of a page are never
//! in memory as JSON values.

mod links;
mod publication;

use serde::{Serialize, Serializer};
use transport::bounds::BoundedBytes;
use transport::compose;

pub(crate) use self::links::Link;
pub(crate) use self::publication::{Metadata, Presentation, places};
use crate::entry::Entry;
use crate::feed::{Content, FacetGroup, Feed, Group};
use crate::paging::Paging;
use crate::problem::{Problem, Result};
use crate::publication::Publication;
use crate::stated::stated;
use crate::visitor::Visitor;

/// About as many bytes as a publication takes; the body of a page seldom has to move.
const PUBLICATION: usize = 5 * 1024;

pub(crate) fn feed(visitor: &Visitor, feed: &Feed) -> Result<Vec<u8>> {
    let back = Entry::ways(visitor.words().text("feed-back"), "").rel("start");
    let mut document = FeedDocument {
        metadata: Heading {
            title: &feed.title,
            description: feed.about.as_deref().and_then(stated),
            modified: Some(feed.updated.to_string()),
            ..Heading::default()
        },
        links: vec![Link::feed(visitor, &feed.path, "self"), Link::feed(visitor, "", "start")],
        navigation: Vec::new(),
        publications: Publications { visitor, all: &[] },
        groups: Vec::new(),
        facets: Vec::new(),
    };
    document.links.extend(feed.up.as_deref().map(|up| Link::feed(visitor, up, "up")));
    document.links.extend(Link::searches(visitor, feed.search));
    document.links.push(Link::shelf(visitor));
    match &feed.content {
        Content::Navigation { entries, groups, paging } => {
            if let Some(paging) = paging {
                document.pages(visitor, paging);
            }
            document.navigation = entries.iter().map(|entry| Link::navigation(visitor, entry)).collect();
            document.groups = groups.iter().map(|of| GroupDocument::of(visitor, of)).collect();
        }
        Content::Publications { publications, paging, facets } => {
            document.pages(visitor, paging);
            document.publications.all = publications;
            document.facets = facets.iter().map(|of| Facets::of(visitor, of)).collect();
        }
    }
    // A feed must lead somewhere: one without publications leads back.
    if document.leads_nowhere() {
        document.navigation = vec![Link::navigation(visitor, &back)];
    }
    written(&document, document.publications.all.len())
}

pub(crate) fn publication(visitor: &Visitor, of: &Publication) -> Result<Vec<u8>> {
    written(&publication::Document::of(visitor, of), 1)
}

/// A document as bytes, with about this many publications.
pub(crate) fn written(document: &impl Serialize, publications: usize) -> Result<Vec<u8>> {
    let length = (publications + 1) * PUBLICATION;
    let mut bytes = BoundedBytes::with_capacity(length);
    compose(length, || serde_json::to_writer(&mut bytes, document)).map_err(|error| {
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
    facets: Vec<Facets<'a>>,
}

impl<'a> FeedDocument<'a> {
    /// Writes where the pages are, and how many items all of them have.
    fn pages(&mut self, visitor: &'a Visitor, paging: &'a Paging) {
        self.metadata.number_of_items = Some(paging.total);
        self.metadata.items_per_page = Some(paging.per_page);
        self.links.extend(paging.links().map(|(rel, path)| Link::feed(visitor, path, rel)));
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
    all: &'a [Publication],
}

impl Publications<'_> {
    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl Serialize for Publications<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.all.iter().map(|of| publication::Document::of(self.visitor, of)))
    }
}

/// The beginning of another feed.
#[derive(Serialize)]
struct GroupDocument<'a> {
    metadata: Heading<'a>,
    links: [Link<'a>; 1],
    publications: Publications<'a>,
}

impl<'a> GroupDocument<'a> {
    fn of(visitor: &'a Visitor, of: &'a Group) -> Self {
        let (title, number_of_items) = (of.whole.title.as_str(), of.whole.count);
        Self {
            metadata: Heading { title, number_of_items, ..Heading::default() },
            links: [Link::feed(visitor, &of.whole.path, "self")],
            publications: Publications { visitor, all: &of.publications },
        }
    }
}

/// A group of facets.
#[derive(Serialize)]
struct Facets<'a> {
    metadata: Heading<'a>,
    links: Vec<Link<'a>>,
}

impl<'a> Facets<'a> {
    fn of(visitor: &'a Visitor, of: &'a FacetGroup) -> Self {
        Self {
            metadata: Heading { title: &of.title, ..Heading::default() },
            links: of.facets.iter().map(|of| Link::facet(visitor, of)).collect(),
        }
    }
}
