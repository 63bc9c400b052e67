//! The audit records who accessed members' proofs.

use super::{MEMBER, account, form_with, school, staff};
use crate::one;
use crate::support::{Sandbox, User};

fn entries(sandbox: &Sandbox, more: &[&str]) -> Vec<String> {
    let list = sandbox.command(&[&["admin", "audit", "list"], more].concat());
    list.lines().map(str::to_owned).collect()
}

one! {
    async fn reading_members_is_recorded(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        let reader = account(sandbox, "membershipAssistant");
        assistant.get(&format!("{members}?limit=3")).await.expect_status(200);
        let page = entries(sandbox, &[]);
        assert_eq!(page.len(), 3, "a line for each member of the page, and for nobody else: {page:?}");
        for line in &page {
            for word in [reader, sandbox.key("privileged"), "GET /v2/organizations/{organizationId}/members "] {
                assert!(line.contains(word), "{word}: {line}");
            }
        }
        let made = assistant.post(&members, &form_with(&MEMBER, &[("disabilityType", "visual")])).await.expect_status(201);
        let id = made.json["userAccountId"].as_str().unwrap();
        let hers = entries(sandbox, &["--user", id]);
        assert_eq!(hers.len(), 1, "{hers:?}");
        assert!(hers[0].contains("POST /v2/organizations/{organizationId}/members "), "{hers:?}");
    }

    async fn refused_requests_and_those_without_personal_data_are_not_recorded(sandbox: Sandbox) {
        let (assistant, school) = (staff(sandbox, "membershipAssistant").await, school(sandbox));
        let members = format!("{school}/members");
        User::sign_in(sandbox, "membershipAssistant").await.get(&members).await.expect_error(403, "CLIENT_NOT_ALLOWED");
        User::sign_in(sandbox, "sponsor").await.with_key_of("privileged").get(&members).await.expect_error(403, "FORBIDDEN");
        assistant.get("/v2/organizations/nothing/members").await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        assistant.get(&school).await.expect_status(200);
        assistant.put(&school, &[]).await.expect_status(200);
        assert!(entries(sandbox, &[]).is_empty());
    }
}
