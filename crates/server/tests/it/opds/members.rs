//! Sponsors and the catalogs of their members.

use super::App;
use super::app::link;
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn a_sponsor_gets_copies_for_a_member(sandbox: Sandbox) {
        let sponsor = App::with_new_device(sandbox, "sponsor");
        let start = sponsor.json("/opds").await;
        let members = start["navigation"].as_array().unwrap().iter().find(|e| e["title"] == "My members").unwrap();
        let members = sponsor.json(members["href"].as_str().unwrap()).await;
        let entries = members["navigation"].as_array().unwrap();
        let own = |e: &&serde_json::Value| e["href"].as_str().unwrap().ends_with("/members/demo-orgMember");
        let member = entries.iter().find(own).unwrap();
        let catalog = sponsor.json(member["href"].as_str().unwrap()).await;
        assert!(catalog["metadata"]["title"].as_str().unwrap().contains("Olive"), "{}", catalog["metadata"]);
        for path in ["recommended", "members", "profile"] {
            sponsor.get(&format!("/opds/members/demo-orgMember/{path}")).await.expect_status(404);
        }

        // For nobody, the sponsor is asked to name a member; for the member there is a copy.
        let title = sandbox.title("copyright");
        sponsor.get(&format!("/opds/titles/{title}/EPUB3")).await.expect_status(403);
        let closed = sponsor.json(&format!("/opds/titles/{title}")).await;
        assert!(link(&closed, "http://opds-spec.org/acquisition", None).is_none() && link(&closed, "http://opds-spec.org/progression", None).is_none());
        let why = sponsor.get(link(&closed, "http://opds-spec.org/acquisition/borrow", None).unwrap()).await.expect_status(403);
        assert!(why.json["detail"].as_str().unwrap().starts_with("Choose the member"), "{}", why.json);
        let free = sponsor.json(&format!("/opds/titles/{}", sandbox.title("publicDomain"))).await;
        sponsor.get(link(&free, "http://opds-spec.org/acquisition/open-access", None).unwrap()).await.expect_status(200);
        let publication = sponsor.json(&format!("/opds/members/demo-orgMember/titles/{title}")).await;
        let epub = link(&publication, "http://opds-spec.org/acquisition", Some("application/epub+zip")).unwrap();
        sponsor.get(epub).await.expect_status(200);
        let history = User::sign_in(sandbox, "orgMember").await.get("/v2/myAccount/history").await.expect_status(200);
        let copies = history.json["titleDownloads"].as_array().unwrap();
        assert!(copies.iter().any(|one| one["title"] == publication["metadata"]["title"]), "{}", history.text());
    }

    async fn a_members_catalog_is_open_only_to_its_sponsors(sandbox: Sandbox) {
        for user in ["individual", "orgMember", "administrator"] {
            let app = App::with_new_device(sandbox, user);
            app.get("/opds/members/demo-orgMember").await.expect_status(404);
            app.get("/opds/members").await.expect_status(403);
        }
        App::guest(sandbox).get("/opds/members/demo-orgMember").await.expect_status(401);
        App::with_new_device(sandbox, "sponsor").get("/opds/members/demo-individual").await.expect_status(404);
    }
}
