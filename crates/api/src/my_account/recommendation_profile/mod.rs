//! Recommendation profile of the caller; membership staff read and write those of others with the same form
//! (docs/rules/recommendations.md#rule-6).

pub mod get;
pub mod put;

use domain::artifacts::{Gender, NarratorType};
use domain::titles::ContentWarning;
use services::recommendation_profiles::ProfileChange;

use crate::http::params::{Change, ReplaceList};
use crate::http::values::{OneOf, ShortText, Years};
use crate::openapi::endpoints;
use crate::params;

endpoints! {
    "My account": get::get_my_recommendation_profile, put::put_my_recommendation_profile;
}

params! {
    /// The form of a recommendation profile (docs/rules/recommendations.md#rule-6): a sent list replaces the
    /// stored one.
    pub struct RecommendationForm {
        /// Titles of other sites too.
        include_global_collection: Change<bool>,
        /// tts or human.
        narrator_type: Change<OneOf<NarratorType>>,
        /// male, female or otherNonBinary.
        narrator_gender: Change<OneOf<Gender>>,
        /// Reading age in years.
        reading_age: Change<Years>,
        /// Titles with any of these are excluded.
        excluded_content_warnings: ReplaceList<OneOf<ContentWarning>>,
        /// Deprecated: titles with these are welcome.
        included_content_warnings: ReplaceList<OneOf<ContentWarning>>,
        /// Names of categories that are excluded.
        excluded_categories: ReplaceList<ShortText>,
        /// Names of categories that are preferred.
        included_categories: ReplaceList<ShortText>,
        /// Display names of authors that are excluded.
        excluded_authors: ReplaceList<ShortText>,
        /// Display names of authors that are preferred.
        included_authors: ReplaceList<ShortText>,
    }
}

impl RecommendationForm {
    /// Converts the form for the operation.
    pub fn into_change(self) -> ProfileChange {
        ProfileChange {
            include_global_collection: self.include_global_collection,
            narrator_type: self.narrator_type.map(|kind| kind.0),
            narrator_gender: self.narrator_gender.map(|gender| gender.0),
            reading_age: self.reading_age.map(|years| years.0),
            excluded_content_warnings: to_warnings(self.excluded_content_warnings),
            included_content_warnings: to_warnings(self.included_content_warnings),
            excluded_categories: to_texts(self.excluded_categories),
            included_categories: to_texts(self.included_categories),
            excluded_authors: to_texts(self.excluded_authors),
            included_authors: to_texts(self.included_authors),
        }
    }
}

fn to_warnings(sent: ReplaceList<OneOf<ContentWarning>>) -> Option<Vec<ContentWarning>> {
    sent.0.map(|values| values.into_iter().map(|value| value.0).collect())
}

fn to_texts(sent: ReplaceList<ShortText>) -> Option<Vec<String>> {
    sent.0.map(|values| values.into_iter().map(|value| value.0).collect())
}
