//! OPDS 1.2: feeds and entries as Atom (RFC 4287).

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::ElementWriter;
use transport::bounds::BoundedBytes;

use crate::acquisition::{Acquisition, LeadsTo};
use crate::description;
use crate::entry::Entry;
use crate::feed::{Content, Facet, FacetGroup, Feed, Scope};
use crate::media_types;
use crate::paging::Paging;
use crate::problem::{Problem, Result};
use crate::publication::{Person, Publication, Role};
use crate::rels;
use crate::visitor::Visitor;

type Xml = Writer<BoundedBytes>;

const NAMESPACES: [(&str, &str); 5] = [
    ("xmlns", "http://www.w3.org/2005/Atom"),
    ("xmlns:dc", "http://purl.org/dc/terms/"),
    ("xmlns:opds", "http://opds-spec.org/2010/catalog"),
    ("xmlns:thr", "http://purl.org/syndication/thread/1.0"),
    ("xmlns:opensearch", "http://a9.com/-/spec/opensearch/1.1/"),
];

/// The language of the texts of a publication that is in several, or in none that is known (BCP 47, 4.1).
const UNDETERMINED: &str = "und";

pub(crate) fn feed(visitor: &Visitor, feed: &Feed) -> Result<Vec<u8>> {
    document(|xml| {
        root(xml, visitor, "feed").write_inner_content(|xml| {
            head(xml, visitor, feed)?;
            match &feed.content {
                Content::Navigation { entries, groups, paging } => {
                    if let Some(paging) = paging {
                        pages(xml, visitor, paging, media_types::NAVIGATION)?;
                    }
                    // Groups are the beginnings of feeds; here are the ways to them.
                    let groups = groups.iter().map(|group| &group.whole);
                    for whole in groups.clone().filter(|whole| whole.rel == rels::RECOMMENDED) {
                        link(xml, whole.rel, &visitor.href(&whole.path), media_types::ACQUISITION, &[])?;
                    }
                    groups.chain(entries).try_for_each(|entry| navigation(xml, visitor, feed, entry))
                }
                Content::Publications { publications, paging, facets } => {
                    pages(xml, visitor, paging, media_types::ACQUISITION)?;
                    facets.iter().try_for_each(|group| facet_group(xml, visitor, group))?;
                    publications.iter().try_for_each(|of| {
                        let entry = xml.create_element("entry");
                        entry.write_inner_content(|xml| publication(xml, visitor, of)).map(drop)
                    })
                }
            }
        })?;
        Ok(())
    })
}

/// A publication as a document of its own.
pub(crate) fn entry(visitor: &Visitor, of: &Publication) -> Result<Vec<u8>> {
    document(|xml| {
        let entry = root(xml, visitor, "entry");
        let write = |xml: &mut Xml| {
            publication(xml, visitor, of)?;
            link(xml, "self", &visitor.href(&of.path), media_types::ENTRY, &[])
        };
        entry.write_inner_content(write).map(drop)
    })
}

/// The description of a search (`OpenSearch` 1.1).
pub(crate) fn search_description(visitor: &Visitor, scope: Scope) -> Result<Vec<u8>> {
    document(|xml| {
        let root = xml.create_element("OpenSearchDescription");
        let root = root.with_attribute(("xmlns", "http://a9.com/-/spec/opensearch/1.1/"));
        root.write_inner_content(|xml| {
            // At most 16 characters (`OpenSearch` 1.1, ShortName).
            let (name, about) = match scope {
                Scope::Catalog => ("feed-search-name", "feed-search-about"),
                Scope::Shelf => ("nav-shelf", "feed-search-shelf-about"),
            };
            text(xml, "ShortName", &visitor.words().text(name))?;
            text(xml, "Description", &visitor.words().text(about))?;
            text(xml, "InputEncoding", "UTF-8")?;
            text(xml, "OutputEncoding", "UTF-8")?;
            let template = format!("{}?query={{searchTerms}}", visitor.href(scope.path()));
            let url = xml.create_element("Url");
            let url =
                url.with_attributes([("type", media_types::ACQUISITION), ("template", template.as_str())]);
            url.write_empty().map(drop)
        })?;
        Ok(())
    })
}

/// The root of a document, in the visitor's language. What is in another says so.
fn root<'a>(xml: &'a mut Xml, visitor: &Visitor, name: &'a str) -> ElementWriter<'a, BoundedBytes> {
    let language = ("xml:lang", visitor.language.tag());
    xml.create_element(name).with_attributes(NAMESPACES).with_attribute(language)
}

fn document(write: impl FnOnce(&mut Xml) -> io::Result<()>) -> Result<Vec<u8>> {
    let mut xml = Writer::new(BoundedBytes::default());
    let failed = |error: io::Error| {
        tracing::error!(%error, "a feed could not be written");
        Problem::from(services::Error::from(services::ErrorKey::InternalError))
    };
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None))).map_err(failed)?;
    write(&mut xml).map_err(failed)?;
    Ok(xml.into_inner().into_bytes())
}

fn head(xml: &mut Xml, visitor: &Visitor, feed: &Feed) -> io::Result<()> {
    let acquisition = matches!(feed.content, Content::Publications { .. });
    let own = if acquisition { media_types::ACQUISITION } else { media_types::NAVIGATION };
    let address = visitor.href(&feed.path);
    text(xml, "id", &address)?;
    text(xml, "title", &feed.title)?;
    if let Some(about) = &feed.about {
        text(xml, "subtitle", about)?;
    }
    text(xml, "updated", &feed.updated.to_string())?;
    author(xml, &visitor.caller.site.name)?;
    link(xml, "self", &address, own, &[])?;
    link(xml, "start", &visitor.href(""), media_types::NAVIGATION, &[])?;
    if let Some(up) = &feed.up {
        link(xml, "up", &visitor.href(up), media_types::NAVIGATION, &[])?;
    }
    link(xml, "search", &visitor.href(feed.search.description()), media_types::SEARCH, &[])?;
    link(xml, rels::SHELF, &visitor.href("/shelf"), media_types::ACQUISITION, &[])?;
    link(xml, rels::AUTHENTICATION, visitor.authentication(), media_types::AUTHENTICATION, &[])
}

/// The people of whom Atom wants at least one.
fn author(xml: &mut Xml, name: &str) -> io::Result<()> {
    xml.create_element("author").write_inner_content(|xml| text(xml, "name", name))?;
    Ok(())
}

fn pages(xml: &mut Xml, visitor: &Visitor, paging: &Paging, media_type: &str) -> io::Result<()> {
    text(xml, "opensearch:totalResults", &paging.total.to_string())?;
    text(xml, "opensearch:itemsPerPage", &paging.per_page.to_string())?;
    for (rel, path) in paging.links() {
        link(xml, rel, &visitor.href(path), media_type, &[])?;
    }
    Ok(())
}

fn navigation(xml: &mut Xml, visitor: &Visitor, feed: &Feed, entry: &Entry) -> io::Result<()> {
    let address = visitor.href(&entry.path);
    let count = entry.count.map(|count| count.to_string());
    xml.create_element("entry").write_inner_content(|xml| {
        text(xml, "title", &entry.title)?;
        text(xml, "id", &address)?;
        text(xml, "updated", &feed.updated.to_string())?;
        let about = xml.create_element("content").with_attribute(("type", "text"));
        let titles = |count| visitor.words().count("feed-titles", count);
        let words = entry.about.clone().or_else(|| entry.count.map(titles)).unwrap_or_default();
        about.write_text_content(BytesText::new(&allowed(&words)))?;
        let own = if entry.acquisition { media_types::ACQUISITION } else { media_types::NAVIGATION };
        let count: Vec<(&str, &str)> = count.iter().map(|count| ("thr:count", count.as_str())).collect();
        link(xml, followed(entry.rel), &address, own, &count)
    })?;
    Ok(())
}

/// The relation of an entry's feed. KOReader opens an entry only if it knows the relation of its link, and it
/// does not know those of the shelf and of recommendations. The feed itself has links with these two.
fn followed(rel: &'static str) -> &'static str {
    if matches!(rel, rels::NEW | rels::POPULAR) { rel } else { rels::SUBSECTION }
}

fn facet_group(xml: &mut Xml, visitor: &Visitor, group: &FacetGroup) -> io::Result<()> {
    group.facets.iter().try_for_each(|of| facet(xml, visitor, &group.title, of))
}

fn facet(xml: &mut Xml, visitor: &Visitor, group: &str, of: &Facet) -> io::Result<()> {
    let count = of.count.map(|count| count.to_string());
    let mut more = vec![("title", of.title.as_str()), ("opds:facetGroup", group)];
    if of.active {
        more.push(("opds:activeFacet", "true"));
    }
    more.extend(count.as_deref().map(|count| ("thr:count", count)));
    link(xml, rels::FACET, &visitor.href(&of.path), media_types::ACQUISITION, &more)
}

/// What an entry holds, with everything that is known: a complete entry.
fn publication(xml: &mut Xml, visitor: &Visitor, of: &Publication) -> io::Result<()> {
    let address = visitor.href(&of.path);
    text_in(xml, "title", of.title_language(), &of.title)?;
    text(xml, "id", &of.identifier)?;
    text(xml, "updated", &of.modified.to_string())?;
    let authors: Vec<&Person> = of.people.iter().filter(|person| person.role == Role::Author).collect();
    for person in &authors {
        named(xml, visitor, "author", person)?;
    }
    // Atom wants an author of the entry or of its feed, and an entry can stand alone.
    if authors.is_empty() {
        author(xml, of.publisher.as_deref().unwrap_or(&visitor.caller.site.name))?;
    }
    for person in of.people.iter().filter(|person| person.role != Role::Author) {
        named(xml, visitor, "contributor", person)?;
    }
    for identifier in &of.isbns {
        text(xml, "dc:identifier", identifier)?;
    }
    for tag in &of.languages {
        text(xml, "dc:language", tag)?;
    }
    for (name, words) in [("dc:publisher", &of.publisher), ("dc:issued", &of.published)] {
        if let Some(words) = words {
            text(xml, name, words)?;
        }
    }
    if let Some(pages) = of.pages {
        text(xml, "dc:extent", &visitor.words().count("feed-pages", pages.into()))?;
    }
    if let Some(series) = &of.series {
        let position = series.position.map(|position| format!(", {position}")).unwrap_or_default();
        text(xml, "dc:isPartOf", &format!("{}{position}", series.name))?;
    }
    for subject in &of.subjects {
        let mut attributes = vec![("term", subject.code.as_deref().unwrap_or(&subject.name))];
        attributes.extend(subject.scheme.map(|scheme| ("scheme", scheme)));
        attributes.push(("label", &subject.name));
        empty(xml, "category", &attributes)?;
    }
    description(xml, of)?;
    if let Some((image, thumbnail)) = &of.cover {
        link(xml, rels::IMAGE, image, "image/jpeg", &[])?;
        link(xml, rels::THUMBNAIL, thumbnail, "image/jpeg", &[])?;
    }
    link(xml, "alternate", &address, media_types::ENTRY, &[("title", &of.title)])?;
    if let Some((progression, locator)) = &of.progression {
        link(xml, rels::PROGRESSION, &visitor.href(progression), media_types::PROGRESSION, &[])?;
        link(xml, rels::LOCATOR, &visitor.href(locator), media_types::LOCATOR, &[])?;
    }
    for entry in &of.related {
        let media_type = if entry.acquisition { media_types::ACQUISITION } else { media_types::NAVIGATION };
        link(xml, entry.rel, &visitor.href(&entry.path), media_type, &[("title", &entry.title)])?;
    }
    of.acquisitions.iter().try_for_each(|way| acquisition(xml, visitor, way))
}

fn named(xml: &mut Xml, visitor: &Visitor, element: &str, person: &Person) -> io::Result<()> {
    xml.create_element(element).write_inner_content(|xml| {
        text(xml, "name", &person.name)?;
        match &person.path {
            Some(path) => text(xml, "uri", &visitor.href(path)),
            None => Ok(()),
        }
    })?;
    Ok(())
}

/// The description as plain text and as HTML.
fn description(xml: &mut Xml, of: &Publication) -> io::Result<()> {
    let Some(words) = of.description.as_deref() else { return Ok(()) };
    let Some(html) = description::html(words, of.description_language()) else { return Ok(()) };
    for (name, kind, text) in [("summary", "text", words), ("content", "html", html.as_str())] {
        let attributes = [("type", kind), ("xml:lang", of.description_language().unwrap_or(UNDETERMINED))];
        let element = xml.create_element(name).with_attributes(attributes);
        element.write_text_content(BytesText::new(&allowed(text)))?;
    }
    Ok(())
}

fn acquisition(xml: &mut Xml, visitor: &Visitor, way: &Acquisition) -> io::Result<()> {
    let href = visitor.href(&way.path);
    let (media_type, indirect): (&str, &[&str]) = match &way.leads_to {
        LeadsTo::File(media_type) => (media_type, &[]),
        LeadsTo::Publication(types) => (media_types::ENTRY, types),
    };
    let size = way.size.map(|size| size.to_string());
    let mut attributes = vec![
        ("rel", way.rel),
        ("href", href.as_str()),
        ("type", media_type),
        ("title", visitor.names().of(way.name)),
    ];
    attributes.extend(size.as_deref().map(|size| ("length", size)));
    let link = xml.create_element("link").with_attributes(attributes);
    // The schema of OPDS 1.2 has no place for the availability.
    if indirect.is_empty() {
        return link.write_empty().map(drop);
    }
    link.write_inner_content(|xml| {
        indirect.iter().try_for_each(|of| empty(xml, "opds:indirectAcquisition", &[("type", of)]))
    })?;
    Ok(())
}

fn link(xml: &mut Xml, rel: &str, href: &str, media_type: &str, more: &[(&str, &str)]) -> io::Result<()> {
    let attributes = [("rel", rel), ("href", href), ("type", media_type)];
    let attributes: Vec<(&str, &str)> = attributes.into_iter().chain(more.iter().copied()).collect();
    empty(xml, "link", &attributes)
}

fn empty(xml: &mut Xml, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
    let attributes: Vec<(&str, String)> =
        attributes.iter().map(|(name, value)| (*name, allowed(value))).collect();
    let attributes = attributes.iter().map(|(name, value)| (*name, value.as_str()));
    xml.create_element(name).with_attributes(attributes).write_empty().map(drop)
}

fn text(xml: &mut Xml, name: &str, words: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(&allowed(words))).map(drop)
}

/// A text of a publication, which need not be in the language of the document.
fn text_in(xml: &mut Xml, name: &str, language: Option<&str>, words: &str) -> io::Result<()> {
    let element = xml.create_element(name).with_attribute(("xml:lang", language.unwrap_or(UNDETERMINED)));
    element.write_text_content(BytesText::new(&allowed(words))).map(drop)
}

/// A text without the characters that XML 1.0 has no place for.
fn allowed(text: &str) -> String {
    let is_allowed =
        |c: &char| matches!(c, '\t' | '\n' | '\r') || (*c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.chars().filter(is_allowed).collect()
}
