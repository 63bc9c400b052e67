//! Authors and others: few with many books, many with one.

use domain::contributors::{Contributor, ContributorType};
use rand::RngExt;
use rand::rngs::StdRng;

use super::rng_of;
use crate::words::{self, Words};
use crate::zipf::Zipf;

/// Separates the numbers of people from those of titles.
const OF_PEOPLE: u64 = 1 << 41;
/// Separates the numbers of publishers.
const OF_PUBLISHERS: u64 = 1 << 42;
/// Publishers of a catalog.
const PUBLISHERS: usize = 2_000;

/// Names people.
#[derive(Debug, Clone)]
pub struct People {
    seed: u64,
    given: Words,
    family: Words,
    authors: Zipf,
    publishers: Zipf,
}

impl People {
    /// People for a catalog of this many titles: two authors per five titles.
    pub fn new(titles: u32, seed: u64) -> Self {
        Self {
            seed,
            given: words::given(),
            family: words::family(),
            authors: Zipf::new(titles as usize * 2 / 5, 50.0),
            publishers: Zipf::new(PUBLISHERS, 20.0),
        }
    }

    /// The contributors of one title.
    pub fn contributors(&self, rng: &mut StdRng) -> Vec<Contributor> {
        let authors = match rng.random_range(0..100) {
            0..3 => 0,
            3..80 => 1,
            80..95 => 2,
            _ => 3,
        };
        let mut people: Vec<Contributor> = Vec::with_capacity(4);
        for _ in 0..authors {
            let author = Contributor::new(ContributorType::Author, self.name(rng));
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
                people.push(Contributor::new(kind, self.name(rng)));
            }
        }
        people
    }

    /// A person's name; well-known people are more frequent.
    pub fn name(&self, rng: &mut StdRng) -> String {
        let number = self.authors.draw(rng) as u64;
        let own = &mut rng_of(self.seed, OF_PEOPLE + number);
        let (given, family) = (self.given.draw(own), self.family.draw(own));
        match own.random_range(0..100) {
            0..20 => format!("{given} {}. {family}", char::from(own.random_range(b'A'..=b'W'))),
            20..28 => format!("{given} {} {family}", self.given.draw(own)),
            28..31 => format!("{given} {family}-{}", self.family.draw(own)),
            _ => format!("{given} {family}"),
        }
    }

    /// The name of a publisher.
    pub fn publisher(&self, rng: &mut StdRng) -> String {
        let own = &mut rng_of(self.seed, OF_PUBLISHERS + self.publishers.draw(rng) as u64);
        match own.random_range(0..3) {
            0 => format!("{} Press", self.family.draw(own)),
            1 => format!("{} & {}", self.family.draw(own), self.family.draw(own)),
            _ => format!("{} Books", self.family.draw(own)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::People;

    #[test]
    fn names_are_many_and_have_two_parts() {
        let people = People::new(100_000, 1);
        let rng = &mut super::rng_of(1, 1);
        let names: BTreeSet<String> = (0..10_000).map(|_| people.name(rng)).collect();
        assert!(names.len() > 4_000, "{} names", names.len());
        assert!(names.iter().all(|name| name.split(' ').count() >= 2));
    }
}
