//! The order of recommendations, each with its reason.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use super::shape::profile_factor;
use super::spread::spread_out;
use super::taste::Taste;
use super::{CANDIDATES, Feature, MAX_RECOMMENDATIONS, Neighbor};
use crate::popular_lists::Popular;
use crate::recommendation_profiles::RecommendationProfile;
use crate::{Title, TitleId};

/// The weight of what readers have in common, if there is enough of it.
const COREADING_WEIGHT: f64 = 1.0;
/// The weight of what titles have in common.
const FEATURE_WEIGHT: f64 = 0.3;
/// The weight of what titles have in common while nothing is known of their readers.
const SHARED_ALONE: f64 = 1.0;
/// The weight of how many have read a title: decides between titles that are otherwise alike.
const POPULARITY: f64 = 0.3;
/// With this many titles that have neighbors, a history has half of its full weight.
const HALF_WEIGHT_TITLES: f64 = 2.0;
/// Slope of the score of popular titles: a title that the profile raises passes about half this many.
const POPULARITY_STEEPNESS: f64 = 10.0;
/// Titles that are weighed of each popular list.
const OF_EACH: usize = 30;
/// The unit of a score as a whole number.
const UNIT: f64 = 1e9;

/// Facts about titles from other readers and the whole catalog.
#[derive(Debug, Clone, Default)]
pub struct RankingEvidence {
    pub neighbors: HashMap<TitleId, Vec<Neighbor>>,
    /// Number of readers of a title, if known.
    pub readers: HashMap<TitleId, u64>,
    /// Weight of a shared feature: the rarer, the more. A feature that is not here counts as the most
    /// frequent.
    pub rarity: HashMap<Feature, f64>,
}

impl RankingEvidence {
    /// Weight of a feature that this many titles of a catalog have.
    pub fn rarity_of(having: u64, titles: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a weight")]
        let ratio = titles.max(having).max(1) as f64 / having.max(1) as f64;
        (1.0 + ratio).ln()
    }

    /// Titles that are read by the same people as those of the taste, the most telling first.
    pub fn read_together(&self, taste: &Taste, owned: &BTreeSet<TitleId>, limit: usize) -> Vec<TitleId> {
        let mut sums: BTreeMap<TitleId, f64> = BTreeMap::new();
        for (of, neighbors) in &self.neighbors_of(taste) {
            for neighbor in neighbors.iter().filter(|neighbor| !owned.contains(&neighbor.title)) {
                *sums.entry(neighbor.title).or_default() += of.1 * neighbor.similarity;
            }
        }
        let mut sums: Vec<(TitleId, f64)> = sums.into_iter().collect();
        sums.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        sums.into_iter().take(limit).map(|(title, _)| title).collect()
    }

    /// The titles that are weighed: what is read by the same people, those of `similar`, and the first of
    /// each popular list; without what the reader has.
    pub fn candidates<'a>(
        &self,
        taste: &Taste,
        owned: &BTreeSet<TitleId>,
        similar: &[TitleId],
        popular: impl IntoIterator<Item = &'a [Popular]>,
    ) -> Vec<TitleId> {
        let popular = popular.into_iter().flat_map(|list| list.iter().take(OF_EACH)).map(|p| p.title);
        let candidates: BTreeSet<TitleId> = self
            .read_together(taste, owned, CANDIDATES)
            .into_iter()
            .chain(similar.iter().copied())
            .chain(popular)
            .filter(|title| !owned.contains(title))
            .collect();
        candidates.into_iter().collect()
    }

    /// The titles of the taste with their weights and neighbors, by number: sums are the same each time.
    fn neighbors_of<'a>(&'a self, taste: &Taste) -> Vec<((TitleId, f64), &'a [Neighbor])> {
        taste
            .titles
            .iter()
            .filter_map(|(title, weight)| Some(((*title, *weight), self.neighbors.get(title)?.as_slice())))
            .collect()
    }
}

/// A title with its place in the order and the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    pub title: TitleId,
    /// The greater, the earlier; of equals the smaller number comes first.
    pub score: i64,
    /// The strongest evidence for it.
    pub reason: Reason,
}

/// Why a title is recommended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It is read by the people who read this title of the reader's history.
    ReadTogether(TitleId),
    /// It shares something with this title of the reader's history.
    Shared(Feature, TitleId),
    /// This many people read it.
    Popular(u64),
}

impl Reason {
    /// The title of the reader's history that it names.
    pub fn source_title(&self) -> Option<TitleId> {
        match self {
            Self::ReadTogether(title) | Self::Shared(_, title) => Some(*title),
            Self::Popular(_) => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadTogether(title) => write!(f, "because of {title}, by the same readers"),
            Self::Shared(feature, title) => write!(f, "because of {title}, by {feature}"),
            Self::Popular(readers) => write!(f, "because of {readers} readers"),
        }
    }
}

#[derive(Debug, Clone, Default)]
struct Candidate {
    coreading: f64,
    nearest: Option<(f64, TitleId)>,
    features: f64,
    telling: Option<(f64, Feature, TitleId)>,
    readers: u64,
}

/// Ranks candidates for a reader with a history: titles that share a category, a contributor or a
/// series with the taste and may be recommended (docs/rules/recommendations.md#rule-3). What the reader has
/// is left out, and what the profile excludes.
pub fn rank(
    taste: &Taste,
    profile: &RecommendationProfile,
    candidates: &[&Title],
    owned: &BTreeSet<TitleId>,
    evidence: &RankingEvidence,
) -> Vec<Recommendation> {
    let mut titles: BTreeMap<TitleId, &Title> = BTreeMap::new();
    let mut cases: BTreeMap<TitleId, (Candidate, f64)> = BTreeMap::new();
    for title in candidates.iter().filter(|title| !owned.contains(&title.id)) {
        let Some(factor) = profile_factor(profile, title).filter(|_| title.metadata.allow_recommend) else {
            continue;
        };
        let case = case_of(title, taste, evidence);
        if case.telling.is_some() {
            titles.insert(title.id, title);
            cases.insert(title.id, (case, factor));
        }
    }
    let neighbors = evidence.neighbors_of(taste);
    for ((of, weight), neighbors) in &neighbors {
        for neighbor in *neighbors {
            if let Some((case, _)) = cases.get_mut(&neighbor.title) {
                let speaks = weight * neighbor.similarity;
                case.coreading += speaks;
                if case.nearest.is_none_or(|(most, _)| speaks > most) {
                    case.nearest = Some((speaks, *of));
                }
            }
        }
    }
    let weights = Weights::from_cases(cases.values().map(|(case, _)| case), neighbors.len());
    let ranked = cases.into_iter().map(|(title, (case, factor))| {
        let (score, because) = weights.score(&case);
        (score * factor, Recommendation { title, score: 0, reason: because })
    });
    let mut ranked: Vec<(f64, Recommendation)> = ranked.collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.title.cmp(&b.1.title)));
    to_whole_scores(spread_out(ranked, &titles, taste))
}

/// The order for a reader without a history: popular titles in their order, except what the profile raises
/// or leaves out.
pub fn rank_popular(
    popular: &[(Popular, &Title)],
    profile: &RecommendationProfile,
    owned: &BTreeSet<TitleId>,
) -> Vec<Recommendation> {
    let offered = popular
        .iter()
        .filter(|(popular, title)| !owned.contains(&popular.title) && title.metadata.allow_recommend);
    let mut ranked: Vec<(f64, Recommendation)> = (1_u32..)
        .zip(offered)
        .filter_map(|(place, (popular, title))| {
            let score = profile_factor(profile, title)? / (POPULARITY_STEEPNESS + f64::from(place));
            let because = Reason::Popular(popular.readers);
            Some((score, Recommendation { title: popular.title, score: 0, reason: because }))
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.title.cmp(&b.1.title)));
    to_whole_scores(ranked)
}

/// Scores as whole numbers, so that a place in the list is exact.
fn to_whole_scores(ranked: Vec<(f64, Recommendation)>) -> Vec<Recommendation> {
    let mut ranked: Vec<Recommendation> = ranked
        .into_iter()
        .map(|(score, recommendation)| {
            #[expect(clippy::cast_possible_truncation, reason = "a score is a small number")]
            let score = (score * UNIT).round() as i64;
            Recommendation { score, ..recommendation }
        })
        .collect();
    ranked.sort_by(|a, b| b.score.cmp(&a.score).then(a.title.cmp(&b.title)));
    ranked.truncate(MAX_RECOMMENDATIONS);
    ranked
}

fn case_of(title: &Title, taste: &Taste, evidence: &RankingEvidence) -> Candidate {
    let mut case = Candidate {
        readers: evidence.readers.get(&title.id).copied().unwrap_or_default(),
        ..Candidate::default()
    };
    for feature in Feature::from_title(title) {
        let Some(liked) = taste.features.get(&feature) else { continue };
        let rarity =
            evidence.rarity.get(&feature).copied().unwrap_or_else(|| RankingEvidence::rarity_of(1, 1));
        let speaks = taste.liking(&feature) * rarity;
        case.features += speaks;
        if case.telling.as_ref().is_none_or(|(most, ..)| speaks > *most) {
            case.telling = Some((speaks, feature, liked.newest));
        }
    }
    case
}

/// Weights of the kinds of evidence for one reader.
struct Weights {
    coreading: f64,
    features: f64,
    popularity: f64,
}

impl Weights {
    /// Each kind is measured by the candidate for which it speaks most; what readers have in common counts
    /// the more, the more titles of the history have neighbors.
    fn from_cases<'a>(cases: impl Iterator<Item = &'a Candidate>, with_neighbors: usize) -> Self {
        let (mut together, mut shared, mut readers) = (0.0_f64, 0.0_f64, 0);
        for case in cases {
            together = together.max(case.coreading);
            shared = shared.max(case.features);
            readers = readers.max(case.readers);
        }
        let known = f64::from(u32::try_from(with_neighbors).unwrap_or(u32::MAX));
        let enough = known / (known + HALF_WEIGHT_TITLES);
        let per = |weight: f64, most: f64| if most > 0.0 { weight / most } else { 0.0 };
        Self {
            coreading: per(COREADING_WEIGHT * enough, together),
            features: per(SHARED_ALONE + (FEATURE_WEIGHT - SHARED_ALONE) * enough, shared),
            popularity: per(POPULARITY, popularity(readers)),
        }
    }

    fn score(&self, case: &Candidate) -> (f64, Reason) {
        let together = self.coreading * case.coreading;
        let shared = self.features * case.features;
        let score = together + shared + self.popularity * popularity(case.readers);
        let reason = match (&case.nearest, &case.telling) {
            (Some((_, title)), _) if together >= shared => Reason::ReadTogether(*title),
            (_, Some((_, feature, title))) => Reason::Shared(feature.clone(), *title),
            (Some((_, title)), None) => Reason::ReadTogether(*title),
            (None, None) => Reason::Popular(case.readers),
        };
        (score, reason)
    }
}

/// Twice as many readers are a step, however many there are.
fn popularity(readers: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a weight")]
    let readers = readers as f64;
    readers.ln_1p()
}
