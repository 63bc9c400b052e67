//! A reader's taste: what the reading history says about what to read next.

use std::collections::BTreeMap;

use super::{Feature, HISTORY};
use crate::recommendation_profiles::RecommendationProfile;
use crate::{CategoryType, Title, TitleId};

/// Recent titles count more: a title that was followed by this many others counts half.
const HALF_LIFE: f64 = 30.0;

/// Features that are searched for, the most telling ones.
const SEARCHED_FEATURES: usize = 32;

/// The newest titles of a history, and what they have in common.
#[derive(Debug, Clone, Default)]
pub struct Taste {
    pub(super) titles: BTreeMap<TitleId, f64>,
    pub(super) features: BTreeMap<Feature, FeatureLiking>,
    /// For each series, the highest number read.
    pub(super) series: BTreeMap<Feature, f64>,
    /// Reading of each of the library's own categories, by the names as they are written.
    categories: BTreeMap<String, f64>,
}

/// Amount that a feature was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct FeatureLiking {
    /// The sum of the titles' weights.
    pub(super) weight: f64,
    pub(super) newest: TitleId,
}

impl Taste {
    /// The taste that shows in a history, the newest title first; those after the first [`HISTORY`] do not
    /// count.
    pub fn from_history<'a>(history: impl IntoIterator<Item = &'a Title>) -> Self {
        let mut taste = Self::default();
        for (place, title) in (0_u32..).zip(history.into_iter().take(HISTORY)) {
            let weight = 0.5_f64.powf(f64::from(place) / HALF_LIFE);
            taste.titles.entry(title.id).or_insert(weight);
            let own = title.metadata.categories.iter().filter(|c| c.kind == CategoryType::Service);
            for category in own {
                *taste.categories.entry(category.name.clone()).or_default() += weight;
            }
            for feature in Feature::from_title(title) {
                taste.count_feature(title, &feature);
                taste
                    .features
                    .entry(feature)
                    .and_modify(|liked| liked.weight += weight)
                    .or_insert(FeatureLiking { weight, newest: title.id });
            }
        }
        taste
    }

    fn count_feature(&mut self, title: &Title, feature: &Feature) {
        if let (Feature::Series(_), Some(number)) = (feature, title.metadata.series_position()) {
            let highest = self.series.entry(feature.clone()).or_insert(number);
            *highest = highest.max(number);
        }
    }

    /// Returns true if nothing was read.
    pub fn is_empty(&self) -> bool {
        self.titles.is_empty()
    }

    /// The titles, by number.
    pub fn titles(&self) -> Vec<TitleId> {
        self.titles.keys().copied().collect()
    }

    /// The features to search for in the catalog, most read first.
    pub fn features_to_search(&self) -> Vec<Feature> {
        let mut features: Vec<(&Feature, f64)> =
            self.features.iter().map(|(f, liked)| (f, f.strength() * (1.0 + liked.weight).ln())).collect();
        features.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(other.0)));
        features.into_iter().take(SEARCHED_FEATURES).map(|(feature, _)| feature.clone()).collect()
    }

    /// The library's own categories that were read most, those that the profile leaves out excepted.
    pub fn categories(&self, profile: &RecommendationProfile, limit: usize) -> Vec<String> {
        let excluded: Vec<Feature> =
            profile.excluded_categories.iter().map(|name| Feature::category(name)).collect();
        let mut read: Vec<(&String, &f64)> =
            self.categories.iter().filter(|(name, _)| !excluded.contains(&Feature::category(name))).collect();
        read.sort_by(|one, other| other.1.total_cmp(one.1).then(one.0.cmp(other.0)));
        read.into_iter().take(limit).map(|(name, _)| name.clone()).collect()
    }

    /// Amount that a feature was read: 0 for one that was not.
    pub(super) fn liking(&self, feature: &Feature) -> f64 {
        self.features.get(feature).map_or(0.0, |liked| (1.0 + liked.weight).ln() * feature.strength())
    }
}
