//! GET /v2/organizationTypes (docs/rules/organizations.md#rule-9, docs/rules/values.md#rule-16).

use serde_json::{Value, json};

use crate::one;
use crate::support::{Sandbox, User};

const PATH: &str = "/v2/organizationTypes";

one! {
    async fn every_user_reads_the_types(sandbox: Sandbox) {
        let reply = User::sign_in(sandbox, "individual").await.get(PATH).await.expect_status(200);
        let expected = json!({
            "allows": null,
            "limit": 8,
            "links": [{"rel": "self", "href": format!("{}{PATH}?api_key={}", sandbox.base(), sandbox.key("trusted"))}],
            "next": null,
            "organizationTypes": [
                {"name": "school", "description": "School"},
                {"name": "district", "description": "School district"},
                {"name": "university", "description": "College or university"},
                {"name": "library", "description": "Library"},
                {"name": "rehabilitation", "description": "Rehabilitation center"},
                {"name": "agency", "description": "Public agency"},
                {"name": "group", "description": "Group or club"},
                {"name": "other", "description": "Other"},
            ],
            "totalResults": 8,
        });
        assert_eq!(reply.json, expected);
        for user in ["orgMember", "sponsor", "volunteer", "labIndividual"] {
            User::sign_in(sandbox, user).await.get(PATH).await.expect_status(200);
        }
    }

    async fn guests_need_a_key_for_membership(sandbox: Sandbox) {
        sandbox.guest(PATH).send().await.expect_error(401, "UNAUTHORIZED");
        let call = sandbox.get(PATH).query(&[("api_key", sandbox.key("privileged"))]);
        assert_eq!(call.send().await.expect_status(200).json["totalResults"], 8);
    }

    async fn types_are_the_operators(sandbox: Sandbox) {
        sandbox.command(&["admin", "organization-types", "set", "clinic", "--description", "Eye clinic"]);
        sandbox.command(&["admin", "organization-types", "remove", "group"]);
        let user = User::sign_in(sandbox, "individual").await;
        let types = user.get(PATH).await.expect_status(200).json["organizationTypes"].clone();
        let names: Vec<&Value> = types.as_array().unwrap().iter().map(|kind| &kind["name"]).collect();
        assert!(names.contains(&&json!("clinic")) && !names.contains(&&json!("group")), "{names:?}");
        assert!(sandbox.command(&["admin", "organization-types", "list"]).contains("Eye clinic"));
    }
}
