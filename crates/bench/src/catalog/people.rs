//! Authors and others: few with many books, many with one.

use domain::{Contributor, ContributorType};
use rand::RngExt;
use rand::rngs::StdRng;

use super::rng_of;
use crate::words::{self, WordList};
use crate::zipf::ZipfDistribution;

/// Separates the numbers of people from those of titles.
const PERSON_SEED_OFFSET: u64 = 1 << 41;
/// Separates the numbers of publishers.
const PUBLISHER_SEED_OFFSET: u64 = 1 << 42;
const PUBLISHER_COUNT: usize = 2_000;

#[derive(Debug, Clone)]
pub struct PeopleGenerator {
    seed: u64,
    given_names: WordList,
    family: WordList,
    authors: ZipfDistribution,
    publishers: ZipfDistribution,
}

impl PeopleGenerator {
    /// People for a catalog of this many titles: two authors per five titles.
    pub fn new(titles: u32, seed: u64) -> Self {
        Self {
            seed,
            given_names: words::given_names(),
            family: words::family_names(),
            authors: ZipfDistribution::new(titles as usize * 2 / 5, 50.0),
            publishers: ZipfDistribution::new(PUBLISHER_COUNT, 20.0),
        }
    }

    pub fn draw_contributors(&self, rng: &mut StdRng) -> Vec<Contributor> {
        let authors = match rng.random_range(0..100) {
            0..3 => 0,
            3..80 => 1,
            80..95 => 2,
            _ => 3,
        };
        let mut people: Vec<Contributor> = Vec::with_capacity(4);
        for _ in 0..authors {
            let author = Contributor::new(ContributorType::Author, self.draw_name(rng));
            if !people.contains(&author) {
                people.push(author);
            }
        }
        let others = [
            (ContributorType::Editor, if authors == 0 { 1.0 } else { 0.03 }),
            (ContributorType::Translator, 0.06),
            (ContributorType::Illustrator, 0.05),
        ];
        for (kind, share) in others {
            if rng.random_bool(share) {
                people.push(Contributor::new(kind, self.draw_name(rng)));
            }
        }
        people
    }

    /// A person's name; well-known people are more frequent.
    pub fn draw_name(&self, rng: &mut StdRng) -> String {
        let number = self.authors.draw_position(rng) as u64;
        let own = &mut rng_of(self.seed, PERSON_SEED_OFFSET + number);
        let (given, family) = (self.given_names.draw_word(own), self.family.draw_word(own));
        match own.random_range(0..100) {
            0..20 => format!("{given} {}. {family}", char::from(own.random_range(b'A'..=b'W'))),
            20..28 => format!("{given} {} {family}", self.given_names.draw_word(own)),
            28..31 => format!("{given} {family}-{}", self.family.draw_word(own)),
            _ => format!("{given} {family}"),
        }
    }

    pub fn draw_publisher(&self, rng: &mut StdRng) -> String {
        let own = &mut rng_of(self.seed, PUBLISHER_SEED_OFFSET + self.publishers.draw_position(rng) as u64);
        match own.random_range(0..3) {
            0 => format!("{} Press", self.family.draw_word(own)),
            1 => format!("{} & {}", self.family.draw_word(own), self.family.draw_word(own)),
            _ => format!("{} Books", self.family.draw_word(own)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::PeopleGenerator;

    #[test]
    fn names_are_many_and_have_two_parts() {
        let people = PeopleGenerator::new(100_000, 1);
        let rng = &mut super::rng_of(1, 1);
        let names: BTreeSet<String> = (0..10_000).map(|_| people.draw_name(rng)).collect();
        assert!(names.len() > 4_000, "{} names", names.len());
        assert!(names.iter().all(|name| name.split(' ').count() >= 2));
    }
}
