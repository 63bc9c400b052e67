//! /v2/assignedTitles and /v2/myAssignedTitles (document 2, "Assigned titles").

use serde_json::Value;

use crate::both;
use crate::support::{Reply, Sandbox, User};

const ORDERS: [&str; 5] = ["assignedDate", "title", "author", "assigner", "downloadDate"];

fn ids(reply: &Reply) -> Vec<i64> {
    reply.json["titles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|title| title["serviceId"].as_i64().unwrap())
        .collect()
}

fn assigned(sandbox: &Sandbox, user: &str) -> String {
    format!("/v2/assignedTitles/{}", sandbox.user(user)["userAccountId"].as_str().unwrap())
}

async fn assign(user: &User<'_>, path: &str, title: i64) -> Reply {
    user.post(path, &[("serviceId", &title.to_string())]).await
}

both! {
    async fn a_sponsor_assigns_and_takes_back_what_the_member_sees(sandbox: Sandbox) {
        let (sponsor, member) = (User::of(sandbox, "sponsor").await, User::of(sandbox, "orgMember").await);
        let path = assigned(sandbox, "orgMember");
        let title = sandbox.title("mending");
        let before = member.get("/v2/myAssignedTitles").await.expect_status(200);
        assert!(!ids(&before).contains(&title));

        let reply = assign(&sponsor, &path, title).await.expect_status(200);
        let total = before.json["totalResults"].as_u64().unwrap() + 1;
        assert_eq!(reply.json["totalResults"], total);
        assert_eq!(ids(&reply).last(), Some(&title), "by date: the newest is the last");
        assert_eq!(reply.json["allows"], serde_json::json!(["POST"]));
        let item = reply.json["titles"].as_array().unwrap().last().unwrap();
        assert_eq!(item["allows"], serde_json::json!(["DELETE"]));
        assert_eq!(item["dateDownloaded"], Value::Null);
        assert!(item["assignedBy"].as_str().is_some_and(|name| !name.is_empty()));
        let link = crate::support::link(item, "download").expect("a sponsor can download it for somebody");
        assert!(link.ends_with("?forUser={userAccountId}"), "{link}");
        let myself = reply.link("self");
        assert!(myself.contains(&path) && myself.contains("api_key="), "the GET address: {myself}");
        assert_eq!(ids(&sponsor.get(&myself).await.expect_status(200)), ids(&reply));

        let again = assign(&sponsor, &path, title).await.expect_status(200);
        assert_eq!(again.json["totalResults"], total, "assigned twice, it is there once");

        let mine = member.get("/v2/myAssignedTitles").await.expect_status(200);
        assert_eq!(ids(&mine), ids(&reply));
        assert_eq!(mine.json["allows"], Value::Null);
        let item = mine.json["titles"].as_array().unwrap().last().unwrap();
        assert_eq!((&item["available"], &item["allows"]), (&true.into(), &serde_json::json!(["GET"])));

        let rest = sponsor.delete(&format!("{path}/{title}")).await.expect_status(200);
        assert!(!ids(&rest).contains(&title));
        sponsor.delete(&format!("{path}/{title}")).await.expect_error(404, "TITLE_NOT_FOUND");
        let metadata = member.get(&format!("/v2/titles/{title}")).await.expect_status(200);
        assert_eq!(metadata.json["titleAccessAlerts"][0]["code"], "NOT_ASSIGNED");
    }

    async fn a_user_name_is_an_identifier_too(sandbox: Sandbox) {
        let staff = User::of(sandbox, "membershipAssistant").await;
        let name = sandbox.user("orgMember")["username"].as_str().unwrap();
        let by_name = staff.get(&format!("/v2/assignedTitles/{name}")).await.expect_status(200);
        let by_id = staff.get(&assigned(sandbox, "orgMember")).await.expect_status(200);
        assert_eq!(ids(&by_name), ids(&by_id));
        assert!(!ids(&by_id).is_empty());
    }

    async fn others_do_not_exist(sandbox: Sandbox) {
        let sponsor = User::of(sandbox, "sponsor").await;
        let title = sandbox.title("copyright");
        for other in ["individual", "primaryContact", "labIndividual"] {
            sponsor.get(&assigned(sandbox, other)).await.expect_error(404, "USER_NOT_FOUND");
            assign(&sponsor, &assigned(sandbox, other), title).await.expect_error(404, "USER_NOT_FOUND");
        }
        sponsor.get("/v2/assignedTitles/nobody").await.expect_error(404, "USER_NOT_FOUND");
        let staff = User::of(sandbox, "membershipAssistant").await;
        staff.get(&assigned(sandbox, "labIndividual")).await.expect_error(404, "USER_NOT_FOUND");
        let path = assigned(sandbox, "orgMember");
        for title in [sandbox.title("labOnly"), 999_999] {
            assign(&sponsor, &path, title).await.expect_error(404, "TITLE_NOT_FOUND");
        }
        sponsor.post(&path, &[("serviceId", "no number")]).await.expect_error(404, "TITLE_NOT_FOUND");
        sponsor.post(&path, &[("serviceId", "")]).await.expect_error(400, "MISSING_PARAMETER");
        sponsor.get(&format!("{path}?sortOrder=name")).await.expect_error(400, "INVALID_PARAMETER");
        let individual = User::of(sandbox, "individual").await;
        individual.get("/v2/myAssignedTitles").await.expect_error(403, "FORBIDDEN");
        individual.get(&path).await.expect_error(403, "FORBIDDEN");
    }

    async fn every_order_is_walked_by_next(sandbox: Sandbox) {
        let sponsor = User::of(sandbox, "sponsor").await;
        let path = assigned(sandbox, "orgMember2");
        for title in ["publicDomain", "creativeCommons", "copyright", "audio", "music"] {
            assign(&sponsor, &path, sandbox.title(title)).await.expect_status(200);
        }
        for order in ORDERS {
            for direction in ["asc", "desc"] {
                let first = format!("{path}?limit=2&sortOrder={order}&direction={direction}");
                let mut reply = sponsor.get(&first).await.expect_status(200);
                let mut all = ids(&reply);
                while reply.json["next"] != Value::Null {
                    reply = sponsor.get(&reply.link("next")).await.expect_status(200);
                    all.extend(ids(&reply));
                }
                assert_eq!(all.len(), 5, "{first}");
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len(), 5, "{first}");
            }
        }
        let first = sponsor.get(&format!("{path}?limit=2")).await.expect_status(200);
        let start = first.json["next"].as_str().unwrap();
        sponsor.get(&format!("{path}?start={start}&sortOrder=title")).await.expect_error(400, "INVALID_START");
        sponsor.get(&format!("{}?start={start}", assigned(sandbox, "orgMember"))).await.expect_error(400, "INVALID_START");
    }
}
