//! Types of structure elements. The tool that reads the texts knows those of PDF 1.7 and the types that a
//! document maps to them, and skips all other elements with their text. So it reads a copy of the document
//! that maps all its types.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::error::Result;
use crate::pdf::objects::PdfObjects;
use crate::pdf::write_updated_copy;
use crate::work::DocumentWork;

/// The copy of the document whose types are all mapped.
pub(super) const MAPPED_FILE: &str = "mapped.pdf";
/// The type of what only page furniture has (PDF 2.0).
pub(super) const ARTIFACT: &str = "Artifact";
/// Longer chains of types are cycles.
const MAX_ROLE_STEPS: usize = 8;
/// Types with longer names are not read: all elements may refer to one of them.
const MAX_TYPE_BYTES: usize = 200;

/// The types of PDF 1.7, which is what the tool that reads the texts knows.
const STANDARD_TYPES: [&str; 50] = [
    "Document", "Part", "Art", "Sect", "Div", "Span", "Quote", "Note", "Reference", "BibEntry", "Code",
    "Link", "Annot", "BlockQuote", "Caption", "NonStruct", "TOC", "TOCI", "Index", "Private", "P", "H", "H1",
    "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead", "TFoot",
    "TBody", "Figure", "Formula", "Form", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP", "WarichuText",
];
/// Types of parts of lines.
pub(super) const INLINE_TYPES: [&str; 16] = [
    "Span", "Quote", "Reference", "BibEntry", "Link", "Annot", "Ruby", "Warichu", "Lbl", "RB", "RT", "RP",
    "WT", "WP", "Formula", ARTIFACT,
];
/// The types that PDF 2.0 adds, and those of PDF 1.7 that they are read as.
const NEWER_TYPES: [(&str, &str); 9] = [
    ("Artifact", ARTIFACT),
    ("Aside", "Div"),
    ("DocumentFragment", "Div"),
    ("Em", "Span"),
    ("FENote", "Note"),
    ("Strong", "Span"),
    ("Sub", "Span"),
    ("Sup", "Span"),
    ("Title", "P"),
];

/// The types of a document's elements.
pub(super) struct ElementTypes<'o> {
    objects: &'o PdfObjects,
    roles: &'o Value,
    /// Types that the tool does not know.
    pub(super) unmapped: BTreeSet<String>,
}

impl<'o> ElementTypes<'o> {
    pub(super) fn new(objects: &'o PdfObjects, root: &'o Value) -> Self {
        Self { objects, roles: objects.entry(root, "/RoleMap"), unmapped: BTreeSet::new() }
    }

    /// The standard type that an element counts as. One of a type that nothing explains is a part of the line
    /// or a division, by the type of the element around it. `None` for an element without a type.
    pub(super) fn find_type(&mut self, element: &Value, around: &str) -> Option<&'static str> {
        let objects = self.objects;
        let name = type_name(objects, objects.raw_entry(element, "/S"))?;
        let newer = match self.follow_roles(name) {
            Ok(known) => return Some(known),
            Err(last) => newer_type(last),
        };
        if !self.unmapped.contains(name) {
            self.unmapped.insert(name.to_owned());
        }
        let known = newer.or_else(|| self.find_in_namespaces(element, name));
        Some(known.unwrap_or(if is_line(around) { "Span" } else { "Div" }))
    }

    /// The standard type that a type is mapped to, or else the last type in the chain.
    fn follow_roles<'n>(&'n self, name: &'n str) -> std::result::Result<&'static str, &'n str> {
        let mut name = name;
        for _ in 0..MAX_ROLE_STEPS {
            if let Some(known) = standard_type(name) {
                return Ok(known);
            }
            match type_name(self.objects, self.objects.raw_entry(self.roles, &format!("/{name}"))) {
                Some(next) => name = next,
                None => break,
            }
        }
        Err(name)
    }

    /// The type that the namespace of an element maps its type to.
    fn find_in_namespaces(&self, element: &Value, name: &str) -> Option<&'static str> {
        let objects = self.objects;
        let mut space = Some(objects.entry(element, "/NS"));
        let mut name = name;
        for _ in 0..MAX_ROLE_STEPS {
            let roles = objects.entry(space?, "/RoleMapNS");
            match objects.entry(roles, &format!("/{name}")) {
                Value::Array(pair) => {
                    name = type_name(objects, pair.first()?)?;
                    space = pair.get(1).map(|next| objects.follow(next));
                }
                other => {
                    name = type_name(objects, other)?;
                    space = None;
                }
            }
            if let Some(known) = standard_type(name).or_else(|| newer_type(name)) {
                return Some(known);
            }
        }
        None
    }
}

fn type_name<'a>(objects: &'a PdfObjects, value: &'a Value) -> Option<&'a str> {
    objects.name(value).filter(|name| name.len() <= MAX_TYPE_BYTES)
}

fn standard_type(name: &str) -> Option<&'static str> {
    STANDARD_TYPES.iter().find(|known| **known == name).copied()
}

fn newer_type(name: &str) -> Option<&'static str> {
    let listed = NEWER_TYPES.iter().find(|(newer, _)| *newer == name).map(|(_, known)| *known);
    // Headings have any level there.
    listed.or_else(|| name.strip_prefix('H')?.parse::<u16>().ok().filter(|level| *level > 6).map(|_| "H6"))
}

/// Returns true if an element of this type is a line or a part of one.
fn is_line(kind: &str) -> bool {
    INLINE_TYPES.contains(&kind) || kind == "P" || kind == "Code" || kind.starts_with('H')
}

/// Writes the copy of the document that maps these types, so that none is skipped; returns false if there is
/// none.
pub(super) fn write_mapped_copy(
    objects: &PdfObjects,
    unmapped: &BTreeSet<String>,
    work: &mut DocumentWork<'_>,
) -> Result<bool> {
    let Some(update) = build_update(objects, unmapped) else { return Ok(false) };
    write_updated_copy(&update, MAPPED_FILE, work)
}

/// The change of the root of the tree. `None` if it is not an object of its own.
fn build_update(objects: &PdfObjects, unmapped: &BTreeSet<String>) -> Option<Value> {
    let reference = objects.raw_entry(objects.catalog(), "/StructTreeRoot").as_str()?;
    let Value::Object(mut root) = objects.entry(objects.catalog(), "/StructTreeRoot").clone() else {
        return None;
    };
    let mut roles = match root.get("/RoleMap").map(|roles| objects.follow(roles)) {
        Some(Value::Object(roles)) => roles.clone(),
        _ => serde_json::Map::new(),
    };
    roles.extend(unmapped.iter().map(|name| (format!("/{name}"), Value::from("/NonStruct"))));
    root.insert("/RoleMap".to_owned(), Value::Object(roles));
    let object = format!("obj:{reference}");
    Some(json!({"qpdf": [{"jsonversion": 2}, {object: {"value": root}}]}))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The objects of a document with this tree root, as `qpdf` describes them.
    fn parse_objects(root: &Value) -> PdfObjects {
        let all = json!({
            "pages": [],
            "qpdf": [{}, {
                "obj:1 0 R": {"value": {"/StructTreeRoot": "2 0 R"}},
                "obj:2 0 R": {"value": root},
                "obj:3 0 R": {"value": {"/RoleMapNS": {"/text": ["/para", "4 0 R"], "/loop": ["/loop", "3 0 R"]}}},
                "obj:4 0 R": {"value": {"/RoleMapNS": {"/para": ["/P", "5 0 R"]}}},
                "trailer": {"value": {"/Root": "1 0 R"}},
            }],
        });
        PdfObjects::parse(all.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn types_that_the_tool_does_not_know_are_read_and_mapped() {
        let root =
            json!({"/K": "9 0 R", "/RoleMap": {"/Body": "/P", "/Mine": "/Em", "/A": "/B", "/B": "/A"}});
        let objects = parse_objects(&root);
        let mut types = ElementTypes::new(&objects, objects.entry(objects.catalog(), "/StructTreeRoot"));
        let mut find =
            |name: &str, around: &str| types.find_type(&json!({"/S": name, "/NS": "3 0 R"}), around);
        assert_eq!(find("/P", "Sect"), Some("P"));
        assert_eq!(find("/Body", "Sect"), Some("P"));
        assert_eq!(find("/Em", "P"), Some("Span"));
        assert_eq!(find("/Mine", "P"), Some("Span"));
        assert_eq!(find("/H8", "Sect"), Some("H6"));
        assert_eq!(find("/text", "Sect"), Some("P"));
        assert_eq!(find("/loop", "P"), Some("Span"));
        assert_eq!(find("/A", "Sect"), Some("Div"));
        assert_eq!(types.find_type(&json!({}), "P"), None);
        let names: Vec<&str> = types.unmapped.iter().map(String::as_str).collect();
        assert_eq!(names, ["A", "Em", "H8", "Mine", "loop", "text"]);
        let update = build_update(&objects, &types.unmapped).unwrap();
        let roles = &update["qpdf"][1]["obj:2 0 R"]["value"]["/RoleMap"];
        assert_eq!((&roles["/Body"], &roles["/Mine"]), (&json!("/P"), &json!("/NonStruct")));
        assert_eq!(update["qpdf"][1]["obj:2 0 R"]["value"]["/K"], "9 0 R");
    }

    #[test]
    fn a_tree_whose_root_is_in_the_catalog_is_not_copied() {
        let all = json!({
            "pages": [],
            "qpdf": [{}, {"trailer": {"value": {"/Root": {"/StructTreeRoot": {"/K": "9 0 R"}}}}}],
        });
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        assert!(build_update(&objects, &BTreeSet::from(["Em".to_owned()])).is_none());
    }
}
