//! Declarations of the style sheets of a document for its drawings.

use std::collections::HashMap;

use roxmltree::{Document, Node};
use simplecss::StyleSheet;

use crate::css::{self, SelectableElement, is_sheet};
use crate::xml::SVG_NAMESPACE;

/// The properties that decide which words are presented, and where.
const DRAWING_PROPERTIES: [&str; 6] =
    ["direction", "display", "font-size", "text-anchor", "visibility", "writing-mode"];
/// Bytes of the longest value.
const MAX_VALUE_BYTES: usize = 64;

/// A value, and whether it is marked as important.
type DeclaredValue = (String, bool);

/// The rules for the drawings of a document, by node id: those of all its `style` elements. Style sheets in
/// other files are not read.
#[derive(Debug, Default)]
pub(in crate::content) struct DrawingStyles {
    values: HashMap<u32, [Option<DeclaredValue>; DRAWING_PROPERTIES.len()]>,
}

impl DrawingStyles {
    pub(in crate::content) fn from_document(document: &Document<'_>) -> Self {
        let drawn =
            || document.descendants().filter(|node| node.tag_name().namespace() == Some(SVG_NAMESPACE));
        let texts: Vec<String> =
            document.descendants().filter(|node| is_sheet(*node)).map(element_text).collect();
        if texts.is_empty() || drawn().next().is_none() {
            return Self::default();
        }
        let depth = drawn().map(|node| node.ancestors().count()).max().unwrap_or_default();
        if !css::are_light(texts.iter().map(String::as_str), drawn().count(), depth) {
            return Self::default();
        }
        let mut sheet = StyleSheet::new();
        for text in &texts {
            sheet.parse_more(text);
        }
        sheet.rules.retain_mut(|rule| {
            rule.declarations
                .retain(|rule| rule.value.len() <= MAX_VALUE_BYTES && property_index(rule.name).is_some());
            !rule.declarations.is_empty()
        });
        let mut styles = Self::default();
        for node in drawn() {
            // Later rules are as specific or more.
            for rule in sheet.rules.iter().filter(|rule| rule.selector.matches(&SelectableElement(node))) {
                let values = styles.values.entry(node.id().get()).or_default();
                for declaration in &rule.declarations {
                    let Some(number) = property_index(declaration.name) else { continue };
                    let has_important = values[number].as_ref().is_some_and(|(_, important)| *important);
                    if declaration.important || !has_important {
                        values[number] = Some((declaration.value.to_owned(), declaration.important));
                    }
                }
            }
        }
        styles
    }

    /// A property of an element, by its style, by a rule, or by the attribute of that name.
    pub(super) fn property<'n>(&'n self, node: Node<'n, '_>, name: &str) -> Option<&'n str> {
        let ruled =
            property_index(name).and_then(|number| self.values.get(&node.id().get())?[number].as_ref());
        let important = ruled.filter(|(_, important)| *important);
        let own = || {
            let own = node.attribute("style")?.split(';').filter_map(|rule| rule.split_once(':'));
            let mut own = own.filter(|(key, _)| key.trim().eq_ignore_ascii_case(name));
            own.next_back().map(|(_, value)| value)
        };
        let value = important
            .map(|(value, _)| value.as_str())
            .or_else(own)
            .or_else(|| ruled.map(|(value, _)| value.as_str()))
            .or_else(|| node.attribute(name))?
            .trim();
        Some(value.strip_suffix("!important").unwrap_or(value).trim())
    }

    /// Returns true if the element and all inside it is not presented.
    pub(in crate::content) fn is_hidden(&self, node: Node<'_, '_>) -> bool {
        self.property(node, "display") == Some("none")
            || node.attribute("aria-hidden") == Some("true")
            || node.attribute("hidden").is_some()
    }
}

fn property_index(name: &str) -> Option<usize> {
    DRAWING_PROPERTIES.iter().position(|known| known.eq_ignore_ascii_case(name))
}

/// All text of an element, whatever comments are in between.
fn element_text(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|child| child.text()).collect()
}
