//! POST /v2/myLists; PUT and DELETE /v2/lists/{readingListId}.

use serde_json::{Value, json};

use super::{list, make};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn a_new_list_is_empty_and_the_callers(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let form = [("name", " Winter "), ("access", "shared"), ("description", "Two\nlines")];
        let reply = user.post("/v2/myLists", &form).await.expect_status(200);
        let mut members: Vec<&str> = reply.json.as_object().unwrap().keys().map(String::as_str).collect();
        members.sort_unstable();
        let all = [
            "access", "allows", "assignedBy", "dateUpdated", "description", "links", "memberCount", "name", "owner",
            "readingListId", "subscriberCount", "titleCount",
        ];
        assert_eq!(members, all);
        assert_eq!((&reply.json["name"], &reply.json["description"]), (&json!("Winter"), &json!("Two\nlines")));
        assert_eq!((&reply.json["access"], &reply.json["titleCount"]), (&json!("shared"), &json!(0)));
        assert_eq!(reply.json["allows"], json!(["PUT", "DELETE"]));
        let view = user.get(&reply.link("self").replacen(sandbox.base(), "", 1)).await.expect_status(200);
        assert_eq!(view.json["access"], "shared", "the own one is not public");
        // A user's view has a subscription, and not how many others have one (docs/rules/lists.md#rule-4).
        let mut seen: Vec<&str> = view.json.as_object().unwrap().keys().map(String::as_str).collect();
        seen.sort_unstable();
        let user_view = all.map(|member| if member == "subscriberCount" { "subscription" } else { member });
        assert_eq!(seen, user_view);
        let mine = user.get("/v2/myLists?limit=100").await.expect_status(200);
        assert!(mine.json["lists"].as_array().unwrap().iter().all(|list| list.get("subscriberCount").is_none()));
        assert_eq!(view.json["subscription"]["allows"], Value::Null);
        let titles = user.get(&reply.link("titles").replacen(sandbox.base(), "", 1)).await.expect_status(200);
        assert_eq!(titles.json["totalResults"], 0);
        let bare = user.post("/v2/myLists", &[("name", "Winter"), ("access", "private")]).await.expect_status(200);
        assert_eq!(bare.json["description"], "", "names need not be unique; no description is an empty one");
    }

    async fn bad_lists_are_refused(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let reply = user.post("/v2/myLists", &[]).await.expect_error(400, "MISSING_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), 2, "all together");
        for form in [
            [("name", "x"), ("access", "public")],
            [("name", &"x".repeat(256)), ("access", "private")],
            [("name", "x"), ("access", "org")],
        ] {
            user.post("/v2/myLists", &form).await.expect_error(400, "INVALID_PARAMETER");
        }
        let long = "d".repeat(2001);
        let form = [("name", "x"), ("access", "private"), ("description", long.as_str())];
        user.post("/v2/myLists", &form).await.expect_error(400, "INVALID_PARAMETER");
        let member = User::sign_in(sandbox, "orgMember").await;
        member.post("/v2/myLists", &[]).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        let lists = member.get("/v2/myLists").await.expect_status(200);
        assert_eq!(lists.json["allows"], Value::Null);
    }

    async fn omitted_fields_stay_and_an_empty_description_is_cleared(sandbox: Sandbox) {
        let (sponsor, colleague) = (User::sign_in(sandbox, "sponsor").await, User::sign_in(sandbox, "primaryContact").await);
        let path = list(sandbox, "shared");
        let before = sponsor.get(&path).await.expect_status(200);
        let after = sponsor.put(&path, &[("access", "org")]).await.expect_status(200);
        assert_eq!(after.json["access"], "org");
        assert_eq!(after.json["name"], before.json["name"]);
        assert_eq!(after.json["description"], before.json["description"]);
        assert!(after.json["dateUpdated"].as_str() >= before.json["dateUpdated"].as_str());
        let after = sponsor.put(&path, &[("description", ""), ("name", "Rain")]).await.expect_status(200);
        assert_eq!((&after.json["name"], &after.json["description"]), (&json!("Rain"), &json!("")));
        sponsor.put(&path, &[("name", "")]).await.expect_error(400, "INVALID_PARAMETER");
        colleague.put(&path, &[("name", "Mine")]).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        colleague.delete(&path).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        let staff = User::sign_in(sandbox, "membershipAssistant").await;
        staff.put(&path, &[("access", "private")]).await.expect_status(200);
        staff.put(&path, &[("access", "org")]).await.expect_error(400, "INVALID_PARAMETER");
        colleague.get(&path).await.expect_error(404, "LIST_NOT_FOUND");
    }

    async fn a_deleted_list_is_not_found(sandbox: Sandbox) {
        let (owner, staff) = (User::sign_in(sandbox, "individual").await, User::sign_in(sandbox, "membershipAssistant").await);
        let path = list(sandbox, "private");
        let reply = owner.delete(&path).await.expect_status(204);
        assert!(reply.bytes.is_empty());
        for path in [path.clone(), format!("{path}/titles")] {
            owner.get(&path).await.expect_error(404, "LIST_NOT_FOUND");
        }
        owner.delete(&path).await.expect_error(404, "LIST_NOT_FOUND");
        let other = make(&owner, "Another", "private").await;
        staff.delete(&other).await.expect_status(204);
        owner.get(&other).await.expect_error(404, "LIST_NOT_FOUND");
    }
}
