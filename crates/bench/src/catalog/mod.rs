//! A catalog of any size with realistic titles: the same seed gives the same titles.

mod formats;
mod people;
mod subjects;
mod texts;

use std::collections::BTreeSet;

use domain::sites::Sharing;
use domain::titles::{Dates, Metadata};
use domain::{
    ContentType, ContentWarning, MAIN_SITE, SiteId, Territory, Title, TitleFiles, TitleId, TitleStatus,
    UsageRestriction,
};
use jiff::{SignedDuration, Timestamp};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use people::PeopleGenerator;
use subjects::SubjectAreas;
use texts::{LanguageWriter, TextGenerator};

/// The number of the first title of a fresh library.
pub const FIRST_TITLE_ID: i64 = 1001;
/// The second site, whose titles are partly shared with the first.
pub const SECOND_SITE_ID: &str = "lab";
const FIRST_TITLE_ADDED_AT: Timestamp = Timestamp::constant(1_325_376_000, 0);
/// Hours over which titles were added: 14 years.
const CATALOG_AGE_HOURS: i64 = 14 * 365 * 24;

#[derive(Debug, Clone)]
pub struct GeneratedCatalog {
    seed: u64,
    titles: u32,
    pub texts: TextGenerator,
    people: PeopleGenerator,
    subjects: SubjectAreas,
}

impl GeneratedCatalog {
    pub fn new(titles: u32, seed: u64) -> Self {
        let texts = TextGenerator::new(titles, seed);
        Self {
            seed,
            titles,
            texts,
            people: PeopleGenerator::new(titles, seed),
            subjects: SubjectAreas::new(),
        }
    }

    pub fn len(&self) -> u32 {
        self.titles
    }

    /// The title at a position, from 0; independent of other calls.
    pub fn generate_title(&self, number: u32) -> Title {
        let rng = &mut rng_of(self.seed, u64::from(number));
        let writer = self.texts.draw_language(rng);
        let usage = draw_usage(rng);
        let published =
            FIRST_TITLE_ADDED_AT + SignedDuration::from_hours(rng.random_range(0..CATALOG_AGE_HOURS));
        let updated = published + SignedDuration::from_secs(rng.random_range(0..3_000_000));
        let status = draw_status(rng);
        let (site, sharing) = draw_site(rng);
        Title {
            id: TitleId(FIRST_TITLE_ID + i64::from(number)),
            site,
            sharing,
            status,
            owner: None,
            content_type: ContentType::Text,
            usage,
            territory: draw_territory(rng),
            metadata: self.generate_metadata(number, writer, rng),
            artifacts: formats::generate_artifacts(published, &self.people, rng),
            files: TitleFiles::default(),
            inspection: None,
            dates: Dates {
                created: published,
                updated,
                published: Some(published),
                withdrawn: (status == TitleStatus::Withdrawn).then_some(updated),
            },
        }
    }

    fn generate_metadata(&self, place: u32, writer: &LanguageWriter, rng: &mut StdRng) -> Metadata {
        let title = writer.draw_title(rng);
        let series = rng.random_bool(0.15).then(|| self.texts.draw_series(rng));
        let subject = self.subjects.draw_area(rng);
        let age = rng.random_bool(0.15).then(|| rng.random_range(3..16));
        let pages = rng.random_range(24..900);
        Metadata {
            subtitle: rng.random_bool(0.4).then(|| writer.draw_subtitle(rng)),
            synopsis: rng.random_bool(0.9).then(|| writer.draw_synopsis(rng)),
            contributors: self.people.draw_contributors(rng),
            isbn13: rng.random_bool(0.85).then(|| unique_isbn(place)),
            languages: vec![writer.language.code.to_owned()],
            categories: subject.draw_categories(rng),
            grades: Vec::new(),
            content_warnings: draw_warnings(rng),
            adult_content: rng.random_bool(0.02),
            allow_recommend: true,
            copyright_date: Some(draw_year(rng)),
            copyright_holder: None,
            publisher: Some(self.people.draw_publisher(rng)),
            series_number: series.as_ref().map(|_| rng.random_range(1..24).to_string()),
            series_title: series,
            origin_country: Some(writer.language.country.to_owned()),
            reading_age_minimum: age,
            reading_age_maximum: age.map(|age| age + 4),
            num_pages: Some(pages),
            num_images: rng.random_bool(0.3).then_some(pages / 10),
            title,
            ..Metadata::default()
        }
    }
}

/// The random generator for one item of the catalog.
fn rng_of(seed: u64, number: u64) -> StdRng {
    StdRng::seed_from_u64(seed.rotate_left(32) ^ number)
}

fn draw_usage(rng: &mut StdRng) -> UsageRestriction {
    match rng.random_range(0..100) {
        0..65 => UsageRestriction::Copyright,
        65..96 => UsageRestriction::PublicDomain,
        _ => UsageRestriction::CreativeCommons,
    }
}

fn draw_status(rng: &mut StdRng) -> TitleStatus {
    match rng.random_range(0..1000) {
        0..970 => TitleStatus::Live,
        970..985 => TitleStatus::Withdrawn,
        985..993 => TitleStatus::BeingEdited,
        _ => TitleStatus::New,
    }
}

fn draw_site(rng: &mut StdRng) -> (SiteId, Sharing) {
    match rng.random_range(0..100) {
        0..90 => (MAIN_SITE.into(), Sharing::None),
        90..96 => (MAIN_SITE.into(), Sharing::All),
        96..98 => (SECOND_SITE_ID.into(), Sharing::All),
        _ => (SECOND_SITE_ID.into(), Sharing::None),
    }
}

fn draw_territory(rng: &mut StdRng) -> Territory {
    const COUNTRY_CODES: [&str; 6] = ["US", "CA", "GB", "AU", "IN", "DE"];
    let worldwide = rng.random_bool(0.85);
    let some = rng.random_range(1..=COUNTRY_CODES.len());
    Territory {
        worldwide,
        countries: if worldwide {
            BTreeSet::new()
        } else {
            COUNTRY_CODES[..some].iter().map(|c| (*c).to_owned()).collect()
        },
        marrakesh_available: rng.random_bool(0.5),
        ..Territory::default()
    }
}

fn draw_warnings(rng: &mut StdRng) -> Vec<ContentWarning> {
    const FREQUENT_WARNINGS: [ContentWarning; 4] =
        [ContentWarning::Violence, ContentWarning::Language, ContentWarning::Sex, ContentWarning::Drugs];
    if rng.random_bool(0.12) {
        vec![FREQUENT_WARNINGS[rng.random_range(0..FREQUENT_WARNINGS.len())]]
    } else {
        Vec::new()
    }
}

/// Most books are recent.
fn draw_year(rng: &mut StdRng) -> i16 {
    let oldest = rng.random_range(1..=126);
    2026 - rng.random_range(0..oldest)
}

/// An ISBN-13 that is unique to its position.
fn unique_isbn(place: u32) -> String {
    let digits = format!("978{:09}", u64::from(place) * 7_919 % 1_000_000_000);
    let sum: u32 = digits.bytes().zip([1, 3].into_iter().cycle()).map(|(d, w)| u32::from(d - b'0') * w).sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::GeneratedCatalog;

    #[test]
    fn titles_depend_only_on_the_seed_and_their_position() {
        let (a, b) = (GeneratedCatalog::new(1000, 7), GeneratedCatalog::new(1000, 7));
        let backwards: Vec<_> = (0..300).rev().map(|place| b.generate_title(place)).collect();
        assert!(backwards.into_iter().rev().eq((0..300).map(|place| a.generate_title(place))));
        let other = GeneratedCatalog::new(1000, 8);
        assert!(
            (0..20).all(|place| other.generate_title(place).metadata != a.generate_title(place).metadata)
        );
    }

    #[test]
    fn every_isbn_is_valid_and_no_two_are_the_same() {
        let isbns: BTreeSet<String> = (0..5000).map(super::unique_isbn).collect();
        assert_eq!(isbns.len(), 5000);
        assert!(
            isbns.iter().all(|isbn| domain::isbn::parse(isbn).is_ok_and(|read| read.to_string() == *isbn))
        );
    }

    #[test]
    fn the_catalog_has_four_languages_and_authors_with_many_books() {
        let catalog = GeneratedCatalog::new(20_000, 1);
        let (mut languages, mut authors) = (BTreeMap::<_, u32>::new(), BTreeMap::<_, u32>::new());
        for title in (0..5000).map(|place| catalog.generate_title(place)) {
            *languages.entry(title.metadata.languages[0].clone()).or_default() += 1;
            title.authors().for_each(|a| *authors.entry(a.display_name.clone()).or_default() += 1);
        }
        assert!(languages.keys().eq(["deu", "eng", "fra", "spa"]));
        assert!(languages["eng"] > 3500);
        let most = authors.values().max().unwrap();
        let one_book = authors.values().filter(|books| **books == 1).count();
        assert!((5..500).contains(most), "{most} books of one author");
        assert!(one_book > authors.len() / 3, "{one_book} of {} authors have one book", authors.len());
    }

    #[test]
    fn a_title_survives_the_database() {
        let title = GeneratedCatalog::new(1000, 1).generate_title(17);
        let text = serde_json::to_string(&title).unwrap();
        assert_eq!(serde_json::from_str::<domain::titles::Title>(&text).unwrap(), title);
    }
}
