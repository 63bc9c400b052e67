//! The description of the interface, as the table of endpoints is compared with it.

use std::collections::{BTreeMap, BTreeSet};

use domain::AlertCode;
use domain::wire::WireEnum as _;
use serde_json::Value;

/// Operation names of the description.
pub(super) fn operations(document: &Value) -> BTreeSet<String> {
    let paths = document["paths"].as_object().expect("paths");
    let operations = paths.values().flat_map(|path| path.as_object().expect("operations").values());
    operations.filter_map(|operation| operation["operationId"].as_str()).map(str::to_owned).collect()
}

/// The text of each response that the description names, by operation and status.
pub(super) fn described_responses(document: &Value) -> BTreeMap<(&str, u16), &str> {
    let paths = document["paths"].as_object().expect("paths");
    let operations = paths.values().flat_map(|path| path.as_object().expect("operations").values());
    let mut all = BTreeMap::new();
    for operation in operations {
        let name = operation["operationId"].as_str().expect("an operation has a name");
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let text = response["description"].as_str().expect("a response has a text");
            all.insert((name, status.parse().expect("a status is a number")), text);
        }
    }
    all
}

/// Returns true if the text of a response names an error key, or any key of an access rule.
pub(super) fn names_key(text: &str, key: &str) -> bool {
    let is_access_rule = || AlertCode::ALL.iter().any(|code| code.as_str() == key);
    text.split("; ").any(|part| match part.split(": ").next() {
        Some("the key of an access rule") => is_access_rule(),
        name => name == Some(key),
    })
}
