//! Fonts that a document uses and does not define. Other readers show their text in a standard font.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use crate::error::Result;
use crate::work::DocumentWork;

use super::objects::PdfObjects;
use super::update_document;

/// Maximum number of fonts that are read, in all dictionaries together.
const MAX_FONT_ENTRIES: usize = 200_000;
/// Maximum size of all changes together. Many pages may inherit the same large resources, and each gets a
/// copy.
const MAX_CHANGE_BYTES: usize = 16 << 20;

/// Defines fonts in all pages and drawings that lack them, as the font that has the same name elsewhere, or
/// else as a standard one. Returns false if the document stays as it is.
pub(super) fn define_fonts(
    objects: &PdfObjects,
    names: &BTreeSet<String>,
    work: &mut DocumentWork<'_>,
) -> Result<bool> {
    update_document(&FontDefinitions::new(objects, names).find_changes(), work)
}

/// The fonts to define, by their names with a slash.
struct FontDefinitions<'a> {
    objects: &'a PdfObjects,
    fonts: HashMap<String, Value>,
    /// Size of the changes that may still be made.
    bytes_left: usize,
}

impl<'a> FontDefinitions<'a> {
    fn new(objects: &'a PdfObjects, names: &BTreeSet<String>) -> Self {
        let standard = json!({
            "/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica", "/Encoding": "/WinAnsiEncoding",
        });
        let mut built = Self { objects, fonts: HashMap::new(), bytes_left: MAX_CHANGE_BYTES };
        let mut entries_left = MAX_FONT_ENTRIES;
        let mut known: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        for resources in all_resources(objects) {
            let Value::Object(fonts) = objects.entry(resources, "/Font") else { continue };
            entries_left = entries_left.saturating_sub(fonts.len());
            if entries_left == 0 {
                break;
            }
            for (name, font) in fonts {
                let is_wanted = name.strip_prefix('/').is_some_and(|name| names.contains(name));
                if let Some(reference) = font.as_str().filter(|_| is_wanted && is_font(objects, font)) {
                    known.entry(name).or_default().insert(reference);
                }
            }
        }
        for name in names {
            let name = format!("/{name}");
            // Several fonts of one name say nothing about another page.
            let own = known.get(name.as_str()).filter(|fonts| fonts.len() == 1);
            let own = own.and_then(|fonts| fonts.first()).map(|reference| Value::from(*reference));
            built.fonts.insert(name, own.unwrap_or_else(|| standard.clone()));
        }
        built
    }

    /// The objects that change, by their keys.
    fn find_changes(mut self) -> Map<String, Value> {
        let mut changes = Map::new();
        let objects = self.objects;
        let nothing = json!({});
        for page in objects.pages() {
            let (Some(reference), Some(own)) = (page.as_str(), objects.follow(page).as_object()) else {
                continue;
            };
            let resources = objects.find_inherited(page, "/Resources").unwrap_or(&nothing);
            if let Some(own) = self.complete_resources(own, resources) {
                changes.insert(format!("obj:{reference}"), json!({"value": own}));
            }
        }
        for (key, dict) in objects.streams() {
            let (Some(own), resources) = (dict.as_object(), objects.entry(dict, "/Resources")) else {
                continue;
            };
            // A drawing without any has those of its page.
            if resources.is_object()
                && let Some(own) = self.complete_resources(own, resources)
            {
                changes.insert(key.to_owned(), json!({"stream": {"dict": own}}));
            }
        }
        changes
    }

    /// An object whose resources have all fonts; `None` if these have them, or if the changes are too large.
    fn complete_resources(
        &mut self,
        object: &Map<String, Value>,
        resources: &Value,
    ) -> Option<Map<String, Value>> {
        let objects = self.objects;
        let own = objects.follow(resources).as_object()?;
        let fonts = objects.entry(resources, "/Font").as_object();
        let has =
            |name: &str| fonts.and_then(|fonts| fonts.get(name)).is_some_and(|own| is_font(objects, own));
        let missing: Vec<_> = self.fonts.iter().filter(|(name, _)| !has(name)).collect();
        if missing.is_empty() || self.bytes_left == 0 {
            return None;
        }
        let added: usize = missing.iter().map(|(name, font)| name.len() + count_bytes(font)).sum();
        let size =
            added + count_entry_bytes(object) + count_entry_bytes(own) + fonts.map_or(0, count_entry_bytes);
        if size > self.bytes_left {
            // Nothing more is measured.
            self.bytes_left = 0;
            return None;
        }
        self.bytes_left -= size;
        let mut all = fonts.cloned().unwrap_or_default();
        all.extend(missing.into_iter().map(|(name, font)| (name.clone(), font.clone())));
        let mut own = own.clone();
        own.insert("/Font".to_owned(), Value::Object(all));
        let mut object = object.clone();
        object.insert("/Resources".to_owned(), Value::Object(own));
        Some(object)
    }
}

/// The resources of all pages, and of all drawings and patterns that have their own.
fn all_resources(objects: &PdfObjects) -> impl Iterator<Item = &Value> {
    let of_pages = objects.pages().iter().filter_map(move |page| objects.find_inherited(page, "/Resources"));
    let of_streams = objects.streams().map(move |(_, dict)| objects.entry(dict, "/Resources"));
    of_pages.chain(of_streams)
}

/// The approximate size of a value as JSON.
fn count_bytes(value: &Value) -> usize {
    match value {
        Value::Object(entries) => count_entry_bytes(entries),
        Value::Array(items) => items.iter().map(|item| 1 + count_bytes(item)).sum(),
        Value::String(text) => 2 + text.len(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}

fn count_entry_bytes(entries: &Map<String, Value>) -> usize {
    entries.iter().map(|(key, value)| 4 + key.len() + count_bytes(value)).sum()
}

fn is_font(objects: &PdfObjects, font: &Value) -> bool {
    objects.follow(font).is_object()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_objects() -> PdfObjects {
        let all = json!({
            "pages": [{"object": "3 0 R"}, {"object": "4 0 R"}],
            "qpdf": [{}, {
                "obj:2 0 R": {"value": {"/Resources": {"/Font": "7 0 R", "/XObject": {"/X": "6 0 R"}}}},
                "obj:3 0 R": {"value": {"/Type": "/Page", "/Parent": "2 0 R"}},
                "obj:4 0 R": {"value": {"/Type": "/Page", "/Resources": {"/Font": {"/F2": "8 0 R", "/F3": "99 0 R"}}}},
                "obj:5 0 R": {"stream": {"dict": {"/Subtype": "/Form"}}},
                "obj:6 0 R": {"stream": {"dict": {"/Subtype": "/Form", "/Resources": {}}}},
                "obj:7 0 R": {"value": {"/F1": "8 0 R"}},
                "obj:8 0 R": {"value": {"/Type": "/Font"}},
            }],
        });
        PdfObjects::parse(all.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn missing_fonts_are_those_of_the_same_name_or_standard_ones() {
        let objects = sample_objects();
        let names = ["F1", "F3"].map(str::to_owned).into();
        let changes = FontDefinitions::new(&objects, &names).find_changes();
        let fonts = |key: &str, kind: &str| changes[key][kind]["/Resources"]["/Font"].clone();
        let first = fonts("obj:3 0 R", "value");
        assert_eq!(
            (first["/F1"].as_str(), first["/F3"]["/BaseFont"].as_str()),
            (Some("8 0 R"), Some("/Helvetica"))
        );
        assert!(changes["obj:3 0 R"]["value"]["/Resources"]["/XObject"].is_object());
        let second = fonts("obj:4 0 R", "value");
        assert_eq!((second["/F1"].as_str(), second["/F2"].as_str()), (Some("8 0 R"), Some("8 0 R")));
        assert!(second["/F3"].is_object());
        let drawing = &changes["obj:6 0 R"]["stream"]["dict"];
        assert_eq!(drawing["/Subtype"], "/Form");
        assert_eq!(drawing["/Resources"]["/Font"].as_object().unwrap().len(), 2);
        assert_eq!(changes.len(), 3);
    }

    #[test]
    fn changes_of_pages_that_inherit_large_resources_are_bounded() {
        let pages: Vec<Value> = (10..40).map(|n| json!({"object": format!("{n} 0 R")})).collect();
        let mut all = Map::new();
        let large = "a".repeat(1 << 20);
        all.insert("obj:2 0 R".to_owned(), json!({"value": {"/Resources": {"/Properties": [large]}}}));
        for page in &pages {
            let key = format!("obj:{}", page["object"].as_str().unwrap());
            all.insert(key, json!({"value": {"/Parent": "2 0 R"}}));
        }
        let all = json!({"pages": pages, "qpdf": [{}, all]});
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        let names = BTreeSet::from(["F1".to_owned()]);
        let changes = FontDefinitions::new(&objects, &names).find_changes();
        assert_eq!(changes.len(), 15);
    }

    #[test]
    fn a_document_that_defines_its_fonts_stays_as_it_is() {
        let all = json!({
            "pages": [{"object": "3 0 R"}],
            "qpdf": [{}, {
                "obj:3 0 R": {"value": {"/Resources": {"/Font": {"/F1": "8 0 R"}}}},
                "obj:8 0 R": {"value": {"/Type": "/Font"}},
            }],
        });
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        let names = BTreeSet::from(["F1".to_owned()]);
        assert!(FontDefinitions::new(&objects, &names).find_changes().is_empty());
    }
}
