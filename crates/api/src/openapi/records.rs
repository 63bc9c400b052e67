//! Records in responses: every member is always present, null if there is no value (docs/rules/records.md).

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi, RefOr};

/// The members that are absent when there is nothing to say, by their records.
const MAY_BE_ABSENT: [(&str, &str); 10] = [
    ("Link", "title"),
    ("Link", "type"),
    ("ErrorBody", "error"),
    ("ErrorBody", "error_description"),
    ("ReadingPositionRecord", "totalProgression"),
    ("ReadingPositionRecord", "device"),
    ("ReadingPositionRecord", "translatedFrom"),
    ("ReadingPositionRecord", "others"),
    ("BookmarkList", "translated"),
    ("HighlightList", "translated"),
];

/// Marks every member of every response record as required.
pub(super) fn require_members(document: &mut OpenApi) {
    let answered = response_schemas(document);
    let Some(components) = &mut document.components else { return };
    for (name, schema) in &mut components.schemas {
        if !answered.contains(name.as_str()) {
            continue;
        }
        let RefOr::T(schema) = schema else { continue };
        set_required(name, schema);
    }
}

fn set_required(record: &str, schema: &mut Schema) {
    match schema {
        Schema::Object(object) => {
            let sent = object.properties.keys().filter(|member| !MAY_BE_ABSENT.contains(&(record, member)));
            object.required = sent.cloned().collect();
        }
        // A record that contains another one flattened.
        Schema::AllOf(parts) => {
            for part in &mut parts.items {
                if let RefOr::T(part) = part {
                    set_required(record, part);
                }
            }
        }
        _ => {}
    }
}

/// The names of the schemas reachable from responses.
fn response_schemas(document: &OpenApi) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Ok(whole) = serde_json::to_value(document) else { return found };
    let paths = whole["paths"].as_object().into_iter().flat_map(serde_json::Map::values);
    let operations = paths.filter_map(Value::as_object).flat_map(serde_json::Map::values);
    let mut open: Vec<String> = Vec::new();
    operations.for_each(|operation| collect_references(&operation["responses"], &mut open));
    while let Some(name) = open.pop() {
        let schema = &whole["components"]["schemas"][name.as_str()];
        if found.insert(name) {
            collect_references(schema, &mut open);
        }
    }
    found
}

/// The names of the schemas that a part of the document refers to.
fn collect_references(part: &Value, names: &mut Vec<String>) {
    match part {
        Value::Object(members) => {
            let name = members.get("$ref").and_then(Value::as_str);
            names.extend(name.and_then(|name| name.rsplit('/').next()).map(str::to_owned));
            members.values().for_each(|member| collect_references(member, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, names)),
        _ => {}
    }
}
