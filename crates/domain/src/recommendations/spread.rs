//! Variety: not all titles of one author together, and of a series the next volume first.

use std::collections::BTreeMap;

use super::taste::Taste;
use super::{Feature, Recommendation};
use crate::sorting::identity_key;
use crate::{Title, TitleId};

/// Share of the score that each further title of an author keeps.
const AUTHOR: f64 = 0.9;
/// Share of the score that each further title of a series keeps.
const SERIES: f64 = 0.7;

/// Lowers titles whose author or series was recommended before, and sorts again. Of a series, the numbers
/// after the highest that was read come first, in their order; then those before it.
pub(super) fn spread_out(
    mut ranked: Vec<(f64, Recommendation)>,
    titles: &BTreeMap<TitleId, &Title>,
    taste: &Taste,
) -> Vec<(f64, Recommendation)> {
    let mut series: BTreeMap<Feature, Vec<(bool, f64, TitleId)>> = BTreeMap::new();
    for (_, recommendation) in &ranked {
        let Some(title) = titles.get(&recommendation.title) else { continue };
        let Some(of) = series_of(title) else { continue };
        let number = title.metadata.series_position().unwrap_or(f64::MAX);
        let earlier = taste.series.get(&of).is_some_and(|highest| number <= *highest);
        series.entry(of).or_default().push((earlier, number, title.id));
    }
    let mut places: BTreeMap<TitleId, u16> = BTreeMap::new();
    for volumes in series.values_mut() {
        volumes.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        places.extend((0..).zip(volumes.iter()).map(|(place, volume)| (volume.2, place)));
    }
    let mut authors: BTreeMap<String, u16> = BTreeMap::new();
    for (score, recommendation) in &mut ranked {
        let Some(title) = titles.get(&recommendation.title) else { continue };
        let before = title.authors().next().map(|author| {
            let seen = authors.entry(identity_key(&author.display_name)).or_default();
            *seen += 1;
            *seen - 1
        });
        *score *= AUTHOR.powi(before.unwrap_or_default().into());
        *score *= SERIES.powi(places.get(&title.id).copied().unwrap_or_default().into());
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.title.cmp(&b.1.title)));
    ranked
}

fn series_of(title: &Title) -> Option<Feature> {
    title.metadata.series_title.as_deref().map(Feature::series).filter(|series| !series.name().is_empty())
}
