//! `openapi.json` is what the program prints, and what it prints is what it serves.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Map, Value};

use crate::one;
use crate::support::{Program, Sandbox, User};

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

/// docs/rules/records.md: every declared member is always present.
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
fn common_statuses_are_stated_for_all_operations() {
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

/// The parameters of each operation whose description says that they are dates, in the query and in the body.
fn dates(document: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let is_date = |schema: &Value| {
        let formats = |schema: &Value| matches!(schema["format"].as_str(), Some("date" | "date-time"));
        formats(schema) || schema["anyOf"].as_array().is_some_and(|any| any.iter().any(formats))
    };
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let paths = document["paths"].as_object().unwrap().values();
    for operation in paths.flat_map(|path| path.as_object().unwrap().values()) {
        let name = operation["operationId"].as_str().unwrap();
        let query = operation["parameters"].as_array().into_iter().flatten();
        let mut dates: BTreeSet<String> = query
            .filter(|parameter| is_date(&parameter["schema"]))
            .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
            .collect();
        let form = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let form = form.as_str().and_then(|form| document.pointer(form.trim_start_matches('#')));
        let members = form.and_then(|form| form["properties"].as_object()).into_iter().flatten();
        dates.extend(members.filter(|(_, schema)| is_date(schema)).map(|(name, _)| name.clone()));
        if !dates.is_empty() {
            found.insert(name.to_owned(), dates);
        }
    }
    found
}

one! {
    async fn parameters_that_are_described_as_dates_take_what_the_description_says(sandbox: Sandbox) {
        let (periodical, account) = (&sandbox.demo["periodical"], "/v2/accounts/demo-individual");
        let name = |member: &str| periodical[member].as_str().unwrap();
        let edition = format!("/v2/periodicals/{}/editions/{}", name("seriesId"), name("editionId"));
        let requests: BTreeMap<&str, (&str, Method, String)> = BTreeMap::from([
            ("list_catalog", ("collectionAssistant", Method::GET, "/v2/catalog".into())),
            ("put_edition", ("collectionAssistant", Method::PUT, edition)),
            ("create_my_account", ("", Method::POST, "/v2/myAccount".into())),
            ("put_my_account", ("individual", Method::PUT, "/v2/myAccount".into())),
            ("create_my_individual_profile", ("orgMember", Method::POST, "/v2/myAccount/individualProfile".into())),
            ("create_my_member", ("sponsor", Method::POST, "/v2/myOrganization/members".into())),
            ("put_my_member", ("sponsor", Method::PUT, "/v2/myOrganization/members/demo-orgMember2".into())),
            ("add_member", ("membershipAssistant", Method::POST, "/v2/organizations/demo-school/members".into())),
            ("create_account", ("membershipAssistant", Method::POST, "/v2/accounts".into())),
            ("put_account", ("membershipAssistant", Method::PUT, account.into())),
            ("create_account_subscription", ("membershipAssistant", Method::POST, format!("{account}/subscriptions"))),
            ("put_account_subscription", (
                "membershipAssistant", Method::PUT, format!("{account}/subscriptions/demo-individual-subscription"),
            )),
            ("create_account_agreement", ("membershipAssistant", Method::POST, format!("{account}/agreements"))),
        ]);
        let described = dates(&document());
        assert_eq!(described.keys().map(String::as_str).collect::<Vec<_>>(), requests.keys().copied().collect::<Vec<_>>());
        for (operation, parameters) in described {
            let (caller, method, path) = &requests[operation.as_str()];
            let token = if caller.is_empty() { None } else { Some(sandbox.token(caller).await) };
            for parameter in parameters {
                let refused = async |value: &str| {
                    // With other bad values, so that as little as possible is changed.
                    let form = [(parameter.as_str(), value), ("emailAddress", "nobody"), ("limit", "none")];
                    let call = sandbox.call(method.clone(), path).query(&[("api_key", sandbox.key("privileged"))]);
                    let call = token.iter().fold(call, |call, token| call.bearer(token));
                    let call = if *method == Method::GET { call.query(&form) } else { call.form(&form) };
                    let reply = call.send().await;
                    assert!(matches!(reply.status, 200 | 400), "{operation}: {}", reply.text());
                    let messages = reply.json["messages"].as_array().into_iter().flatten().filter_map(Value::as_str);
                    let shape = format!("{parameter}: must be YYYY-MM-DD");
                    messages.into_iter().any(|message| message.starts_with(&shape))
                };
                for good in ["2001-02-03", "2001-02-03T04:05:06Z", "2001-02-03T04:05:06.789+01:00"] {
                    assert!(!refused(good).await, "{operation} refuses {parameter}={good}");
                }
                for bad in ["2001", "2001-2-3", "03/02/2001", "2001-02-30", "2001-02-03T04:05", "20010203", "yesterday"] {
                    assert!(refused(bad).await, "{operation} takes {parameter}={bad}");
                }
            }
        }
    }

    async fn a_put_whose_body_is_not_required_changes_nothing_without_one(sandbox: Sandbox) {
        let (periodical, account) = (&sandbox.demo["periodical"], "/v2/accounts/demo-individual");
        let name = |member: &str| periodical[member].as_str().unwrap();
        let series = format!("/v2/periodicals/{}", name("seriesId"));
        let edition = format!("{series}/editions/{}", name("editionId"));
        let title = format!("/v2/titles/{}", sandbox.title("mending"));
        let list = format!("/v2/lists/{}", sandbox.demo["readingLists"]["shared"].as_str().unwrap());
        let member = "/v2/myOrganization/members/demo-orgMember2";
        let requests: BTreeMap<&str, (&str, String)> = BTreeMap::from([
            ("put_account", ("membershipAssistant", account.into())),
            ("put_account_preferences", ("membershipAssistant", format!("{account}/preferences"))),
            ("put_account_recommendation_profile", ("membershipAssistant", format!("{account}/recommendationProfile"))),
            ("put_list", ("sponsor", list)),
            ("put_my_account", ("individual", "/v2/myAccount".into())),
            ("put_my_preferences", ("individual", "/v2/myAccount/preferences".into())),
            ("put_my_recommendation_profile", ("individual", "/v2/myAccount/recommendationProfile".into())),
            ("put_my_student_profile", ("orgMember", "/v2/myAccount/studentProfile".into())),
            ("put_my_organization", ("primaryContact", "/v2/myOrganization".into())),
            ("put_my_member", ("sponsor", member.into())),
            ("put_my_member_preferences", ("sponsor", format!("{member}/preferences"))),
            ("put_my_sponsor", ("primaryContact", "/v2/myOrganization/sponsors/demo-sponsor".into())),
            ("put_organization", ("membershipAssistant", "/v2/organizations/demo-school".into())),
            ("put_periodical", ("collectionAssistant", series)),
            ("put_edition", ("collectionAssistant", edition)),
            ("put_title", ("collectionAssistant", title.clone())),
            ("put_title_artifact", ("collectionAssistant", format!("{title}/artifacts/EPUB3"))),
        ]);
        let document = document();
        let puts = document["paths"].as_object().unwrap().values().map(|path| &path["put"]);
        let optional: BTreeSet<&str> = puts
            .filter(|put| put["requestBody"].is_object() && put["requestBody"]["required"] != true)
            .map(|put| put["operationId"].as_str().unwrap())
            .collect();
        assert_eq!(optional, requests.keys().copied().collect());
        for (operation, (caller, path)) in requests {
            let user = User::sign_in(sandbox, caller).await.with_key_of("privileged");
            let before = user.get(&path).await.expect_status(200).json;
            let reply = user.put(&path, &[]).await;
            assert!(matches!(reply.status, 200 | 202), "{operation}: {}", reply.text());
            let mut after = user.get(&path).await.expect_status(200).json;
            for moment in ["dateUpdated", "lastUpdated"] {
                if let Some(value) = before.get(moment) {
                    after[moment] = value.clone();
                }
            }
            assert_eq!(after, before, "{operation}");
        }
    }

    async fn the_served_description_is_the_same(sandbox: Sandbox) {
        let served = sandbox.get("/docs/openapi.json").send().await.expect_status(200);
        let printed: serde_json::Value = serde_json::from_str(&Program::succeed(&["openapi"])).unwrap();
        assert_eq!(served.json, printed);
    }
}
