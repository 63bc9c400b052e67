//! GET and POST /v2/accounts/{userIdentifier}/lists (docs/rules/lists.md#rule-7).

use serde_json::{Value, json};

use super::{account, id, staff};
use crate::one;
use crate::support::{Reply, Sandbox, User};

fn lists(sandbox: &Sandbox, name: &str) -> String {
    format!("{}/lists", account(sandbox, name))
}

fn names(reply: &Reply) -> Vec<&str> {
    reply.json["lists"].as_array().unwrap().iter().map(|list| list["name"].as_str().unwrap()).collect()
}

one! {
    async fn the_lists_are_those_that_the_person_finds(sandbox: Sandbox) {
        let (assistant, sponsor) = (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "sponsor").await);
        let (theirs, own) = (
            assistant.get(&lists(sandbox, "sponsor")).await.expect_status(200),
            sponsor.get("/v2/myLists").await.expect_status(200),
        );
        assert!(!names(&own).is_empty());
        assert_eq!(names(&theirs), names(&own));
        assert_eq!(theirs.json["totalResults"], own.json["totalResults"]);
        assert_eq!(theirs.json["allows"], json!(["POST"]));
        let key = sandbox.key("privileged");
        assert_eq!(theirs.link("self"), format!("{}{}?api_key={key}", sandbox.base(), lists(sandbox, "sponsor")));
        for (seen, own) in theirs.json["lists"].as_array().unwrap().iter().zip(own.json["lists"].as_array().unwrap()) {
            let mut expected = own.clone();
            // The staff edit the list, see who is on it, and subscribe nobody.
            expected["allows"] = json!(["PUT", "DELETE"]);
            expected["links"] = seen["links"].clone();
            expected["subscription"]["allows"] = Value::Null;
            assert_eq!(seen, &expected);
            let rels: Vec<&str> = seen["links"].as_array().unwrap().iter().map(|link| link["rel"].as_str().unwrap()).collect();
            assert_eq!(rels, ["self", "titles", "members"]);
        }
    }

    async fn a_person_on_a_list_is_seen_on_it(sandbox: Sandbox) {
        let (assistant, sponsor) = (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "sponsor").await);
        let class = sponsor.post("/v2/myLists", &[("name", "Class"), ("access", "private")]).await.expect_status(200).json;
        let path = format!("/v2/lists/{}/members", class["readingListId"].as_str().unwrap());
        sponsor.post(&path, &[("userIdentifier", id(sandbox, "orgMember"))]).await.expect_status(200);
        let reply = assistant.get(&lists(sandbox, "orgMember")).await.expect_status(200);
        let listed = reply.json["lists"].as_array().unwrap().iter().find(|list| list["name"] == "Class").unwrap();
        assert_eq!((&listed["assignedBy"], &listed["owner"]), (&json!("Sam Whitlock"), &json!("Sam Whitlock")));
        assert_eq!(listed["subscription"]["enabled"], true, "the person's subscription, not the staff's");
        let other = assistant.get(&lists(sandbox, "individual2")).await.expect_status(200);
        assert!(!names(&other).contains(&"Class"));
    }

    async fn lists_of_other_sites_are_for_administrators(sandbox: Sandbox) {
        let (assistant, ada) = (staff(sandbox, "membershipAssistant").await, staff(sandbox, "administrator").await);
        let lab = User::sign_in(sandbox, "labIndividual").await;
        let far = lab.post("/v2/myLists", &[("name", "Far away"), ("access", "shared")]).await.expect_status(200).json;
        let here = sandbox.demo["readingLists"]["shared"].as_str().unwrap();
        for id in [far["readingListId"].as_str().unwrap(), here] {
            ada.put(&format!("/v2/myLists/{id}/subscription"), &[("enabled", "true")]).await.expect_status(200);
        }
        let path = lists(sandbox, "administrator");
        let own = ada.get(&path).await.expect_status(200);
        assert!(names(&own).contains(&"Far away") && own.json["totalResults"] == 2, "{}", own.json);
        let seen = assistant.get(&path).await.expect_status(200);
        assert_eq!((names(&seen), &seen.json["totalResults"]), (vec!["Books with weather in them"], &json!(1)));
    }

    async fn pages_and_orders(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let path = lists(sandbox, "unqualified");
        for name in ["Birds", "Anchors", "Clouds"] {
            assistant.post(&path, &[("name", name), ("access", "private")]).await.expect_status(200);
        }
        assert_eq!(names(&assistant.get(&path).await.expect_status(200)), ["Anchors", "Birds", "Clouds"]);
        let first = assistant.get(&format!("{path}?limit=2&direction=desc")).await.expect_status(200);
        assert_eq!(names(&first), ["Clouds", "Birds"]);
        assert_eq!((&first.json["totalResults"], &first.json["limit"]), (&json!(3), &json!(2)));
        assert_eq!(names(&assistant.get(&first.link("next")).await.expect_status(200)), ["Anchors"]);
        let next = first.json["next"].as_str().unwrap();
        for other in [format!("{path}?start={next}"), format!("{}?direction=desc&start={next}", lists(sandbox, "individual")), format!("{path}?start=x")] {
            assistant.get(&other).await.expect_error(400, "INVALID_START");
        }
        for order in ["name", "owner", "dateUpdated"] {
            assert_eq!(assistant.get(&format!("{path}?sortOrder={order}")).await.expect_status(200).json["totalResults"], 3);
        }
        assistant.get(&format!("{path}?sortOrder=titles")).await.expect_error(400, "INVALID_PARAMETER");
        assistant.get(&format!("{path}?direction=up")).await.expect_error(400, "INVALID_PARAMETER");
        assistant.get(&format!("{path}?limit=none")).await.expect_error(400, "INVALID_LIMIT");
    }

    async fn a_list_is_made_for_somebody(sandbox: Sandbox) {
        let (assistant, ines) = (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "individual").await);
        let form = [("name", "For Ines"), ("access", "private"), ("description", "From the desk")];
        let made = assistant.post(&lists(sandbox, "individual"), &form).await.expect_status(200);
        let list = format!("/v2/lists/{}", made.json["readingListId"].as_str().unwrap());
        let url = |rest: &str| format!("{}{list}{rest}", sandbox.base());
        let owner = ines.get("/v2/me").await.json["name"].clone();
        let expected = json!({
            "readingListId": made.json["readingListId"], "name": "For Ines", "description": "From the desk",
            "owner": format!("{} {}", owner["firstName"].as_str().unwrap(), owner["lastName"].as_str().unwrap()),
            "titleCount": 0, "memberCount": 0, "access": "private", "assignedBy": null, "subscriberCount": 0,
            "dateUpdated": made.json["dateUpdated"], "allows": ["PUT", "DELETE"],
            "links": [
                {"rel": "self", "href": url("")}, {"rel": "titles", "href": url("/titles")},
                {"rel": "members", "href": url("/members")},
            ],
        });
        assert_eq!(made.json, expected);
        assert!(names(&ines.get("/v2/myLists?limit=100").await).contains(&"For Ines"));
        let title = sandbox.title("copyright").to_string();
        ines.post(&format!("{list}/titles"), &[("serviceId", &title)]).await.expect_status(200);
        ines.delete(&list).await.expect_status(204);
        let none = assistant.post(&lists(sandbox, "individual"), &[("name", "X"), ("access", "shared")]).await;
        assert_eq!(none.expect_status(200).json["description"], "");
    }

    async fn an_org_list_needs_a_sponsor_as_owner(sandbox: Sandbox) {
        let (assistant, olive) = (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "orgMember").await);
        let form = [("name", "Everybody"), ("access", "org")];
        let made = assistant.post(&lists(sandbox, "sponsor"), &form).await.expect_status(200);
        assert_eq!((&made.json["access"], &made.json["owner"]), (&json!("org"), &json!("Sam Whitlock")));
        assert!(names(&olive.get("/v2/myLists?limit=100").await).contains(&"Everybody"));
        for name in ["individual", "orgMember", "membershipAssistant"] {
            assistant.post(&lists(sandbox, name), &form).await.expect_error(400, "INVALID_PARAMETER");
        }
        assistant.post(&lists(sandbox, "orgMember"), &[("name", "Mine"), ("access", "private")]).await.expect_status(200);
    }

    async fn bad_forms_are_refused(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let path = lists(sandbox, "individual");
        let reply = assistant.post(&path, &[]).await.expect_error(400, "MISSING_PARAMETER");
        assert_eq!(reply.json["messages"], json!(["name: is required", "access: is required"]));
        let (long, longer) = ("n".repeat(256), "d".repeat(2001));
        for form in [
            [("name", "A"), ("access", "public"), ("description", "")],
            [("name", long.as_str()), ("access", "private"), ("description", "")],
            [("name", "A"), ("access", "private"), ("description", &longer)],
        ] {
            assistant.post(&path, &form).await.expect_error(400, "INVALID_PARAMETER");
        }
    }
}
