//! Filters and facets of what titles offer readers with disabilities.

use domain::accessibility::{
    AccessibilityFeature as Feature, Hazard, Inspection, Narration, NonvisualReading, VisualAdjustments,
};
use domain::artifacts::{BrailleCode, BrailleVolumes, Narrator};
use domain::fixtures::artifact;
use domain::wire::WireEnum as _;
use domain::{Accessibility, BrailleGrade, Capabilities, Format, NarratorType, Title};
use search::{AccessFilter, TitleSearch};

use crate::support::{TestShelf, changed_title, english_title, keyword_search, search_everything};

fn title_with_claims(id: i64, features: &[&str], hazards: &[&str]) -> Title {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let claims = Accessibility {
        features: words(features),
        hazards: words(hazards),
        access_modes: words(&["textual"]),
        ..Accessibility::default()
    };
    changed_title(english_title(id, "Alpha"), |it| {
        it.artifacts = vec![artifact(Format::Epub3)];
        it.artifacts[0].details.accessibility = Some(claims);
    })
}

fn sample_shelf() -> TestShelf {
    TestShelf::with_titles([
        title_with_claims(1, &["alternativeText", "MathML", "displayTransformability"], &["none"]),
        changed_title(title_with_claims(2, &["alternativeText"], &["noFlashingHazard", "sound"]), |it| {
            it.inspection = Some(Inspection { words: 10, images: 1, formulas: 2, ..Inspection::default() });
        }),
        changed_title(english_title(3, "Alpha"), |it| {
            it.inspection = Some(Inspection { images: 9, fixed_layout: true, ..Inspection::default() });
        }),
        english_title(4, "Alpha"),
        changed_title(english_title(5, "Beta"), |it| {
            let kind = NarratorType::Tts;
            it.artifacts = vec![artifact(Format::DaisyAudio), artifact(Format::Brf)];
            it.artifacts[0].details.narrator = Some(Narrator { name: "Nora".into(), gender: None, kind });
            it.artifacts[1].details.braille_code = Some("musicbraillecode".into());
            it.artifacts[1].details.braille_grade = Some(BrailleGrade::Contracted);
            it.artifacts[1].details.number_of_volumes = Some(4);
        }),
    ])
}

fn find_ids(shelf: &TestShelf, access: AccessFilter) -> Vec<i64> {
    let mut ids = shelf.changed_search_ids(|it| it.conditions.access = access);
    ids.sort_unstable();
    ids
}

#[test]
fn claims_and_findings_are_searched_together_and_the_unknown_is_its_own_value() {
    let shelf = sample_shelf();
    let reading = |value| AccessFilter { nonvisual_reading: vec![value], ..AccessFilter::default() };
    assert_eq!(find_ids(&shelf, reading(NonvisualReading::Yes)), [1]);
    assert_eq!(find_ids(&shelf, reading(NonvisualReading::Partly)), [2], "an image without a description");
    assert_eq!(find_ids(&shelf, reading(NonvisualReading::No)), [3]);
    assert_eq!(find_ids(&shelf, reading(NonvisualReading::Unknown)), [4, 5]);
    let several = vec![NonvisualReading::Yes, NonvisualReading::Partly];
    assert_eq!(
        find_ids(&shelf, AccessFilter { nonvisual_reading: several, ..AccessFilter::default() }),
        [1, 2]
    );
    let adjustable = |value| AccessFilter { visual_adjustments: vec![value], ..AccessFilter::default() };
    assert_eq!(find_ids(&shelf, adjustable(VisualAdjustments::Yes)), [1, 2]);
    assert_eq!(find_ids(&shelf, adjustable(VisualAdjustments::No)), [3]);
}

#[test]
fn all_features_must_be_there() {
    let shelf = sample_shelf();
    let having = |features: &[Feature]| AccessFilter { features: features.into(), ..AccessFilter::default() };
    assert_eq!(find_ids(&shelf, having(&[Feature::AlternativeText])), [1, 2]);
    assert_eq!(find_ids(&shelf, having(&[Feature::MathMl])), [1, 2], "claimed, and seen");
    let both = [Feature::AlternativeText, Feature::DisplayTransformability, Feature::MathMl];
    assert_eq!(find_ids(&shelf, having(&both)), [1, 2]);
    assert!(find_ids(&shelf, having(&[Feature::MathMl, Feature::Index])).is_empty());
}

#[test]
fn a_title_whose_hazards_are_unknown_is_never_shown_as_free_of_them() {
    let shelf = sample_shelf();
    let without =
        |hazards: &[Hazard]| AccessFilter { excluded_hazards: hazards.into(), ..AccessFilter::default() };
    assert_eq!(find_ids(&shelf, without(&[Hazard::Flashing])), [1, 2]);
    assert_eq!(find_ids(&shelf, without(&[Hazard::Sound])), [1]);
    assert_eq!(find_ids(&shelf, without(&[Hazard::Flashing, Hazard::MotionSimulation])), [1]);
}

#[test]
fn speech_and_braille_count_where_they_can_be_made() {
    let shelf = sample_shelf();
    let spoken = AccessFilter { narration: vec![Narration::Synthetic], ..AccessFilter::default() };
    let music = AccessFilter {
        braille_codes: vec![BrailleCode::MusicBrailleCode],
        braille_grade: Some(BrailleGrade::Contracted),
        braille_volumes: vec![BrailleVolumes::One, BrailleVolumes::TwoToFive],
        ..AccessFilter::default()
    };
    let brf = AccessFilter { format: Some(Format::Brf), ..AccessFilter::default() };
    for access in [spoken, music, brf] {
        assert_eq!(find_ids(&shelf, access.clone()), [5]);
        let none =
            shelf.changed_search_ids(|it| (it.conditions.access, it.can) = (access, Capabilities::NONE));
        assert!(none.is_empty());
    }
    let other = AccessFilter { braille_codes: vec![BrailleCode::Ueb], ..AccessFilter::default() };
    assert!(find_ids(&shelf, other).is_empty());
}

#[test]
fn each_value_of_a_facet_leads_to_as_many_titles_as_it_says() {
    let shelf = sample_shelf();
    for can in [Capabilities::ALL, Capabilities::NONE] {
        let facets = shelf
            .search(&TitleSearch { access_facets: true, can, limit: 1, ..search_everything() })
            .facets
            .access;
        let lead = |access: AccessFilter| {
            shelf.changed_search_ids(|it| (it.conditions.access, it.can) = (access, can)).len() as u64
        };
        let none = AccessFilter::default;
        macro_rules! leads {
            ($facet:ident, $type:ty, $filter:expr) => {
                for value in <$type>::ALL.iter().copied() {
                    let count =
                        facets.$facet.iter().find(|(of, _)| *of == value).map_or(0, |(_, count)| *count);
                    assert_eq!(lead($filter(value)), count, "{value} {can:?}");
                }
            };
        }
        leads!(nonvisual_reading, NonvisualReading, |it| AccessFilter {
            nonvisual_reading: vec![it],
            ..none()
        });
        leads!(visual_adjustments, VisualAdjustments, |it| AccessFilter {
            visual_adjustments: vec![it],
            ..none()
        });
        leads!(narration, Narration, |it| AccessFilter { narration: vec![it], ..none() });
        leads!(features, Feature, |it| AccessFilter { features: vec![it], ..none() });
        leads!(excluded_hazards, Hazard, |it| AccessFilter { excluded_hazards: vec![it], ..none() });
        leads!(braille_codes, BrailleCode, |it| AccessFilter { braille_codes: vec![it], ..none() });
        leads!(braille_volumes, BrailleVolumes, |it| AccessFilter { braille_volumes: vec![it], ..none() });
        leads!(braille_grades, BrailleGrade, |it| AccessFilter { braille_grade: Some(it), ..none() });
    }
    let alpha = TitleSearch { access_facets: true, limit: 1, ..keyword_search("alpha") };
    let page = shelf.search(&alpha);
    let reading = [
        (NonvisualReading::Yes, 1),
        (NonvisualReading::Partly, 1),
        (NonvisualReading::No, 1),
        (NonvisualReading::Unknown, 1),
    ];
    assert_eq!(page.facets.access.nonvisual_reading, reading);
    assert_eq!(page.facets.access.features.len(), 3);
    assert_eq!(
        shelf.search(&TitleSearch { after: page.next.clone(), ..alpha }).facets.access,
        page.facets.access
    );
    assert_eq!(
        shelf.search(&keyword_search("alpha")).facets.access,
        search::AccessFacets::default(),
        "not asked for"
    );
}
