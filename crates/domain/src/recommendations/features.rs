//! Features that titles can have in common.

use std::collections::BTreeSet;

use crate::Title;
use crate::normalization::fold;
use crate::sorting::identity_key;

/// Something that several titles can have. Names of series and people are the same in each way to write them;
/// accents and case of categories do not count.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    Series(String),
    /// A contributor to the title, in any role.
    Contributor(String),
    /// A category, the library's own or a BISAC heading.
    Category(String),
}

impl Feature {
    pub fn series(title: &str) -> Self {
        Self::Series(identity_key(title))
    }

    pub fn contributor(name: &str) -> Self {
        Self::Contributor(identity_key(name))
    }

    pub fn category(name: &str) -> Self {
        Self::Category(fold(name.trim()))
    }

    /// The features of a title; blank names do not count.
    pub fn from_title(title: &Title) -> BTreeSet<Self> {
        let metadata = &title.metadata;
        let series = metadata.series_title.iter().map(|series| Self::series(series));
        let people = metadata.contributors.iter().map(|person| Self::contributor(&person.display_name));
        let categories = metadata.categories.iter().map(|category| Self::category(&category.name));
        series.chain(people).chain(categories).filter(|feature| !feature.name().is_empty()).collect()
    }

    /// The name as it is compared.
    pub fn name(&self) -> &str {
        match self {
            Self::Series(name) | Self::Contributor(name) | Self::Category(name) => name,
        }
    }

    /// Weight of sharing the feature, if all were equally rare: a series has more than an author, an author
    /// more than a subject.
    pub(super) fn strength(&self) -> f64 {
        match self {
            Self::Series(_) => 3.0,
            Self::Contributor(_) => 2.0,
            Self::Category(_) => 1.0,
        }
    }
}

impl std::fmt::Display for Feature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self {
            Self::Series(_) => "series",
            Self::Contributor(_) => "contributor",
            Self::Category(_) => "category",
        };
        write!(f, "{kind} {}", self.name())
    }
}
