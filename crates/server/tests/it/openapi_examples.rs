//! Every operation of the description has an example, and the example is as the description says.

use serde_json::Value;

use crate::support::Program;

/// The faults of a value that must match a schema; one sentence for each fault.
fn faults(document: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let target = document.pointer(name.trim_start_matches('#')).expect("the reference leads somewhere");
        return faults(document, target, value, place);
    }
    let list = |name: &str| schema[name].as_array().into_iter().flatten();
    let parts = list("allOf").flat_map(|part| faults(document, part, value, place));
    let mut all: Vec<String> = parts.collect();
    for word in ["anyOf", "oneOf"] {
        let mut ways = list(word).map(|way| faults(document, way, value, place)).peekable();
        if ways.peek().is_some() {
            all.extend(ways.min_by_key(Vec::len).unwrap_or_default());
        }
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    if !types.is_empty() && !types.iter().any(|kind| is_of_type(kind, value)) {
        all.push(format!("{place} is not {types:?}: {value}"));
    }
    let values: Vec<&Value> = list("enum").collect();
    if !values.is_empty() && !values.contains(&value) {
        all.push(format!("{place} is none of the values: {value}"));
    }
    if value.is_object() {
        let missing = list("required").filter_map(Value::as_str).filter(|name| value.get(name).is_none());
        all.extend(missing.map(|name| format!("{place}/{name} is missing")));
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(member) = value.get(name) {
            all.extend(faults(document, property, member, &format!("{place}/{name}")));
        }
    }
    if let Some(items) = schema.get("items") {
        let entries = value.as_array().into_iter().flatten().enumerate();
        all.extend(entries.flat_map(|(at, entry)| faults(document, items, entry, &format!("{place}/{at}"))));
    }
    all
}

fn is_of_type(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// The schemas of an operation's parameters, body and responses, each with its example and its place.
fn examples(operation: &Value) -> Vec<(&Value, &Value, String)> {
    let mut all = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        all.extend(parameter.get("example").map(|example| {
            (&parameter["schema"], example, parameter["name"].as_str().unwrap_or_default().to_owned())
        }));
    }
    let responses = operation["responses"].as_object().into_iter().flatten();
    let bodies = responses.map(|(status, response)| (status.as_str(), response));
    for (place, described) in bodies.chain([("body", &operation["requestBody"])]) {
        for content in described["content"].as_object().into_iter().flatten().map(|(_, content)| content) {
            all.extend(content.get("example").map(|example| (&content["schema"], example, place.to_owned())));
        }
    }
    all
}

#[test]
fn every_operation_has_an_example_that_matches_its_schema() {
    let document: Value = serde_json::from_str(&Program::succeed(&["openapi"])).unwrap();
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let example =
                operation["x-example-status"].as_str().map(|status| &operation["responses"][status]);
            let records = example.and_then(|response| response["content"].as_object());
            let is_complete = |example: &Value| {
                example.is_object()
                    && records.is_none_or(|all| all.values().any(|one| !one["example"].is_null()))
            };
            if !example.is_some_and(is_complete) {
                found.push(format!("{method} {path} has no example"));
            }
            for (schema, example, place) in examples(operation) {
                let faults = faults(&document, schema, example, &place);
                found.extend(faults.into_iter().map(|fault| format!("{method} {path}: {fault}")));
            }
        }
    }
    assert!(found.is_empty(), "run `make examples`:\n{}", found.join("\n"));
}
