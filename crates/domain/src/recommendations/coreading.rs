//! Titles that are read by the same people.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::{HISTORY, NEIGHBORS};
use crate::TitleId;

/// Titles with fewer readers in common are not neighbors: one reader is not significant, and would be
/// identifiable.
const READERS: u32 = 2;

/// A similarity with little evidence shrinks toward zero: with this much evidence it counts half.
const SHRINKAGE: f64 = 5.0;

/// A title that is read by the same people as another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbor {
    pub title: TitleId,
    /// Similarity of their readers, above 0 and below 1.
    pub similarity: f64,
}

/// Counts pairs of titles over the histories of readers, in bounded memory.
///
/// A reader of few titles says more about each pair than a reader of many, so each reader has a weight. The
/// similarity of two titles is the root of the cosine of their readers' weights, shrunk by how little it
/// rests on: the cosine itself favors titles that few have read, about which least is known. When there are
/// too many pairs, the half with the least evidence is forgotten.
#[derive(Debug)]
pub struct CoReading {
    max_pairs: usize,
    places: HashMap<TitleId, u32>,
    titles: Vec<TitleId>,
    weights: Vec<f64>,
    pairs: HashMap<(u32, u32), Pair>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Pair {
    weight: f32,
    readers: u32,
}

impl CoReading {
    /// Keeps up to `most` pairs, but at least one reader's worth. A pair takes about 20 bytes.
    pub fn new(max_pairs: usize) -> Self {
        let most = max_pairs.max(HISTORY * HISTORY);
        Self {
            max_pairs: most,
            places: HashMap::new(),
            titles: Vec::new(),
            weights: Vec::new(),
            pairs: HashMap::new(),
        }
    }

    /// Adds what one reader read, the newest first. What comes after the first [`HISTORY`] titles, and what
    /// is repeated, does not count.
    pub fn add(&mut self, history: &[TitleId]) {
        let mut seen = HashSet::new();
        let read: Vec<TitleId> =
            history.iter().copied().filter(|title| seen.insert(*title)).take(HISTORY).collect();
        let weight = weight_of(read.len());
        let read: Vec<u32> = read.into_iter().map(|title| self.index_of(title)).collect();
        for (at, one) in read.iter().enumerate() {
            self.weights[*one as usize] += weight;
            for other in &read[at + 1..] {
                let pair = self.pairs.entry((*one.min(other), *one.max(other))).or_default();
                #[expect(clippy::cast_possible_truncation, reason = "a weight is between 0 and 1")]
                let weight = weight as f32;
                pair.weight += weight;
                pair.readers += 1;
            }
        }
        if self.pairs.len() > self.max_pairs - HISTORY * HISTORY / 2 {
            self.drop_weakest_half();
        }
    }

    /// Number of pairs in memory.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns true if no two titles were read together.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The neighbors of each title that has any, by title; the most alike first.
    pub fn neighbors(self) -> Vec<(TitleId, Vec<Neighbor>)> {
        let mut best: Vec<BinaryHeap<Reverse<RankedNeighbor>>> = Vec::new();
        best.resize_with(self.titles.len(), BinaryHeap::new);
        for ((one, other), pair) in &self.pairs {
            if pair.readers < READERS {
                continue;
            }
            let similarity = self.similarity(*one, *other, *pair);
            for (of, neighbor) in [(*one, *other), (*other, *one)] {
                let heap = &mut best[of as usize];
                let ranked = RankedNeighbor { similarity, title: Reverse(self.titles[neighbor as usize]) };
                if heap.len() < NEIGHBORS {
                    heap.push(Reverse(ranked));
                } else if heap.peek().is_some_and(|least| least.0 < ranked) {
                    heap.pop();
                    heap.push(Reverse(ranked));
                }
            }
        }
        let mut neighbors: Vec<(TitleId, Vec<Neighbor>)> = self
            .titles
            .into_iter()
            .zip(best)
            .filter(|(_, heap)| !heap.is_empty())
            .map(|(title, heap)| (title, heap.into_sorted_vec().into_iter().map(|r| r.0.into()).collect()))
            .collect();
        neighbors.sort_unstable_by_key(|(title, _)| *title);
        neighbors
    }

    fn index_of(&mut self, title: TitleId) -> u32 {
        if let Some(place) = self.places.get(&title) {
            return *place;
        }
        let place = u32::try_from(self.titles.len()).expect("a catalog has fewer than 4 billion titles");
        self.places.insert(title, place);
        self.titles.push(title);
        self.weights.push(0.0);
        place
    }

    fn similarity(&self, one: u32, other: u32, pair: Pair) -> f64 {
        let together = f64::from(pair.weight);
        let apart = self.weights[one as usize] * self.weights[other as usize];
        let cosine = (together / apart.sqrt()).min(1.0);
        cosine.sqrt() * together / (together + SHRINKAGE)
    }

    /// Drops the half of the pairs with the least evidence. Of equals, chance decides, the same each time:
    /// a choice by number would favor old titles.
    fn drop_weakest_half(&mut self) {
        let mut ranks: Vec<(u32, u64)> = self.pairs.iter().map(|(key, pair)| rank_of(*key, *pair)).collect();
        let middle = ranks.len() / 2;
        let (_, least, _) = ranks.select_nth_unstable(middle);
        let least = *least;
        self.pairs.retain(|key, pair| rank_of(*key, *pair) >= least);
    }
}

fn rank_of((one, other): (u32, u32), pair: Pair) -> (u32, u64) {
    let key = (u64::from(one) << 32) | u64::from(other);
    // Weights are positive: their bits are in their order. The multiplication is one to one.
    (pair.weight.to_bits(), key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32))
}

/// The weight that a reader of `titles` titles gives each pair of them.
fn weight_of(titles: usize) -> f64 {
    let titles = u32::try_from(titles).unwrap_or(u32::MAX);
    1.0 / (std::f64::consts::E - 1.0 + f64::from(titles)).ln()
}

/// The order of neighbors: the more alike the greater, then the smaller number.
#[derive(Debug, Clone, Copy, PartialEq)]
struct RankedNeighbor {
    similarity: f64,
    title: Reverse<TitleId>,
}

impl Eq for RankedNeighbor {}

impl Ord for RankedNeighbor {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.similarity.total_cmp(&other.similarity).then(self.title.cmp(&other.title))
    }
}

impl PartialOrd for RankedNeighbor {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl From<RankedNeighbor> for Neighbor {
    fn from(ranked: RankedNeighbor) -> Self {
        Self { title: ranked.title.0, similarity: ranked.similarity }
    }
}
