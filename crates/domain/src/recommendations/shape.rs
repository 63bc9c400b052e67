//! Effect of the profile on a title's score (docs/rules/recommendations.md#rule-6,
//! docs/rules/recommendations.md#rule-5: excluded entries remove, included ones raise).

use crate::artifacts::Narrator;
use crate::recommendation_profiles::RecommendationProfile;
use crate::sorting::identity_key;
use crate::{FormatStatus, Title};

/// Factor of the score for an included entry.
const RAISING_FACTOR: f64 = 1.5;
/// Factor of the score of a title whose voice is not the preferred one.
const LOWERING_FACTOR: f64 = 0.5;

/// Factor by which the profile raises or lowers a title; `None` removes it.
pub(super) fn profile_factor(profile: &RecommendationProfile, title: &Title) -> Option<f64> {
    let metadata = &title.metadata;
    let authors: Vec<String> = title.authors().map(|author| identity_key(&author.display_name)).collect();
    let categories: Vec<String> = metadata.categories.iter().map(|c| identity_key(&c.name)).collect();
    let names = |names: &[String], of: &[String]| names.iter().any(|name| of.contains(&identity_key(name)));
    let warns = |warnings: &[_]| warnings.iter().any(|warning| metadata.content_warnings.contains(warning));
    let excluded = names(&profile.excluded_authors, &authors)
        || names(&profile.excluded_categories, &categories)
        || warns(&profile.excluded_content_warnings);
    if excluded {
        return None;
    }
    let raised = [
        names(&profile.included_authors, &authors),
        names(&profile.included_categories, &categories),
        warns(&profile.included_content_warnings),
    ];
    let raised = raised.into_iter().filter(|raised| *raised).fold(1.0, |factor, _| factor * RAISING_FACTOR);
    Some(raised * age_factor(profile, title)? * voice_factor(profile, title))
}

/// A title for other ages is removed, one for the reader's age raised; one that does not say stays unchanged.
fn age_factor(profile: &RecommendationProfile, title: &Title) -> Option<f64> {
    let Some(age) = profile.reading_age else { return Some(1.0) };
    let (from, to) = (title.metadata.reading_age_minimum, title.metadata.reading_age_maximum);
    if from.is_none() && to.is_none() {
        return Some(1.0);
    }
    let suits = from.is_none_or(|from| from <= age) && to.is_none_or(|to| age <= to);
    suits.then_some(RAISING_FACTOR)
}

/// A title read by the voice that is asked for is raised, one read only by others lowered; one without a
/// narrator stays unchanged.
fn voice_factor(profile: &RecommendationProfile, title: &Title) -> f64 {
    if profile.narrator_type.is_none() && profile.narrator_gender.is_none() {
        return 1.0;
    }
    let narrators: Vec<&Narrator> = title
        .artifacts
        .iter()
        .filter(|artifact| artifact.status == FormatStatus::Available)
        .filter_map(|artifact| artifact.details.narrator.as_ref())
        .collect();
    let suits = |narrator: &Narrator| {
        profile.narrator_type.is_none_or(|kind| kind == narrator.kind)
            && profile.narrator_gender.is_none_or(|gender| Some(gender) == narrator.gender)
    };
    if narrators.is_empty() {
        1.0
    } else if narrators.into_iter().any(suits) {
        RAISING_FACTOR
    } else {
        LOWERING_FACTOR
    }
}
