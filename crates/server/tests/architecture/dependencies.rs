//! Every dependency that a manifest of ours names is used by the crate's own code.

use std::collections::BTreeSet;
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

/// Returns true if a text has this name as a word.
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
        for dependency in &package.named_dependencies {
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
fn every_dependency_of_the_workspace_is_one_of_a_crate() {
    let manifest = text("Cargo.toml").expect("the workspace has a manifest");
    let (_, listed) = manifest.split_once("[workspace.dependencies]\n").expect("it lists dependencies");
    let (listed, _) = listed.split_once("\n[").unwrap_or((listed, ""));
    let names: Vec<&str> = listed.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    assert!(names.contains(&"axum"), "{names:?}");
    let used: BTreeSet<String> =
        ours().into_iter().flat_map(|it| &it.named_dependencies).map(|it| it.name.clone()).collect();
    let unused: Vec<String> =
        names.into_iter().filter(|name| !used.contains(*name)).map(str::to_owned).collect();
    assert_none("take it out of [workspace.dependencies]", &unused);
}

#[test]
fn a_name_is_found_as_a_word_only() {
    assert!(names("use jiff::Timestamp;", "jiff") && names("(url::Url)", "url"));
    assert!(!names("curl::x url_of hurl", "url"));
}
