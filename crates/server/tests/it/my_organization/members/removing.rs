//! DELETE /v2/myOrganization/members/{userIdentifier}.

use domain::Role;
use serde_json::json;

use super::{MEMBERS, account, admin, give_role, member, names};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn the_organization_keeps_no_data_of_a_removed_member(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let olive = User::sign_in(sandbox, "orgMember").await;
        let (id, path) = (account(sandbox, "orgMember"), member(sandbox, "orgMember"));
        let list = format!("/v2/lists/{}", sandbox.demo["readingLists"]["org"].as_str().unwrap());
        let title = sandbox.title("copyright");
        sponsor.post(&format!("{list}/members"), &[("userIdentifier", id)]).await.expect_status(200);
        sponsor.post(&format!("/v2/assignedTitles/{id}"), &[("serviceId", &title.to_string())]).await.expect_status(200);
        sponsor.put(&path, &[("onQuickList", "true")]).await.expect_status(200);
        sponsor.get(&format!("/v2/titles/{title}/EPUB3?forUser={id}")).await.expect_status(202);
        let history = sponsor.get("/v2/myAccount/history").await.expect_status(200);
        assert!(history.text().contains("Olive Marsh"));

        sponsor.delete(&path).await.expect_status(204);
        sponsor.delete(&path).await.expect_error(404, "USER_NOT_FOUND");
        sponsor.get(&path).await.expect_error(404, "USER_NOT_FOUND");
        sponsor.get(&format!("/v2/assignedTitles/{id}")).await.expect_error(404, "USER_NOT_FOUND");
        sponsor.get(&format!("/v2/titles/{title}/EPUB3?forUser={id}")).await.expect_error(403, "NOT_ORG_MEMBER");
        for colleague in ["sponsor", "primaryContact"] {
            let colleague = User::sign_in(sandbox, colleague).await;
            for page in [
                MEMBERS.to_owned(), format!("{MEMBERS}?sponsorList=myQuickList"), format!("{list}/members"), list.clone(),
                format!("/v2/myOrganization/titleAvailabilities/{title}?limit=100"), "/v2/myAccount/history".to_owned(),
                "/v2/myLists".to_owned(), "/v2/myOrganization".to_owned(),
            ] {
                let reply = colleague.get(&page).await.expect_status(200);
                let text = reply.text();
                // Another member's identifier begins with hers.
                let named = [format!("{id}\""), format!("{id}/")].iter().any(|own| text.contains(own));
                assert!(!text.contains("Olive") && !text.contains("Marsh") && !named, "{page}: {text}");
            }
            assert_eq!(colleague.get(&list).await.expect_status(200).json["memberCount"], 0);
        }
        olive.get("/v2/me").await.expect_error(401, "UNAUTHORIZED");
        assert_eq!(sandbox.sign_in("trusted", "olive", "Olive-reads-2026").await.status, 400);
        let form = [("username", "olive"), ("password", "tide-pool-22")];
        sponsor.put(&member(sandbox, "orgMember2"), &form).await.expect_status(200);
    }

    async fn a_linked_account_continues_as_an_individual(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "primaryContact").await;
        give_role(sandbox, "orgMember", Role::Individual).await;
        let olive = User::sign_in(sandbox, "orgMember").await;
        let assigned = olive.get("/v2/myAssignedTitles").await.expect_status(200);
        assert_eq!(assigned.json["totalResults"], 1);
        sponsor.delete(&format!("{MEMBERS}/olive")).await.expect_status(204);
        let account = olive.get("/v2/myAccount").await.expect_status(200).json;
        assert_eq!((&account["studentStatus"], &account["username"]), (&json!(null), &json!("olive")));
        olive.get("/v2/myAssignedTitles").await.expect_error(403, "FORBIDDEN");
        let lists = olive.get("/v2/myLists").await.expect_status(200);
        assert_eq!(lists.json["totalResults"], 0, "org lists are not hers any more");
        let all = sponsor.get(MEMBERS).await.expect_status(200);
        assert!(!names(&all.json, "memberSummaries").contains(&"Marsh"));
    }
}
