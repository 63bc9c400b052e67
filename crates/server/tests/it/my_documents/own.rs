//! A document is its owner's: listed for one, hidden from all others, gone when it is deleted.

use reqwest::Method;
use serde_json::json;

use super::{Owner, PATH, list_stored_files};
use crate::one;
use crate::support::{Sandbox, eventually, package};

/// Everybody but the owner.
const OTHER_USERS: [&str; 6] =
    ["individual2", "sponsor", "collectionAssistant", "membershipAssistant", "administrator", "labAssistant"];

one! {
    async fn the_owner_lists_documents_in_either_order(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let empty = owner.get(PATH).await.expect_status(200);
        assert_eq!((&empty.json["titles"], &empty.json["totalResults"]), (&json!([]), &json!(0)));
        for name in ["Zebra", "An Ant", "Bear"] {
            owner.document(name).await;
        }
        assert_eq!(owner.names("").await, ["An Ant", "Bear", "Zebra"]);
        assert_eq!(owner.names("direction=desc").await, ["Zebra", "Bear", "An Ant"]);
        assert_eq!(owner.names("sortOrder=dateAdded").await, ["Zebra", "An Ant", "Bear"]);
        assert_eq!(owner.names("sortOrder=dateAdded&direction=desc").await, ["Bear", "An Ant", "Zebra"]);
        let first = owner.get(&format!("{PATH}?limit=2")).await.expect_status(200);
        assert_eq!((&first.json["limit"], &first.json["totalResults"]), (&json!(2), &json!(3)));
        for absent in ["allows", "message", "authorFacets", "categoryFacets"] {
            assert_eq!(first.json.get(absent), Some(&json!(null)), "{absent}");
        }
        let rest = sandbox.get(&first.link("next")).bearer(&owner.token).send().await.expect_status(200);
        assert_eq!(rest.json["titles"][0]["title"], "Zebra");
        assert_eq!(rest.json["next"], json!(null));
        for (query, key) in [
            ("sortOrder=author", "INVALID_PARAMETER"),
            ("direction=up", "INVALID_PARAMETER"),
            ("limit=0", "INVALID_LIMIT"),
            ("start=x", "INVALID_START"),
        ] {
            owner.get(&format!("{PATH}?{query}")).await.expect_error(400, key);
        }
        let start = first.json["next"].as_str().unwrap();
        owner.get(&format!("{PATH}?start={start}&direction=desc")).await.expect_error(400, "INVALID_START");
        assert_eq!(Owner::sign_in(sandbox, "individual2").await.names("").await, Vec::<String>::new());
    }

    async fn a_document_is_visible_only_to_its_owner(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let count = async |call: crate::support::Call| call.send().await.expect_status(200).json;
        let before = count(sandbox.guest("/v2/titles/count")).await;
        let id = owner.document("Quagmire sonata").await;
        owner.wait_for_end(id).await;
        let path = format!("/v2/titles/{id}");
        for user in OTHER_USERS {
            let other = Owner::sign_in(sandbox, user).await;
            for path in [path.clone(), format!("{path}/EPUB3"), format!("{path}/EPUB3/resources")] {
                other.get(&path).await.expect_error(404, "TITLE_NOT_FOUND");
            }
            other.delete(&format!("{PATH}/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
            let found = other.get("/v2/titles?keyword=quagmire").await.expect_status(200);
            assert_eq!(found.json["totalResults"], 0, "{user}");
            let mark = [("serviceId", id.to_string()), ("location", "p1".into())];
            let mark = mark.each_ref().map(|(name, value)| (*name, value.as_str()));
            other.call(Method::POST, "/v2/myBookmarks").form(&mark).send().await.expect_error(404, "TITLE_NOT_FOUND");
        }
        for user in ["collectionAssistant", "administrator"] {
            Owner::sign_in(sandbox, user).await.get(&format!("{path}/history")).await.expect_error(404, "TITLE_NOT_FOUND");
        }
        sandbox.guest(&path).send().await.expect_error(404, "TITLE_NOT_FOUND");
        assert_eq!(owner.get("/v2/titles?keyword=quagmire").await.json["totalResults"], 0, "no search finds it");
        assert_eq!(count(sandbox.guest("/v2/titles/count")).await, before);
        owner.get(&path).await.expect_status(200);
    }

    async fn a_document_stays_out_of_lists_and_assignments(sandbox: Sandbox) {
        let sponsor = Owner::sign_in(sandbox, "sponsor").await;
        let id = sponsor.document("For my desk").await.to_string();
        let list = sandbox.demo["readingLists"]["shared"].as_str().unwrap();
        let add = sponsor.call(Method::POST, &format!("/v2/lists/{list}/titles")).form(&[("serviceId", &id)]);
        add.send().await.expect_error(400, "TITLE_NOT_LIVE");
        let member = sandbox.user("orgMember")["userAccountId"].as_str().unwrap();
        let assign = sponsor.call(Method::POST, &format!("/v2/assignedTitles/{member}")).form(&[("serviceId", &id)]);
        assign.send().await.expect_error(404, "TITLE_NOT_FOUND");
    }

    async fn a_deleted_document_is_removed_with_its_files(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let (id, other) = (owner.document("Gone").await, owner.document("Stays").await);
        owner.wait_for_end(id).await;
        owner.wait_for_end(other).await;
        let path = format!("/v2/titles/{id}");
        package(sandbox, Some(&owner.token), &format!("{path}/EPUB3")).await;
        owner.get(&format!("{path}/DAISY/resources")).await.expect_status(200);
        let mark = [("serviceId", id.to_string()), ("location", "p1".into())];
        let mark = mark.each_ref().map(|(name, value)| (*name, value.as_str()));
        owner.call(Method::POST, "/v2/myBookmarks").form(&mark).send().await.expect_status(200);
        let link = owner.call(Method::GET, &format!("{path}/EPUB3")).send().await.header("location").to_owned();
        let before = list_stored_files(sandbox, "documents").len();

        let reply = owner.delete(&format!("{PATH}/{id}")).await.expect_status(204);
        assert!(reply.bytes.is_empty());
        owner.get(&path).await.expect_error(404, "TITLE_NOT_FOUND");
        owner.get(&format!("{path}/EPUB3")).await.expect_error(404, "TITLE_NOT_FOUND");
        owner.delete(&format!("{PATH}/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
        assert_eq!(owner.names("").await, ["Stays"]);
        let history = owner.get("/v2/myAccount/history?limit=100").await.expect_status(200);
        assert!(!history.text().contains("Gone"));
        // A worker deletes the files: the uploaded file, the book, and the copies that were made of it.
        eventually("the files are gone", async || {
            let (copy, stored) = (sandbox.get(&link).send().await.status, list_stored_files(sandbox, "documents").len());
            let gone = copy == 403 && stored == before - 2;
            if gone { Ok(()) } else { Err(format!("{copy} for the copy, {stored} of {before} files")) }
        })
        .await;
        sandbox.get(&link).send().await.expect_error(403, "LINK_EXPIRED");
        package(sandbox, Some(&owner.token), &format!("/v2/titles/{other}/EPUB3")).await;
        for nothing in ["999999999", "abc", &sandbox.title("publicDomain").to_string()] {
            owner.delete(&format!("{PATH}/{nothing}")).await.expect_error(404, "TITLE_NOT_FOUND");
        }
    }
}
