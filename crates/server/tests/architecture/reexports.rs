//! Functions of lower crates that the services offer as they are, because one of their own would only pass
//! the call on. Types come along with what takes and returns them, and are not listed.

use std::collections::BTreeSet;
use std::path::Path;

use crate::{root, sources, text};

/// The crates whose functions operations call.
const LOWER_CRATES: [&str; 5] = ["delivery", "holdings", "jobs", "search", "store"];

/// The functions, by their paths.
const OFFERED_FUNCTIONS: [&str; 6] = [
    "delivery::web::fill_placeholders",
    "delivery::web::mark_highlights",
    "jobs::kinds::can_cancel",
    "jobs::retry::can_retry_kind",
    "store::popular_lists::list_id",
    "store::random_id",
];

#[test]
fn functions_of_lower_crates_are_offered_as_listed() {
    let sources = sources("services").into_iter();
    let offered: BTreeSet<String> =
        sources.flat_map(|file| functions(Path::new(&file), &text(&file).unwrap_or_default())).collect();
    assert_eq!(offered, OFFERED_FUNCTIONS.map(str::to_owned).into());
}

/// The functions of lower crates that a file exports.
fn functions(file: &Path, text: &str) -> Vec<String> {
    let mut functions = Vec::new();
    for statement in text.split("\npub use ").skip(1) {
        let path: String =
            statement.split(';').next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().concat();
        let krate = path.split("::").next().unwrap_or_default();
        // A module next to the file, such as `catalog::search`, is not the crate of the same name.
        let is_module = root().join(file).with_file_name(format!("{krate}.rs")).is_file();
        if !LOWER_CRATES.contains(&krate) || is_module {
            continue;
        }
        let Some((head, names)) = path.rsplit_once("::") else { continue };
        let names = names.trim_matches(['{', '}']).split(',').filter(|name| {
            // Constants are in capitals, and types begin with one.
            name.chars().next().is_some_and(char::is_lowercase)
        });
        functions.extend(names.map(|name| format!("{head}::{name}")));
    }
    functions
}

#[test]
fn functions_are_distinguished_from_types() {
    let text =
        "use a::b;\npub use store::lists::{ListSort,\n    id};\npub use store::random_id;\npub use own::x;\n";
    assert_eq!(functions(Path::new("x/mod.rs"), text), ["store::lists::id", "store::random_id"]);
}
