//! GET /v2/myOrganization.

use serde_json::{Value, json};

use super::{ORGANIZATION, account, admin};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn the_whole_organization_is_returned(sandbox: Sandbox) {
        let reply = User::sign_in(sandbox, "primaryContact").await.get(ORGANIZATION).await.expect_status(200);
        let url = |path: &str| format!("{}{ORGANIZATION}{path}", sandbox.base());
        let id = account(sandbox, "primaryContact");
        let expected = json!({
            "address": {
                "address1": "1 Pier Road", "address2": null, "city": "Astoria", "state": "US-OR",
                "country": "US", "postalCode": "97103",
            },
            "allowSearchDownloads": false,
            "allows": ["PUT"],
            "hasServicePlus": true,
            "hasReadingCompanion": false,
            "links": [
                {"rel": "self", "href": url("")},
                {"rel": "members", "href": url("/members")},
                {"rel": "sponsors", "href": url("/sponsors")},
            ],
            "organizationName": sandbox.demo["organization"]["name"],
            "organizationType": "school",
            "phoneNumber": "+1 503 555 0199",
            "primaryContact": {
                "allows": null,
                "emailAddress": sandbox.user("primaryContact")["username"],
                "links": [{"rel": "self", "href": url(&format!("/sponsors/{id}"))}],
                "name": reply.json["primaryContact"]["name"],
                "phoneNumber": "+1 503 555 0134",
                "rosterTag": null,
                "title": "Librarian",
                "userAccountId": id,
            },
            "safeSearch": false,
            "webSite": "https://school.sandbox.example",
        });
        assert_eq!(reply.json, expected);
        let name = &reply.json["primaryContact"]["name"];
        assert_eq!((&name["firstName"], &name["lastName"]), (&json!("Petra"), &json!("Vance")));
    }

    async fn allowed_verbs_depend_on_the_caller_and_the_key(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await.get(ORGANIZATION).await.expect_status(200);
        assert_eq!((&sponsor.json["allows"], &sponsor.json["primaryContact"]["allows"]), (&Value::Null, &Value::Null));
        let sponsor = admin(sandbox, "sponsor").await.get(ORGANIZATION).await.expect_status(200);
        assert_eq!((&sponsor.json["allows"], &sponsor.json["primaryContact"]["allows"]), (&Value::Null, &json!(["PUT"])));
    }

    async fn a_caller_who_sponsors_nothing_gets_an_error(sandbox: Sandbox) {
        for user in ["individual", "orgMember", "membershipAssistant", "collectionAssistant", "administrator"] {
            User::sign_in(sandbox, user).await.get(ORGANIZATION).await.expect_error(403, "NOT_SPONSOR");
        }
        sandbox.guest(ORGANIZATION).send().await.expect_error(401, "UNAUTHORIZED");
    }
}
