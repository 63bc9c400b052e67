//! Every dependency that a manifest of ours names is used by the crate's own code.

use std::path::Path;

use crate::metadata::ours;
use crate::{assert_none, files, root, text};

/// The code of a crate, without that of its tests if `shipped`.
fn code(package: &str, shipped: bool) -> String {
    let folder = format!("crates/{package}/");
    assert!(root().join(&folder).is_dir(), "{folder}");
    let is_shipped = |file: &str| file.starts_with("src/") || file == "build.rs";
    let own = files().iter().filter(|file| {
        let path = file.strip_prefix(&folder);
        path.is_some_and(|path| {
            Path::new(path).extension().is_some_and(|kind| kind == "rs") && (!shipped || is_shipped(path))
        })
    });
    own.filter_map(|file| text(file)).collect()
}

/// Whether a text has this name as a word.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
    })
}

#[test]
fn every_dependency_is_used() {
    let mut faults = Vec::new();
    for package in ours() {
        let (shipped, all) = (code(&package.name, true), code(&package.name, false));
        assert!(!shipped.is_empty(), "{} has no code", package.name);
        for dependency in &package.named {
            let text = if dependency.for_tests { &all } else { &shipped };
            // `db_test!` of the store expands to tests that tokio runs.
            let expands = dependency.code_name == "tokio" && text.contains("db_test!");
            if !expands && !names(text, &dependency.code_name) {
                faults.push(format!("{}: {}", package.name, dependency.name));
            }
        }
    }
    assert_none("take it out of Cargo.toml; what only tests use belongs below [dev-dependencies]", &faults);
}

#[test]
fn a_name_is_found_as_a_word_only() {
    assert!(names("use jiff::Timestamp;", "jiff") && names("(url::Url)", "url"));
    assert!(!names("curl::x url_of hurl", "url"));
}
