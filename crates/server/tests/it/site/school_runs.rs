//! /school/runs and /school/removed: what a sponsor undoes.

use super::Reader;
use super::browser::{hidden_field, links};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn a_sponsor_brings_a_removed_member_back(sandbox: Sandbox) {
        let school = User::sign_in(sandbox, "sponsor").await;
        let id = sandbox.user("orgMember2")["userAccountId"].as_str().unwrap();
        let member = format!("/v2/myOrganization/members/{id}");
        let before = school.get(&member).await.expect_status(200).json;
        school.delete(&member).await.expect_status(204);
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let runs = sponsor.read("/school/runs").await;
        assert!(runs.contains("Removal, ") && runs.contains("One member removed."), "{runs}");
        let removed = sponsor.read("/school/removed").await;
        assert!(removed.contains("It can be undone for 30 more days."), "{removed}");
        let run = links(&removed).into_iter().find(|href| href.starts_with("/school/runs/")).expect("a run");
        let page = sponsor.read(&run).await;
        assert!(page.contains("One removed member comes back"), "{page}");
        sponsor.post(&format!("{run}/undo"), &[]).await.expect_status(403);
        assert!(sponsor.read(&run).await.contains("Undo it now"), "a form without its token undoes nothing");
        let undone = sponsor.press(&run, &format!("{run}/undo")).await.expect_status(303);
        assert_eq!(undone.header("location"), run);
        let page = sponsor.read(&run).await;
        assert!(page.contains("Everything is undone.") && page.contains("Undone by <bdi"), "{page}");
        assert!(!page.contains("Undo it now"), "{page}");
        assert_eq!(school.get(&member).await.expect_status(200).json, before);
        assert!(!sponsor.read("/school/removed").await.contains(&run));
        // Another browser still shows the button.
        let token = hidden_field(&sponsor.read("/lists").await, "token");
        let again = sponsor.post(&format!("{run}/undo"), &[("token", &token)]).await.expect_status(303);
        assert_eq!(again.header("location"), run);
        assert!(!sponsor.read(&run).await.contains("Everything is undone."));
    }

    async fn others_find_no_run(sandbox: Sandbox) {
        let school = User::sign_in(sandbox, "sponsor").await;
        let id = sandbox.user("orgMember2")["userAccountId"].as_str().unwrap();
        school.delete(&format!("/v2/myOrganization/members/{id}")).await.expect_status(204);
        let runs = Reader::sign_in_as(sandbox, "sponsor").await.read("/school/runs").await;
        let run = links(&runs).into_iter().find(|href| href.starts_with("/school/runs/")).expect("a run");
        let mut stranger = Reader::sign_in_as(sandbox, "individual").await;
        stranger.get(&run).await.expect_status(403);
        let token = hidden_field(&stranger.read("/lists").await, "token");
        stranger.post(&format!("{run}/undo"), &[("token", &token)]).await.expect_status(403);
    }
}
