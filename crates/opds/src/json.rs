//! OPDS 2.0: feeds and publications as JSON. The schemas allow no empty list and no empty value, so that what
//! is not there is left out.

use serde_json::{Map, Value, json};

use crate::accessibility;
use crate::acquisition::{Acquisition, LeadsTo};
use crate::description;
use crate::entry::Entry;
use crate::feed::{Content, Facet, FacetGroup, Feed, Group};
use crate::media_types;
use crate::paging::Paging;
use crate::publication::{Person, Publication, Role, Series, SeriesKind, Subject};
use crate::rels;
use crate::visitor::Visitor;

/// A feed.
pub(crate) fn feed(visitor: &Visitor, feed: &Feed) -> Value {
    let mut metadata = Map::new();
    metadata.insert("title".into(), json!(feed.title));
    put(&mut metadata, "description", feed.about.as_deref());
    metadata.insert("modified".into(), json!(feed.updated.to_string()));
    let mut links = vec![link(&visitor.href(&feed.path), "self", media_types::FEED)];
    links.push(link(&visitor.href(""), "start", media_types::FEED));
    links.extend(feed.up.as_deref().map(|up| link(&visitor.href(up), "up", media_types::FEED)));
    links.extend(searches(visitor));
    links.push(shelf(visitor));
    let mut document = Map::new();
    match &feed.content {
        Content::Navigation { entries, groups, paging } => {
            if let Some(paging) = paging {
                pages(visitor, paging, &mut metadata, &mut links);
            }
            list(&mut document, "navigation", entries.iter().map(|entry| navigation(visitor, entry)));
            list(&mut document, "groups", groups.iter().map(|of| group(visitor, of)));
        }
        Content::Publications { publications, paging, facets } => {
            pages(visitor, paging, &mut metadata, &mut links);
            list(&mut document, "publications", publications.iter().map(|of| publication(visitor, of)));
            list(&mut document, "facets", facets.iter().map(|of| facet_group(visitor, of)));
        }
    }
    // A feed must lead somewhere: one without publications leads back.
    if !["navigation", "publications", "groups"].iter().any(|name| document.contains_key(*name)) {
        let back = Entry::ways(visitor.words().t("feed-back"), "").rel("start");
        document.insert("navigation".into(), json!([navigation(visitor, &back)]));
    }
    document.insert("metadata".into(), metadata.into());
    document.insert("links".into(), links.into());
    document.into()
}

/// A publication.
pub(crate) fn publication(visitor: &Visitor, of: &Publication) -> Value {
    let mut links = vec![link(&visitor.href(&of.path), "self", media_types::PUBLICATION)];
    links.extend(of.acquisitions.iter().map(|way| acquisition(visitor, way)));
    if let Some((progression, locator)) = &of.progression {
        links.push(place(visitor, progression, rels::PROGRESSION, media_types::PROGRESSION));
        links.push(place(visitor, locator, rels::LOCATOR, media_types::LOCATOR));
    }
    links.extend(of.related.iter().map(|entry| navigation(visitor, entry)));
    let mut document = Map::new();
    document.insert("metadata".into(), metadata(visitor, of));
    document.insert("links".into(), links.into());
    if let Some((image, thumbnail)) = &of.cover {
        // The relations are those of OPDS 1.2: apps choose the small one by them.
        let jpeg = |href: &str, rel: &str| json!({"href": href, "rel": rel, "type": "image/jpeg"});
        let images = [jpeg(image, rels::IMAGE), jpeg(thumbnail, rels::THUMBNAIL)];
        document.insert("images".into(), json!(images));
    }
    document.into()
}

pub(crate) fn metadata(visitor: &Visitor, of: &Publication) -> Value {
    let mut all = Map::new();
    all.insert("@type".into(), json!("http://schema.org/Book"));
    all.insert("identifier".into(), json!(of.identifier));
    list(&mut all, "altIdentifier", of.isbns.iter().map(|isbn| json!(isbn)));
    all.insert("title".into(), json!(of.title));
    put(&mut all, "sortAs", Some(of.sort_as.as_str()));
    put(&mut all, "subtitle", of.subtitle.as_deref());
    let names = ["author", "translator", "editor", "illustrator", "narrator", "contributor"];
    for name in names {
        let people = of.people.iter().filter(|person| member(person.role) == name);
        list(&mut all, name, people.map(|of| person(visitor, of)));
    }
    list(&mut all, "language", of.languages.iter().map(|tag| json!(tag)));
    put(&mut all, "publisher", of.publisher.as_deref());
    // A year alone is neither a date nor a moment, as the schema wants one.
    let published = of
        .published
        .as_ref()
        .map(|date| if date.len() == 4 { format!("{date}-01-01") } else { date.clone() });
    put(&mut all, "published", published.as_deref());
    all.insert("modified".into(), json!(of.modified.to_string()));
    let about = of.description.as_deref().and_then(|text| description::html(text, of.language()));
    put(&mut all, "description", about.as_deref());
    list(&mut all, "subject", of.subjects.iter().map(|of| subject(visitor, of)));
    if let Some(of) = &of.series {
        let name = if of.kind == SeriesKind::Periodical { "periodical" } else { "series" };
        all.insert("belongsTo".into(), json!({name: series(visitor, of)}));
    }
    if let Some(pages) = of.pages {
        all.insert("numberOfPages".into(), json!(pages));
    }
    if let Some(duration) = of.duration.filter(|seconds| *seconds > 0) {
        all.insert("duration".into(), json!(duration));
    }
    if let Some(said) = of.accessibility.as_ref().and_then(accessibility::object) {
        all.insert("accessibility".into(), said);
    }
    all.into()
}

fn member(role: Role) -> &'static str {
    match role {
        Role::Author => "author",
        Role::Translator => "translator",
        Role::Editor => "editor",
        Role::Illustrator => "illustrator",
        Role::Narrator => "narrator",
        Role::Other(_) => "contributor",
    }
}

fn person(visitor: &Visitor, of: &Person) -> Value {
    let mut all = Map::new();
    all.insert("name".into(), json!(of.name));
    put(&mut all, "sortAs", of.sort_as.as_deref());
    if let Role::Other(code) = of.role {
        all.insert("role".into(), json!(code));
    }
    list(&mut all, "links", of.path.iter().map(|path| feed_link(visitor, path)));
    all.into()
}

fn subject(visitor: &Visitor, of: &Subject) -> Value {
    let mut all = Map::new();
    all.insert("name".into(), json!(of.name));
    put(&mut all, "code", of.code.as_deref());
    put(&mut all, "scheme", of.scheme);
    list(&mut all, "links", of.path.iter().map(|path| feed_link(visitor, path)));
    all.into()
}

fn series(visitor: &Visitor, of: &Series) -> Value {
    let mut all = Map::new();
    all.insert("name".into(), json!(of.name));
    if let Some(position) = of.position {
        all.insert("position".into(), json!(position));
    }
    list(&mut all, "links", of.path.iter().map(|path| feed_link(visitor, path)));
    all.into()
}

fn acquisition(visitor: &Visitor, way: &Acquisition) -> Value {
    let mut properties = Map::new();
    let mut availability = Map::new();
    availability.insert("state".into(), json!(way.availability.as_str()));
    for (name, moment) in [("since", way.since), ("until", way.until)] {
        put(&mut availability, name, moment.map(|moment| moment.to_string()).as_deref());
    }
    properties.insert("availability".into(), availability.into());
    let media_type = match &way.leads_to {
        LeadsTo::File(media_type) => media_type,
        LeadsTo::Publication(types) => {
            list(&mut properties, "indirectAcquisition", types.iter().map(|of| json!({"type": of})));
            media_types::PUBLICATION
        }
    };
    if way.authenticate {
        properties.insert("authenticate".into(), authenticate(visitor));
    }
    let mut link = json!({
        "href": visitor.href(&way.path),
        "rel": way.rel,
        "type": media_type,
        "title": way.title,
        "properties": properties,
    });
    if let Some(size) = way.size {
        link["size"] = json!(size);
    }
    link
}

/// Where the reader's place is exchanged, which a guest has to sign in for.
pub(crate) fn place(visitor: &Visitor, path: &str, rel: &str, media_type: &str) -> Value {
    let mut link = link(&visitor.href(path), rel, media_type);
    if visitor.caller.reader.is_none() {
        link["properties"] = json!({"authenticate": authenticate(visitor)});
    }
    link
}

fn navigation(visitor: &Visitor, entry: &Entry) -> Value {
    let mut all = Map::new();
    all.insert("href".into(), json!(visitor.href(&entry.path)));
    all.insert("title".into(), json!(entry.title));
    all.insert("type".into(), json!(media_types::FEED));
    all.insert("rel".into(), json!(entry.rel));
    if let Some(count) = entry.count {
        all.insert("properties".into(), json!({"numberOfItems": count}));
    }
    all.into()
}

fn group(visitor: &Visitor, of: &Group) -> Value {
    let mut metadata = Map::new();
    metadata.insert("title".into(), json!(of.whole.title));
    if let Some(count) = of.whole.count {
        metadata.insert("numberOfItems".into(), json!(count));
    }
    let publications: Vec<Value> = of.publications.iter().map(|of| publication(visitor, of)).collect();
    let links = [link(&visitor.href(&of.whole.path), "self", media_types::FEED)];
    json!({"metadata": metadata, "links": links, "publications": publications})
}

fn facet_group(visitor: &Visitor, of: &FacetGroup) -> Value {
    let links: Vec<Value> = of.facets.iter().map(|of| facet(visitor, of)).collect();
    json!({"metadata": {"title": of.title}, "links": links})
}

fn facet(visitor: &Visitor, of: &Facet) -> Value {
    let mut all = Map::new();
    all.insert("href".into(), json!(visitor.href(&of.path)));
    all.insert("type".into(), json!(media_types::FEED));
    all.insert("title".into(), json!(of.title));
    if of.active {
        all.insert("rel".into(), json!("self"));
    }
    if let Some(count) = of.count {
        all.insert("properties".into(), json!({"numberOfItems": count}));
    }
    all.into()
}

/// Writes where the pages are, and how many items all of them have.
fn pages(visitor: &Visitor, paging: &Paging, metadata: &mut Map<String, Value>, links: &mut Vec<Value>) {
    metadata.insert("numberOfItems".into(), json!(paging.total));
    metadata.insert("itemsPerPage".into(), json!(paging.per_page));
    let pages = paging.links();
    links.extend(pages.map(|(rel, path)| link(&visitor.href(path), rel, media_types::FEED)));
}

/// The templates of the search. The first has words alone: some apps can fill in no other.
fn searches(visitor: &Visitor) -> [Value; 2] {
    ["{?query}", "{?query,title,author}"].map(|variables| {
        json!({
            "href": format!("{}{variables}", visitor.href("/search")),
            "rel": "search",
            "type": media_types::FEED,
            "templated": true,
        })
    })
}

fn shelf(visitor: &Visitor) -> Value {
    let mut all = link(&visitor.href("/shelf"), rels::SHELF, media_types::FEED);
    if visitor.caller.reader.is_none() {
        all["properties"] = json!({"authenticate": authenticate(visitor)});
    }
    all
}

fn authenticate(visitor: &Visitor) -> Value {
    json!({"href": visitor.authentication(), "type": media_types::AUTHENTICATION})
}

fn feed_link(visitor: &Visitor, path: &str) -> Value {
    json!({"href": visitor.href(path), "type": media_types::FEED})
}

fn link(href: &str, rel: &str, media_type: &str) -> Value {
    json!({"href": href, "rel": rel, "type": media_type})
}

/// Adds a text that is there and not blank.
pub(crate) fn put(all: &mut Map<String, Value>, name: &str, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
        all.insert(name.into(), json!(text));
    }
}

/// Adds a list that is not empty.
pub(crate) fn list(all: &mut Map<String, Value>, name: &str, items: impl Iterator<Item = Value>) {
    let items: Vec<Value> = items.collect();
    if !items.is_empty() {
        all.insert(name.into(), items.into());
    }
}
