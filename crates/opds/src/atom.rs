//! OPDS 1.2: feeds and entries as Atom (RFC 4287).

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::ElementWriter;
use transport::bounds::BoundedBytes;

use crate::acquisition::{Acquisition, LinkTarget};
use crate::feed::{Facet, FacetGroup};
use crate::paging::PageLinks;
use crate::publication::{ContributorRole, Person};
use crate::{
    Feed, FeedContent, NavigationEntry, Problem, Publication, Result, SearchScope, Visitor, description,
    media_types, rels,
};

type XmlWriter = Writer<BoundedBytes>;

const XML_NAMESPACES: [(&str, &str); 5] = [
    ("xmlns", "http://www.w3.org/2005/Atom"),
    ("xmlns:dc", "http://purl.org/dc/terms/"),
    ("xmlns:opds", "http://opds-spec.org/2010/catalog"),
    ("xmlns:thr", "http://purl.org/syndication/thread/1.0"),
    ("xmlns:opensearch", "http://a9.com/-/spec/opensearch/1.1/"),
];

/// The language of the texts of a publication in several languages, or in unknown ones (BCP 47, 4.1).
const UNDETERMINED_LANGUAGE: &str = "und";

pub(crate) fn feed_document(visitor: &Visitor, feed: &Feed) -> Result<Vec<u8>> {
    write_document(|xml| {
        root_element(xml, visitor, "feed").write_inner_content(|xml| {
            write_head(xml, visitor, feed)?;
            match &feed.content {
                FeedContent::Navigation { entries, groups, paging } => {
                    if let Some(paging) = paging {
                        write_page_links(xml, visitor, paging, media_types::NAVIGATION)?;
                    }
                    // Groups are the beginnings of feeds; here are the ways to them.
                    let groups = groups.iter().map(|group| &group.entry);
                    for whole in groups.clone().filter(|whole| whole.rel == rels::RECOMMENDATIONS) {
                        write_link_to(xml, visitor, whole.rel, &whole.path, media_types::ACQUISITION)?;
                    }
                    groups.chain(entries).try_for_each(|entry| write_navigation(xml, visitor, feed, entry))
                }
                FeedContent::Publications { publications, paging, facets } => {
                    write_page_links(xml, visitor, paging, media_types::ACQUISITION)?;
                    facets.iter().try_for_each(|group| write_facet_group(xml, visitor, group))?;
                    publications.iter().try_for_each(|of| {
                        let entry = xml.create_element("entry");
                        entry.write_inner_content(|xml| write_publication(xml, visitor, of)).map(drop)
                    })
                }
            }
        })?;
        Ok(())
    })
}

pub(crate) fn entry_document(visitor: &Visitor, publication: &Publication) -> Result<Vec<u8>> {
    write_document(|xml| {
        let entry = root_element(xml, visitor, "entry");
        let write = |xml: &mut XmlWriter| {
            write_publication(xml, visitor, publication)?;
            write_link_to(xml, visitor, "self", &publication.path, media_types::ENTRY)
        };
        entry.write_inner_content(write).map(drop)
    })
}

/// The description of a search (`OpenSearch` 1.1).
pub(crate) fn search_description(visitor: &Visitor, scope: SearchScope) -> Result<Vec<u8>> {
    write_document(|xml| {
        let root = xml.create_element("OpenSearchDescription");
        let root = root.with_attribute(("xmlns", "http://a9.com/-/spec/opensearch/1.1/"));
        root.write_inner_content(|xml| {
            // At most 16 characters (`OpenSearch` 1.1, ShortName).
            let (name, about) = match scope {
                SearchScope::Catalog => ("feed-search-name", "feed-search-about"),
                SearchScope::Shelf => ("nav-shelf", "feed-search-shelf-about"),
            };
            write_text(xml, "ShortName", &visitor.wording().text(name))?;
            write_text(xml, "Description", &visitor.wording().text(about))?;
            write_text(xml, "InputEncoding", "UTF-8")?;
            write_text(xml, "OutputEncoding", "UTF-8")?;
            let template = search_template(visitor, scope);
            let url = xml.create_element("Url");
            let url =
                url.with_attributes([("type", media_types::ACQUISITION), ("template", template.as_str())]);
            url.write_empty().map(drop)
        })?;
        Ok(())
    })
}

/// The address of a search, with the place of its words.
fn search_template(visitor: &Visitor, scope: SearchScope) -> String {
    format!("{}?query={{searchTerms}}", visitor.absolute_url(scope.search_path()))
}

/// The root of a document, in the visitor's language. Elements in another language have their own
/// attribute.
fn root_element<'a>(
    xml: &'a mut XmlWriter,
    visitor: &Visitor,
    name: &'a str,
) -> ElementWriter<'a, BoundedBytes> {
    let language = ("xml:lang", visitor.language.tag());
    xml.create_element(name).with_attributes(XML_NAMESPACES).with_attribute(language)
}

fn write_document(write: impl FnOnce(&mut XmlWriter) -> io::Result<()>) -> Result<Vec<u8>> {
    let mut xml = Writer::new(BoundedBytes::default());
    let failed = |error: io::Error| {
        tracing::error!(%error, "a feed could not be written");
        Problem::from(services::Error::from(services::ErrorKey::InternalError))
    };
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None))).map_err(failed)?;
    write(&mut xml).map_err(failed)?;
    Ok(xml.into_inner().into_bytes())
}

fn write_head(xml: &mut XmlWriter, visitor: &Visitor, feed: &Feed) -> io::Result<()> {
    let address = visitor.absolute_url(&feed.path);
    write_text(xml, "id", &address)?;
    write_text(xml, "title", &feed.title)?;
    if let Some(about) = &feed.summary {
        write_text(xml, "subtitle", about)?;
    }
    write_text(xml, "updated", &feed.updated.to_string())?;
    write_author(xml, &visitor.op.site.name)?;
    write_link(xml, "self", &address, feed.content.atom_type(), &[])?;
    write_link_to(xml, visitor, "start", "", media_types::NAVIGATION)?;
    if let Some(up) = &feed.parent_path {
        write_link_to(xml, visitor, "up", up, media_types::NAVIGATION)?;
    }
    write_link_to(xml, visitor, "search", feed.search.description_path(), media_types::SEARCH)?;
    // Some apps do not read the description, and search by this address.
    write_link(xml, "search", &search_template(visitor, feed.search), media_types::ATOM, &[])?;
    write_link_to(xml, visitor, rels::SHELF, "/shelf", media_types::ACQUISITION)?;
    write_link(xml, rels::AUTHENTICATION, visitor.authentication_url(), media_types::AUTHENTICATION, &[])
}

/// The author, of whom Atom requires at least one.
fn write_author(xml: &mut XmlWriter, name: &str) -> io::Result<()> {
    xml.create_element("author").write_inner_content(|xml| write_text(xml, "name", name))?;
    Ok(())
}

fn write_page_links(
    xml: &mut XmlWriter,
    visitor: &Visitor,
    paging: &PageLinks,
    media_type: &str,
) -> io::Result<()> {
    write_text(xml, "opensearch:totalResults", &paging.total.to_string())?;
    write_text(xml, "opensearch:itemsPerPage", &paging.per_page.to_string())?;
    for (rel, path) in paging.links() {
        write_link_to(xml, visitor, rel, path, media_type)?;
    }
    Ok(())
}

fn write_navigation(
    xml: &mut XmlWriter,
    visitor: &Visitor,
    feed: &Feed,
    entry: &NavigationEntry,
) -> io::Result<()> {
    let address = visitor.absolute_url(&entry.path);
    let count = entry.count.map(|count| count.to_string());
    xml.create_element("entry").write_inner_content(|xml| {
        write_text(xml, "title", &entry.title)?;
        write_text(xml, "id", &address)?;
        write_text(xml, "updated", &feed.updated.to_string())?;
        let about = xml.create_element("content").with_attribute(("type", "text"));
        let titles = |count| visitor.wording().count("feed-titles", count);
        let words = entry.summary.clone().or_else(|| entry.count.map(titles)).unwrap_or_default();
        about.write_text_content(BytesText::new(&strip_forbidden_chars(&words)))?;
        let count: Vec<(&str, &str)> = count.iter().map(|count| ("thr:count", count.as_str())).collect();
        write_link(xml, koreader_rel(entry.rel), &address, entry.atom_type(), &count)
    })?;
    Ok(())
}

/// The relation of an entry's feed. KOReader opens an entry only if it supports the relation of its link,
/// and it does not support those of the shelf and of recommendations. The feed itself has links with these
/// two.
fn koreader_rel(rel: &'static str) -> &'static str {
    if matches!(rel, rels::NEW | rels::POPULAR) { rel } else { rels::SUBSECTION }
}

fn write_facet_group(xml: &mut XmlWriter, visitor: &Visitor, group: &FacetGroup) -> io::Result<()> {
    group.facets.iter().try_for_each(|of| write_facet(xml, visitor, &group.title, of))
}

fn write_facet(xml: &mut XmlWriter, visitor: &Visitor, group: &str, of: &Facet) -> io::Result<()> {
    let count = of.count.map(|count| count.to_string());
    let mut more = vec![("title", of.title.as_str()), ("opds:facetGroup", group)];
    if of.active {
        more.push(("opds:activeFacet", "true"));
    }
    more.extend(count.as_deref().map(|count| ("thr:count", count)));
    write_link(xml, rels::FACET, &visitor.absolute_url(&of.path), media_types::ACQUISITION, &more)
}

/// Writes the contents of a complete entry.
fn write_publication(xml: &mut XmlWriter, visitor: &Visitor, publication: &Publication) -> io::Result<()> {
    let address = visitor.absolute_url(&publication.path);
    write_text_in(xml, "title", publication.title_language(), &publication.title)?;
    write_text(xml, "id", &publication.identifier)?;
    write_text(xml, "updated", &publication.modified.to_string())?;
    let authors: Vec<&Person> =
        publication.people.iter().filter(|person| person.role == ContributorRole::Author).collect();
    for person in &authors {
        write_person(xml, visitor, "author", person)?;
    }
    // Atom wants an author of the entry or of its feed, and an entry can stand alone.
    if authors.is_empty() {
        write_author(xml, publication.publisher.as_deref().unwrap_or(&visitor.op.site.name))?;
    }
    for person in publication.people.iter().filter(|person| person.role != ContributorRole::Author) {
        write_person(xml, visitor, "contributor", person)?;
    }
    for identifier in &publication.isbns {
        write_text(xml, "dc:identifier", identifier)?;
    }
    for tag in &publication.languages {
        write_text(xml, "dc:language", tag)?;
    }
    for (name, words) in [("dc:publisher", &publication.publisher), ("dc:issued", &publication.published)] {
        if let Some(words) = words {
            write_text(xml, name, words)?;
        }
    }
    if let Some(pages) = publication.pages {
        write_text(xml, "dc:extent", &visitor.wording().count("feed-pages", pages.into()))?;
    }
    if let Some(series) = &publication.series {
        let position = series.position.map(|position| format!(", {position}")).unwrap_or_default();
        write_text(xml, "dc:isPartOf", &format!("{}{position}", series.name))?;
    }
    for subject in &publication.subjects {
        let mut attributes = vec![("term", subject.code.as_deref().unwrap_or(&subject.name))];
        attributes.extend(subject.scheme.map(|scheme| ("scheme", scheme)));
        attributes.push(("label", &subject.name));
        write_empty(xml, "category", &attributes)?;
    }
    write_description(xml, publication)?;
    if let Some((image, thumbnail)) = &publication.cover {
        write_link(xml, rels::IMAGE, image, "image/jpeg", &[])?;
        write_link(xml, rels::THUMBNAIL, thumbnail, "image/jpeg", &[])?;
    }
    write_link(xml, "alternate", &address, media_types::ENTRY, &[("title", &publication.title)])?;
    if let Some((progression, locator)) = &publication.progression {
        write_link_to(xml, visitor, rels::PROGRESSION, progression, media_types::PROGRESSION)?;
        write_link_to(xml, visitor, rels::LOCATOR, locator, media_types::LOCATOR)?;
    }
    for entry in &publication.related {
        let title = [("title", entry.title.as_str())];
        write_link(xml, entry.rel, &visitor.absolute_url(&entry.path), entry.atom_type(), &title)?;
    }
    publication.acquisitions.iter().try_for_each(|way| write_acquisition(xml, visitor, way))
}

fn write_person(xml: &mut XmlWriter, visitor: &Visitor, element: &str, person: &Person) -> io::Result<()> {
    xml.create_element(element).write_inner_content(|xml| {
        write_text(xml, "name", &person.name)?;
        match &person.path {
            Some(path) => write_text(xml, "uri", &visitor.absolute_url(path)),
            None => Ok(()),
        }
    })?;
    Ok(())
}

/// Writes the description as plain text and as HTML.
fn write_description(xml: &mut XmlWriter, publication: &Publication) -> io::Result<()> {
    let Some(words) = publication.description.as_deref() else { return Ok(()) };
    let Some(html) = description::to_html(words, publication.description_language()) else { return Ok(()) };
    for (name, kind, text) in [("summary", "text", words), ("content", "html", html.as_str())] {
        let attributes = [
            ("type", kind),
            ("xml:lang", publication.description_language().unwrap_or(UNDETERMINED_LANGUAGE)),
        ];
        let element = xml.create_element(name).with_attributes(attributes);
        element.write_text_content(BytesText::new(&strip_forbidden_chars(text)))?;
    }
    Ok(())
}

fn write_acquisition(xml: &mut XmlWriter, visitor: &Visitor, acquisition: &Acquisition) -> io::Result<()> {
    let href = visitor.absolute_url(&acquisition.path);
    let (media_type, indirect): (&str, &[&str]) = match &acquisition.leads_to {
        LinkTarget::File(media_type) => (media_type, &[]),
        LinkTarget::Publication(types) => (media_types::ENTRY, types),
    };
    let size = acquisition.size.map(|size| size.to_string());
    let mut attributes = vec![
        ("rel", acquisition.rel),
        ("href", href.as_str()),
        ("type", media_type),
        ("title", visitor.acquisition_names().get(acquisition.name)),
    ];
    attributes.extend(size.as_deref().map(|size| ("length", size)));
    let link = xml.create_element("link").with_attributes(attributes);
    // The schema of OPDS 1.2 has no place for the availability.
    if indirect.is_empty() {
        return link.write_empty().map(drop);
    }
    link.write_inner_content(|xml| {
        indirect.iter().try_for_each(|of| write_empty(xml, "opds:indirectAcquisition", &[("type", of)]))
    })?;
    Ok(())
}

/// Writes a link to a path inside the catalog.
fn write_link_to(
    xml: &mut XmlWriter,
    visitor: &Visitor,
    rel: &str,
    path: &str,
    media_type: &str,
) -> io::Result<()> {
    write_link(xml, rel, &visitor.absolute_url(path), media_type, &[])
}

fn write_link(
    xml: &mut XmlWriter,
    rel: &str,
    href: &str,
    media_type: &str,
    more: &[(&str, &str)],
) -> io::Result<()> {
    let attributes = [("rel", rel), ("href", href), ("type", media_type)];
    let attributes: Vec<(&str, &str)> = attributes.into_iter().chain(more.iter().copied()).collect();
    write_empty(xml, "link", &attributes)
}

fn write_empty(xml: &mut XmlWriter, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
    let attributes: Vec<(&str, String)> =
        attributes.iter().map(|(name, value)| (*name, strip_forbidden_chars(value))).collect();
    let attributes = attributes.iter().map(|(name, value)| (*name, value.as_str()));
    xml.create_element(name).with_attributes(attributes).write_empty().map(drop)
}

fn write_text(xml: &mut XmlWriter, name: &str, words: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(&strip_forbidden_chars(words))).map(drop)
}

/// Writes text of a publication, which need not be in the language of the document.
fn write_text_in(xml: &mut XmlWriter, name: &str, language: Option<&str>, words: &str) -> io::Result<()> {
    let element =
        xml.create_element(name).with_attribute(("xml:lang", language.unwrap_or(UNDETERMINED_LANGUAGE)));
    element.write_text_content(BytesText::new(&strip_forbidden_chars(words))).map(drop)
}

/// The text without characters that XML 1.0 does not allow.
fn strip_forbidden_chars(text: &str) -> String {
    let is_allowed =
        |c: &char| matches!(c, '\t' | '\n' | '\r') || (*c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.chars().filter(is_allowed).collect()
}
