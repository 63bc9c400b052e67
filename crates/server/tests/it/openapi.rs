//! `openapi.json` is what the program prints, and what it prints is what it serves.

use serde_json::{Map, Value};

use crate::both;
use crate::support::{Program, Sandbox};

#[test]
fn the_checked_in_description_is_the_programs() {
    let file = include_str!("../../../../openapi.json");
    assert!(file == Program::succeed(&["openapi"]), "openapi.json is out of date: run `make openapi`");
}

#[test]
fn every_parameter_and_answer_is_described() {
    let document: serde_json::Value = serde_json::from_str(&Program::succeed(&["openapi"])).unwrap();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let name = format!("{method} {path}");
            assert!(operation["summary"].is_string(), "{name} has no summary");
            assert!(operation["tags"][0].is_string(), "{name} has no tag");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(
                    parameter["description"].as_str().is_some_and(|d| !d.is_empty()),
                    "{name}: {parameter}"
                );
                assert!(parameter["schema"].is_object(), "{name}: {parameter}");
            }
            for (status, response) in operation["responses"].as_object().unwrap() {
                assert!(response["description"].as_str().is_some_and(|d| !d.is_empty()), "{name}: {status}");
            }
        }
    }
}

/// Every object in a part of the document, with its place.
fn objects<'a>(part: &'a Value, place: &str, each: &mut impl FnMut(&str, &'a Map<String, Value>)) {
    match part {
        Value::Object(members) => {
            each(place, members);
            for (name, member) in members {
                objects(member, &format!("{place}/{name}"), each);
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| objects(item, &format!("{place}/{at}"), each));
        }
        _ => {}
    }
}

fn document() -> Value {
    serde_json::from_str(&Program::succeed(&["openapi"])).unwrap()
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let mut references = 0;
    objects(&document, "", &mut |place, members| {
        if let Some(name) = members.get("$ref").and_then(Value::as_str) {
            references += 1;
            assert!(document.pointer(name.trim_start_matches('#')).is_some(), "{place}: {name}");
        }
    });
    assert!(references > 100, "{references}");
}

/// Spec 4, section 2: every declared member is always present.
#[test]
fn members_of_answers_are_required_and_those_of_forms_are_as_the_form_says() {
    let document = document();
    let schema = |name: &str| &document["components"]["schemas"][name];
    let required = |name: &str| -> Vec<&str> {
        let members = schema(name)["required"].as_array().unwrap().iter();
        let mut members: Vec<&str> = members.map(|member| member.as_str().unwrap()).collect();
        members.sort_unstable();
        members
    };
    for name in ["UserAccount", "TitleSummary", "Organization", "EditionRecord", "TitleList_AssignedTitle"] {
        let Some(properties) = schema(name)["properties"].as_object() else { continue };
        for member in properties.keys() {
            assert!(required(name).contains(&member.as_str()), "{name}.{member}");
        }
    }
    assert_eq!(required("Link"), ["href", "rel"]);
    assert_eq!(required("ErrorBody"), ["key", "links", "messages"]);
    assert_eq!(required("AddListMembers"), ["userIdentifier"]);
    assert!(schema("AccountForm")["required"].is_null(), "a PUT requires nothing");
}

#[test]
fn what_holds_for_all_operations_is_said_of_all() {
    let document = document();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let name = format!("{method} {path}");
            let text =
                |status: &str| operation["responses"][status]["description"].as_str().unwrap_or_default();
            if !path.starts_with("/v2") {
                continue;
            }
            assert!(text("403").contains("INVALID_API_KEY"), "{name}: {}", text("403"));
            assert_eq!(method != "get", !text("415").is_empty(), "{name}");
            let query = operation["parameters"].as_array().into_iter().flatten();
            if query.into_iter().any(|one| one["in"] == "query" && one["required"] == true) {
                assert!(text("400").contains("MISSING_PARAMETER"), "{name}: {}", text("400"));
            }
            let bodies = &operation["requestBody"]["content"];
            let (form, json) = (&bodies["application/x-www-form-urlencoded"], &bodies["application/json"]);
            assert_eq!(form, json, "{name}: a form may be sent as JSON");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(
                    parameter["name"] != "limit" || parameter["schema"]["maximum"].is_null(),
                    "{name}: 101 is capped"
                );
            }
        }
    }
    let at = |path: &str| &document["paths"][path]["get"];
    assert!(at("/v2/titles")["responses"]["403"]["description"].as_str().unwrap().contains("FORBIDDEN"));
    let open = serde_json::json!({});
    assert_eq!(at("/oauth/authorize")["security"], serde_json::json!([open]));
    for path in ["/v2/titles/{serviceId}", "/v2/periodicals/{seriesId}/editions/{editionId}"] {
        let path = format!("{path}/{{format}}/resources/{{resourceId}}");
        assert!(at(&path)["security"].as_array().unwrap().contains(&open), "{path}: a ticket is enough");
    }
    let title = &at("/v2/titles/{serviceId}")["responses"]["200"]["content"]["application/json"]["schema"];
    let answer = document.pointer(title["$ref"].as_str().unwrap().trim_start_matches('#')).unwrap();
    let records: Vec<&str> =
        answer["anyOf"].as_array().unwrap().iter().map(|record| record["$ref"].as_str().unwrap()).collect();
    assert_eq!(records, ["#/components/schemas/TitleComplete", "#/components/schemas/TitleDetail"]);
}

both! {
    async fn the_served_description_is_the_same(sandbox: Sandbox) {
        let served = sandbox.get("/docs/openapi.json").send().await.expect_status(200);
        let printed: serde_json::Value = serde_json::from_str(&Program::succeed(&["openapi"])).unwrap();
        assert_eq!(served.json, printed);
    }
}
