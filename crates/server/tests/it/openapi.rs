//! `openapi.json` is what the program prints, and what it prints is what it serves.

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

both! {
    async fn the_served_description_is_the_same(sandbox: Sandbox) {
        let served = sandbox.get("/docs/openapi.json").send().await.expect_status(200);
        let printed: serde_json::Value = serde_json::from_str(&Program::succeed(&["openapi"])).unwrap();
        assert_eq!(served.json, printed);
    }
}
