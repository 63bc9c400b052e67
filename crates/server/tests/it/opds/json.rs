//! The demands of OPDS 2.0 and the Readium Web Publication Manifest on a document, from their schemas.

use serde_json::Value;

use super::rules;

const ACQUISITION: &str = "http://opds-spec.org/acquisition";

/// Checks a feed, and returns the addresses that it leads to: feeds and publications, then files.
pub fn feed(of: &Value, own: &str) -> Vec<String> {
    assert!(of["metadata"]["title"].is_string(), "{own}: a feed has a title");
    assert_eq!(super::app::link(of, "self", None), Some(own), "a feed refers to itself");
    let collections = ["navigation", "publications", "groups"];
    assert!(collections.iter().any(|name| of[*name].is_array()), "{own}: a feed leads somewhere");
    no_blank(of, own);
    let mut all = links(&of["links"], own);
    for entry in list(&of["navigation"]) {
        assert!(entry["title"].is_string(), "{own}: an entry has a title");
    }
    all.extend(links(&of["navigation"], own));
    for group in list(&of["groups"]) {
        assert!(group["metadata"]["title"].is_string(), "{own}: a group has a title");
        all.extend(links(&group["links"], own));
        all.extend(list(&group["publications"]).flat_map(|one| publication(one, own)));
    }
    for facets in list(&of["facets"]) {
        assert!(facets["metadata"]["title"].is_string(), "{own}: a group of facets has a title");
        assert!(list(&facets["links"]).count() > 1, "{own}: a group of facets offers a choice");
        // One step from here; their combinations are without number.
        if !own.contains('?') {
            all.extend(links(&facets["links"], own));
        }
    }
    all.extend(list(&of["publications"]).flat_map(|one| publication(one, own)));
    all
}

/// Checks a publication, and returns the addresses that it leads to.
pub fn publication(of: &Value, own: &str) -> Vec<String> {
    rules::metadata(&of["metadata"], own);
    no_blank(of, own);
    let ways =
        list(&of["links"]).filter(|link| link["rel"].as_str().unwrap_or_default().starts_with(ACQUISITION));
    let mut count = 0;
    for way in ways {
        count += 1;
        let state = way["properties"]["availability"]["state"].as_str().unwrap();
        assert!(["available", "unavailable", "reserved", "ready"].contains(&state), "{own}: {state}");
        if way["rel"] == "http://opds-spec.org/acquisition/borrow" {
            assert_eq!(way["type"], "application/opds-publication+json", "{own}");
        }
    }
    assert!(count > 0, "{own}: a publication can be acquired");
    let mut all = links(&of["links"], own);
    if let Some(images) = of.get("images") {
        all.extend(links(images, own));
        assert!(list(images).any(|image| image["type"] == "image/jpeg"));
    }
    let people = ["author", "translator", "editor", "illustrator", "narrator", "contributor"];
    for name in people.iter().chain(&["subject"]) {
        all.extend(list(&of["metadata"][*name]).flat_map(|one| links(&one["links"], own)));
    }
    for kind in ["series", "periodical"] {
        all.extend(links(&of["metadata"]["belongsTo"][kind]["links"], own));
    }
    all
}

/// Checks the manifest of a publication.
pub fn manifest(of: &Value, own: &str) {
    rules::metadata(&of["metadata"], own);
    no_blank(of, own);
    rules::links(&of["links"], own);
    for name in ["readingOrder", "resources"] {
        links(&resolve_hrefs(&of[name], own), own);
    }
    for name in ["toc", "pageList"] {
        rules::links(&resolve_hrefs(&of[name], own), own);
    }
    for name in of.as_object().unwrap().keys() {
        let known = ["@context", "metadata", "links", "readingOrder", "resources", "toc", "pageList"];
        assert!(known.contains(&name.as_str()), "{own}: {name}");
    }
    assert!(list(&of["readingOrder"]).count() > 0, "{own}: a book has text");
}

/// The links of a manifest to files, whose addresses are relative, with absolute ones.
fn resolve_hrefs(of: &Value, own: &str) -> Value {
    match of {
        Value::Array(all) => all.iter().map(|one| resolve_hrefs(one, own)).collect(),
        Value::Object(all) => {
            let member = |(name, value): (&String, &Value)| {
                let value = match value.as_str().filter(|_| name == "href") {
                    Some(href) => {
                        assert!(href.starts_with("files/"), "{own}: {href} is next to the manifest");
                        format!("https://library.example/opds/titles/1/{href}").into()
                    }
                    None => resolve_hrefs(value, own),
                };
                (name.clone(), value)
            };
            Value::Object(all.iter().map(member).collect())
        }
        other => other.clone(),
    }
}

fn links(of: &Value, own: &str) -> Vec<String> {
    rules::links(of, own);
    let mut all = Vec::new();
    for link in list(of) {
        let href = link["href"].as_str().unwrap();
        assert!(link["type"].is_string(), "{own}: {link} has a type");
        if link["templated"] != true {
            all.push(href.to_owned());
        }
    }
    all
}

fn list(of: &Value) -> impl Iterator<Item = &Value> {
    of.as_array().into_iter().flatten()
}

/// A document has no value that says nothing.
fn no_blank(of: &Value, own: &str) {
    match of {
        Value::Null => panic!("{own}: a null"),
        Value::String(text) => assert!(!text.trim().is_empty(), "{own}: an empty text"),
        Value::Array(all) => {
            assert!(!all.is_empty(), "{own}: an empty list");
            for one in all {
                no_blank(one, own);
            }
        }
        Value::Object(all) => {
            assert!(!all.is_empty(), "{own}: an empty object");
            for one in all.values() {
                no_blank(one, own);
            }
        }
        _ => {}
    }
}
