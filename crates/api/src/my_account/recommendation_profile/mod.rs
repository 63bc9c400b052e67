//! Recommendation profile of the caller; membership staff read and write those of others with the same form
//! (docs/rules/recommendations.md#rule-6).

pub mod get;
pub mod put;

use domain::artifacts::{Gender, NarratorType};
use domain::titles::ContentWarning;
use services::recommendation_profiles::ProfileChange;

use crate::http::{Change, OneOf, ReplaceList, ShortText, Years};
use crate::{endpoints, params};

endpoints! {
    "My account": get::get_my_recommendation_profile, put::put_my_recommendation_profile;
}

params! {
    /// The form of a recommendation profile (docs/rules/recommendations.md#rule-6): a sent list replaces the
    /// stored one.
    pub struct RecommendationForm into ProfileChange {
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
