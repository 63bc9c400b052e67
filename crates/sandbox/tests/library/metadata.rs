//! Catalog metadata: only valid values, and the flags that the keys imply.

use std::collections::HashSet;

const CONTRIBUTOR_TYPES: [&str; 14] = [
    "author", "coWriter", "epilogueBy", "forwardBy", "introductionBy", "editor", "composer", "arranger",
    "lyricist", "translator", "transcriber", "abridger", "adapter", "illustrator",
];
const WARNING_NAMES: [&str; 8] =
    ["contentWarning", "sex", "violence", "drugs", "language", "intolerance", "adult", "unrated"];

#[test]
fn enumerated_values_are_wire_names() {
    for book in sandbox::build_books().unwrap() {
        let meta = &book.meta;
        assert!(!meta.contributors.is_empty(), "{}", book.slug);
        for contributor in &meta.contributors {
            assert!(CONTRIBUTOR_TYPES.contains(&contributor.kind.as_str()), "{}", book.slug);
            assert!(contributor.index_name.contains(", "), "{}", book.slug);
        }
        for warning in &meta.content_warnings {
            assert!(WARNING_NAMES.contains(&warning.as_str()), "{}", book.slug);
        }
        assert!(["copyright", "publicDomain", "creativeCommons"].contains(&meta.usage_restriction.as_str()));
        assert!(["text", "musicScore"].contains(&meta.title_content_type.as_str()));
        assert!(["live", "withdrawn"].contains(&meta.status.as_str()));
        assert!(["service", "lab"].contains(&meta.site.as_str()));
        assert!((1000..=9999).contains(&meta.copyright_date), "{}", book.slug);
        assert!(meta.languages.iter().all(|code| code.len() == 3), "{}", book.slug);
        assert!(meta.countries.iter().all(|code| code.len() == 2), "{}", book.slug);
        assert!(meta.synopsis.split_whitespace().count() >= 20, "{}", book.slug);
        assert!(meta.reading_age_minimum.is_some(), "{}", book.slug);
        assert!(!meta.synopsis.starts_with('\n'), "{}", book.slug);
    }
}

#[test]
fn the_flags_match_the_keys() {
    let books = sandbox::build_books().unwrap();
    let meta = |key: &str| &books.iter().find(|book| book.key == key).unwrap().meta;
    assert_eq!(meta("publicDomain").usage_restriction, "publicDomain");
    assert_eq!(meta("creativeCommons").usage_restriction, "creativeCommons");
    assert_eq!(meta("copyright").usage_restriction, "copyright");
    assert!(meta("adult").adult_content);
    assert_eq!(books.iter().filter(|book| book.meta.adult_content).count(), 1);
    assert!(meta("nimac").nimac && !meta("nimac").grades.is_empty());
    let countries = &meta("countryRestricted").countries;
    assert!(!countries.is_empty() && !countries.contains(&"US".to_owned()));
    assert_eq!(meta("withdrawn").status, "withdrawn");
    assert_eq!(meta("audio").narrator.as_ref().unwrap().kind, "tts");
    assert_eq!(meta("music").music.as_ref().unwrap().music_score_type, "singleLine");
    assert!(meta("labOnly").site == "lab" && !meta("labOnly").shared);
    assert!(meta("labShared").site == "lab" && meta("labShared").shared);
    let series: Vec<_> = books.iter().filter(|book| book.meta.series_title.is_some()).collect();
    assert_eq!(series.len(), 2);
    assert_ne!(series[0].meta.series_number, series[1].meta.series_number);
}

#[test]
fn book_numbers_are_valid_and_unassigned() {
    for book in sandbox::build_books().unwrap() {
        let digits: Vec<u32> = book.meta.isbn13.chars().map(|digit| digit.to_digit(10).unwrap()).collect();
        assert_eq!(digits.len(), 13, "{}", book.slug);
        assert!(book.meta.isbn13.starts_with("9799"), "{}: no agency has 979-9", book.slug);
        let total: u32 = digits.iter().zip([1, 3].iter().cycle()).map(|(digit, weight)| digit * weight).sum();
        assert_eq!(total % 10, 0, "{}", book.slug);
    }
}

#[test]
fn categories_and_headings_are_defined_in_order_and_used() {
    let categories: Vec<_> =
        sandbox::read_categories().unwrap().into_iter().map(|category| category.name).collect();
    let headings = sandbox::read_bisac_headings().unwrap();
    let codes: Vec<_> = headings.iter().map(|heading| heading.code.clone()).collect();
    for list in [&categories, &codes] {
        assert!(list.is_sorted() && list.windows(2).all(|pair| pair[0] != pair[1]));
    }
    for heading in &headings {
        let (letters, digits) = heading.code.split_at(3);
        assert!(letters.chars().all(|letter| letter.is_ascii_uppercase()), "{}", heading.code);
        assert!(digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_digit()), "{}", heading.code);
        assert!(heading.description.contains(" / "), "{}", heading.code);
    }
    let mut used: HashSet<String> = HashSet::new();
    for book in sandbox::build_books().unwrap() {
        assert!(!book.meta.categories.is_empty() && !book.meta.bisac.is_empty(), "{}", book.slug);
        used.extend(book.meta.categories);
        used.extend(book.meta.bisac);
    }
    used.extend(sandbox::build_periodicals().unwrap().into_iter().flat_map(|series| series.meta.categories));
    let known: HashSet<String> = categories.into_iter().chain(codes).collect();
    assert_eq!(used, known);
}
