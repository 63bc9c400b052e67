//! The demands of the schemas of the Readium Web Publication Manifest on links and metadata, in the stricter
//! form that the catalog keeps: what it does not write is not allowed.

use std::collections::HashSet;

use domain::languages;
use jiff::Timestamp;
use jiff::civil::Date;
use reqwest::Url;
use serde_json::{Map, Value};

const LINK: &[&str] = &["href", "type", "rel", "title", "templated", "properties", "size", "children"];
const PROPERTIES: &[&str] =
    &["availability", "cancellable", "numberOfItems", "indirectAcquisition", "authenticate"];
const METADATA: &[&str] = &[
    "@type", "conformsTo", "identifier", "altIdentifier", "title", "sortAs", "subtitle", "author",
    "translator", "editor", "illustrator", "narrator", "contributor", "publisher", "language", "modified",
    "published", "description", "subject", "belongsTo", "numberOfPages", "duration", "readingProgression",
    "layout", "presentation", "accessibility",
];
const ACCESSIBILITY: &[&str] = &[
    "conformsTo", "exemption", "accessMode", "accessModeSufficient", "feature", "hazard", "certification",
    "summary",
];

/// A list of links, no two of which are the same.
pub fn links(of: &Value, own: &str) {
    let Some(all) = of.as_array() else {
        assert!(of.is_null(), "{own}: {of} is a list of links");
        return;
    };
    let mut seen = HashSet::new();
    for one in all {
        assert!(seen.insert(one.to_string()), "{own}: {one} is in the list twice");
        link(one, own);
    }
}

fn link(of: &Value, own: &str) {
    let members = members(of, LINK, own);
    assert!(of["href"].as_str().is_some_and(|text| !text.is_empty()), "{own}: {of} has an address");
    let is_template = of["templated"] == true;
    assert_eq!(of["href"].as_str().unwrap().contains('{'), is_template, "{own}: {of}");
    if !is_template {
        address(&of["href"], own);
    }
    if let Some(media_type) = members.get("type") {
        assert!(media_type.as_str().is_some_and(|text| text.contains('/')), "{own}: {of} has a media type");
    }
    for name in ["rel", "title"] {
        assert!(members.get(name).is_none_or(Value::is_string), "{own}: {name} of {of}");
    }
    check_above_zero(of, &["size"], own);
    links(&of["children"], own);
    if let Some(properties) = members.get("properties") {
        let known = self::members(properties, PROPERTIES, own);
        assert!(known.get("numberOfItems").is_none_or(Value::is_u64), "{own}: {of}");
        for name in ["since", "until"] {
            let moment = properties["availability"].get(name);
            assert!(moment.is_none_or(is_moment), "{own}: {name} of {of}");
        }
        let state = &properties["availability"]["state"];
        let cancellable = known.get("cancellable");
        assert!(cancellable.is_none_or(|is| *is == true && state == "reserved"), "{own}: {of}");
        for next in properties["indirectAcquisition"].as_array().into_iter().flatten() {
            assert!(next["type"].is_string(), "{own}: {of} leads to files of a type");
        }
    }
}

/// The metadata of a publication or a manifest.
pub fn metadata(of: &Value, own: &str) {
    let members = members(of, METADATA, own);
    for name in ["title", "identifier", "modified"] {
        assert!(of[name].is_string(), "{own}: {name}");
    }
    for name in ["sortAs", "subtitle", "publisher", "description"] {
        assert!(members.get(name).is_none_or(Value::is_string), "{own}: {name}");
    }
    let addresses = ["@type", "identifier", "altIdentifier", "conformsTo"].map(|name| &of[name]);
    addresses.into_iter().flat_map(one_or_many).for_each(|one| address(one, own));
    assert!(is_moment(&of["modified"]), "{own}: {}", of["modified"]);
    if let Some(published) = members.get("published") {
        assert!(published.as_str().is_some_and(|text| text.parse::<Date>().is_ok()), "{own}: {published}");
    }
    for tag in one_or_many(&of["language"]) {
        let primary = tag.as_str().unwrap().split('-').next().unwrap();
        assert!(
            languages::to_terminological(primary).or(languages::alpha3(primary)).is_some(),
            "{own}: {tag}"
        );
    }
    for name in ["author", "translator", "editor", "illustrator", "narrator", "contributor", "subject"] {
        one_or_many(&of[name]).for_each(|one| check_named(one, own));
    }
    for kind in ["series", "periodical"] {
        one_or_many(&of["belongsTo"][kind]).for_each(|one| check_named(one, own));
    }
    check_above_zero(of, &["numberOfPages", "duration"], own);
    if let Some(layout) = members.get("layout") {
        let known = ["fixed", "reflowable", "scrolled"];
        assert!(layout.as_str().is_some_and(|text| known.contains(&text)), "{own}: {layout}");
        assert_eq!(&of["presentation"]["layout"], layout, "{own}: older apps");
    }
    if let Some(accessibility) = members.get("accessibility") {
        self::members(accessibility, ACCESSIBILITY, own);
        one_or_many(&accessibility["conformsTo"]).for_each(|one| address(one, own));
        assert!(accessibility.get("exemption").is_none_or(Value::is_string), "{own}: a single exemption");
    }
}

/// An authentication document (Authentication for OPDS 1.0).
pub fn authentication(of: &Value, own: &str) {
    members(of, &["id", "title", "description", "links", "authentication"], own);
    address(&of["id"], own);
    for name in ["title", "description"] {
        assert!(of[name].as_str().is_some_and(|text| !text.is_empty()), "{own}: {name}");
    }
    links(&of["links"], own);
    let flows = of["authentication"].as_array().unwrap_or_else(|| panic!("{own}: a list of flows"));
    let kinds: HashSet<&str> = flows.iter().filter_map(|flow| flow["type"].as_str()).collect();
    assert!(!flows.is_empty() && kinds.len() == flows.len(), "{own}: flows of different types");
    for flow in flows {
        members(flow, &["type", "links", "labels"], own);
        address(&flow["type"], own);
        links(&flow["links"], own);
        if let Some(labels) = flow.get("labels") {
            let labels = members(labels, &["login", "password"], own);
            assert!(labels.values().all(Value::is_string), "{own}: labels are texts");
        }
    }
}

/// A reader's profile (OPDS User Profile 1.0).
pub fn profile(of: &Value, own: &str) {
    members(of, &["name", "links", "loans"], own);
    assert!(of["name"].as_str().is_some_and(|text| !text.is_empty()), "{own}: name");
    links(&of["links"], own);
    if let Some(loans) = of.get("loans") {
        let loans = members(loans, &["total", "available"], own);
        assert!(loans.values().all(Value::is_u64), "{own}: numbers of books");
    }
}

/// A place: OPDS Progression 1.0 (draft).
pub fn progression(of: &Value, own: &str) {
    members(of, &["title", "modified", "device", "progression", "references"], own);
    device(of, own);
    share(&of["progression"], own);
    assert!(of.get("title").is_none_or(Value::is_string), "{own}: title");
    for reference in one_or_many(&of["references"]) {
        let text = reference.as_str().unwrap_or_else(|| panic!("{own}: {reference} is a text"));
        let base = Url::parse("https://books.example/").unwrap();
        assert!(base.join(text).is_ok(), "{own}: {text}");
        let excluded = b"\"<>[\\]^`{|}";
        assert!(text.bytes().all(|b| b.is_ascii_graphic() && !excluded.contains(&b)), "{own}: {text}");
    }
}

/// A place in the older form: a locator of Readium.
pub fn locator(of: &Value, own: &str) {
    members(of, &["modified", "device", "locator"], own);
    device(of, own);
    let locator = &of["locator"];
    assert!(locator["href"].is_string(), "{own}: href");
    assert!(locator["type"].as_str().is_some_and(|text| text.contains('/')), "{own}: a media type");
    share(&locator["locations"]["totalProgression"], own);
    for fragment in one_or_many(&locator["locations"]["fragments"]) {
        assert!(fragment.is_string(), "{own}: {fragment}");
    }
}

fn device(of: &Value, own: &str) {
    assert!(is_moment(&of["modified"]), "{own}: modified");
    let device = members(&of["device"], &["id", "name"], own);
    address(&of["device"]["id"], own);
    let name = device.get("name").and_then(Value::as_str);
    assert!(name.is_some_and(|name| !name.is_empty()), "{own}: the device has a name");
}

fn share(of: &Value, own: &str) {
    assert!(of.as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)), "{own}: {of} is a share");
}

/// A contributor, a subject or a series.
fn check_named(of: &Value, own: &str) {
    members(of, &["name", "sortAs", "role", "code", "scheme", "position", "links"], own);
    for name in ["name", "sortAs", "role", "code", "scheme"] {
        assert!(of.get(name).is_none_or(Value::is_string), "{own}: {name} of {of}");
    }
    assert!(of["name"].is_string(), "{own}: {of} has a name");
    assert!(of.get("position").is_none_or(Value::is_number), "{own}: {of}");
    one_or_many(&of["scheme"]).for_each(|one| address(one, own));
    links(&of["links"], own);
}

/// The members of an object, all of them known.
fn members<'a>(of: &'a Value, known: &[&str], own: &str) -> &'a Map<String, Value> {
    let members = of.as_object().unwrap_or_else(|| panic!("{own}: {of} is an object"));
    for name in members.keys() {
        assert!(known.contains(&name.as_str()), "{own}: {name} of {of}");
    }
    members
}

fn one_or_many(of: &Value) -> impl Iterator<Item = &Value> {
    let one = std::iter::once(of).filter(|of| !of.is_array() && !of.is_null());
    of.as_array().into_iter().flatten().chain(one)
}

fn address(of: &Value, own: &str) {
    assert!(of.as_str().is_some_and(|text| Url::parse(text).is_ok()), "{own}: {of} is an address");
}

fn is_moment(of: &Value) -> bool {
    of.as_str().is_some_and(|text| text.parse::<Timestamp>().is_ok())
}

fn check_above_zero(of: &Value, names: &[&str], own: &str) {
    for name in names {
        assert!(of.get(*name).is_none_or(|number| number.as_u64() > Some(0)), "{own}: {name} of {of}");
    }
}
