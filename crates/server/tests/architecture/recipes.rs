//! The recipes of CONTRIBUTING.md name existing files, and each file that lists the formats or the languages.

use crate::{assert_none, extension, files, text};

const FORMAT_VARIANTS: [&str; 7] = ["Daisy", "DaisyAudio", "Daisy2Audio", "Brf", "Epub3", "Pdf", "Docx"];
const FORMAT_NAMES: [&str; 7] = ["DAISY", "DAISY_AUDIO", "DAISY_2_AUDIO", "BRF", "EPUB3", "PDF", "DOCX"];
const LANGUAGE_VARIANTS: [&str; 4] = ["English", "French", "Spanish", "German"];
/// Tag of a language whose files stand for those of every language but English.
const SAMPLE_TAG: &str = "de";

/// A file that names fewer of the formats makes an exception for them, and does not list them all.
const MIN_LISTED_FORMATS: usize = 5;
const MIN_LISTED_LANGUAGES: usize = 3;

const RECIPES: [&str; 4] = ["Adding an endpoint", "Adding a job", "Adding a format", "Adding a language"];

/// The paths that a recipe names. Words in capitals are placeholders.
fn named_paths(heading: &str) -> Vec<String> {
    let page = text("CONTRIBUTING.md").expect("the page is text");
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).expect("the recipe exists");
    let section = section.split("\n## ").next().unwrap_or_default();
    let code = section.split('`').skip(1).step_by(2);
    let links = section.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    code.chain(links)
        .filter(|path| path.starts_with("crates/") || path.starts_with("docs/"))
        .map(|path| path.trim_end_matches('/').to_owned())
        .collect()
}

fn is_placeholder(part: &str) -> bool {
    let name = part.split('.').next().unwrap_or_default();
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_uppercase())
}

/// Returns true if a path is that of the file, of a folder above it, or has placeholders in their place.
fn covers(path: &str, file: &str) -> bool {
    let mut parts = file.split('/');
    path.split('/').all(|expected| {
        parts.next().is_some_and(|part| {
            part == expected || is_placeholder(expected) && extension(part) == extension(expected)
        })
    })
}

#[test]
fn recipes_name_existing_files() {
    let mut faults = Vec::new();
    for heading in RECIPES {
        let paths = named_paths(heading);
        assert!(!paths.is_empty(), "{heading} names files");
        let missing = paths.iter().filter(|path| !files().iter().any(|file| covers(path, file)));
        faults.extend(missing.map(|path| format!("{heading}: {path}")));
    }
    assert_none("recipes name files that do not exist", &faults);
}

/// The sources of the program, without their tests.
fn sources() -> impl Iterator<Item = (&'static String, String)> {
    let is_test = |file: &str| {
        file.contains("/tests/")
            || file.ends_with("tests.rs")
            || file.contains("testkit")
            || file.contains("/examples/")
            || file.contains("fixtures")
    };
    files()
        .iter()
        .filter(move |file| file.starts_with("crates/") && !is_test(file))
        .filter(|file| extension(file) == "rs" || file.contains("/templates/"))
        .filter_map(|file| {
            let text = text(file)?;
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned();
            Some((file, code))
        })
}

/// Counts the words that a text contains, each after `prefix`.
fn count_words(text: &str, prefix: &str, words: &[&str]) -> usize {
    let is_inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    let contains = |word: &&&str| {
        let sought = format!("{prefix}{word}");
        text.match_indices(&sought).any(|(at, found)| {
            !text[..at].ends_with(is_inside) && !text[at + found.len()..].starts_with(is_inside)
        })
    };
    words.iter().filter(contains).count()
}

fn missing_from(heading: &str, expected: impl Iterator<Item = String>) -> Vec<String> {
    let paths = named_paths(heading);
    expected.filter(|file| !paths.iter().any(|path| covers(path, file))).collect()
}

#[test]
fn the_recipe_of_a_format_names_each_file_that_lists_them() {
    let lists_formats = |text: &str| {
        count_words(text, "Format::", &FORMAT_VARIANTS) >= MIN_LISTED_FORMATS
            || count_words(text, "", &FORMAT_NAMES) == FORMAT_NAMES.len()
    };
    let listing: Vec<String> =
        sources().filter(|(_, text)| lists_formats(text)).map(|(file, _)| file.clone()).collect();
    assert!(listing.iter().any(|file| file == "crates/vocabulary/src/formats.rs"), "{listing:?}");
    assert_none("not named by \"Adding a format\"", &missing_from("Adding a format", listing.into_iter()));
}

#[test]
fn the_recipe_of_a_language_names_each_file_that_lists_them() {
    let lists_languages = |(file, text): &(&String, String)| {
        file.as_str() == "crates/vocabulary/src/languages.rs"
            || count_words(text, "Language::", &LANGUAGE_VARIANTS) >= MIN_LISTED_LANGUAGES
    };
    let is_of_language = |file: &&String| {
        let mut parts = file.split('/').map(|part| part.split('.').next().unwrap_or_default());
        file.starts_with("crates/") && !file.contains("/tests/") && parts.any(|part| part == SAMPLE_TAG)
    };
    let listing = sources().filter(lists_languages).map(|(file, _)| file.clone());
    let expected: Vec<String> = listing.chain(files().iter().filter(is_of_language).cloned()).collect();
    assert!(expected.len() > 20, "the files of languages were found: {expected:?}");
    assert_none(
        "not named by \"Adding a language\"",
        &missing_from("Adding a language", expected.into_iter()),
    );
}

#[test]
fn placeholders_stand_for_one_part_of_a_path() {
    assert!(covers("crates/api/src/NOUN/VERB.rs", "crates/api/src/titles/get.rs"));
    assert!(!covers("crates/api/src/NOUN/VERB.rs", "crates/api/src/a/titles/get.rs"));
    assert!(covers("crates/mail/templates", "crates/mail/templates/copy_ready.txt"));
    assert!(!covers("crates/mail/template", "crates/mail/templates/copy_ready.txt"));
    let one = count_words("Format::DaisyAudio, MyFormat::Brf", "Format::", &["Daisy", "DaisyAudio", "Brf"]);
    assert_eq!(one, 1);
}
