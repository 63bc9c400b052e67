//! GET /v2/userNames/{userName} (docs/rules/accounts.md#rule-10).

use serde_json::json;

use crate::one;
use crate::support::{Call, Sandbox};

fn read(sandbox: &Sandbox, app: &str, name: &str) -> Call {
    sandbox.get(&format!("/v2/userNames/{name}")).query(&[("api_key", sandbox.key(app))])
}

one! {
    async fn a_taken_name_is_returned(sandbox: Sandbox) {
        let pupil = sandbox.user("orgMember")["username"].as_str().unwrap();
        let reader = sandbox.user("labIndividual")["username"].as_str().unwrap();
        for (name, path) in [
            (pupil, pupil.to_owned()),
            (reader, reader.to_owned()),
            (reader, reader.replace('@', "%40")),
            (&reader.to_uppercase(), reader.to_uppercase()),
        ] {
            let reply = read(sandbox, "privileged", &path).send().await.expect_status(200);
            let link = format!("{}/v2/userNames/{}", sandbox.base(), name.replace('@', "%40"));
            assert_eq!(reply.json, json!({"userName": name, "links": [{"rel": "self", "href": link}]}));
        }
        for free in ["nobody", "nobody@example.org", "demo-individual", "plus+sign@example.org"] {
            read(sandbox, "privileged", free).send().await.expect_error(404, "USER_NOT_FOUND");
        }
    }

    async fn membership_staff_may_ask_with_any_key_and_others_may_not(sandbox: Sandbox) {
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        for (user, status) in [
            ("membershipAssistant", 200),
            ("administrator", 200),
            ("individual", 403),
            ("sponsor", 403),
            ("collectionAssistant", 403),
        ] {
            let token = sandbox.token(user).await;
            read(sandbox, "app", name).bearer(&token).send().await.expect_status(status);
            read(sandbox, "privileged", name).bearer(&token).send().await.expect_status(200);
        }
        read(sandbox, "app", name).send().await.expect_error(401, "UNAUTHORIZED");
    }
}
