//! Subject categories: the library's own, and BISAC (docs/rules/records.md#rule-6).

use serde::{Deserialize, Serialize};

use crate::wire_enum;

wire_enum! {
    /// The list that a category comes from.
    pub enum CategoryType {
        /// The library's own list.
        Service = "Service",
        /// BISAC subject headings.
        Bisac = "BISAC",
    }
}

/// A category of a title. For both kinds `name` is the display text and the identifier in searches
/// (docs/rules/records.md#rule-9).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Category {
    /// The list that it comes from; the library's own sort before BISAC.
    #[serde(rename = "type")]
    pub kind: CategoryType,
    /// Display text, for example `Science fiction` or `FICTION / Science Fiction / General`.
    pub name: String,
    /// BISAC code, for example `FIC028000`. `None` for the library's own categories.
    pub code: Option<String>,
}

impl Category {
    /// One of the library's own categories.
    pub fn service(name: impl Into<String>) -> Self {
        Self { kind: CategoryType::Service, name: name.into(), code: None }
    }

    pub fn bisac(code: impl Into<String>, description: impl Into<String>) -> Self {
        Self { kind: CategoryType::Bisac, name: description.into(), code: Some(code.into()) }
    }
}
