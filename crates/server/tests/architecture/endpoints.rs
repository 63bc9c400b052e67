//! The page of all endpoints lists those of the description, each once. `make openapi` writes both.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{assert_none, text};

const PAGE: &str = "docs/rules/endpoints.md";

/// The beginning of each row that the page must have, from the description.
fn expected_rows(document: &Value) -> BTreeSet<String> {
    let paths = document["paths"].as_object().expect("the description has paths");
    let paths = paths.iter().filter(|(path, _)| path.starts_with("/v2"));
    let row = |method: &str, path: &str, operation: &Value| {
        let who = operation["x-who"].as_str().unwrap_or_default();
        format!("| {} | `{path}` | {who} | ", method.to_uppercase())
    };
    let operations = paths.flat_map(|(path, item)| {
        item.as_object().expect("operations").iter().map(move |(method, one)| row(method, path, one))
    });
    operations.collect()
}

#[test]
fn the_page_of_endpoints_lists_those_of_the_description() {
    let document = text("openapi.json").expect("openapi.json is there");
    let expected = expected_rows(&serde_json::from_str(&document).expect("openapi.json is JSON"));
    assert!(expected.len() > 130, "the endpoints were found");
    let page = text(PAGE).expect("the page is there");
    let rows: Vec<&str> = page.lines().filter(|line| line.contains(" | `/v2")).collect();
    let missing =
        expected.iter().filter(|row| rows.iter().filter(|line| line.starts_with(*row)).count() != 1);
    let surplus = rows.iter().filter(|line| !expected.iter().any(|row| line.starts_with(row)));
    let faults: Vec<String> = missing
        .map(|row| format!("not once: {row}"))
        .chain(surplus.map(|row| format!("surplus: {row}")))
        .collect();
    assert_none("run `make openapi`", &faults);
}
