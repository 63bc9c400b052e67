//! GET and PUT /v2/accounts/{userIdentifier}/recommendationProfile.

use serde_json::{Value, json};

use super::{account, staff};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn staff_say_what_somebody_is_recommended(sandbox: Sandbox) {
        let (assistant, ines) = (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "individual").await);
        let path = format!("{}/recommendationProfile", account(sandbox, "individual"));
        let before = assistant.get(&path).await.expect_status(200).json;
        let expected = json!({
            "includeGlobalCollection": true, "includedAuthors": [], "excludedAuthors": [], "includedCategories": [],
            "excludedCategories": [], "includedContentWarnings": [], "excludedContentWarnings": [],
            "narratorGender": null, "narratorType": null, "readingAge": null, "allows": ["PUT"],
            "links": [{"rel": "self", "href": format!("{}{path}", sandbox.base())}],
        });
        assert_eq!(before, expected);
        let form = [
            ("includeGlobalCollection", "false"), ("narratorType", "human"), ("narratorGender", "female"),
            ("readingAge", "12"), ("excludedContentWarnings", "violence"), ("excludedContentWarnings", "drugs"),
            ("includedAuthors", "Ada Brandt"), ("includedAuthors", "Cyrus Delgado"), ("excludedCategories", "Poetry"),
        ];
        let after = assistant.put(&path, &form).await.expect_status(200).json;
        assert_eq!((&after["readingAge"], &after["narratorType"]), (&json!(12), &json!("human")));
        assert_eq!(after["includedAuthors"], json!(["Ada Brandt", "Cyrus Delgado"]));
        assert_eq!(after["excludedContentWarnings"], json!(["violence", "drugs"]));
        assert_eq!(after["excludedCategories"][0]["name"], "Poetry");
        assert_eq!(assistant.get(&path).await.expect_status(200).json, after);
        let mut own = ines.get("/v2/myAccount/recommendationProfile").await.expect_status(200).json;
        own["links"] = after["links"].clone();
        assert_eq!(own, after, "the reader's own is the same");
        let cleared = assistant.put(&path, &[("includedAuthors", ""), ("readingAge", "")]).await.expect_status(200).json;
        assert_eq!((&cleared["includedAuthors"], &cleared["readingAge"]), (&json!([]), &Value::Null));
        assert_eq!(cleared["excludedCategories"], after["excludedCategories"], "what is not sent stays");
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let path = format!("{}/recommendationProfile", account(sandbox, "individual"));
        let form = [
            ("narratorType", "robot"), ("narratorGender", "none"), ("readingAge", "old"),
            ("excludedContentWarnings", "boredom"), ("includeGlobalCollection", "perhaps"),
        ];
        let reply = assistant.put(&path, &form).await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), form.len(), "all together");
    }
}
