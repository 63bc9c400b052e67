//! Elements as selectors see them.

use roxmltree::Node;
use simplecss::{AttributeOperator, Element, PseudoClass};

/// Returns true if an element is a style sheet (CSS) for screens.
pub(crate) fn is_sheet(node: Node<'_, '_>) -> bool {
    node.tag_name().name() == "style"
        && node.attribute("type").is_none_or(|kind| kind.trim().eq_ignore_ascii_case("text/css"))
        && node.attribute("media").is_none_or(|media| {
            let mut kinds = media.split(',').map(str::trim);
            media.trim().is_empty()
                || kinds.any(|kind| kind.eq_ignore_ascii_case("all") || kind.eq_ignore_ascii_case("screen"))
        })
}

/// An element that selectors are compared with.
pub(crate) struct SelectableElement<'n, 'i>(pub(crate) Node<'n, 'i>);

impl Element for SelectableElement<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Self)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Self)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| match operator {
            AttributeOperator::Contains(word) => value.split_ascii_whitespace().any(|one| one == word),
            other => other.matches(value),
        })
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.0.prev_sibling_element().is_none()
    }
}
