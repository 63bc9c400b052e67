//! Ways into the text.

use super::inline::Target;

/// An entry of the table of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NavPoint {
    /// Its text.
    pub label: String,
    /// The target of the entry; `None` for a heading over other entries.
    pub target: Option<Target>,
    /// The entries below it.
    pub children: Vec<NavPoint>,
}

impl NavPoint {
    /// Visits this entry and all below it with their depths, from `depth`.
    pub fn walk<'a>(&'a self, depth: u8, visit: &mut dyn FnMut(&'a Self, u8)) {
        visit(self, depth);
        for child in &self.children {
            child.walk(depth.saturating_add(1), visit);
        }
    }
}

/// A page of the print edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageTarget {
    /// Its number or name.
    pub label: String,
    /// The beginning of the page.
    pub target: Target,
}

/// A place with a known role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landmark {
    /// Its role: `cover`, `bodymatter`, `index`.
    pub kind: String,
    /// Its text.
    pub label: String,
    /// The position of the place.
    pub target: Target,
}
