//! The metadata of a package document, EPUB 2 and 3.

use std::collections::HashMap;
use std::time::Duration;

use roxmltree::{Document, Node};

use super::opf::Opf;
use super::smil::clock;
use crate::model::{
    Accessibility, Certification, Contributor, Identifier, Metadata, Series, Subject, isbn13,
};
use crate::path;
use crate::xml::{XML, child, children, language, text_of, well_formed_language};

const OPF: &str = "http://www.idpf.org/2007/opf";

/// Statements of a package document, and what refines them.
struct Statements<'a, 'i> {
    node: Node<'a, 'i>,
    refines: HashMap<&'a str, Vec<Node<'a, 'i>>>,
}

impl<'a, 'i> Statements<'a, 'i> {
    fn new(document: &'a Document<'i>) -> Option<Self> {
        let node = child(document.root_element(), "metadata")?;
        let mut refines: HashMap<&str, Vec<Node<'a, 'i>>> = HashMap::new();
        for meta in node.descendants().filter(|meta| matches!(meta.tag_name().name(), "meta" | "link")) {
            if let Some(id) = meta.attribute("refines") {
                refines.entry(id.trim().trim_start_matches('#')).or_default().push(meta);
            }
        }
        Some(Self { node, refines })
    }

    /// Dublin Core elements of this name. EPUB 2 may wrap them in `dc-metadata`.
    fn dc(&self, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.node.descendants().filter(move |node| {
            node.is_element()
                && node.tag_name().name().eq_ignore_ascii_case(name)
                && node.tag_name().namespace().is_some_and(|namespace| namespace.contains("purl.org/dc/"))
        })
    }

    fn first(&self, name: &str) -> Option<String> {
        self.dc(name).map(text_of).find(|text| !text.is_empty())
    }

    /// Values of a property of the whole package, from EPUB 3 (`property`) or EPUB 2 (`name`).
    fn package(&self, property: &str) -> Vec<String> {
        self.primary(property).filter_map(value).collect()
    }

    fn primary(&self, property: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.node.descendants().filter(move |node| {
            node.tag_name().name() == "meta"
                && node.attribute("refines").is_none()
                && (node.attribute("property") == Some(property) || node.attribute("name") == Some(property))
        })
    }

    /// Values of a property of one statement.
    fn refined(&self, of: Node<'a, 'i>, property: &str) -> Vec<String> {
        let refining = of.attribute("id").and_then(|id| self.refines.get(id));
        refining
            .into_iter()
            .flatten()
            .filter(|meta| meta.attribute("property") == Some(property))
            .filter_map(|meta| value(*meta))
            .collect()
    }

    fn refined_first(&self, of: Node<'a, 'i>, property: &str) -> Option<String> {
        self.refined(of, property).into_iter().next()
    }

    /// `link` elements of this relation.
    fn links(&self, rel: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        let of_relation = move |node: &Node<'_, '_>| is_link(*node, rel);
        self.node.descendants().filter(move |node| of_relation(node))
    }

    /// The property of one statement, a link or a text; otherwise that of the package.
    fn own_or_package(&self, of: Node<'a, 'i>, property: &str) -> Option<String> {
        let own = of.attribute("id").and_then(|id| self.refines.get(id)).into_iter().flatten().copied();
        let package = self.node.descendants().filter(|node| node.attribute("refines").is_none());
        let stated = |node: Node<'_, '_>| {
            if is_link(node, property) {
                node.attribute("href").map(str::to_owned)
            } else if node.attribute("property") == Some(property) {
                value(node)
            } else {
                None
            }
        };
        own.chain(package).find_map(stated)
    }
}

fn is_link(node: Node<'_, '_>, rel: &str) -> bool {
    node.tag_name().name() == "link"
        && node.attribute("rel").is_some_and(|all| all.split_ascii_whitespace().any(|one| one == rel))
}

/// The value of a `meta` element: its text, or its `content`.
fn value(meta: Node<'_, '_>) -> Option<String> {
    let text = text_of(meta);
    let value =
        if text.is_empty() { meta.attribute("content").unwrap_or_default().trim().to_owned() } else { text };
    Some(value).filter(|value| !value.is_empty())
}

/// An attribute of EPUB 2 such as `opf:role`.
fn opf_attribute(node: Node<'_, '_>, name: &str) -> Option<String> {
    let value = node.attribute((OPF, name)).or_else(|| node.attribute(name));
    value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Reads the metadata. What is missing stays empty; the title falls back to the identifier.
pub(crate) fn read(opf: &Opf, document: &Document<'_>) -> Metadata {
    let Some(s) = Statements::new(document) else { return Metadata::default() };
    let description = s.dc("description").find(|node| !text_of(*node).is_empty());
    let mut metadata = Metadata {
        contributors: contributors(&s),
        languages: s.dc("language").filter_map(|node| language(&text_of(node)).map(str::to_owned)).collect(),
        identifiers: identifiers(&s, document.root_element().attribute("unique-identifier")),
        publisher: s.first("publisher"),
        published: published(&s),
        modified: s.package("dcterms:modified").into_iter().next(),
        description: description.map(text_of),
        description_language: description.and_then(stated_language),
        subjects: subjects(&s),
        rights: s.dc("rights").map(text_of).filter(|text| !text.is_empty()).collect(),
        series: series(&s),
        sources: s.dc("source").map(text_of).filter(|text| !text.is_empty()).collect(),
        accessibility: accessibility(&s),
        duration: duration(&s),
        narrators: [s.package("media:narrator"), s.package("dtb:narrator")].concat(),
        word_count: s.package("schema:wordCount").first().and_then(|text| text.parse().ok()),
        cover: cover(opf, &s, document),
        pre_paginated: s.package("rendition:layout").first().is_some_and(|layout| layout == "pre-paginated"),
        direction: opf.direction,
        epub_version: opf.version,
        ..Metadata::default()
    };
    titles(&s, &mut metadata);
    metadata.isbns = isbns(metadata.identifiers.iter().map(|identifier| identifier.value.as_str()));
    metadata.source_isbns = isbns(metadata.sources.iter().map(String::as_str));
    let spoken = metadata.names("nrt").into_iter().map(str::to_owned).collect::<Vec<_>>();
    for name in spoken {
        if !metadata.narrators.contains(&name) {
            metadata.narrators.push(name);
        }
    }
    metadata
}

/// The length of the narration, as EPUB 3 or DAISY 3 says it.
fn duration(s: &Statements<'_, '_>) -> Option<Duration> {
    let stated =
        ["media:duration", "dtb:totalTime"].iter().find_map(|name| s.package(name).into_iter().next());
    stated.and_then(|text| clock(&text)).filter(|length| !length.is_zero())
}

fn titles(s: &Statements<'_, '_>, metadata: &mut Metadata) {
    let mut main = None;
    for node in s.dc("title") {
        let text = text_of(node);
        match s.refined_first(node, "title-type").as_deref() {
            Some("subtitle") => {
                (metadata.subtitle, metadata.subtitle_language) = (Some(text), stated_language(node));
            }
            Some("main") => main = Some((node, text)),
            None if main.is_none() && !text.is_empty() => main = Some((node, text)),
            _ => {}
        }
    }
    if let Some((node, text)) = main {
        metadata.title_sort = s.refined_first(node, "file-as").or_else(|| opf_attribute(node, "file-as"));
        (metadata.title, metadata.title_language) = (text, stated_language(node));
    }
    if metadata.title_sort.is_none() {
        metadata.title_sort = s.package("calibre:title_sort").into_iter().next();
    }
    if metadata.title.is_empty() {
        metadata.title = metadata.identifier().to_owned();
    }
}

fn contributors(s: &Statements<'_, '_>) -> Vec<Contributor> {
    let all = s.dc("creator").map(|node| (node, true)).chain(s.dc("contributor").map(|node| (node, false)));
    let mut people: Vec<Contributor> = Vec::new();
    for (node, creator) in all {
        let name = text_of(node);
        if name.is_empty() {
            continue;
        }
        let mut roles = s.refined(node, "role");
        roles.extend(opf_attribute(node, "role"));
        for role in &mut roles {
            *role = role.to_ascii_lowercase();
        }
        let file_as = s.refined_first(node, "file-as").or_else(|| opf_attribute(node, "file-as"));
        people.push(Contributor { name, file_as, roles, creator });
    }
    people
}

fn identifiers(s: &Statements<'_, '_>, unique: Option<&str>) -> Vec<Identifier> {
    let mut all: Vec<(bool, Identifier)> = s
        .dc("identifier")
        .map(|node| {
            let scheme = s.refined_first(node, "identifier-type").or_else(|| opf_attribute(node, "scheme"));
            (node.attribute("id") == unique, Identifier { value: text_of(node), scheme })
        })
        .filter(|(_, identifier)| !identifier.value.is_empty())
        .collect();
    all.sort_by_key(|(own, _)| !own);
    all.into_iter().map(|(_, identifier)| identifier).collect()
}

/// The ISBN-13s among identifiers, each once.
pub(crate) fn isbns<'a>(values: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for isbn in values.filter_map(isbn13) {
        if !found.contains(&isbn) {
            found.push(isbn);
        }
    }
    found
}

/// The date of publication; EPUB 2 may give several with events.
fn published(s: &Statements<'_, '_>) -> Option<String> {
    let event = |node: &Node<'_, '_>| opf_attribute(*node, "event");
    let dates: Vec<_> = s.dc("date").filter(|node| !text_of(*node).is_empty()).collect();
    dates
        .iter()
        .find(|node| event(node).is_some_and(|event| event.contains("publication")))
        .or_else(|| dates.iter().find(|node| event(node).is_none()))
        .or(dates.first())
        .map(|node| text_of(*node))
}

fn subjects(s: &Statements<'_, '_>) -> Vec<Subject> {
    let subjects = s.dc("subject").map(|node| Subject {
        name: text_of(node),
        authority: s.refined_first(node, "authority").or_else(|| opf_attribute(node, "authority")),
        code: s.refined_first(node, "term").or_else(|| opf_attribute(node, "term")),
    });
    subjects.filter(|subject| !subject.name.is_empty()).collect()
}

fn series(s: &Statements<'_, '_>) -> Vec<Series> {
    let mut found: Vec<Series> = s
        .primary("belongs-to-collection")
        .filter_map(|node| {
            Some(Series {
                name: value(node)?,
                language: stated_language(node),
                position: s.refined_first(node, "group-position"),
                kind: s.refined_first(node, "collection-type"),
            })
        })
        .collect();
    if let Some(name) = s.package("calibre:series").into_iter().next()
        && !found.iter().any(|series| series.name == name)
    {
        let position = s.package("calibre:series_index").into_iter().next();
        found.push(Series { name, language: None, position, kind: Some("series".into()) });
    }
    found
}

fn accessibility(s: &Statements<'_, '_>) -> Accessibility {
    let mut conforms_to = s.package("dcterms:conformsTo");
    conforms_to
        .extend(s.links("dcterms:conformsTo").filter_map(|link| link.attribute("href").map(str::to_owned)));
    let summary = s.primary("schema:accessibilitySummary").find(|node| value(*node).is_some());
    Accessibility {
        access_modes: s.package("schema:accessMode"),
        access_modes_sufficient: s.package("schema:accessModeSufficient"),
        features: s.package("schema:accessibilityFeature"),
        hazards: s.package("schema:accessibilityHazard"),
        summary: summary.and_then(value),
        summary_language: summary.and_then(stated_language),
        exemptions: s.package("a11y:exemption"),
        conforms_to,
        certifications: certifications(s),
    }
}

/// Certifiers of a claim of EPUB Accessibility, or of the whole package; those of other standards only if
/// there is no such claim. The date is that of the certifier's assessment; older books state the claim's.
fn certifications(s: &Statements<'_, '_>) -> Vec<Certification> {
    const EVERY: &str = "dcterms:conformsTo";
    let claims: HashMap<&str, Node<'_, '_>> = s
        .node
        .descendants()
        .filter(|node| is_link(*node, EVERY) || node.attribute("property") == Some(EVERY))
        .filter_map(|node| Some((node.attribute("id")?, node)))
        .collect();
    let certified =
        s.node.descendants().filter(|node| node.attribute("property") == Some("a11y:certifiedBy"));
    let has_claim = claims.values().copied().any(is_of_epub);
    let certification = |node: Node<'_, '_>| {
        let of = node.attribute("refines").map(|id| id.trim().trim_start_matches('#'));
        let claim = of.and_then(|id| claims.get(id)).copied();
        if has_claim && of.is_some() && !claim.is_some_and(is_of_epub) {
            return None;
        }
        Some(Certification {
            certified_by: value(node)?,
            credential: s.own_or_package(node, "a11y:certifierCredential"),
            report: s.own_or_package(node, "a11y:certifierReport"),
            date: s
                .refined_first(node, "dcterms:date")
                .or_else(|| claim.and_then(|claim| s.refined_first(claim, "dcterms:date")))
                .or_else(|| s.package("dcterms:date").into_iter().next()),
        })
    };
    certified.filter_map(certification).collect()
}

/// Whether a claim is one of EPUB Accessibility.
fn is_of_epub(claim: Node<'_, '_>) -> bool {
    let name = claim.attribute("href").map(str::to_owned).or_else(|| value(claim)).unwrap_or_default();
    name.contains("http://www.idpf.org/epub/a11y/") || name.contains("EPUB Accessibility 1.1")
}

/// The language of a text as it or an element around it states it.
fn stated_language(node: Node<'_, '_>) -> Option<String> {
    let tags = node.ancestors().filter_map(|node| node.attribute((XML, "lang")).or(node.attribute("lang")));
    tags.filter_map(well_formed_language).map(str::to_owned).next()
}

/// The cover image: by its property, by the `cover` metadata of EPUB 2, or by its name.
fn cover(opf: &Opf, s: &Statements<'_, '_>, document: &Document<'_>) -> Option<String> {
    let image = |item: &&super::opf::Item| item.media_type.starts_with("image/") && item.path.is_some();
    let stated = s.package("cover").into_iter().next();
    let by_id = stated.as_deref().and_then(|id| opf.by_id(id)).filter(image);
    let by_href = || {
        let href = stated.as_deref()?;
        let (wanted, _) = path::resolve(&opf.path, href)?;
        opf.items.iter().filter(image).find(|item| item.path.as_deref() == Some(wanted.as_str()))
    };
    let by_guide = || {
        let guide = child(document.root_element(), "guide")?;
        let reference = children(guide, "reference").find(|node| node.attribute("type") == Some("cover"))?;
        let (wanted, _) = path::resolve(&opf.path, reference.attribute("href")?)?;
        opf.items.iter().filter(image).find(|item| item.path.as_deref() == Some(wanted.as_str()))
    };
    let by_name = || {
        opf.items.iter().filter(image).find(|item| {
            let path = item.path.as_deref().unwrap_or_default();
            path.rsplit('/').next().is_some_and(|name| name.to_ascii_lowercase().starts_with("cover"))
        })
    };
    opf.items
        .iter()
        .filter(image)
        .find(|item| item.has("cover-image"))
        .or(by_id)
        .or_else(by_href)
        .or_else(by_guide)
        .or_else(by_name)
        .and_then(|item| item.path.clone())
}
