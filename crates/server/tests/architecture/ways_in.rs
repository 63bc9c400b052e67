//! Commands of `openshelf admin` and all interfaces are ways in to operations of services: they do not name
//! the crates with which operations read and write.

use proc_macro2::{TokenStream, TokenTree};

use crate::{assert_none, extension, files, text};

/// Files below these paths, and the crates that they do not name.
const WAYS_IN: [(&str, &[&str]); 6] = [
    // A test of it makes an error of `delivery`.
    ("crates/api/src/", &["holdings", "jobs", "store"]),
    ("crates/kosync/src/", LOWER_CRATES),
    ("crates/opds/src/", LOWER_CRATES),
    ("crates/pages/src/", LOWER_CRATES),
    ("crates/server/src/commands/admin/", LOWER_CRATES),
    ("crates/web/src/", LOWER_CRATES),
];

/// The crates with which operations read and write.
const LOWER_CRATES: &[&str] = &["delivery", "holdings", "jobs", "store"];

#[test]
fn ways_in_call_services() {
    let mut faults = Vec::new();
    for (below, crates) in WAYS_IN {
        let within: Vec<&String> =
            files().iter().filter(|file| file.starts_with(below) && extension(file) == "rs").collect();
        assert!(!within.is_empty(), "there is no file below {below}");
        for file in within {
            let text = text(file).unwrap_or_default();
            faults.extend(
                crates.iter().filter(|name| names(&text, name)).map(|name| format!("{file}: {name}")),
            );
        }
    }
    assert_none("an operation of services does this for all ways in", &faults);
}

/// Returns true if a path of a source file goes through this name. Comments and texts do not count.
fn names(text: &str, name: &str) -> bool {
    contains_function(text.parse().expect("a source file is tokens of Rust"), name)
}

fn contains_function(stream: TokenStream, name: &str) -> bool {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    trees.iter().enumerate().any(|(at, tree)| match tree {
        TokenTree::Ident(word) => {
            word == name && matches!(&trees[at + 1..], [first, second, ..] if both_colons(first, second))
        }
        TokenTree::Group(group) => contains_function(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn both_colons(first: &TokenTree, second: &TokenTree) -> bool {
    [first, second].into_iter().all(|tree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ':'))
}

#[test]
fn a_named_crate_is_found() {
    for text in
        ["use store::Db;", "fn f() { g(::store::sites::list(&db)) }", "use {domain::ids, store::{a, b}};"]
    {
        assert!(names(text, "store"), "{text}");
    }
    for text in [
        "// store::Db\nuse domain::ids;", "const T: &str = \"store::Db\";", "let store: Store = x;",
        "use restore::a;",
    ] {
        assert!(!names(text, "store"), "{text}");
    }
}
