//! Each access to disability data is recorded, and listed by `openshelf admin audit`.

use super::{MEMBERS, account, member};
use crate::one;
use crate::support::{Sandbox, User};

fn entries(sandbox: &Sandbox, more: &[&str]) -> Vec<String> {
    let list = sandbox.command(&[&["admin", "audit", "list"], more].concat());
    list.lines().map(str::to_owned).collect()
}

one! {
    async fn every_read_is_audited_with_reader_key_and_person(sandbox: Sandbox) {
        let (sponsor, olive) = (User::sign_in(sandbox, "sponsor").await, account(sandbox, "orgMember"));
        assert!(entries(sandbox, &[]).is_empty());
        sponsor.get(&format!("{MEMBERS}?limit=3")).await.expect_status(200);
        let page = entries(sandbox, &[]);
        assert_eq!(page.len(), 3, "a line for each member of the page, and for nobody else: {page:?}");
        for line in &page {
            for word in ["demo-sponsor (Sam Whitlock)", sandbox.key("trusted"), "GET /v2/myOrganization/members "] {
                assert!(line.contains(word), "{word}: {line}");
            }
        }
        assert!(page.iter().any(|line| line.ends_with("demo-ada-brandt (Ada Brandt)")), "{page:?}");

        sponsor.get(&member(sandbox, "orgMember")).await.expect_status(200);
        let list = format!("/v2/lists/{}/members", sandbox.demo["readingLists"]["org"].as_str().unwrap());
        sponsor.post(&list, &[("userIdentifier", olive)]).await.expect_status(200);
        sponsor.get(&list).await.expect_status(200);
        sponsor.delete(&format!("{list}/{olive}")).await.expect_status(200);
        let title = sandbox.title("copyright");
        sponsor.get(&format!("/v2/myOrganization/titleAvailabilities/{title}?grade=6")).await.expect_status(200);
        let hers: Vec<String> = entries(sandbox, &["--user", "OLIVE"]);
        let endpoints: Vec<&str> = hers.iter().map(|line| &line[line.find("GET").or_else(|| line.find("POST")).unwrap()..]).collect();
        for (line, endpoint) in endpoints.iter().zip([
            "GET /v2/myOrganization/titleAvailabilities/{serviceId} ", "GET /v2/lists/{readingListId}/members ",
            "POST /v2/lists/{readingListId}/members ", "GET /v2/myOrganization/members/{userIdentifier} ",
        ]) {
            assert!(line.starts_with(endpoint), "{hers:?}");
        }
        assert_eq!(hers.len(), 4, "the newest first; nobody was left on the list when she was taken off");

        assert_eq!(entries(sandbox, &["--limit", "2"]).len(), 2);
        assert!(entries(sandbox, &["--since", "2999-01-01"]).is_empty());
        assert!(entries(sandbox, &["--reader", "olive"]).is_empty(), "nobody is written down for reading the own data");
        let all = entries(sandbox, &[]);
        assert_eq!(entries(sandbox, &["--reader", "demo-sponsor", "--since", "2020-01-01T00:00:00Z"]), all);
    }

    async fn refused_reads_are_not_written_down(sandbox: Sandbox) {
        let individual = User::sign_in(sandbox, "individual").await;
        individual.get(MEMBERS).await.expect_error(403, "NOT_SPONSOR");
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        sponsor.get(&format!("{MEMBERS}/nobody")).await.expect_error(404, "USER_NOT_FOUND");
        sponsor.get("/v2/myOrganization/titleAvailabilities/1").await.expect_error(404, "TITLE_NOT_FOUND");
        assert!(entries(sandbox, &[]).is_empty());
    }
}
