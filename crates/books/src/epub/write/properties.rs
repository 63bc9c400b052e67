//! Properties that the manifest must state for a document.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::patch::TextEdits;
use crate::epub::EpubSource;
use crate::model::{Book, Section};
use crate::xml::{MATHML_NAMESPACE, SVG_NAMESPACE, find_child, find_children, written_prefix};

/// The properties that a document of XHTML has by its elements.
pub(crate) fn needed_properties(document: &Document<'_>) -> Vec<&'static str> {
    if !document.root_element().tag_name().name().eq_ignore_ascii_case("html") {
        return Vec::new();
    }
    let (mut svg, mut mathml, mut scripted) = (false, false, false);
    for node in document.descendants().filter(Node::is_element) {
        svg |= node.has_tag_name((SVG_NAMESPACE, "svg"));
        mathml |= node.has_tag_name((MATHML_NAMESPACE, "math"));
        scripted |= is_scripted(node);
    }
    let found = [("svg", svg), ("mathml", mathml), ("scripted", scripted)];
    found.into_iter().filter(|(_, found)| *found).map(|(property, _)| property).collect()
}

/// Returns true for forms, and for scripts that are not mere data.
fn is_scripted(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    let kind = || node.attribute("type").unwrap_or_default().trim().to_ascii_lowercase();
    let is_code = |kind: String| kind.is_empty() || kind == "module" || kind.contains("script");
    name.eq_ignore_ascii_case("form") || name.eq_ignore_ascii_case("script") && is_code(kind())
}

/// Adds the properties that the manifest of an EPUB 3 lacks for the documents of the reading order, and
/// corrects their types.
pub(super) fn complete_manifest(
    source: &EpubSource,
    book: &Book,
    text: &str,
    root: Node<'_, '_>,
    edits: &mut TextEdits,
) {
    let Some(manifest) = find_child(root, "manifest") else { return };
    let sections: HashMap<&str, &Section> =
        book.sections.iter().map(|section| (section.source_path(), section)).collect();
    for node in find_children(manifest, "item") {
        let Some(item) = node.attribute("id").and_then(|id| source.opf.find_item(id)) else { continue };
        let Some(section) = item.path.as_deref().and_then(|path| sections.get(path)) else { continue };
        if let Some(stated) = node.attributes().find(|attribute| attribute.name() == "media-type")
            && !stated.value().trim().eq_ignore_ascii_case(&item.media_type)
        {
            edits.replace(stated.range(), format!("media-type=\"{}\"", item.media_type));
        }
        let mut stated: Vec<&str> = item.properties.split_ascii_whitespace().collect();
        let known = stated.len();
        stated.extend(section.needed_properties.iter().filter(|property| !item.has_property(property)));
        if stated.len() == known {
            continue;
        }
        let attribute = format!("properties=\"{}\"", stated.join(" "));
        if let Some(old) = node.attributes().find(|attribute| attribute.name() == "properties") {
            edits.replace(old.range(), attribute);
        } else {
            let name = node.tag_name().name().len();
            let at = node.range().start + 1 + written_prefix(text, node).len() + name;
            edits.insert(at, format!(" {attribute}"));
        }
    }
}
