//! Categories: the library's own, and headings with codes.

use domain::Category;
use rand::rngs::StdRng;
use rand::{Rng, RngExt};

use crate::zipf::ZipfDistribution;

#[derive(Debug, Clone)]
pub struct SubjectArea {
    service: &'static str,
    headings: Vec<Category>,
    zipf: ZipfDistribution,
}

/// All areas, the most frequent first.
#[derive(Debug, Clone)]
pub struct SubjectAreas {
    areas: Vec<SubjectArea>,
    zipf: ZipfDistribution,
}

impl SubjectAreas {
    pub fn new() -> Self {
        let areas: Vec<SubjectArea> =
            include_str!("../../data/subjects.tsv").lines().enumerate().filter_map(parse_area).collect();
        let zipf = ZipfDistribution::new(areas.len(), 4.0);
        Self { areas, zipf }
    }

    pub fn draw_area(&self, rng: &mut impl Rng) -> &SubjectArea {
        &self.areas[self.zipf.draw_position(rng)]
    }
}

impl SubjectArea {
    /// The library's own category, and one to three headings.
    pub fn draw_categories(&self, rng: &mut StdRng) -> Vec<Category> {
        let mut categories = vec![Category::service(self.service)];
        for _ in 0..rng.random_range(1..=3) {
            let heading = &self.headings[self.zipf.draw_position(rng)];
            if !categories.contains(heading) {
                categories.push(heading.clone());
            }
        }
        categories
    }
}

/// `AREA <tab> code <tab> category <tab> heading;heading`; the line's number makes codes unique.
fn parse_area((number, line): (usize, &'static str)) -> Option<SubjectArea> {
    let mut parts = line.split('\t');
    let (name, code, service, headings) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let headings: Vec<Category> = headings
        .split(';')
        .enumerate()
        .map(|(at, heading)| {
            Category::bisac(format!("{code}{number:02}{at:02}00"), format!("{name} / {heading}"))
        })
        .collect();
    let zipf = ZipfDistribution::new(headings.len(), 2.0);
    Some(SubjectArea { service, headings, zipf })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::SubjectAreas;

    #[test]
    fn every_line_of_the_list_is_an_area_and_codes_are_unique() {
        let subjects = SubjectAreas::new();
        assert_eq!(subjects.areas.len(), include_str!("../../data/subjects.tsv").lines().count());
        let headings: Vec<_> = subjects.areas.iter().flat_map(|area| &area.headings).collect();
        let codes: BTreeSet<_> = headings.iter().filter_map(|heading| heading.code.as_deref()).collect();
        assert_eq!(codes.len(), headings.len());
        assert!(codes.iter().all(|code| code.len() == 9));
    }
}
