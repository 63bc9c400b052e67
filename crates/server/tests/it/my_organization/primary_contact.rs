//! PUT /v2/myOrganization/primaryContact.

use futures_util::future::join_all;
use serde_json::json;

use super::{ORGANIZATION, account, admin, sponsor};
use crate::both;
use crate::one;
use crate::support::{Sandbox, User};

const PATH: &str = "/v2/myOrganization/primaryContact";

one! {
    async fn the_role_moves_on_to_another_sponsor(sandbox: Sandbox) {
        let (old, new) = (admin(sandbox, "primaryContact").await, admin(sandbox, "sponsor").await);
        let id = account(sandbox, "sponsor");
        let reply = old.put(PATH, &[("userIdentifier", id)]).await.expect_status(200).json;
        assert_eq!((&reply["userAccountId"], &reply["title"]), (&json!(id), &json!("Teacher")));
        assert_eq!(reply["allows"], json!(["PUT"]), "who handed it on removes nobody any more");
        let organization = new.get(ORGANIZATION).await.expect_status(200).json;
        assert_eq!(organization["primaryContact"]["userAccountId"], id);
        assert_eq!(organization["allows"], json!(["PUT"]));

        old.put(ORGANIZATION, &[("city", "Bend")]).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        old.put(PATH, &[("userIdentifier", id)]).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        old.delete(&sponsor(sandbox, "sponsor")).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        new.put(ORGANIZATION, &[("city", "Bend")]).await.expect_status(200);
        new.delete(&sponsor(sandbox, "primaryContact")).await.expect_status(204);
        old.get(ORGANIZATION).await.expect_error(401, "UNAUTHORIZED");
    }

    async fn a_user_name_in_any_case_names_the_sponsor_and_oneself_changes_nothing(sandbox: Sandbox) {
        let contact = User::sign_in(sandbox, "primaryContact").await;
        let own = sandbox.user("primaryContact")["username"].as_str().unwrap();
        let reply = contact.put(PATH, &[("userIdentifier", own)]).await.expect_status(200).json;
        assert_eq!(reply["userAccountId"], account(sandbox, "primaryContact"));
        let name = sandbox.user("sponsor")["username"].as_str().unwrap().to_uppercase();
        let reply = contact.put(PATH, &[("userIdentifier", &name)]).await.expect_status(200).json;
        assert_eq!(reply["userAccountId"], account(sandbox, "sponsor"));
    }

    async fn only_sponsors_of_the_organization_can_have_it(sandbox: Sandbox) {
        let contact = User::sign_in(sandbox, "primaryContact").await;
        for name in ["individual", "orgMember", "membershipAssistant"] {
            let form = [("userIdentifier", account(sandbox, name))];
            contact.put(PATH, &form).await.expect_error(404, "USER_NOT_FOUND");
        }
        contact.put(PATH, &[("userIdentifier", "nobody")]).await.expect_error(404, "USER_NOT_FOUND");
        contact.put(PATH, &[]).await.expect_error(400, "MISSING_PARAMETER");
        let other = User::sign_in(sandbox, "sponsor").await;
        other.put(PATH, &[]).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        User::sign_in(sandbox, "orgMember").await.put(PATH, &[]).await.expect_error(403, "NOT_SPONSOR");
    }
}

both! {
    async fn of_many_concurrent_moves_one_succeeds(sandbox: Sandbox) {
        let contact = admin(sandbox, "primaryContact").await;
        let mut ids = vec![account(sandbox, "sponsor").to_owned()];
        for name in ["ann", "ben", "cleo"] {
            let email = format!("{name}@school.example");
            let form = [
                ("firstName", name), ("lastName", "Moss"), ("phoneNumber", "555"), ("emailAddress", &email),
                ("title", "Teacher"),
            ];
            let reply = contact.post("/v2/myOrganization/sponsors", &form).await.expect_status(201);
            ids.push(reply.json["userAccountId"].as_str().unwrap().to_owned());
        }
        let replies = join_all(ids.iter().map(async |id| contact.put(PATH, &[("userIdentifier", id)]).await)).await;
        let mut moved: Vec<&str> = Vec::new();
        for (reply, id) in replies.into_iter().zip(&ids) {
            match reply.status {
                200 => moved.push(id),
                _ => drop(reply.expect_error(403, "NOT_PRIMARY_CONTACT")),
            }
        }
        assert_eq!(moved.len(), 1, "{moved:?}");
        let organization = User::sign_in(sandbox, "sponsor").await.get(ORGANIZATION).await.json;
        assert_eq!(organization["primaryContact"]["userAccountId"], moved[0]);
    }
}

one! {
    async fn a_sponsor_removed_while_the_role_moves_to_it_never_has_it(sandbox: Sandbox) {
        let contact = admin(sandbox, "primaryContact").await;
        let (id, path) = (account(sandbox, "sponsor"), sponsor(sandbox, "sponsor"));
        let form = [("userIdentifier", id)];
        let (moved, removed) = tokio::join!(contact.put(PATH, &form), contact.delete(&path));
        match (moved.status, removed.status) {
            (200, 403) => drop(removed.expect_error(403, "NOT_PRIMARY_CONTACT")),
            (404, 204) => drop(moved.expect_error(404, "USER_NOT_FOUND")),
            other => panic!("{other:?}"),
        }
    }
}
