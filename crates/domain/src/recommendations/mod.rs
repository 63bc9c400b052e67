//! Recommendations: what a reader may like next (docs/rules/recommendations.md#rule-3).
//!
//! Two sources support a title. [`CoReading`] knows which titles are read by the same people; it is counted
//! in the background. [`Feature`]s are what titles have in common: a category, a contributor, a series.
//! [`rank`] weighs both for one reader and is shaped by the reader's profile. Everything here is a function
//! of its arguments: the same history gives the same order.

mod coreading;
mod features;
mod rank;
mod shape;
mod spread;
mod taste;

#[cfg(test)]
mod tests;

pub use coreading::{CoReading, Neighbor};
pub use features::Feature;
pub use rank::{RankingEvidence, Reason, Recommendation, rank, rank_popular};
pub use taste::Taste;

/// Number of titles of a reader's history that are considered, the newest first. It bounds the work for
/// each reader, in the background and in a request.
pub const HISTORY: usize = 100;

/// Neighbors kept of each title.
pub const NEIGHBORS: usize = 40;

pub const MAX_RECOMMENDATIONS: usize = 100;

/// Titles that are weighed for one reader, from each source.
pub const CANDIDATES: usize = 200;

/// Categories whose popular titles are weighed, the most read first.
pub const CATEGORIES: usize = 6;

/// Number of similar titles to request; the reader may have some of them already.
pub fn similar_asked(owned: usize) -> usize {
    CANDIDATES + owned.min(CANDIDATES)
}
