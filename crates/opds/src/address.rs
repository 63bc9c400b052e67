//! Addresses in a catalog.

use std::fmt;

use serde::{Serialize, Serializer};

/// An absolute address that is only formatted when a document is written, because a page has hundreds of
/// them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CatalogAddress<'a> {
    root: &'a str,
    path: &'a str,
    variables: &'a str,
}

impl<'a> CatalogAddress<'a> {
    /// The address of a path below `root`.
    pub(crate) fn new(root: &'a str, path: &'a str) -> Self {
        Self { root, path, variables: "" }
    }

    /// The URI template with these variables at the end, `{?query}`.
    pub(crate) fn with_template(self, variables: &'a str) -> Self {
        Self { variables, ..self }
    }
}

impl fmt::Display for CatalogAddress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { root, path, variables } = self;
        [root, path, variables].into_iter().try_for_each(|part| f.write_str(part))
    }
}

impl Serialize for CatalogAddress<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
