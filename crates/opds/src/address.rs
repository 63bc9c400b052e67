//! Addresses in a catalog.

use std::fmt;

use serde::{Serialize, Serializer};

/// An absolute address, which a document contains without a text of its own: a page has hundreds of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address<'a> {
    root: &'a str,
    path: &'a str,
    variables: &'a str,
}

impl<'a> Address<'a> {
    /// The address of a path below `root`.
    pub(crate) fn new(root: &'a str, path: &'a str) -> Self {
        Self { root, path, variables: "" }
    }

    /// The URI template with these variables at the end, `{?query}`.
    pub(crate) fn template(self, variables: &'a str) -> Self {
        Self { variables, ..self }
    }
}

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { root, path, variables } = self;
        [root, path, variables].into_iter().try_for_each(|part| f.write_str(part))
    }
}

impl Serialize for Address<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
