//! The list of books.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The keys that `demo.json` must list (docs/rules/sandbox.md#rule-5, `titles`).
const REQUIRED_KEYS: [&str; 11] = [
    "publicDomain", "creativeCommons", "copyright", "adult", "nimac", "countryRestricted", "withdrawn",
    "audio", "music", "labOnly", "labShared",
];

#[test]
fn has_at_least_twelve_books_and_every_key_of_the_specification() {
    let books = sandbox::build_books().unwrap();
    assert!(books.len() >= 12);
    for key in REQUIRED_KEYS {
        assert!(books.iter().any(|book| book.key == key), "{key}");
    }
}

#[test]
fn keys_folders_and_numbers_are_unique() {
    let books = sandbox::build_books().unwrap();
    for names in [
        books.iter().map(|book| book.key).collect::<HashSet<_>>(),
        books.iter().map(|book| book.slug).collect(),
        books.iter().map(|book| book.meta.isbn13.as_str()).collect(),
    ] {
        assert_eq!(names.len(), books.len());
    }
}

#[test]
fn every_folder_is_on_the_shelf() {
    let slugs: HashSet<_> =
        sandbox::build_books().unwrap().into_iter().map(|book| book.slug.to_owned()).collect();
    let folders: HashSet<_> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("books"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(folders, slugs);
}

#[test]
fn the_books_are_long_enough_to_be_worth_opening() {
    let books = sandbox::build_books().unwrap();
    for book in &books {
        assert!(book.facts.words >= 750, "{}: {} words", book.slug, book.facts.words);
    }
    for key in ["publicDomain", "creativeCommons", "copyright", "adult", "nimac", "countryRestricted"] {
        let book = books.iter().find(|book| book.key == key).unwrap();
        assert!((1_500..=6_000).contains(&book.facts.words), "{key}: {} words", book.facts.words);
        assert!(book.meta.chapters.len() >= 4, "{key}");
    }
    assert!(books.iter().map(|book| book.facts.words).sum::<usize>() >= 30_000);
}

#[test]
fn every_kind_of_book_for_reading_apps_exists() {
    let books = sandbox::build_books().unwrap();
    let find = |key: &str| books.iter().find(|book| book.key == key).unwrap();
    assert!(find("the-thirteenth-digit").facts.math);
    assert!(find("winter-twigs").facts.images >= 12);
    assert_eq!(find("mending").facts.pages, 16);
    assert!(find("audio").facts.narration_ms > 200_000);
    assert_eq!(find("music").meta.title_content_type, "musicScore");
    assert_eq!(find("la-banda-de-valdeolivos").meta.languages, ["spa"]);
    assert_eq!(find("le-registre-des-neiges").meta.languages, ["fra"]);
    assert_eq!(find("the-snail-who-was-expected").facts.images, 7);
}

#[test]
fn building_is_reproducible() {
    for (first, second) in sandbox::build_books().unwrap().iter().zip(sandbox::build_books().unwrap()) {
        assert!(first.epub == second.epub, "{}", first.slug);
    }
}
