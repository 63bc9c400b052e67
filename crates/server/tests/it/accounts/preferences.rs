//! GET and PUT /v2/accounts/{userIdentifier}/preferences.

use serde_json::{Value, json};

use super::{account, staff};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn staff_set_how_somebody_reads(sandbox: Sandbox) {
        let (assistant, ines) = (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "individual").await);
        let path = format!("{}/preferences", account(sandbox, "individual"));
        let before = assistant.get(&path).await.expect_status(200).json;
        let expected = json!({
            "allowAdultContent": true, "showAllBooks": true, "showRecommendations": true, "language": "eng",
            "format": null, "brailleGrade": "contracted", "useUeb": false, "brailleFormat": "refreshable",
            "brailleCellLineWidth": 40, "skipUpgradeReminder": false,
            "links": [{"rel": "self", "href": format!("{}{path}", sandbox.base())}], "allows": ["PUT"],
        });
        assert_eq!(before, expected);
        let form = [
            ("allowAdultContent", "False"), ("showAllBooks", "false"), ("showRecommendations", "false"),
            ("language", "spa"), ("format", "BRF"), ("brailleGrade", "uncontracted"), ("useUeb", "true"),
            ("brailleFormat", "embossable"), ("brailleCellLineWidth", "28"), ("skipUpgradeReminder", "true"),
        ];
        let after = assistant.put(&path, &form).await.expect_status(200).json;
        assert_eq!(after["format"], json!({"formatId": "BRF", "name": "BRF"}));
        assert_eq!((&after["brailleCellLineWidth"], &after["language"]), (&json!(28), &json!("spa")));
        assert_eq!(assistant.get(&path).await.expect_status(200).json, after);
        let mut own = ines.get("/v2/myAccount/preferences").await.expect_status(200).json;
        own["links"] = after["links"].clone();
        assert_eq!(own, after, "the reader's own are the same");
        assert_eq!(assistant.put(&path, &[]).await.expect_status(200).json, after, "what is not sent stays");
        let cleared = assistant.put(&path, &[("format", ""), ("language", "")]).await.expect_status(200).json;
        assert_eq!((&cleared["format"], &cleared["language"]), (&Value::Null, &Value::Null));
    }

    async fn the_rules_are_those_of_sponsors(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let path = format!("{}/preferences", account(sandbox, "orgMember"));
        assert_eq!(assistant.get(&path).await.expect_status(200).json["allowAdultContent"], false, "a minor");
        for form in [
            &[("brailleFormat", "embossable")][..], &[("brailleCellLineWidth", "32")],
            &[("brailleFormat", "embossable"), ("brailleCellLineWidth", "32")],
        ] {
            assistant.put(&path, form).await.expect_error(400, "CONFLICTING_PARAMETERS");
        }
        for (name, value, key) in [
            ("format", "HTML", "INVALID_FORMAT"), ("language", "en", "INVALID_LANGUAGE"),
            ("brailleGrade", "two", "INVALID_PARAMETER"), ("useUeb", "", "INVALID_PARAMETER"),
        ] {
            assistant.put(&path, &[(name, value)]).await.expect_error(400, key);
        }
    }

    async fn somebody_may_be_called_by_user_name(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        let own = format!("{}{}/preferences", sandbox.base(), account(sandbox, "individual"));
        for name in [name.to_owned(), name.to_uppercase(), name.replace('@', "%40")] {
            let reply = assistant.get(&format!("/v2/accounts/{name}/preferences")).await.expect_status(200);
            assert_eq!(reply.link("self"), own, "{name}");
        }
    }

    async fn nobody_else_is_found(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        for path in [account(sandbox, "labIndividual"), "/v2/accounts/nobody".to_owned()] {
            for rest in ["preferences", "recommendationProfile", "lists"] {
                assistant.get(&format!("{path}/{rest}")).await.expect_error(404, "USER_NOT_FOUND");
            }
            assistant.put(&format!("{path}/preferences"), &[("useUeb", "true")]).await.expect_error(404, "USER_NOT_FOUND");
            assistant.put(&format!("{path}/preferences"), &[("useUeb", "x")]).await.expect_error(400, "INVALID_PARAMETER");
            assistant.put(&format!("{path}/recommendationProfile"), &[]).await.expect_error(404, "USER_NOT_FOUND");
            let list = [("name", "New"), ("access", "private")];
            assistant.post(&format!("{path}/lists"), &list).await.expect_error(404, "USER_NOT_FOUND");
        }
        let admin = staff(sandbox, "administrator").await;
        let there = format!("{}/preferences", account(sandbox, "labIndividual"));
        admin.put(&there, &[("useUeb", "true")]).await.expect_status(200);
    }

    async fn a_removed_account_can_be_read_but_not_changed(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let id = sandbox.user("orgMember")["userAccountId"].as_str().unwrap();
        sponsor.delete(&format!("/v2/myOrganization/members/{id}")).await.expect_status(204);
        let path = account(sandbox, "orgMember");
        for rest in ["preferences", "recommendationProfile", "lists"] {
            let reply = assistant.get(&format!("{path}/{rest}")).await.expect_status(200);
            assert_eq!(reply.json["allows"], Value::Null, "{rest}");
        }
        assistant.put(&format!("{path}/preferences"), &[]).await.expect_error(404, "USER_NOT_FOUND");
        assistant.put(&format!("{path}/recommendationProfile"), &[]).await.expect_error(404, "USER_NOT_FOUND");
        let list = [("name", "New"), ("access", "private")];
        assistant.post(&format!("{path}/lists"), &list).await.expect_error(404, "USER_NOT_FOUND");
    }

    async fn only_administrators_change_administrators(sandbox: Sandbox) {
        let (assistant, admin) = (staff(sandbox, "membershipAssistant").await, staff(sandbox, "administrator").await);
        let path = account(sandbox, "administrator");
        for rest in ["preferences", "recommendationProfile"] {
            let path = format!("{path}/{rest}");
            assert_eq!(assistant.get(&path).await.expect_status(200).json["allows"], Value::Null, "{rest}");
            assistant.put(&path, &[]).await.expect_error(403, "OPERATION_NOT_ALLOWED");
            assert_eq!(admin.put(&path, &[]).await.expect_status(200).json["allows"], json!(["PUT"]), "{rest}");
        }
        let list = [("name", "New"), ("access", "private")];
        let lists = format!("{path}/lists");
        assert_eq!(assistant.get(&lists).await.expect_status(200).json["allows"], Value::Null);
        assistant.post(&lists, &list).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        admin.post(&lists, &list).await.expect_status(200);
    }
}
