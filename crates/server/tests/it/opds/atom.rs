//! The demands of Atom (RFC 4287) and OPDS 1.2 on a document.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

const ATOM: &str = "http://www.w3.org/2005/Atom";
const KIND: &str = "application/atom+xml;profile=opds-catalog;kind=";

/// Checks a feed or an entry, and returns the addresses that it leads to.
pub fn document(text: &str, own: &str) -> Vec<String> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{own}: {error}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some(ATOM), "{own}");
    match root.tag_name().name() {
        "feed" => feed(root, own),
        "entry" => {
            let itself = children(root, "link").find(|link| link.attribute("rel") == Some("self")).unwrap();
            assert_eq!(itself.attribute("href"), Some(own), "an entry refers to itself");
            entry(root, own, true)
        }
        other => panic!("{own}: {other}"),
    }
}

fn feed(root: Node<'_, '_>, own: &str) -> Vec<String> {
    for name in ["id", "title", "updated", "author"] {
        assert_eq!(children(root, name).count(), 1, "{own}: one {name}");
    }
    let itself = children(root, "link").find(|link| link.attribute("rel") == Some("self")).unwrap();
    assert_eq!(itself.attribute("href"), Some(own), "a feed refers to itself");
    let kind = itself.attribute("type").unwrap().strip_prefix(KIND).unwrap();
    let acquisition = kind == "acquisition";
    let mut ids = BTreeSet::new();
    let mut all: Vec<String> = Vec::new();
    for link in children(root, "link") {
        let facet = link.attribute("rel") == Some("http://opds-spec.org/facet");
        if facet {
            assert!(!link.attribute("title").unwrap().is_empty());
        }
        let href = link.attribute("href").unwrap();
        let is_template = href.ends_with("?query={searchTerms}");
        if !is_template && (!facet || !own.contains('?')) {
            all.push(href.to_owned());
        }
    }
    for one in children(root, "entry") {
        assert!(ids.insert(word(one, "id")), "{own}: {} occurs twice", word(one, "id"));
        all.extend(entry(one, own, acquisition));
    }
    all
}

fn entry(of: Node<'_, '_>, own: &str, acquisition: bool) -> Vec<String> {
    for name in ["id", "title", "updated"] {
        assert!(!word(of, name).is_empty(), "{own}: {name} of an entry");
    }
    let rel = |link: &Node<'_, '_>| link.attribute("rel").unwrap_or_default().to_owned();
    let ways: Vec<_> =
        children(of, "link").filter(|l| rel(l).starts_with("http://opds-spec.org/acquisition")).collect();
    assert_eq!(!ways.is_empty(), acquisition, "{own}: acquisition feeds alone have publications");
    let sorted = children(of, "link").filter(|l| rel(l).starts_with("http://opds-spec.org/sort/"));
    for link in sorted {
        let kind = link.attribute("type").unwrap();
        assert!(kind.ends_with("kind=acquisition"), "{own}: {} is a relation of publications", rel(&link));
    }
    for way in ways {
        assert!(way.attribute("type").is_some_and(|one| one.contains('/')), "{own}: a type");
    }
    if acquisition {
        assert!(children(of, "author").count() > 0, "{own}: an author");
        let mut summaries = children(of, "summary");
        assert!(summaries.all(|one| one.attribute("type") == Some("text")), "{own}: a plain summary");
    }
    children(of, "link").map(|link| link.attribute("href").unwrap().to_owned()).collect()
}

fn children<'a, 'b: 'a>(of: Node<'a, 'b>, name: &'a str) -> impl Iterator<Item = Node<'a, 'b>> {
    of.children().filter(move |node| node.has_tag_name((ATOM, name)))
}

fn word(of: Node<'_, '_>, name: &str) -> String {
    let found = children(of, name).next().unwrap_or_else(|| panic!("no {name}"));
    found.text().unwrap_or_default().trim().to_owned()
}
