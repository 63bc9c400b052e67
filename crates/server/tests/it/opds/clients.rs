//! The parsers of reading apps read every document that a crawler has seen (scripts/opds-clients.mjs): those
//! of Thorium (r2-opds-js, r2-shared-js), and that of Foliate.

use std::collections::HashMap;

use roxmltree::Node;
use serde_json::{Value, json};

use super::schemas;
use crate::pages::browse;
use crate::support::{Reply, tool};

/// A document as a parser gets it.
#[derive(Debug, Clone)]
pub struct Document {
    /// The place where it was found.
    pub address: String,
    /// Its kind, in the words of the script.
    pub kind: &'static str,
    /// The document.
    pub text: String,
}

impl Document {
    /// A reply of the catalog. `None` if it is not a document that apps parse.
    pub fn from_reply(address: &str, reply: &Reply) -> Option<Self> {
        let kind = match reply.header("content-type") {
            "application/opds+json" => "feed",
            "application/opds-publication+json" => "publication",
            "application/webpub+json" => "manifest",
            "application/opds-authentication+json" => "authentication",
            "application/opensearchdescription+xml" => "search",
            one if one.starts_with("application/atom+xml;type=entry") => "atom entry",
            one if one.starts_with("application/atom+xml") => "atom feed",
            _ => return None,
        };
        Some(Self { address: address.to_owned(), kind, text: reply.text() })
    }

    /// The documents as the scripts read them.
    pub fn plan(all: &[Self]) -> Value {
        all.iter().map(|of| json!({"address": of.address, "kind": of.kind, "text": of.text})).collect()
    }
}

/// Lets the parsers read the documents, in one run, and compares what they find with what is written.
pub async fn read(documents: Vec<Document>) {
    schemas::validate(&documents).await;
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    let plan = Document::plan(&documents);
    let report =
        tokio::task::spawn_blocking(move || browse("opds-clients.mjs", &plan, &modules)).await.unwrap();
    assert_eq!(report["faults"], json!([]));
    let mut found: HashMap<(&str, &str), &Value> = HashMap::new();
    for one in report["read"].as_array().unwrap() {
        found.insert((one["address"].as_str().unwrap(), one["by"].as_str().unwrap()), one);
    }
    for document in &documents {
        let by = |parser| {
            let found = found.get(&(document.address.as_str(), parser)).copied();
            found.unwrap_or_else(|| panic!("{}: not read by {parser}", document.address))
        };
        match document.kind {
            "feed" | "publication" => {
                assert_same_publications(by("r2"), &publications_from_json(document), document);
            }
            "atom feed" | "atom entry" => {
                let written = publications_from_atom(document);
                assert_same_publications(by("r2"), &written, document);
                assert_same_publications(by("foliate"), &written, document);
            }
            "manifest" => book(by("r2"), document),
            "authentication" => {
                let flows = by("r2")["flows"].as_array().unwrap();
                assert!(flows.contains(&json!("http://opds-spec.org/auth/basic")), "{flows:?}");
            }
            "search" => {
                let query = by("foliate")["query"].as_str().unwrap();
                let of_shelf = document.address.contains("/shelf/search.xml");
                let searched = if of_shelf { "/shelf" } else { "/search" };
                assert!(query.ends_with(&format!("{searched}?query=a%20b")), "{query}");
            }
            other => panic!("{other}"),
        }
    }
}

/// The expected publications: title, and the ways to get each.
type Publications = Vec<(String, Vec<(String, String)>)>;

fn assert_same_publications(found: &Value, written: &Publications, document: &Document) {
    let publications = found["publications"].as_array().into_iter().flatten();
    let found: Publications = publications
        .map(|one| {
            let ways = one["acquisitions"].as_array().unwrap().iter();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            (text(&one["title"]), ways.map(|way| (text(&way["href"]), text(&way["type"]))).collect())
        })
        .collect();
    assert_eq!(&found, written, "{}", document.address);
}

fn publications_from_json(document: &Document) -> Publications {
    let json: Value = serde_json::from_str(&document.text).unwrap();
    if document.kind == "publication" {
        return vec![publication(&json)];
    }
    let list = |of: &Value| of["publications"].as_array().cloned().unwrap_or_default();
    let mut all = list(&json);
    all.extend(json["groups"].as_array().into_iter().flatten().flat_map(list));
    all.iter().map(publication).collect()
}

fn publication(of: &Value) -> (String, Vec<(String, String)>) {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let links = of["links"].as_array().unwrap().iter();
    let ways = links.filter(|link| is_way(link["rel"].as_str().unwrap()));
    (text(&of["metadata"]["title"]), ways.map(|way| (text(&way["href"]), text(&way["type"]))).collect())
}

fn publications_from_atom(document: &Document) -> Publications {
    let xml = roxmltree::Document::parse(&document.text).unwrap();
    let root = xml.root_element();
    let entries: Vec<Node<'_, '_>> = match document.kind {
        "atom entry" => vec![root],
        _ => root
            .children()
            .filter(|node| node.has_tag_name((root.tag_name().namespace().unwrap(), "entry")))
            .collect(),
    };
    let all = entries.into_iter().map(|entry| {
        let title =
            entry.children().find(|node| node.tag_name().name() == "title").and_then(|node| node.text());
        let links = entry.children().filter(|node| node.tag_name().name() == "link");
        let ways = links.filter(|link| is_way(link.attribute("rel").unwrap()));
        let ways = ways.map(|way| {
            let text = |name| way.attribute(name).unwrap().to_owned();
            (text("href"), text("type"))
        });
        (title.unwrap_or_default().to_owned(), ways.collect::<Vec<_>>())
    });
    all.filter(|(_, ways)| !ways.is_empty()).collect()
}

fn is_way(rel: &str) -> bool {
    rel.starts_with("http://opds-spec.org/acquisition")
}

/// A manifest has the same files and titles for the parser as it has as JSON.
fn book(found: &Value, document: &Document) {
    let json: Value = serde_json::from_str(&document.text).unwrap();
    let titles = |of: &Value| -> Vec<Value> {
        fn walk(of: &Value, into: &mut Vec<Value>) {
            for entry in of.as_array().into_iter().flatten() {
                into.push(entry["title"].clone());
                walk(&entry["children"], into);
            }
        }
        let mut all = Vec::new();
        walk(of, &mut all);
        all
    };
    assert_eq!(found["title"], json["metadata"]["title"]);
    assert_eq!(found["toc"].as_array().unwrap(), &titles(&json["toc"]), "{}", document.address);
    for list in ["readingOrder", "resources"] {
        let hrefs = |of: &Value| -> Vec<(Value, Value)> {
            let links = of[list].as_array().into_iter().flatten();
            links.map(|link| (link["href"].clone(), link["type"].clone())).collect()
        };
        assert_eq!(hrefs(found), hrefs(&json), "{}", document.address);
    }
    assert!(!json["readingOrder"].as_array().unwrap().is_empty(), "{}", document.address);
}
