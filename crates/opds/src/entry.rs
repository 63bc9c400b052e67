//! A way to a feed. Addresses are paths inside the catalog ([`Base`](crate::base::Base)).

use crate::rels;

/// A way to another feed.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The name of that feed.
    pub(crate) title: String,
    /// A sentence about it.
    pub(crate) about: Option<String>,
    pub(crate) path: String,
    /// Its relation to this one.
    pub(crate) rel: &'static str,
    /// How many publications it has, if that is known exactly.
    pub(crate) count: Option<u64>,
    /// Whether it holds publications.
    pub(crate) acquisition: bool,
}

impl Entry {
    /// A way to a feed of publications.
    pub(crate) fn books(title: impl Into<String>, path: impl Into<String>) -> Self {
        let (title, path) = (title.into(), path.into());
        Self { title, about: None, path, rel: rels::SUBSECTION, count: None, acquisition: true }
    }

    /// A way to a feed of further ways.
    pub(crate) fn ways(title: impl Into<String>, path: impl Into<String>) -> Self {
        Self { acquisition: false, ..Self::books(title, path) }
    }

    /// With a relation of its own.
    pub(crate) fn rel(self, rel: &'static str) -> Self {
        Self { rel, ..self }
    }

    /// With a sentence about the feed.
    pub(crate) fn about(self, about: impl Into<String>) -> Self {
        Self { about: Some(about.into()), ..self }
    }

    /// With the exact number of its publications.
    pub(crate) fn count(self, count: u64) -> Self {
        Self { count: Some(count), ..self }
    }
}
