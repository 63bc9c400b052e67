//! /v2/assignedTitles and /v2/myAssignedTitles (docs/rules/lists.md#rule-8).

use domain::AccountId;
use futures_util::future::join_all;
use serde_json::Value;
use store::{Db, DbOptions};

use crate::one;
use crate::support::staff::{change_status, wait_until};
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

fn assigned_path(sandbox: &Sandbox, user: &str) -> String {
    format!("/v2/assignedTitles/{}", sandbox.user(user)["userAccountId"].as_str().unwrap())
}

async fn assign(user: &User<'_>, path: &str, title: i64) -> Reply {
    user.post(path, &[("serviceId", &title.to_string())]).await
}

one! {
    async fn a_sponsor_assigns_and_takes_back_what_the_member_sees(sandbox: Sandbox) {
        let (sponsor, member) = (User::sign_in(sandbox, "sponsor").await, User::sign_in(sandbox, "orgMember").await);
        let path = assigned_path(sandbox, "orgMember");
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

    async fn no_title_is_assigned_to_a_member_who_leaves_concurrently(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await.with_key_of("privileged");
        let titles = ["mending", "audio", "music", "publicDomain"].map(|name| sandbox.title(name));
        for round in 0..4 {
            let form = [
                ("firstName", "Nia"), ("lastName", "Elm"), ("dateOfBirth", "2013-01-01"), ("grade", "5"),
            ];
            let member = sponsor.post("/v2/myOrganization/members", &form).await.expect_status(201);
            let id = member.json["userAccountId"].as_str().unwrap().to_owned();
            let path = format!("/v2/assignedTitles/{id}");
            let assignments = titles.iter().map(|title| assign(&sponsor, &path, *title));
            let removed = sponsor.delete(member.header("location"));
            let (assigned, removed) = tokio::join!(join_all(assignments), removed);
            removed.expect_status(204);
            for reply in assigned {
                assert!([200, 404].contains(&reply.status), "{round}: {}", reply.text());
            }
            let db = Db::connect(&DbOptions::new(sandbox.database_url())).await.unwrap();
            assert_eq!(store::assignments::count(&db, &AccountId(id)).await.unwrap(), 0, "{round}");
            db.close().await;
            assign(&sponsor, &path, titles[0]).await.expect_error(404, "USER_NOT_FOUND");
        }
    }

    async fn a_removed_title_is_not_there_to_be_taken_back(sandbox: Sandbox) {
        let (sponsor, staff) = (User::sign_in(sandbox, "sponsor").await, User::sign_in(sandbox, "collectionAssistant").await);
        let id = sandbox.title("mending");
        let list = format!("/v2/lists/{}/titles", sandbox.demo["readingLists"]["shared"].as_str().unwrap());
        let shelves = [assigned_path(sandbox, "orgMember"), list];
        for shelf in &shelves {
            assign(&sponsor, shelf, id).await.expect_status(200);
        }
        change_status(&staff, id, "withdrawn").await;
        for shelf in &shelves {
            sponsor.delete(&format!("{shelf}/{id}")).await.expect_status(200);
        }
        change_status(&staff, id, "live").await;
        for shelf in &shelves {
            assign(&sponsor, shelf, id).await.expect_status(200);
        }
        change_status(&staff, id, "withdrawn").await;
        staff.put(&format!("/v2/titles/{id}/status"), &[("status", "removed")]).await.expect_status(202);
        wait_until(&staff, id, "removed", |reply| reply.status == 404).await;
        for shelf in &shelves {
            let shown = sponsor.get(&format!("{shelf}?limit=100")).await.expect_status(200);
            assert!(!ids(&shown).contains(&id), "{shelf}");
            sponsor.delete(&format!("{shelf}/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
        }
    }

    async fn a_user_name_identifies_a_person(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "membershipAssistant").await;
        let name = sandbox.user("orgMember")["username"].as_str().unwrap();
        let by_name = staff.get(&format!("/v2/assignedTitles/{name}")).await.expect_status(200);
        let by_id = staff.get(&assigned_path(sandbox, "orgMember")).await.expect_status(200);
        assert_eq!(ids(&by_name), ids(&by_id));
        assert!(!ids(&by_id).is_empty());
    }

    async fn others_do_not_exist(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let title = sandbox.title("copyright");
        for other in ["individual", "primaryContact", "labIndividual"] {
            sponsor.get(&assigned_path(sandbox, other)).await.expect_error(404, "USER_NOT_FOUND");
            assign(&sponsor, &assigned_path(sandbox, other), title).await.expect_error(404, "USER_NOT_FOUND");
        }
        sponsor.get("/v2/assignedTitles/nobody").await.expect_error(404, "USER_NOT_FOUND");
        let staff = User::sign_in(sandbox, "membershipAssistant").await;
        staff.get(&assigned_path(sandbox, "labIndividual")).await.expect_error(404, "USER_NOT_FOUND");
        let path = assigned_path(sandbox, "orgMember");
        for title in [sandbox.title("labOnly"), 999_999] {
            assign(&sponsor, &path, title).await.expect_error(404, "TITLE_NOT_FOUND");
        }
        sponsor.post(&path, &[("serviceId", "no number")]).await.expect_error(404, "TITLE_NOT_FOUND");
        sponsor.post(&path, &[("serviceId", "")]).await.expect_error(400, "MISSING_PARAMETER");
        sponsor.get(&format!("{path}?sortOrder=name")).await.expect_error(400, "INVALID_PARAMETER");
        let individual = User::sign_in(sandbox, "individual").await;
        individual.get("/v2/myAssignedTitles").await.expect_error(403, "FORBIDDEN");
        individual.get(&path).await.expect_error(403, "FORBIDDEN");
    }

    async fn every_order_is_walked_by_next(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let path = assigned_path(sandbox, "orgMember2");
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
        sponsor.get(&format!("{}?start={start}", assigned_path(sandbox, "orgMember"))).await.expect_error(400, "INVALID_START");
    }
}
