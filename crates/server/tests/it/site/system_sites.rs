//! /system/sites: administrators read and change the rules of every site.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_site_is_created_and_changed(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let list = administrator.read("/system/sites").await;
        assert!(list.contains("<option value=\"US\" selected>United States"), "{list}");
        let token = hidden_field(&list, "token");
        let token = ("token", token.as_str());
        let form = [token, ("identifier", "Not good"), ("name", ""), ("country", "CA")];
        let wrong = administrator.post("/system/sites", &form).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong) && wrong.contains("<option value=\"CA\" selected>"), "{wrong}");
        let form = [token, ("identifier", "north"), ("name", "North Library"), ("country", "CA"), ("private", "yes")];
        let created = administrator.post("/system/sites", &form).await.expect_status(303);
        assert_eq!(created.header("location"), "/system/sites/north");
        let page = administrator.read("/system/sites/north").await;
        assert!(page.contains("The site is created.") && page.contains("value=\"North Library\""), "{page}");
        let again = administrator.post("/system/sites", &form).await.expect_status(400).text();
        assert!(has_tied_errors(&again) && again.contains("There is a site with this identifier"), "{again}");

        let details = "/system/sites/north/details";
        let form = [token, ("name", "Library of the North"), ("country", "DE")];
        let changed = administrator.post(details, &form).await.expect_status(303);
        let page = administrator.read(changed.header("location")).await;
        assert!(page.contains("The site is saved.") && page.contains("<option value=\"DE\" selected>"), "{page}");
        assert!(!page.contains("id=\"private\" name=\"private\" value=\"yes\" checked"), "{page}");
        let form = [token, ("name", ""), ("country", "DE")];
        let wrong = administrator.post(details, &form).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong), "{wrong}");
        administrator.post(details, &[token, ("name", "North"), ("country", "ZZ")]).await.expect_status(404);

        // Commands do the same.
        let shown = sandbox.command(&["admin", "sites", "change", "north"]);
        assert!(shown.contains("DE") && shown.contains("Library of the North"), "{shown}");
        let renamed = sandbox.command(&["admin", "sites", "change", "north", "--private-label", "yes"]);
        assert!(renamed.contains("private label"), "{renamed}");
        let audit = administrator.read("/desk/audit?kind=createSite").await;
        assert!(audit.contains("POST /system/sites") && audit.contains("Site north"), "{audit}");

        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let token = hidden_field(&assistant.read("/display").await, "token");
        let form = [("token", token.as_str()), ("name", "Mine"), ("country", "US"), ("identifier", "mine")];
        for path in ["/system/sites", details] {
            assistant.post(path, &form).await.expect_status(403);
        }
    }

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
        assert_eq!(page.matches("\" checked").count(), 7, "{page}");
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
