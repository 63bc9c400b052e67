//! /school/sponsors: the sponsors of a school.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::Sandbox;

const SPONSORS: &str = "/school/sponsors";
const NEW_SPONSOR: &str = "/school/sponsors/new";

one! {
    async fn sponsors_add_others_and_the_primary_contact_removes_them(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let page = sponsor.read(SPONSORS).await;
        assert!(page.contains("Petra Vance") && page.contains("Primary contact"), "{page}");
        assert!(!page.contains("/remove\""), "{page}");
        let token = hidden_field(&sponsor.read(NEW_SPONSOR).await, "token");
        let form = |email| {
            [
                ("token", token.as_str()),
                ("first_name", "Tess"),
                ("last_name", "Quill"),
                ("position", "Teacher"),
                ("email", email),
                ("phone", "555 0100"),
            ]
        };
        for wrong in ["nobody", "petra@sandbox.example"] {
            let page = sponsor.post(NEW_SPONSOR, &form(wrong)).await.expect_status(400).text();
            assert!(has_tied_errors(&page) && page.contains("href=\"#email\""), "{wrong}: {page}");
        }
        let reply = sponsor.post(NEW_SPONSOR, &form("tess@visitors.example")).await.expect_status(303);
        assert!(sponsor.read(reply.header("location")).await.contains("The sponsor is added."));
        let db = sandbox.database().await;
        let (tess, hash) = store::accounts::find_by_login(&db, "tess@visitors.example").await.unwrap().unwrap();
        assert!(hash.is_none() && tess.needs_new_password, "{tess:?}");
        let removal = format!("{SPONSORS}/{}/remove", tess.id);
        sponsor.get(&removal).await.expect_status(403);
        sponsor.post(&removal, &[("token", token.as_str())]).await.expect_status(403);

        let mut contact = Reader::sign_in_as(sandbox, "primaryContact").await;
        assert!(contact.read(SPONSORS).await.contains(&format!("href=\"{removal}\"")));
        let page = contact.read(&removal).await;
        assert!(page.contains("Passwords and devices that this person has given to members stay valid"), "{page}");
        let token = hidden_field(&page, "token");
        let reply = contact.post(&removal, &[("token", token.as_str())]).await.expect_status(303);
        let page = contact.read(reply.header("location")).await;
        assert!(page.contains("The sponsor is removed.") && !page.contains("Tess Quill"), "{page}");
        let own = sandbox.user("primaryContact")["userAccountId"].as_str().unwrap();
        contact.get(&format!("{SPONSORS}/{own}/remove")).await.expect_status(404);
    }
}
