//! A publication of OPDS 2.0, and its metadata, which manifests have, too.

use serde::Serialize;

use super::links::Link;
use crate::accessibility::AccessibilityStatement;
use crate::address::CatalogAddress;
use crate::non_blank::non_blank;
use crate::publication::{ContributorRole, Person, Series, SeriesKind, Subject};
use crate::{Publication, Visitor, media_types, rels};

#[derive(Serialize)]
pub(super) struct PublicationDocument<'a> {
    metadata: PublicationMetadata<'a>,
    links: Vec<Link<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    images: Option<[Link<'a>; 2]>,
}

impl<'a> PublicationDocument<'a> {
    pub(super) fn from_publication(visitor: &'a Visitor, publication: &'a Publication) -> Self {
        let own = Link::new(visitor.address(&publication.path), "self", media_types::PUBLICATION);
        let acquisitions = publication.acquisitions.iter().map(|way| Link::for_acquisition(visitor, way));
        let related = publication.related.iter().map(|entry| Link::for_entry(visitor, entry));
        // The relations are those of OPDS 1.2: apps choose the small one by them.
        let image = |href: &'a str, rel| Link::new(CatalogAddress::new("", href), rel, "image/jpeg");
        Self {
            metadata: PublicationMetadata::from_publication(visitor, publication),
            links: std::iter::once(own)
                .chain(acquisitions)
                .chain(position_links(visitor, publication))
                .chain(related)
                .collect(),
            images: publication
                .cover
                .as_ref()
                .map(|(large, small)| [image(large, rels::IMAGE), image(small, rels::THUMBNAIL)]),
        }
    }
}

/// The addresses at which the reader's position in a publication is exchanged.
pub(crate) fn position_links<'a>(
    visitor: &'a Visitor,
    publication: &'a Publication,
) -> impl Iterator<Item = Link<'a>> {
    publication.progression.iter().flat_map(|(progression, locator)| {
        [
            Link::for_position(visitor, progression, rels::PROGRESSION, media_types::PROGRESSION),
            Link::for_position(visitor, locator, rels::LOCATOR, media_types::LOCATOR),
        ]
    })
}

/// Metadata in the format of the Readium Web Publication Manifest.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublicationMetadata<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    /// The profile of a manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) conforms_to: Option<&'static str>,
    identifier: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    alt_identifier: &'a [String],
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort_as: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtitle: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    author: Vec<ContributorObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    translator: Vec<ContributorObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    editor: Vec<ContributorObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    illustrator: Vec<ContributorObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    narrator: Vec<ContributorObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contributor: Vec<ContributorObject<'a>>,
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    language: &'a [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    publisher: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
    modified: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    subject: Vec<SubjectObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    belongs_to: Option<BelongsTo<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number_of_pages: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accessibility: Option<AccessibilityStatement<'a>>,
    /// The direction in which the pages of a manifest are turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reading_progression: Option<&'static str>,
    /// `fixed` if the pages of a manifest have a fixed layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) layout: Option<&'static str>,
    /// The layout for apps that read it at its former place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) presentation: Option<PresentationHints>,
}

/// The layout of a manifest's pages, in the notation of older apps.
#[derive(Serialize)]
pub(crate) struct PresentationHints {
    pub(crate) layout: &'static str,
}

impl<'a> PublicationMetadata<'a> {
    pub(crate) fn from_publication(visitor: &'a Visitor, publication: &'a Publication) -> Self {
        let mut all = Self {
            kind: "http://schema.org/Book",
            identifier: &publication.identifier,
            alt_identifier: &publication.isbns,
            title: &publication.title,
            sort_as: non_blank(&publication.sort_as),
            subtitle: publication.subtitle.as_deref().and_then(non_blank),
            language: &publication.languages,
            publisher: publication.publisher.as_deref().and_then(non_blank),
            published: publication.published.as_deref().and_then(non_blank).map(to_timestamp_text),
            modified: publication.modified.to_string(),
            description: publication.description.as_deref().and_then(non_blank),
            subject: publication
                .subjects
                .iter()
                .map(|publication| SubjectObject::from_subject(visitor, publication))
                .collect(),
            belongs_to: publication
                .series
                .as_ref()
                .map(|publication| BelongsTo::from_series(visitor, publication)),
            number_of_pages: publication.pages,
            duration: publication.duration.filter(|seconds| *seconds > 0),
            accessibility: publication.accessibility.as_ref().and_then(AccessibilityStatement::from_metadata),
            ..Self::default()
        };
        for person in &publication.people {
            all.by_role(person.role).push(ContributorObject::from_person(visitor, person));
        }
        all
    }

    fn by_role(&mut self, role: ContributorRole) -> &mut Vec<ContributorObject<'a>> {
        match role {
            ContributorRole::Author => &mut self.author,
            ContributorRole::Translator => &mut self.translator,
            ContributorRole::Editor => &mut self.editor,
            ContributorRole::Illustrator => &mut self.illustrator,
            ContributorRole::Narrator => &mut self.narrator,
            ContributorRole::Other(_) => &mut self.contributor,
        }
    }
}

/// A date in the format of the schema, where a year alone is neither a date nor a timestamp.
fn to_timestamp_text(published: &str) -> String {
    if published.len() == 4 { format!("{published}-01-01") } else { published.to_owned() }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ContributorObject<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort_as: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<[Link<'a>; 1]>,
}

impl<'a> ContributorObject<'a> {
    fn from_person(visitor: &'a Visitor, person: &'a Person) -> Self {
        Self {
            name: &person.name,
            sort_as: person.sort_as.as_deref().and_then(non_blank),
            role: match person.role {
                ContributorRole::Other(code) => Some(code),
                _ => None,
            },
            links: single_link(visitor, person.path.as_deref()),
        }
    }
}

#[derive(Serialize)]
struct SubjectObject<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<[Link<'a>; 1]>,
}

impl<'a> SubjectObject<'a> {
    fn from_subject(visitor: &'a Visitor, of: &'a Subject) -> Self {
        Self {
            name: &of.name,
            code: of.code.as_deref().and_then(non_blank),
            scheme: of.scheme,
            links: single_link(visitor, of.path.as_deref()),
        }
    }
}

/// The collections that contain a publication.
#[derive(Serialize)]
struct BelongsTo<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    series: Option<CollectionObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    periodical: Option<CollectionObject<'a>>,
}

/// A series or a periodical.
#[derive(Serialize)]
struct CollectionObject<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<[Link<'a>; 1]>,
}

impl<'a> BelongsTo<'a> {
    fn from_series(visitor: &'a Visitor, of: &'a Series) -> Self {
        let links = single_link(visitor, of.path.as_deref());
        let collection = Some(CollectionObject { name: &of.name, position: of.position, links });
        match of.kind {
            SeriesKind::Books => Self { series: collection, periodical: None },
            SeriesKind::Periodical => Self { series: None, periodical: collection },
        }
    }
}

/// The list of the only link.
fn single_link<'a>(visitor: &'a Visitor, path: Option<&'a str>) -> Option<[Link<'a>; 1]> {
    path.map(|path| [Link::for_feed_without_rel(visitor, path)])
}
