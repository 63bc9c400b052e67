//! The metadata of a package document, EPUB 2 and 3.

use std::collections::HashMap;
use std::time::Duration;

use roxmltree::{Document, Node};

use super::Opf;
use super::titles;
use crate::language::{canonical_tag, canonical_tags};
use crate::model::{
    Accessibility, Certification, Contributor, Identifier, Medium, Metadata, Subject, find_isbns,
};
use crate::path;
use crate::people::read_people;
use crate::smil::parse_clock;
use crate::xml::{
    find_child, find_children, language_attribute, remove_word_tags, schema_language, text_of,
    unescape_again, well_formed_language,
};

const OPF: &str = "http://www.idpf.org/2007/opf";

/// Statements of a package document, and what refines them.
pub(super) struct Statements<'a, 'i> {
    node: Node<'a, 'i>,
    refines: HashMap<&'a str, Vec<Node<'a, 'i>>>,
}

impl<'a, 'i> Statements<'a, 'i> {
    fn new(document: &'a Document<'i>) -> Option<Self> {
        let node = find_child(document.root_element(), "metadata")?;
        let mut refines: HashMap<&str, Vec<Node<'a, 'i>>> = HashMap::new();
        for meta in node.descendants().filter(|meta| matches!(meta.tag_name().name(), "meta" | "link")) {
            if let Some(id) = meta.attribute("refines") {
                refines.entry(id.trim().trim_start_matches('#')).or_default().push(meta);
            }
        }
        Some(Self { node, refines })
    }

    /// Dublin Core elements of this name. EPUB 2 may wrap them in `dc-metadata`.
    pub(super) fn dc_elements(&self, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.node.descendants().filter(move |node| {
            node.is_element()
                && node.tag_name().name().eq_ignore_ascii_case(name)
                && node.tag_name().namespace().is_some_and(|namespace| namespace.contains("purl.org/dc/"))
        })
    }

    fn first_text(&self, name: &str) -> Option<String> {
        self.dc_elements(name).map(stated_text).find(|text| !text.is_empty())
    }

    /// The texts of all Dublin Core elements of this name that have one.
    fn all_texts(&self, name: &str) -> Vec<String> {
        self.dc_elements(name).map(stated_text).filter(|text| !text.is_empty()).collect()
    }

    /// Values of a property of the whole package, from EPUB 3 (`property`) or EPUB 2 (`name`).
    pub(super) fn package_values(&self, property: &str) -> Vec<String> {
        self.primary_elements(property).filter_map(meta_value).collect()
    }

    pub(super) fn primary_elements(&self, property: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.node.descendants().filter(move |node| {
            node.tag_name().name() == "meta"
                && node.attribute("refines").is_none()
                && (node.attribute("property") == Some(property) || node.attribute("name") == Some(property))
        })
    }

    /// Values of a property of one statement.
    fn refined_values(&self, of: Node<'a, 'i>, property: &str) -> Vec<String> {
        let refining = of.attribute("id").and_then(|id| self.refines.get(id));
        refining
            .into_iter()
            .flatten()
            .filter(|meta| meta.attribute("property") == Some(property))
            .filter_map(|meta| meta_value(*meta))
            .collect()
    }

    pub(super) fn first_refined_value(&self, of: Node<'a, 'i>, property: &str) -> Option<String> {
        self.refined_values(of, property).into_iter().next()
    }

    /// The place of a statement among those of its name (`display-seq`), after all others if it states none.
    pub(super) fn display_position(&self, of: Node<'a, 'i>) -> u32 {
        let stated = self.first_refined_value(of, "display-seq");
        stated.and_then(|position| position.trim().parse().ok()).unwrap_or(u32::MAX)
    }

    /// The property of one statement, a link or a text; otherwise that of the package.
    fn refined_or_package_value(&self, of: Node<'a, 'i>, property: &str) -> Option<String> {
        let own = of.attribute("id").and_then(|id| self.refines.get(id)).into_iter().flatten().copied();
        let package = self.node.descendants().filter(|node| node.attribute("refines").is_none());
        let stated = |node: Node<'_, '_>| {
            if is_link(node, property) {
                node.attribute("href").map(str::to_owned)
            } else if node.attribute("property") == Some(property) {
                meta_value(node)
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

/// The text of an element. Programs that escape twice are common (`Sand &amp;amp; Sea`), and so are tags of
/// words in titles.
pub(crate) fn stated_text(node: Node<'_, '_>) -> String {
    remove_word_tags(&unescape_again(&text_of(node)))
}

/// The value of a `meta` element: its text, or its `content`.
pub(super) fn meta_value(meta: Node<'_, '_>) -> Option<String> {
    let text = text_of(meta);
    let value =
        if text.is_empty() { meta.attribute("content").unwrap_or_default().trim().to_owned() } else { text };
    Some(value).filter(|value| !value.is_empty())
}

/// An attribute of EPUB 2 such as `opf:role`, whatever its namespace is called.
pub(super) fn opf_attribute(node: Node<'_, '_>, name: &str) -> Option<String> {
    let other =
        || node.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value());
    let value = node.attribute((OPF, name)).or_else(|| node.attribute(name)).or_else(other);
    value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Reads the metadata. What is missing stays empty.
pub(crate) fn read_metadata(opf: &Opf, document: &Document<'_>) -> Metadata {
    let Some(s) = Statements::new(document) else { return Metadata::default() };
    let description = s.dc_elements("description").find(|node| !text_of(*node).is_empty());
    let layout = s.package_values("rendition:layout");
    let mut metadata = Metadata {
        contributors: read_contributors(&s),
        languages: read_languages(&s),
        identifiers: read_identifiers(&s, document.root_element().attribute("unique-identifier")),
        publisher: s.first_text("publisher"),
        published: read_published(&s),
        modified: s.package_values("dcterms:modified").into_iter().next(),
        description: description.map(description_markup),
        description_language: description.and_then(stated_language),
        subjects: read_subjects(&s),
        rights: s.all_texts("rights"),
        series: titles::read_series(&s),
        sources: s.all_texts("source"),
        accessibility: read_accessibility(&s),
        duration: read_duration(&s),
        narrators: [s.package_values("media:narrator"), s.package_values("dtb:narrator")].concat(),
        word_count: s.package_values("schema:wordCount").first().and_then(|text| text.parse().ok()),
        cover: find_cover(opf, &s, document),
        pre_paginated: layout.first().is_some_and(|layout| layout == "pre-paginated"),
        direction: opf.direction,
        epub_version: opf.version,
        ..Metadata::default()
    };
    titles::add_titles(&s, &mut metadata);
    metadata.isbns = identifier_isbns(&metadata.identifiers);
    metadata.source_isbns = list_isbns(metadata.sources.iter().map(String::as_str));
    let spoken: Vec<String> = metadata.names("nrt").into_iter().map(str::to_owned).collect();
    for name in spoken {
        if !metadata.narrators.contains(&name) {
            metadata.narrators.push(name);
        }
    }
    metadata
}

/// The length of the narration, as EPUB 3 or DAISY 3 says it.
fn read_duration(s: &Statements<'_, '_>) -> Option<Duration> {
    let stated =
        ["media:duration", "dtb:totalTime"].iter().find_map(|name| s.package_values(name).into_iter().next());
    stated.and_then(|text| parse_clock(&text)).filter(|length| !length.is_zero())
}

/// The languages of the book, each once; one that is stated as unknown is none.
fn read_languages(s: &Statements<'_, '_>) -> Vec<String> {
    let mut languages: Vec<String> = Vec::new();
    for text in s.dc_elements("language").map(text_of) {
        let mut tags = canonical_tags(&text);
        if tags.is_empty() {
            let tag = schema_language(&text).filter(|tag| tag.len() > 1 && !tag.starts_with('-'));
            tags.extend(tag.map(str::to_owned));
        }
        for tag in tags.into_iter().filter(|tag| tag != "und") {
            if !languages.contains(&tag) {
                languages.push(tag);
            }
        }
    }
    languages
}

fn read_contributors(s: &Statements<'_, '_>) -> Vec<Contributor> {
    let creators = s.dc_elements("creator").map(|node| (node, true));
    let others = s.dc_elements("contributor").map(|node| (node, false));
    let mut all: Vec<(Node<'_, '_>, bool)> = creators.chain(others).collect();
    all.sort_by_cached_key(|(node, creator)| (!creator, s.display_position(*node)));
    let mut contributors: Vec<Contributor> = Vec::new();
    for (node, creator) in all {
        let stated = s.refined_values(node, "role").into_iter().chain(opf_attribute(node, "role"));
        let roles: Vec<String> = stated.flat_map(|text| role_codes(&text)).collect();
        let file_as = s.first_refined_value(node, "file-as").or_else(|| opf_attribute(node, "file-as"));
        let file_as = file_as.map(|text| unescape_again(&text));
        for person in read_people(&stated_text(node), file_as.as_deref()) {
            let roles = if roles.is_empty() { person.roles } else { roles.clone() };
            contributors.push(Contributor { roles, creator, ..person });
        }
    }
    contributors
}

/// The MARC relator codes in a statement of roles: `aut`, `AUT ill`, an address that ends with the code.
fn role_codes(text: &str) -> Vec<String> {
    let words =
        text.split([' ', ',', ';', '|']).map(|word| word.rsplit(['/', ':', '#']).next().unwrap_or(word));
    words.map(str::trim).filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect()
}

fn read_identifiers(s: &Statements<'_, '_>, unique: Option<&str>) -> Vec<Identifier> {
    let identifiers = s.dc_elements("identifier").map(|node| {
        let scheme = s.first_refined_value(node, "identifier-type").or_else(|| opf_attribute(node, "scheme"));
        (node.attribute("id") == unique, Identifier { value: text_of(node), scheme })
    });
    let mut all: Vec<_> = identifiers.filter(|(_, identifier)| !identifier.value.is_empty()).collect();
    all.sort_by_key(|(own, _)| !own);
    all.into_iter().map(|(_, identifier)| identifier).collect()
}

/// The ISBN-13s in texts, each once, those of files first and those of printed books last.
pub(crate) fn list_isbns<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    order_isbns(texts.flat_map(|text| find_isbns(text, None)).collect())
}

/// The ISBN-13s among identifiers, each once, those of files first and those of printed books last.
pub(crate) fn identifier_isbns(identifiers: &[Identifier]) -> Vec<String> {
    let found = identifiers.iter().flat_map(|own| find_isbns(&own.value, own.scheme.as_deref()));
    order_isbns(found.collect())
}

fn order_isbns(mut found: Vec<(String, Medium)>) -> Vec<String> {
    found.sort_by_key(|(_, medium)| *medium);
    let mut isbns: Vec<String> = Vec::new();
    for (isbn, _) in found {
        if !isbns.contains(&isbn) {
            isbns.push(isbn);
        }
    }
    isbns
}

/// The date of publication. EPUB 2 may give several dates with events; that of a change or a conversion is
/// not one of publication.
fn read_published(s: &Statements<'_, '_>) -> Option<String> {
    let dates = s
        .dc_elements("date")
        .map(|node| (opf_attribute(node, "event").unwrap_or_default().to_lowercase(), text_of(node)));
    let dates: Vec<(String, String)> = dates.filter(|(_, text)| is_date(text)).collect();
    let of_event = |wanted: &dyn Fn(&str) -> bool| {
        dates.iter().find(|(event, _)| wanted(event)).map(|(_, text)| text.clone())
    };
    of_event(&|event| event == "publication")
        .or_else(|| {
            of_event(&|event| event.contains("publication") || matches!(event, "published" | "issued"))
        })
        .or_else(|| of_event(&str::is_empty))
        .or_else(|| s.package_values("dcterms:issued").into_iter().find(|text| is_date(text)))
        .or_else(|| s.package_values("dcterms:date").into_iter().find(|text| is_date(text)))
        .or_else(|| of_event(&|event| !matches!(event, "modification" | "conversion" | "modified")))
}

/// Returns true if a text says a date. Calibre writes `0101-01-01`, in other time zones `0100-12-31`, for
/// an unknown one; others write zeros.
fn is_date(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() && c != '0')
        && !["0101-01-01", "0100-12-31", "0101-01-02", "0001-01-01", "0000-"]
            .iter()
            .any(|none| text.starts_with(none))
}

/// A description, with its elements as markup in the text: some packages have elements instead of their text.
fn description_markup(node: Node<'_, '_>) -> String {
    if !node.children().any(|inner| inner.is_element()) {
        return text_of(node);
    }
    let mut out = String::new();
    push_markup(node, &mut out);
    out.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_markup(node: Node<'_, '_>, out: &mut String) {
    // Documents are not nested deeper than the limit of the parser.
    for inner in node.children() {
        if inner.is_text() {
            out.push_str(&inner.text().unwrap_or_default().replace('<', "&lt;"));
        } else if inner.is_element() {
            let name = inner.tag_name().name();
            out.extend(["<", name, ">"]);
            push_markup(inner, out);
            out.extend(["</", name, ">"]);
        }
    }
}

fn read_subjects(s: &Statements<'_, '_>) -> Vec<Subject> {
    let subjects = s.dc_elements("subject").map(|node| Subject {
        name: stated_text(node),
        authority: s.first_refined_value(node, "authority").or_else(|| opf_attribute(node, "authority")),
        code: s.first_refined_value(node, "term").or_else(|| opf_attribute(node, "term")),
    });
    subjects.filter(|subject| !subject.name.is_empty()).collect()
}

fn read_accessibility(s: &Statements<'_, '_>) -> Accessibility {
    let mut conforms_to = s.package_values("dcterms:conformsTo");
    let links = s.node.descendants().filter(|node| is_link(*node, "dcterms:conformsTo"));
    conforms_to.extend(links.filter_map(|link| link.attribute("href").map(str::to_owned)));
    let summary = s.primary_elements("schema:accessibilitySummary").find(|node| meta_value(*node).is_some());
    Accessibility {
        access_modes: s.package_values("schema:accessMode"),
        access_modes_sufficient: s.package_values("schema:accessModeSufficient"),
        features: s.package_values("schema:accessibilityFeature"),
        hazards: s.package_values("schema:accessibilityHazard"),
        summary: summary.and_then(meta_value),
        summary_language: summary.and_then(stated_language),
        exemptions: s.package_values("a11y:exemption"),
        conforms_to,
        certifications: read_certifications(s),
    }
}

/// Certifiers of a claim of EPUB Accessibility, or of the whole package; those of other standards only if
/// there is no such claim. The date is that of the certifier's assessment; older books state the claim's.
fn read_certifications(s: &Statements<'_, '_>) -> Vec<Certification> {
    const CONFORMS_TO: &str = "dcterms:conformsTo";
    let claims: HashMap<&str, Node<'_, '_>> = s
        .node
        .descendants()
        .filter(|node| is_link(*node, CONFORMS_TO) || node.attribute("property") == Some(CONFORMS_TO))
        .filter_map(|node| Some((node.attribute("id")?, node)))
        .collect();
    let certified =
        s.node.descendants().filter(|node| node.attribute("property") == Some("a11y:certifiedBy"));
    let has_claim = claims.values().copied().any(is_epub_claim);
    let certification = |node: Node<'_, '_>| {
        let of = node.attribute("refines").map(|id| id.trim().trim_start_matches('#'));
        let claim = of.and_then(|id| claims.get(id)).copied();
        if has_claim && of.is_some() && !claim.is_some_and(is_epub_claim) {
            return None;
        }
        Some(Certification {
            certified_by: meta_value(node)?,
            credential: s.refined_or_package_value(node, "a11y:certifierCredential"),
            report: s.refined_or_package_value(node, "a11y:certifierReport"),
            date: s
                .first_refined_value(node, "dcterms:date")
                .or_else(|| claim.and_then(|claim| s.first_refined_value(claim, "dcterms:date")))
                .or_else(|| s.package_values("dcterms:date").into_iter().next()),
        })
    };
    certified.filter_map(certification).collect()
}

fn is_epub_claim(claim: Node<'_, '_>) -> bool {
    let name = claim.attribute("href").map(str::to_owned).or_else(|| meta_value(claim)).unwrap_or_default();
    name.contains("http://www.idpf.org/epub/a11y/") || name.contains("EPUB Accessibility 1.1")
}

/// The language of a text as it or an element around it states it.
pub(super) fn stated_language(node: Node<'_, '_>) -> Option<String> {
    let mut tags = node.ancestors().filter_map(language_attribute);
    tags.find_map(|tag| canonical_tag(tag).filter(|tag| tag != "und" && well_formed_language(tag).is_some()))
}

/// The cover image: by its property, by the `cover` metadata of EPUB 2, or by its name.
fn find_cover(opf: &Opf, s: &Statements<'_, '_>, document: &Document<'_>) -> Option<String> {
    let image = |item: &&super::ManifestItem| item.media_type.starts_with("image/") && item.path.is_some();
    let images = || opf.items.iter().filter(image);
    let at_href = |href: &str| {
        let (wanted, _) = path::resolve(&opf.path, href)?;
        images().find(|item| item.path.as_deref() == Some(wanted.as_str()))
    };
    let stated = s.package_values("cover").into_iter().next();
    let by_id = stated.as_deref().and_then(|id| opf.find_item(id)).filter(image);
    let by_guide = || {
        let guide = find_child(document.root_element(), "guide")?;
        let reference =
            find_children(guide, "reference").find(|node| node.attribute("type") == Some("cover"))?;
        at_href(reference.attribute("href")?)
    };
    let by_name = || {
        images().find(|item| {
            let path = item.path.as_deref().unwrap_or_default();
            path::file_name(path).to_ascii_lowercase().starts_with("cover")
        })
    };
    images()
        .find(|item| item.has_property("cover-image"))
        .or(by_id)
        .or_else(|| at_href(stated.as_deref()?))
        .or_else(by_guide)
        .or_else(by_name)
        .and_then(|item| item.path.clone())
}
