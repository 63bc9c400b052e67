//! A reader's wishes for recommendations (docs/rules/recommendations.md#rule-6).

use serde::{Deserialize, Serialize};

use crate::artifacts::Gender;
use crate::{ContentWarning, NarratorType, Site};

/// A profile; everything is optional, and empty lists ask for nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecommendationProfile {
    /// True to include titles of other sites; `None` means the site's default.
    pub include_global_collection: Option<bool>,
    /// Preferred kind of narrator.
    pub narrator_type: Option<NarratorType>,
    pub narrator_gender: Option<Gender>,
    /// Reading age in years.
    pub reading_age: Option<i32>,
    /// Titles with any of these are left out.
    pub excluded_content_warnings: Vec<ContentWarning>,
    /// Deprecated: titles with these are welcome.
    pub included_content_warnings: Vec<ContentWarning>,
    /// Names of categories that are left out.
    pub excluded_categories: Vec<String>,
    /// Names of categories that are raised.
    pub included_categories: Vec<String>,
    /// Display names of authors that are left out.
    pub excluded_authors: Vec<String>,
    /// Display names of authors that are raised.
    pub included_authors: Vec<String>,
}

impl RecommendationProfile {
    /// Returns true if titles of other sites are recommended: the reader's setting; by default not on
    /// private-label sites (docs/rules/recommendations.md#rule-6).
    pub fn includes_global_collection(&self, site: &Site) -> bool {
        self.include_global_collection.unwrap_or(!site.private_label)
    }
}

#[cfg(test)]
mod tests {
    use super::RecommendationProfile;
    use crate::Site;
    use crate::fixtures::site;

    #[test]
    fn private_label_sites_leave_the_global_collection_out_by_default() {
        let open = Site { id: site(), name: "Main".into(), country: "US".into(), private_label: false };
        let private = Site { private_label: true, ..open.clone() };
        let silent = RecommendationProfile::default();
        assert!(silent.includes_global_collection(&open));
        assert!(!silent.includes_global_collection(&private));
        let chosen =
            |choice| RecommendationProfile { include_global_collection: Some(choice), ..silent.clone() };
        assert!(chosen(true).includes_global_collection(&private));
        assert!(!chosen(false).includes_global_collection(&open));
    }
}
