//! A way to a feed. Addresses are paths inside the catalog ([`CatalogBase`](crate::base::CatalogBase)).

use crate::{media_types, rels};

/// A link to another feed with its description.
#[derive(Debug, Clone)]
pub(crate) struct NavigationEntry {
    /// The name of that feed.
    pub(crate) title: String,
    /// A sentence about it.
    pub(crate) summary: Option<String>,
    pub(crate) path: String,
    /// The relation of that feed to this one.
    pub(crate) rel: &'static str,
    /// The number of its publications, if it is known exactly.
    pub(crate) count: Option<u64>,
    /// True if it contains publications.
    pub(crate) acquisition: bool,
}

impl NavigationEntry {
    pub(crate) fn for_publications(title: impl Into<String>, path: impl Into<String>) -> Self {
        let (title, path) = (title.into(), path.into());
        Self { title, summary: None, path, rel: rels::SUBSECTION, count: None, acquisition: true }
    }

    /// An entry for a feed that leads to other feeds.
    pub(crate) fn for_navigation(title: impl Into<String>, path: impl Into<String>) -> Self {
        Self { acquisition: false, ..Self::for_publications(title, path) }
    }

    /// The media type of that feed in OPDS 1.2.
    pub(crate) fn atom_type(&self) -> &'static str {
        if self.acquisition { media_types::ACQUISITION } else { media_types::NAVIGATION }
    }

    pub(crate) fn with_rel(self, rel: &'static str) -> Self {
        Self { rel, ..self }
    }

    pub(crate) fn with_about(self, about: impl Into<String>) -> Self {
        Self { summary: Some(about.into()), ..self }
    }

    pub(crate) fn with_count(self, count: u64) -> Self {
        Self { count: Some(count), ..self }
    }
}
