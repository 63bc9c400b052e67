//! GET and PUT /v2/myAccount/recommendationProfile (docs/rules/recommendations.md#rule-6).

use reqwest::Method;
use serde_json::{Value, json};

use super::{as_user, put};
use crate::one;
use crate::support::Sandbox;

const PATH: &str = "/v2/myAccount/recommendationProfile";

one! {
    async fn an_unset_profile_is_empty(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("individual", PATH).await.send().await.expect_status(200);
        let expected = json!({
            "includeGlobalCollection": true,
            "includedAuthors": [],
            "excludedAuthors": [],
            "includedCategories": [],
            "excludedCategories": [],
            "includedContentWarnings": [],
            "excludedContentWarnings": [],
            "narratorGender": null,
            "narratorType": null,
            "readingAge": null,
            "allows": ["PUT"],
            "links": [{"rel": "self", "href": format!("{}{PATH}", sandbox.base())}],
        });
        assert_eq!(reply.json, expected);
        let lab = sandbox.call_signed_in("labIndividual", PATH).await.send().await.expect_status(200);
        assert_eq!(lab.json["includeGlobalCollection"], false, "a private-label site");
    }

    async fn a_list_sent_replaces_the_stored_one_and_an_empty_value_clears_it(sandbox: Sandbox) {
        let heading = sandbox.guest("/v2/bisacCodes?limit=1").send().await.json["bisacCodes"][0].clone();
        let form = [
            ("includeGlobalCollection", "false"),
            ("narratorType", "human"),
            ("narratorGender", "otherNonBinary"),
            ("readingAge", "12"),
            ("excludedContentWarnings", "violence"),
            ("excludedContentWarnings", "sex"),
            ("includedCategories", "Science fiction"),
            ("includedCategories", heading["description"].as_str().unwrap()),
            ("excludedAuthors", "A. Bore"),
            ("excludedAuthors", "A. Bore"),
        ];
        let set = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        let read = sandbox.call_signed_in("individual", PATH).await.send().await.expect_status(200).json;
        assert_eq!(set, read);
        assert_eq!(set["includeGlobalCollection"], false);
        assert_eq!((&set["narratorType"], &set["readingAge"]), (&json!("human"), &json!(12)));
        assert_eq!(set["excludedContentWarnings"], json!(["sex", "violence"]));
        assert_eq!(set["excludedAuthors"], json!(["A. Bore"]));
        let categories = &set["includedCategories"];
        assert_eq!(categories[0]["name"], "Science fiction");
        assert_eq!((&categories[0]["categoryType"], &categories[0]["code"]), (&json!("Service"), &Value::Null));
        assert_eq!((&categories[1]["categoryType"], &categories[1]["code"]), (&json!("BISAC"), &heading["code"]));

        let form = [("excludedContentWarnings", "drugs"), ("includedCategories", ""), ("narratorType", "")];
        let changed = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!(changed["excludedContentWarnings"], json!(["drugs"]));
        assert_eq!((&changed["includedCategories"], &changed["narratorType"]), (&json!([]), &Value::Null));
        assert_eq!(changed["excludedAuthors"], json!(["A. Bore"]), "what is not sent stays");
        let call = as_user(sandbox, "individual", "trusted", Method::PUT, PATH).await;
        let cleared = call.json(&json!({"excludedAuthors": []})).send().await.expect_status(200).json;
        assert_eq!(cleared["excludedAuthors"], json!([]), "a list of JSON is sent, too, when nothing is in it");
        assert_eq!(cleared["excludedContentWarnings"], json!(["drugs"]));
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        let long = "x".repeat(256);
        for (name, value) in [
            ("narratorType", "robot"),
            ("narratorGender", "none"),
            ("readingAge", "old"),
            ("readingAge", "-1"),
            ("excludedContentWarnings", "boredom"),
            ("includedAuthors", long.as_str()),
        ] {
            let reply = put(sandbox, "individual", PATH, &[(name, value)]).await.send().await;
            reply.expect_error(400, "INVALID_PARAMETER");
        }
        let many: Vec<String> = (0..101).map(|n| format!("Author {n}")).collect();
        let form: Vec<(&str, &str)> = many.iter().map(|name| ("includedAuthors", name.as_str())).collect();
        put(sandbox, "individual", PATH, &form).await.send().await.expect_error(400, "INVALID_PARAMETER");
        put(sandbox, "individual", PATH, &form[1..]).await.send().await.expect_status(200);
    }
}
