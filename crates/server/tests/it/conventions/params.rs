//! Parameters (docs/rules/requests.md#rule-4, docs/rules/requests.md#rule-3, docs/rules/errors.md#rule-2).

use reqwest::Method;
use serde_json::json;

use crate::one;
use crate::support::Sandbox;

one! {
    async fn all_bad_parameters_are_named_together(sandbox: Sandbox) {
        let path = "/v2/titles?limit=none&sortOrder=color&language=xx&isbn=123&includeShared=maybe";
        let reply = sandbox.guest(path).send().await.expect_status(400);
        let messages: Vec<&str> = reply.json["messages"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        for name in ["limit", "sortOrder", "language", "isbn", "includeShared"] {
            assert!(messages.iter().any(|m| m.starts_with(&format!("{name}: "))), "{name} in {messages:?}");
        }
        assert_eq!(messages.len(), 5);
        let body = json!({"api_key": sandbox.key("trusted"), "useUeb": {"a": 1}, "showAllBooks": "maybe"});
        let call = sandbox.call(Method::PUT, "/v2/myAccount/preferences").bearer(&sandbox.token("individual").await);
        let messages = call.json(&body).send().await.expect_status(400).json["messages"].to_string();
        for reason in ["useUeb: must be a value or a list of values", "showAllBooks: must be true or false"] {
            assert!(messages.contains(reason), "{reason} in {messages}");
        }
    }

    async fn each_kind_of_fault_has_its_key(sandbox: Sandbox) {
        for (query, key) in [
            ("limit=0", "INVALID_LIMIT"),
            ("limit=-1", "INVALID_LIMIT"),
            ("limit=1.5", "INVALID_LIMIT"),
            ("start=nonsense", "INVALID_START"),
            ("isbn=9780000000000", "INVALID_ISBN"),
            ("language=en", "INVALID_LANGUAGE"),
            ("country=USA", "INVALID_COUNTRY"),
            ("originCountry=ZZ", "INVALID_COUNTRY"),
            ("format=HTML", "INVALID_FORMAT"),
            ("format=TEXT", "INVALID_FORMAT"),
            ("formats=DAISY_SEGMENTED", "INVALID_FORMAT"),
            ("sortOrder=popularity", "INVALID_PARAMETER"),
            ("direction=up", "INVALID_PARAMETER"),
            ("titleStatus=available", "INVALID_PARAMETER"),
            ("readingAge=ten", "INVALID_PARAMETER"),
            ("maxDuration=2h", "INVALID_PARAMETER"),
            ("includeShared=yes", "INVALID_PARAMETER"),
            ("narratorType=robot", "INVALID_PARAMETER"),
            ("excludedContentWarnings=boredom", "INVALID_PARAMETER"),
        ] {
            sandbox.guest(&format!("/v2/titles?{query}")).send().await.expect_error(400, key);
        }
    }

    async fn booleans_are_read_in_any_case(sandbox: Sandbox) {
        for value in ["True", "true", "TRUE", "1", "False", "0"] {
            sandbox.guest(&format!("/v2/titles?includeShared={value}")).send().await.expect_status(200);
        }
    }

    async fn unknown_and_empty_parameters_are_ignored(sandbox: Sandbox) {
        let all = sandbox.guest("/v2/titles").send().await.expect_status(200);
        let odd = sandbox.guest("/v2/titles?color=blue&keyword=&limit=&start=&isbn=").send().await.expect_status(200);
        assert_eq!(all.json["totalResults"], odd.json["totalResults"]);
        let key = sandbox.key("trusted");
        let body = json!({"api_key": key, "device": {"name": "a"}, "tags": [["b"]], "brailleCellLineWidth": 40.0});
        let call = sandbox.call(Method::PUT, "/v2/myAccount/preferences").bearer(&sandbox.token("individual").await);
        let preferences = call.json(&body).send().await.expect_status(200).json;
        assert_eq!(preferences["brailleCellLineWidth"], 40);
    }

    async fn a_limit_above_100_is_capped(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles?limit=100000000000000000000").send().await.expect_status(200);
        assert_eq!(reply.json["limit"], 100);
    }

    async fn text_that_is_not_utf_8_is_refused(sandbox: Sandbox) {
        sandbox.guest("/v2/titles?keyword=%FFx").send().await.expect_error(400, "BAD_REQUEST");
        let token = sandbox.token("individual").await;
        let lists = format!("/v2/myLists?api_key={}", sandbox.key("trusted"));
        for body in ["name=%FF%FEabc", "name=abc&%FF=x"] {
            let call = sandbox.call(Method::POST, &lists).bearer(&token);
            let call = call.header("content-type", "application/x-www-form-urlencoded").body(body);
            call.send().await.expect_error(400, "BAD_REQUEST");
        }
    }
}
