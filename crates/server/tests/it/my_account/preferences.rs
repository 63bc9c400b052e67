//! GET and PUT /v2/myAccount/preferences (docs/rules/accounts.md#rule-7).

use serde_json::{Value, json};

use super::put;
use crate::one;
use crate::support::Sandbox;

const PATH: &str = "/v2/myAccount/preferences";

async fn get(sandbox: &Sandbox, user: &str) -> Value {
    sandbox.call_signed_in(user, PATH).await.send().await.expect_status(200).json
}

one! {
    async fn preferences_default_if_none_are_set(sandbox: Sandbox) {
        let preferences = get(sandbox, "individual").await;
        let expected = json!({
            "allowAdultContent": true,
            "showAllBooks": true,
            "showRecommendations": true,
            "language": "eng",
            "format": null,
            "brailleGrade": "contracted",
            "useUeb": false,
            "brailleFormat": "refreshable",
            "brailleCellLineWidth": 40,
            "skipUpgradeReminder": false,
            "links": [{"rel": "self", "href": format!("{}{PATH}", sandbox.base())}],
            "allows": ["PUT"],
        });
        assert_eq!(preferences, expected);
        assert_eq!(get(sandbox, "minor").await["allowAdultContent"], false);
    }

    async fn only_sent_preferences_change(sandbox: Sandbox) {
        let form = [
            ("allowAdultContent", "False"),
            ("showAllBooks", "false"),
            ("showRecommendations", "false"),
            ("language", "spa"),
            ("format", "BRF"),
            ("brailleGrade", "uncontracted"),
            ("useUeb", "true"),
            ("brailleFormat", "embossable"),
            ("brailleCellLineWidth", "28"),
            ("skipUpgradeReminder", "true"),
        ];
        let changed = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!(changed, get(sandbox, "individual").await);
        assert_eq!(changed["allowAdultContent"], false);
        assert_eq!(changed["format"], json!({"formatId": "BRF", "name": "BRF"}));
        assert_eq!(changed["brailleFormat"], "embossable");
        assert_eq!(changed["brailleCellLineWidth"], 28);
        assert_eq!(changed["language"], "spa");

        let one = put(sandbox, "individual", PATH, &[("useUeb", "false")]).await.send().await.expect_status(200);
        let mut expected = changed;
        expected["useUeb"] = json!(false);
        assert_eq!(one.json, expected);
        let none = put(sandbox, "individual", PATH, &[]).await.send().await.expect_status(200);
        assert_eq!(none.json, expected);
    }

    /// A search leaves adult titles out for a reader who does not want them.
    async fn a_choice_takes_effect_immediately(sandbox: Sandbox) {
        let total = async || {
            let reply = sandbox.call_signed_in("individual", "/v2/titles").await.send().await.expect_status(200);
            reply.json["totalResults"].as_u64().unwrap()
        };
        let before = total().await;
        let form = [("allowAdultContent", "false")];
        put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200);
        assert_eq!(total().await, before - 1, "the sandbox has one adult title");
    }

    async fn braille_format_and_width_are_changed_together_and_must_fit(sandbox: Sandbox) {
        let all: [&[(&str, &str)]; 5] = [
            &[("brailleFormat", "embossable")],
            &[("brailleCellLineWidth", "32")],
            &[("brailleFormat", "embossable"), ("brailleCellLineWidth", "32")],
            &[("brailleFormat", "refreshable"), ("brailleCellLineWidth", "28")],
            &[("brailleFormat", "refreshable"), ("brailleCellLineWidth", "0"), ("useUeb", "true")],
        ];
        for form in all {
            let reply = put(sandbox, "individual", PATH, form).await.send().await;
            let reply = reply.expect_error(400, "CONFLICTING_PARAMETERS");
            let message = reply.json["messages"][0].as_str().unwrap();
            assert!(message.starts_with("brailleFormat, brailleCellLineWidth: "), "{message}");
        }
        let preferences = get(sandbox, "individual").await;
        assert_eq!((&preferences["brailleCellLineWidth"], &preferences["useUeb"]), (&json!(40), &json!(false)));
        // A single one with its current value changes nothing.
        put(sandbox, "individual", PATH, &[("brailleFormat", "refreshable")]).await.send().await.expect_status(200);
        put(sandbox, "individual", PATH, &[("brailleCellLineWidth", "40")]).await.send().await.expect_status(200);
    }

    async fn an_empty_value_clears_a_nullable_preference(sandbox: Sandbox) {
        put(sandbox, "individual", PATH, &[("format", "epub3")]).await.send().await.expect_status(200);
        let cleared = put(sandbox, "individual", PATH, &[("format", ""), ("language", "")]).await;
        let cleared = cleared.send().await.expect_status(200).json;
        assert_eq!((&cleared["format"], &cleared["language"]), (&Value::Null, &Value::Null));
        let reply = put(sandbox, "individual", PATH, &[("useUeb", ""), ("brailleGrade", "")]).await;
        let messages = reply.send().await.expect_error(400, "INVALID_PARAMETER").json["messages"].clone();
        assert_eq!(messages.as_array().unwrap().len(), 2, "{messages}");
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        for (name, value, key) in [
            ("format", "HTML", "INVALID_FORMAT"),
            ("language", "en", "INVALID_LANGUAGE"),
            ("brailleGrade", "two", "INVALID_PARAMETER"),
            ("brailleFormat", "paper", "INVALID_PARAMETER"),
            ("brailleCellLineWidth", "wide", "INVALID_PARAMETER"),
            ("showAllBooks", "perhaps", "INVALID_PARAMETER"),
        ] {
            put(sandbox, "individual", PATH, &[(name, value)]).await.send().await.expect_error(400, key);
        }
    }

    async fn json_is_read_too(sandbox: Sandbox) {
        let body = json!({"brailleFormat": "refreshable", "brailleCellLineWidth": 80, "useUeb": true});
        let call = super::as_user(sandbox, "sponsor", "trusted", reqwest::Method::PUT, PATH).await;
        let reply = call.json(&body).send().await.expect_status(200);
        assert_eq!(reply.json["brailleCellLineWidth"], 80);
    }
}
