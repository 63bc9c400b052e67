//! The order of recommendations, each with its reason.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use super::shape::shape;
use super::spread::spread;
use super::taste::Taste;
use super::{CANDIDATES, Feature, MOST, Neighbor};
use crate::ids::TitleId;
use crate::popular_lists::Popular;
use crate::recommendation_profiles::RecommendationProfile;
use crate::titles::Title;

/// The weight of what readers have in common, if there is enough of it.
const TOGETHER: f64 = 1.0;
/// The weight of what titles have in common.
const SHARED: f64 = 0.3;
/// The same while nothing is known of what readers have in common.
const SHARED_ALONE: f64 = 1.0;
/// The weight of how many have read a title: decides between titles that are otherwise alike.
const POPULARITY: f64 = 0.3;
/// With this many titles that have neighbors, a history has half of its full weight.
const ENOUGH: f64 = 2.0;
/// How slowly the score of popular titles falls: a title that the profile raises passes about half this many.
const STEEP: f64 = 10.0;
/// Titles that are weighed of each popular list.
const OF_EACH: usize = 30;
/// The unit of a score as a whole number.
const UNIT: f64 = 1e9;

/// What is known besides the titles themselves.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// The neighbors of the titles of the taste.
    pub neighbors: HashMap<TitleId, Vec<Neighbor>>,
    /// How many have read a title, if that is known.
    pub readers: HashMap<TitleId, u64>,
    /// How significant it is that two titles share a feature: the rarer, the more. A feature that is not
    /// here counts as the most frequent.
    pub rarity: HashMap<Feature, f64>,
}

impl Evidence {
    /// How significant a feature is that this many titles of a catalog have.
    pub fn rarity_of(having: u64, titles: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a weight")]
        let ratio = titles.max(having).max(1) as f64 / having.max(1) as f64;
        (1.0 + ratio).ln()
    }

    /// Titles that are read by the same people as those of the taste, the most telling first.
    pub fn read_together(&self, taste: &Taste, owned: &BTreeSet<TitleId>, most: usize) -> Vec<TitleId> {
        let mut sums: BTreeMap<TitleId, f64> = BTreeMap::new();
        for (of, neighbors) in &self.neighbors_of(taste) {
            for neighbor in neighbors.iter().filter(|neighbor| !owned.contains(&neighbor.title)) {
                *sums.entry(neighbor.title).or_default() += of.1 * neighbor.similarity;
            }
        }
        let mut sums: Vec<(TitleId, f64)> = sums.into_iter().collect();
        sums.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        sums.into_iter().take(most).map(|(title, _)| title).collect()
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
    pub because: Reason,
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

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadTogether(title) => write!(f, "because of {title}, by the same readers"),
            Self::Shared(feature, title) => write!(f, "because of {title}, by {feature}"),
            Self::Popular(readers) => write!(f, "because of {readers} readers"),
        }
    }
}

/// The evidence for one candidate.
#[derive(Debug, Clone, Default)]
struct Case {
    together: f64,
    nearest: Option<(f64, TitleId)>,
    shared: f64,
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
    evidence: &Evidence,
) -> Vec<Recommendation> {
    let mut titles: BTreeMap<TitleId, &Title> = BTreeMap::new();
    let mut cases: BTreeMap<TitleId, (Case, f64)> = BTreeMap::new();
    for title in candidates.iter().filter(|title| !owned.contains(&title.id)) {
        let Some(factor) = shape(profile, title).filter(|_| title.metadata.allow_recommend) else { continue };
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
                case.together += speaks;
                if case.nearest.is_none_or(|(most, _)| speaks > most) {
                    case.nearest = Some((speaks, *of));
                }
            }
        }
    }
    let weights = Weights::of(cases.values().map(|(case, _)| case), neighbors.len());
    let ranked = cases.into_iter().map(|(title, (case, factor))| {
        let (score, because) = weights.score(&case);
        (score * factor, Recommendation { title, score: 0, because })
    });
    let mut ranked: Vec<(f64, Recommendation)> = ranked.collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.title.cmp(&b.1.title)));
    finish(spread(ranked, &titles, taste))
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
            let score = shape(profile, title)? / (STEEP + f64::from(place));
            let because = Reason::Popular(popular.readers);
            Some((score, Recommendation { title: popular.title, score: 0, because }))
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.title.cmp(&b.1.title)));
    finish(ranked)
}

/// Scores as whole numbers, so that a place in the list is exact.
fn finish(ranked: Vec<(f64, Recommendation)>) -> Vec<Recommendation> {
    let mut ranked: Vec<Recommendation> = ranked
        .into_iter()
        .map(|(score, recommendation)| {
            #[expect(clippy::cast_possible_truncation, reason = "a score is a small number")]
            let score = (score * UNIT).round() as i64;
            Recommendation { score, ..recommendation }
        })
        .collect();
    ranked.sort_by(|a, b| b.score.cmp(&a.score).then(a.title.cmp(&b.title)));
    ranked.truncate(MOST);
    ranked
}

fn case_of(title: &Title, taste: &Taste, evidence: &Evidence) -> Case {
    let mut case =
        Case { readers: evidence.readers.get(&title.id).copied().unwrap_or_default(), ..Case::default() };
    for feature in Feature::of(title) {
        let Some(liked) = taste.features.get(&feature) else { continue };
        let rarity = evidence.rarity.get(&feature).copied().unwrap_or_else(|| Evidence::rarity_of(1, 1));
        let speaks = taste.liking(&feature) * rarity;
        case.shared += speaks;
        if case.telling.as_ref().is_none_or(|(most, ..)| speaks > *most) {
            case.telling = Some((speaks, feature, liked.newest));
        }
    }
    case
}

/// How the kinds of evidence are weighed against each other for one reader.
struct Weights {
    together: f64,
    shared: f64,
    popularity: f64,
}

impl Weights {
    /// Each kind is measured by the candidate for which it speaks most; what readers have in common counts
    /// the more, the more titles of the history have neighbors.
    fn of<'a>(cases: impl Iterator<Item = &'a Case>, with_neighbors: usize) -> Self {
        let (mut together, mut shared, mut readers) = (0.0_f64, 0.0_f64, 0);
        for case in cases {
            together = together.max(case.together);
            shared = shared.max(case.shared);
            readers = readers.max(case.readers);
        }
        let known = f64::from(u32::try_from(with_neighbors).unwrap_or(u32::MAX));
        let enough = known / (known + ENOUGH);
        let per = |weight: f64, most: f64| if most > 0.0 { weight / most } else { 0.0 };
        Self {
            together: per(TOGETHER * enough, together),
            shared: per(SHARED_ALONE + (SHARED - SHARED_ALONE) * enough, shared),
            popularity: per(POPULARITY, popularity(readers)),
        }
    }

    fn score(&self, case: &Case) -> (f64, Reason) {
        let together = self.together * case.together;
        let shared = self.shared * case.shared;
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
