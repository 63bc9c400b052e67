//! Reading histories: of a real library, or generated.
//!
//! The generated readers do not know categories, series or neighbors. Each title has a hidden appeal, a point
//! in a space of a few dimensions: partly that of its category, partly that of its first author, and mostly
//! its own. Each reader has one to three hidden tastes, points in the same space, and stays with one for a
//! while. From a random sample of titles (popular ones more often) the reader picks one, more likely if it is
//! close to the taste. One book in eight is picked regardless of taste: a gift, a course, a bestseller. One
//! in seven is another one by the last author.

use std::collections::HashMap;

use domain::{SiteId, Title, TitleId};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use store::readership;

use crate::catalog::GeneratedCatalog;
use crate::library::with_database;
use crate::zipf::ZipfDistribution;

/// Dimensions of the hidden space.
const TASTE_DIMENSIONS: usize = 8;
const SAMPLE_TITLES: usize = 40;
const TASTE_WEIGHT: f64 = 3.0;
/// Probability that a reader with several tastes returns to an earlier one.
const EARLIER_TASTE_PROBABILITY: f64 = 0.2;
/// Separates the numbers of readers from those of other things.
const READER_SEED_OFFSET: u64 = 1 << 43;

/// A catalog, and each reader's history, oldest first.
pub struct ReadingLibrary {
    pub titles: Vec<Title>,
    pub histories: Vec<Vec<TitleId>>,
    /// Only for generated readers.
    pub generator_data: Option<GeneratorData>,
}

/// Hidden data of the generator: positions of titles and tastes. It bounds how much of the held-back data any
/// recommender can predict.
pub struct GeneratorData {
    appeals: Vec<TastePoint>,
    /// Probability that each title is in the sample.
    sample_probabilities: Vec<f64>,
    /// Each reader's tastes, most recent last.
    tastes: Vec<Vec<TastePoint>>,
}

impl GeneratorData {
    /// The positions of the reader's most likely next titles, most likely first.
    pub fn most_likely_titles(&self, reader: usize) -> Vec<usize> {
        let tastes = &self.tastes[reader];
        let mut likely = vec![0.0; self.sample_probabilities.len()];
        for (at, taste) in tastes.iter().enumerate() {
            let weight = if at + 1 == tastes.len() { 1.0 } else { EARLIER_TASTE_PROBABILITY };
            let taken =
                |(met, appeal): (&f64, &TastePoint)| met * (TASTE_WEIGHT * project(taste, appeal)).exp();
            let taken: Vec<f64> = self.sample_probabilities.iter().zip(&self.appeals).map(taken).collect();
            let all: f64 = taken.iter().sum();
            for (likely, taken) in likely.iter_mut().zip(taken) {
                *likely += weight * taken / all;
            }
        }
        let mut places: Vec<usize> = (0..likely.len()).collect();
        places.sort_by(|a, b| likely[*b].total_cmp(&likely[*a]).then(a.cmp(b)));
        places
    }
}

pub fn read_database(url: &str, site: &str) -> anyhow::Result<ReadingLibrary> {
    with_database(url, async |db| {
        let site = SiteId::from(site);
        let mut titles = Vec::new();
        let mut last = TitleId(0);
        loop {
            let batch = store::titles::list_after(db, last, 1000).await?;
            let Some(end) = batch.last() else { break };
            last = end.id;
            titles.extend(batch);
        }
        let (mut histories, mut after) = (Vec::new(), String::new());
        while let Some(to) = readership::skip_readers(db, &site, &after, 500).await? {
            for mut history in readership::list_histories(db, &site, &after, &to, 1000).await? {
                history.reverse();
                histories.push(history);
            }
            after = to.0;
        }
        Ok(ReadingLibrary { titles, histories, generator_data: None })
    })
}

pub fn generate_library(titles: u32, readers: u32, seed: u64) -> ReadingLibrary {
    let catalog = GeneratedCatalog::new(titles, seed);
    let titles: Vec<Title> = (0..catalog.len()).map(|place| catalog.generate_title(place)).collect();
    let shelf = GeneratedShelf::new(&titles, seed);
    let (histories, tastes) =
        (0..readers).map(|reader| shelf.generate_history(u64::from(reader), seed)).unzip();
    let mut met = vec![0.0; titles.len()];
    for (rank, place) in shelf.popular.iter().enumerate() {
        met[*place] = shelf.zipf.probability(rank);
    }
    let hidden = GeneratorData { appeals: shelf.appeals, sample_probabilities: met, tastes };
    ReadingLibrary { titles, histories, generator_data: Some(hidden) }
}

type TastePoint = [f64; TASTE_DIMENSIONS];

/// The titles as readers encounter them.
struct GeneratedShelf<'a> {
    titles: &'a [Title],
    appeals: Vec<TastePoint>,
    by_author: HashMap<&'a str, Vec<usize>>,
    /// Most popular first.
    popular: Vec<usize>,
    zipf: ZipfDistribution,
}

impl<'a> GeneratedShelf<'a> {
    fn new(titles: &'a [Title], seed: u64) -> Self {
        let rng = &mut StdRng::seed_from_u64(seed ^ READER_SEED_OFFSET);
        let mut named: HashMap<&str, TastePoint> = HashMap::new();
        let mut by_author: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut appeals = Vec::with_capacity(titles.len());
        for (place, title) in titles.iter().enumerate() {
            let category = title.metadata.categories.first().map_or("", |category| category.name.as_str());
            let author = first_author(title);
            let of_category = *named.entry(category).or_insert_with(|| random_point(rng));
            let of_author = *named.entry(author).or_insert_with(|| random_point(rng));
            let own = random_point(rng);
            appeals.push(std::array::from_fn(|d| 0.5 * of_category[d] + 0.5 * of_author[d] + 0.7 * own[d]));
            by_author.entry(author).or_default().push(place);
        }
        let mut popular: Vec<usize> = (0..titles.len()).collect();
        popular.shuffle(rng);
        let zipf = ZipfDistribution::new(titles.len(), 200.0);
        Self { titles, appeals, by_author, popular, zipf }
    }

    /// Generates one reader's history, oldest first, and the reader's tastes, most recent last.
    fn generate_history(&self, reader: u64, seed: u64) -> (Vec<TitleId>, Vec<TastePoint>) {
        let rng = &mut StdRng::seed_from_u64(seed.rotate_left(32) ^ READER_SEED_OFFSET ^ (reader + 1));
        let mut tastes: Vec<TastePoint> = (0..rng.random_range(1..=3)).map(|_| random_point(rng)).collect();
        // Many read a little, few read much.
        let length = 3.0 * (1.0_f64 - rng.random::<f64>()).powf(-0.8);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 3 and 100")]
        let length = length.min(100.0) as usize;
        let mut taste = 0;
        let mut read: Vec<usize> = Vec::new();
        for _ in 0..length {
            if rng.random_bool(0.1) {
                taste = rng.random_range(0..tastes.len());
            }
            let next = match rng.random::<f64>() {
                0.0..0.125 => self.popular[self.zipf.draw_position(rng)],
                0.125..0.27 => self.draw_by_same_author(read.last().copied(), rng),
                _ => self.draw_to_taste(&tastes[taste], rng),
            };
            if !read.contains(&next) {
                read.push(next);
            }
        }
        let last = tastes.len() - 1;
        tastes.swap(taste, last);
        (read.into_iter().map(|place| self.titles[place].id).collect(), tastes)
    }

    fn draw_by_same_author(&self, last: Option<usize>, rng: &mut StdRng) -> usize {
        let books = last.and_then(|last| self.by_author.get(first_author(&self.titles[last])));
        match books {
            Some(books) => books[rng.random_range(0..books.len())],
            None => self.popular[self.zipf.draw_position(rng)],
        }
    }

    fn draw_to_taste(&self, taste: &TastePoint, rng: &mut StdRng) -> usize {
        let at_hand: Vec<usize> =
            (0..SAMPLE_TITLES).map(|_| self.popular[self.zipf.draw_position(rng)]).collect();
        let weights: Vec<f64> = at_hand
            .iter()
            .map(|place| (TASTE_WEIGHT * project(taste, &self.appeals[*place])).exp())
            .collect();
        let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
        for (place, weight) in at_hand.iter().zip(&weights) {
            left -= weight;
            if left <= 0.0 {
                return *place;
            }
        }
        at_hand[0]
    }
}

fn first_author(title: &Title) -> &str {
    title.authors().next().map_or("", |author| author.display_name.as_str())
}

/// A random point at an average distance from the center.
fn random_point(rng: &mut StdRng) -> TastePoint {
    // The sum of a few uniform draws approximates a normal one.
    let mut point = [0.0; TASTE_DIMENSIONS];
    for _ in 0..6 {
        for coordinate in &mut point {
            *coordinate += rng.random::<f64>() - 0.5;
        }
    }
    point
}

fn project(one: &TastePoint, other: &TastePoint) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::generate_library;

    #[test]
    fn readers_are_the_same_each_time_and_read_nothing_twice() {
        let (one, again) = (generate_library(2000, 200, 3), generate_library(2000, 200, 3));
        assert_eq!(one.histories, again.histories);
        let lengths: Vec<usize> = one.histories.iter().map(Vec::len).collect();
        assert!(lengths.iter().any(|n| *n <= 4) && lengths.iter().any(|n| *n >= 20), "{lengths:?}");
        for history in &one.histories {
            assert_eq!(history.iter().collect::<HashSet<_>>().len(), history.len());
        }
        assert_ne!(one.histories, generate_library(2000, 200, 4).histories);
    }
}
