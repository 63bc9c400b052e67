//! A publication of OPDS 2.0, and its metadata, which manifests have, too.

use serde::Serialize;

use super::links::Link;
use crate::accessibility::Statement;
use crate::address::Address;
use crate::media_types;
use crate::publication::{Person, Publication, Role, Series, SeriesKind, Subject};
use crate::rels;
use crate::stated::stated;
use crate::visitor::Visitor;

/// A publication.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    metadata: Metadata<'a>,
    links: Vec<Link<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    images: Option<[Link<'a>; 2]>,
}

impl<'a> Document<'a> {
    pub(super) fn of(visitor: &'a Visitor, of: &'a Publication) -> Self {
        let own = Link::new(visitor.address(&of.path), "self", media_types::PUBLICATION);
        let acquisitions = of.acquisitions.iter().map(|way| Link::acquisition(visitor, way));
        let related = of.related.iter().map(|entry| Link::navigation(visitor, entry));
        // The relations are those of OPDS 1.2: apps choose the small one by them.
        let image = |href: &'a str, rel| Link::new(Address::new("", href), rel, "image/jpeg");
        Self {
            metadata: Metadata::of(visitor, of),
            links: std::iter::once(own)
                .chain(acquisitions)
                .chain(places(visitor, of))
                .chain(related)
                .collect(),
            images: of
                .cover
                .as_ref()
                .map(|(large, small)| [image(large, rels::IMAGE), image(small, rels::THUMBNAIL)]),
        }
    }
}

/// Where the reader's place in a publication is exchanged.
pub(crate) fn places<'a>(visitor: &'a Visitor, of: &'a Publication) -> impl Iterator<Item = Link<'a>> {
    of.progression.iter().flat_map(|(progression, locator)| {
        [
            Link::place(visitor, progression, rels::PROGRESSION, media_types::PROGRESSION),
            Link::place(visitor, locator, rels::LOCATOR, media_types::LOCATOR),
        ]
    })
}

/// Metadata as the Readium Web Publication Manifest has them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Metadata<'a> {
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
    author: Vec<Contributor<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    translator: Vec<Contributor<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    editor: Vec<Contributor<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    illustrator: Vec<Contributor<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    narrator: Vec<Contributor<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contributor: Vec<Contributor<'a>>,
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
    accessibility: Option<Statement<'a>>,
    /// The direction in which the pages of a manifest are turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reading_progression: Option<&'static str>,
    /// `fixed` if the pages of a manifest have a fixed layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) layout: Option<&'static str>,
    /// The same for apps that know its former place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) presentation: Option<Presentation>,
}

/// How the pages of a manifest are shown, as older apps look for it.
#[derive(Serialize)]
pub(crate) struct Presentation {
    pub(crate) layout: &'static str,
}

impl<'a> Metadata<'a> {
    /// The metadata of a publication.
    pub(crate) fn of(visitor: &'a Visitor, of: &'a Publication) -> Self {
        let mut all = Self {
            kind: "http://schema.org/Book",
            conforms_to: None,
            identifier: &of.identifier,
            alt_identifier: &of.isbns,
            title: &of.title,
            sort_as: stated(&of.sort_as),
            subtitle: of.subtitle.as_deref().and_then(stated),
            author: Vec::new(),
            translator: Vec::new(),
            editor: Vec::new(),
            illustrator: Vec::new(),
            narrator: Vec::new(),
            contributor: Vec::new(),
            language: &of.languages,
            publisher: of.publisher.as_deref().and_then(stated),
            published: of.published.as_deref().and_then(stated).map(dated),
            modified: of.modified.to_string(),
            description: of.description.as_deref().and_then(stated),
            subject: of.subjects.iter().map(|of| SubjectObject::of(visitor, of)).collect(),
            belongs_to: of.series.as_ref().map(|of| BelongsTo::of(visitor, of)),
            number_of_pages: of.pages,
            duration: of.duration.filter(|seconds| *seconds > 0),
            accessibility: of.accessibility.as_ref().and_then(Statement::of),
            reading_progression: None,
            layout: None,
            presentation: None,
        };
        for person in &of.people {
            all.by_role(person.role).push(Contributor::of(visitor, person));
        }
        all
    }

    fn by_role(&mut self, role: Role) -> &mut Vec<Contributor<'a>> {
        match role {
            Role::Author => &mut self.author,
            Role::Translator => &mut self.translator,
            Role::Editor => &mut self.editor,
            Role::Illustrator => &mut self.illustrator,
            Role::Narrator => &mut self.narrator,
            Role::Other(_) => &mut self.contributor,
        }
    }
}

/// A date as the schema wants it: a year alone is neither a date nor a moment.
fn dated(published: &str) -> String {
    if published.len() == 4 { format!("{published}-01-01") } else { published.to_owned() }
}

/// Somebody who contributed to a publication.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Contributor<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort_as: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<[Link<'a>; 1]>,
}

impl<'a> Contributor<'a> {
    fn of(visitor: &'a Visitor, of: &'a Person) -> Self {
        Self {
            name: &of.name,
            sort_as: of.sort_as.as_deref().and_then(stated),
            role: match of.role {
                Role::Other(code) => Some(code),
                _ => None,
            },
            links: only(visitor, of.path.as_deref()),
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
    fn of(visitor: &'a Visitor, of: &'a Subject) -> Self {
        Self {
            name: &of.name,
            code: of.code.as_deref().and_then(stated),
            scheme: of.scheme,
            links: only(visitor, of.path.as_deref()),
        }
    }
}

/// What a publication is a part of.
#[derive(Serialize)]
struct BelongsTo<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    series: Option<Collection<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    periodical: Option<Collection<'a>>,
}

/// A series or a periodical.
#[derive(Serialize)]
struct Collection<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<[Link<'a>; 1]>,
}

impl<'a> BelongsTo<'a> {
    fn of(visitor: &'a Visitor, of: &'a Series) -> Self {
        let links = only(visitor, of.path.as_deref());
        let collection = Some(Collection { name: &of.name, position: of.position, links });
        match of.kind {
            SeriesKind::Books => Self { series: collection, periodical: None },
            SeriesKind::Periodical => Self { series: None, periodical: collection },
        }
    }
}

/// The list of the only link.
fn only<'a>(visitor: &'a Visitor, path: Option<&'a str>) -> Option<[Link<'a>; 1]> {
    path.map(|path| [Link::of_metadata(visitor, path)])
}
