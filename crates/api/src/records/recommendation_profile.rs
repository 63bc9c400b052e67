use domain::artifacts::Gender;
use domain::{Category, ContentWarning, NarratorType};
use services::recommendation_profiles::Profile;

use super::CategoryRecord;
use crate::Api;
use crate::http::Link;

/// A person's recommendation profile (docs/rules/recommendations.md#rule-6).
#[endpoint::record]
pub struct RecommendationProfileRecord {
    /// Titles of other sites too.
    pub include_global_collection: bool,
    /// Display names of authors that are preferred.
    pub included_authors: Vec<String>,
    /// Display names of authors that are excluded.
    pub excluded_authors: Vec<String>,
    /// Categories that are preferred.
    pub included_categories: Vec<CategoryRecord>,
    /// Categories that are excluded.
    pub excluded_categories: Vec<CategoryRecord>,
    /// Deprecated: titles with these are welcome.
    #[schema(value_type = Vec<String>)]
    pub included_content_warnings: Vec<ContentWarning>,
    /// Titles with any of these are excluded.
    #[schema(value_type = Vec<String>)]
    pub excluded_content_warnings: Vec<ContentWarning>,
    /// male, female or otherNonBinary.
    #[schema(value_type = Option<String>)]
    pub narrator_gender: Option<Gender>,
    /// tts or human.
    #[schema(value_type = Option<String>)]
    pub narrator_type: Option<NarratorType>,
    /// Reading age in years.
    pub reading_age: Option<i32>,
    /// PUT if the caller may change it.
    pub allows: Option<Vec<&'static str>>,
    /// self.
    pub links: Vec<Link>,
}

impl RecommendationProfileRecord {
    /// The record of a profile, found at `address`; `edits`: the caller may change it.
    pub fn new(api: &Api, profile: Profile, edits: bool, address: String) -> Self {
        let Profile { profile, site, bisac, .. } = profile;
        let categories = |names: Vec<String>| -> Vec<CategoryRecord> {
            names
                .into_iter()
                .map(|name| match bisac.get(&name) {
                    Some(code) => Category::bisac(code.clone(), name),
                    None => Category::service(name),
                })
                .map(|category| CategoryRecord::new(api, &category))
                .collect()
        };
        Self {
            include_global_collection: profile.includes_global_collection(&site),
            included_authors: profile.included_authors,
            excluded_authors: profile.excluded_authors,
            included_categories: categories(profile.included_categories),
            excluded_categories: categories(profile.excluded_categories),
            included_content_warnings: profile.included_content_warnings,
            excluded_content_warnings: profile.excluded_content_warnings,
            narrator_gender: profile.narrator_gender,
            narrator_type: profile.narrator_type,
            reading_age: profile.reading_age,
            allows: edits.then(|| vec!["PUT"]),
            links: vec![Link::new("self", address)],
        }
    }
}
