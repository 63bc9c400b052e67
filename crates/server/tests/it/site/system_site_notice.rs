//! /system/sites/{id}/notice: administrators show a notice on all pages of a site.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::Sandbox;

const NOTICE: &str = "/system/sites/service/notice";

one! {
    async fn all_pages_of_a_site_show_its_notice(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        assert!(administrator.read("/system/sites/service").await.contains(&format!("href=\"{NOTICE}\"")));
        let page = administrator.read(NOTICE).await;
        assert!(!page.contains("Remove the notice"), "{page}");
        let token = hidden_field(&page, "token");
        let form = |first, last, text| {
            [("token", token.as_str()), ("first_day", first), ("last_day", last), ("en", text)]
        };
        for (wrong, field) in [
            (form("2026-01-01", "2126-01-01", ""), "en"),
            (form("2026-01-01", "2025-12-31", "Closed"), "last_day"),
            (form("today", "2126-01-01", "Closed"), "first_day"),
        ] {
            let page = administrator.post(NOTICE, &wrong).await.expect_status(400).text();
            assert!(has_tied_errors(&page) && page.contains(&format!("href=\"#{field}\"")), "{field}: {page}");
        }
        let text = "No downloads <tonight>.";
        let saved = administrator.post(NOTICE, &form("2026-01-01", "2126-01-01", text)).await.expect_status(303);
        let page = administrator.read(saved.header("location")).await;
        assert!(page.contains("The notice is saved.") && page.contains("Remove the notice"), "{page}");

        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let shown = "<p lang=\"en\">No downloads &#60;tonight&#62;.</p>";
        for path in ["/", "/search?words=nothing", "/display"] {
            let page = staff.read(path).await;
            let (_, rest) = page.split_once("<h2 id=\"site-notice\">Notice from the library</h2>").unwrap();
            assert!(rest.trim_start().starts_with(shown), "{path}: {page}");
        }
        for path in ["/sign-in", "/join", "/enroll", "/oauth/forgot-password"] {
            let page = Reader::guest(sandbox).read(path).await;
            assert!(page.contains("Notice from the library</h2>") && page.contains(shown), "{path}: {page}");
        }
        let mut elsewhere = Reader::sign_in_as(sandbox, "labIndividual").await;
        assert!(!elsewhere.read("/display").await.contains("id=\"site-notice\""));
        staff.get(NOTICE).await.expect_status(403);
        let printed = sandbox.command(&["admin", "sites", "notice", "service"]);
        assert!(printed.contains("2026-01-01 to 2126-01-01") && printed.contains(text), "{printed}");

        let removal = [("token", token.as_str()), ("remove", "yes")];
        administrator.post(NOTICE, &removal).await.expect_status(303);
        assert!(!administrator.read("/display").await.contains("id=\"site-notice\""));
        let end = ["--end-date", "2126-01-01"];
        let set = ["admin", "sites", "notice", "lab", "--text", "de=Heute keine Downloads."];
        let printed = sandbox.command(&[&set[..], &end[..]].concat());
        assert!(printed.contains("de  Heute keine Downloads."), "{printed}");
        let removed = sandbox.command(&["admin", "sites", "notice", "lab", "--remove"]);
        assert!(removed.contains("There is no notice."), "{removed}");
        let audit = administrator.read("/desk/audit?kind=changeSite").await;
        assert!(audit.contains("POST /system/sites/{id}/notice"), "{audit}");
    }
}
