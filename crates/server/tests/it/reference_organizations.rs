//! GET /v2/referenceOrganizations (docs/rules/organizations.md#rule-9).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::one;
use crate::support::{Call, Reply, Sandbox, User};

const PATH: &str = "/v2/referenceOrganizations";

fn search(sandbox: &Sandbox, query: &[(&str, &str)]) -> Call {
    sandbox.get(PATH).query(&[("api_key", sandbox.key("privileged"))]).query(query)
}

fn names(reply: &Reply) -> Vec<&str> {
    let found = reply.json["referenceOrganizations"].as_array().unwrap();
    found.iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

one! {
    async fn a_whole_entry_is_returned(sandbox: Sandbox) {
        let query = [("state", "US-OR"), ("name", "alder SCHOOL")];
        let reply = search(sandbox, &query).send().await.expect_status(200);
        let address = |address1: &str| json!({
            "address1": address1, "address2": null, "city": "Seaside", "state": "US-OR", "country": "US",
            "postalCode": null,
        });
        let expected = json!({
            "allows": null,
            "limit": 10,
            "links": reply.json["links"],
            "next": null,
            "referenceOrganizations": [{
                "address": address("P.O. Box 101"),
                "links": [],
                "locationAddress": address("1 School Street"),
                "name": "Alder Creek School",
                "parentName": "Clatsop District",
                "referenceOrgId": "demo-reference-01",
            }],
            "totalResults": 1,
        });
        assert_eq!(reply.json, expected);
    }

    async fn entries_come_by_name_page_by_page(sandbox: Sandbox) {
        for (direction, first, last) in
            [("asc", "Alder Creek School", "Umatilla District"), ("desc", "Umatilla District", "Alder Creek School")]
        {
            let query = [("state", "or"), ("direction", direction)];
            let one = search(sandbox, &query).send().await.expect_status(200);
            assert_eq!((names(&one).len(), &one.json["totalResults"]), (10, &json!(14)));
            // The link is complete by itself.
            let two = sandbox.get(&one.link("next")).send().await.expect_status(200);
            assert_eq!((names(&two).len(), &two.json["next"]), (4, &Value::Null));
            let seen = [names(&one), names(&two)].concat();
            assert_eq!((seen[0], seen[13]), (first, last));
            assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 14);
            let start = one.json["next"].as_str().unwrap();
            let wrong = search(sandbox, &[("state", "WA"), ("direction", direction), ("start", start)]);
            wrong.send().await.expect_error(400, "INVALID_START");
            let worse = [("state", "WA"), ("organizationTypes", "castle"), ("start", start)];
            search(sandbox, &worse).send().await.expect_error(400, "INVALID_PARAMETER");
        }
        let all = search(sandbox, &[("state", "OR"), ("limit", "100")]).send().await.expect_status(200);
        assert_eq!((names(&all).len(), &all.json["limit"]), (14, &json!(100)));
    }

    async fn filters_narrow_the_list(sandbox: Sandbox) {
        let found = async |query: &[(&str, &str)]| {
            let reply = search(sandbox, query).send().await.expect_status(200);
            names(&reply).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let (oregon, ontario) = (("state", "US-OR"), ("state", "ca-on"));
        assert_eq!(found(&[oregon, ("city", "bend")]).await, ["High Desert College", "Juniper Reading Group"]);
        let kinds = [oregon, ("organizationTypes", "group"), ("organizationTypes", "district"), ("limit", "2")];
        assert_eq!(found(&kinds).await, ["Clatsop District", "Juniper Reading Group"]);
        assert_eq!(found(&[oregon, ("city", "Bend"), ("organizationTypes", "group")]).await, ["Juniper Reading Group"]);
        assert_eq!(found(&[ontario, ("name", "heron ecole")]).await, ["École du Grand Héron"]);
        assert_eq!(found(&[("state", "GB-SCB")]).await, ["Fern Hollow School"]);
        assert_eq!(found(&[oregon, ("name", "%"), ("limit", "100")]).await.len(), 14, "a sign is no word");
        assert!(found(&[oregon, ("name", "gymnasium")]).await.is_empty());
        assert!(found(&[("state", "TX")]).await.is_empty(), "a state without entries");
    }

    async fn all_bad_parameters_are_refused_together(sandbox: Sandbox) {
        let refuse = async |query: &[(&str, &str)], key: &str, faults: usize| {
            let reply = search(sandbox, query).send().await.expect_error(400, key);
            assert_eq!(reply.json["messages"].as_array().unwrap().len(), faults, "{}", reply.json);
        };
        refuse(&[], "MISSING_PARAMETER", 1).await;
        refuse(&[("limit", "0"), ("direction", "up")], "MISSING_PARAMETER", 3).await;
        for state in ["ZZ", "Oregon", "US-ZZ", "CA-OR", "-", "US-"] {
            refuse(&[("state", state)], "INVALID_PARAMETER", 1).await;
        }
        refuse(&[("state", "ZZ"), ("organizationTypes", "castle")], "INVALID_PARAMETER", 2).await;
        refuse(&[("state", "OR"), ("start", "x")], "INVALID_START", 1).await;
    }

    async fn only_certain_keys_read_it(sandbox: Sandbox) {
        let path = format!("{PATH}?state=OR");
        sandbox.guest(&path).send().await.expect_error(403, "CLIENT_NOT_ALLOWED");
        for user in ["individual", "sponsor", "membershipAssistant", "administrator"] {
            let user = User::sign_in(sandbox, user).await;
            user.get(&path).await.expect_error(403, "CLIENT_NOT_ALLOWED");
            user.with_key_of("privileged").get(&path).await.expect_status(200);
        }
        sandbox.get(&path).send().await.expect_error(403, "INVALID_API_KEY");
    }

    async fn the_sandbox_has_forty(sandbox: Sandbox) {
        let mut total = 0;
        for state in ["US-OR", "US-WA", "US-CA", "US-NY", "CA-BC", "CA-ON", "GB-SCB", "GB-PKN", "DE-BY", "IE-KY", "AU-NSW", "AU-WA"] {
            let reply = search(sandbox, &[("state", state)]).send().await.expect_status(200);
            total += reply.json["totalResults"].as_u64().unwrap();
        }
        assert_eq!(total, 40);
    }
}
