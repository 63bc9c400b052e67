//! /system/sites: administrators read and change the rules of every site.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn the_rules_of_a_site_are_changed(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let list = administrator.read("/system/sites").await;
        assert!(list.contains("href=\"/system/sites/lab\"") && list.contains("href=\"/system/sites/service\""), "{list}");
        let site = "/system/sites/lab";
        let page = administrator.read(site).await;
        let token = hidden_field(&page, "token");
        let token = ("token", token.as_str());
        let all = ["always", "unproven", "doubtful", "never"];
        assert!(all.iter().all(|rule| page.contains(&format!("id=\"reviews-{rule}\""))), "{page}");

        let form = [token, ("reviews", "never")];
        administrator.post(&format!("{site}/reviews"), &form).await.expect_status(303);
        let form = [token, ("readers", "yes"), ("organizations", "reviewed")];
        administrator.post(&format!("{site}/joining"), &form).await.expect_status(303);
        let form = [token, ("sources", "nls"), ("certifiers", "nurse"), ("certifiers", "librarian"), ("days", "14")];
        let saved = administrator.post(&format!("{site}/admission"), &form).await.expect_status(303);
        let page = administrator.read(saved.header("location")).await;
        assert!(page.contains("The rules are saved."), "{page}");
        for id in ["reviews-never", "readers", "organizations-reviewed", "sources-nls", "certifiers-nurse"] {
            let (_, rest) = page.split_once(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("{id} in {page}"));
            assert!(rest.split('>').next().unwrap().contains(" checked"), "{id} in {page}");
        }
        assert_eq!(page.matches("\" checked").count(), 6, "{page}");
        // Commands show the same.
        let joining = sandbox.command(&["admin", "sites", "joining", "lab"]);
        assert!(joining.contains("Readers may join: yes. Organizations may join: reviewed."), "{joining}");
        let admission = sandbox.command(&["admin", "sites", "admission", "lab"]);
        for part in ["suffice: nls.", "confirm: nurse, librarian.", "checked: 14."] {
            assert!(admission.contains(part), "{part} in {admission}");
        }
        let audit = administrator.read("/desk/audit?kind=changeSite").await;
        assert!(audit.contains("POST /system/sites/{id}/admission") && audit.contains("Site lab"), "{audit}");

        let form = [token, ("sources", "nls"), ("days", "61")];
        let wrong = administrator.post(&format!("{site}/admission"), &form).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong) && wrong.contains("Choose at least one kind of professionals"), "{wrong}");
        assert!(wrong.contains("Enter a number from 0 to 60"), "{wrong}");
        for (path, name) in [("reviews", "reviews"), ("joining", "organizations")] {
            let form = [token, (name, "nonsense")];
            administrator.post(&format!("{site}/{path}"), &form).await.expect_status(404);
        }

        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let token = hidden_field(&assistant.read("/display").await, "token");
        let form = [("token", token.as_str()), ("reviews", "always")];
        assistant.post("/system/sites/service/reviews", &form).await.expect_status(403);
    }
}
