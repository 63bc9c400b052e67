//! Downloading an edition and its files (docs/rules/periodicals.md#rule-1, docs/rules/downloads.md#rule-1).

use serde_json::{Value, json};

use super::{edition, edition_path, editions_path};
use crate::one;
use crate::support::{Sandbox, User, link, package, read_zip, repeat_until_packaged};

fn texts(zip: &[u8]) -> String {
    let files = read_zip(zip).unwrap();
    files.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect()
}

fn path(sandbox: &Sandbox, format: &str) -> String {
    format!("{}/{format}", edition_path(sandbox))
}

one! {
    async fn a_reader_gets_a_marked_copy(sandbox: Sandbox) {
        let path = path(sandbox, "epub3");
        let token = sandbox.token("individual").await;
        let first = sandbox.guest(&path).bearer(&token).send().await.expect_status(202);
        assert_eq!((&first.json["key"], first.header("retry-after")), (&json!("SUBMITTED"), "1"));
        let done = repeat_until_packaged(async || sandbox.guest(&path).bearer(&token)).await.expect_status(302);
        assert_eq!((&done.json["key"], &done.json["messages"][0]), (&json!("COMPLETED"), &json!(done.header("location"))));
        let file = sandbox.get(done.header("location")).send().await.expect_status(200);
        assert_eq!(file.header("content-type"), "application/octet-stream");
        assert!(file.header("content-disposition").contains("the-merrow-weekly-18-september-2026.epub"));
        assert!(texts(&file.bytes).contains("Ines"), "the copy names its reader");
        let out = sandbox.library.dir.path().join("edition.epub");
        std::fs::write(&out, &file.bytes).unwrap();
        let said = sandbox.command(&["trace", out.to_str().unwrap()]);
        assert!(said.contains(&format!("edition {}", edition(sandbox))) && said.contains("demo-individual"), "{said}");
    }

    async fn the_checks_come_in_their_order(sandbox: Sandbox) {
        sandbox.guest(&path(sandbox, "EPUB3")).send().await.expect_error(401, "UNAUTHORIZED");
        sandbox.guest(&path(sandbox, "HTML")).send().await.expect_error(401, "UNAUTHORIZED");
        let user = User::sign_in(sandbox, "individual").await;
        for format in ["HTML", "PDF", "DOCX"] {
            user.get(&path(sandbox, format)).await.expect_error(400, "INVALID_FORMAT");
        }
        let nothing = format!("{}/nothing/EPUB3", editions_path(sandbox));
        user.get(&nothing).await.expect_error(404, "EDITION_NOT_FOUND");
        user.get("/v2/periodicals/nothing/editions/nothing/EPUB3").await.expect_error(404, "PERIODICAL_NOT_FOUND");
        user.get(&format!("{}?forUser=demo-individual2", path(sandbox, "EPUB3"))).await.expect_error(403, "FORBIDDEN");
        for (who, key) in [
            ("unqualified", "AGREEMENT_MISSING"),
            ("volunteer", "ROLE_NOT_ALLOWED"),
            ("membershipAssistant", "ROLE_NOT_ALLOWED"),
            ("orgMember", "NOT_ASSIGNED"),
        ] {
            User::sign_in(sandbox, who).await.get(&path(sandbox, "EPUB3")).await.expect_error(403, key);
        }
        let lab = User::sign_in(sandbox, "labIndividual").await;
        lab.get(&path(sandbox, "EPUB3")).await.expect_error(404, "PERIODICAL_NOT_FOUND");
    }

    async fn a_sponsor_downloads_for_one_member_at_a_time(sandbox: Sandbox) {
        let path = path(sandbox, "DAISY");
        let token = sandbox.token("sponsor").await;
        let call = || sandbox.guest(&path).bearer(&token);
        call().send().await.expect_error(400, "FOR_USER_REQUIRED");
        call().query(&[("forUser", "demo-individual")]).send().await.expect_error(403, "NOT_ORG_MEMBER");
        let done = repeat_until_packaged(async || call().query(&[("forUser", "demo-orgMember2")])).await.expect_status(302);
        let file = sandbox.get(done.header("location")).send().await.expect_status(200);
        assert!(texts(&file.bytes).contains("Otto Reyes"));
    }

    async fn it_is_in_the_history_and_counts_against_no_quota(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let left = async || user.get("/v2/myAccount/subscription").await.expect_status(200).json["booksRemaining"].clone();
        let before = left().await;
        let token = sandbox.token("individual").await;
        package(sandbox, Some(&token), &path(sandbox, "EPUB3")).await;
        assert_eq!(left().await, before);
        for sort in ["title", "author", "dateDownloaded"] {
            let list = user.get(&format!("/v2/myAccount/history?limit=100&sortOrder={sort}")).await.expect_status(200).json;
            let lines = list["titleDownloads"].as_array().unwrap();
            let line = lines.iter().find(|line| line["serviceId"] == edition(sandbox)).unwrap();
            assert_eq!(list["totalResults"], lines.len());
            assert_eq!(line["title"], "The Merrow Weekly, 18 September 2026");
            assert_eq!((&line["authors"], &line["format"]["formatId"]), (&json!([]), &json!("EPUB3")));
            assert_eq!(line["downloadStatus"]["key"], "DOWNLOADED");
            assert_eq!(link(line, "self").unwrap(), format!("{}{}", sandbox.base(), edition_path(sandbox)));
            assert_eq!(link(line, "download").unwrap(), format!("{}{}", sandbox.base(), path(sandbox, "EPUB3")));
        }
        let seen = user.get(&edition_path(sandbox)).await.expect_status(200).json;
        assert_eq!(seen["titleAccessAlerts"][0]["code"], "DOWNLOADED_BEFORE");
        let list = user.get(&editions_path(sandbox)).await.expect_status(200).json;
        let had = |one: &&Value| one["titleAccessAlerts"].as_array().unwrap().iter().any(|alert| alert["code"] == "DOWNLOADED_BEFORE");
        assert_eq!(list["periodicalEditions"].as_array().unwrap().iter().filter(had).count(), 1);
    }

    async fn read_file_by_file_it_was_downloaded(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let list = user.get(&format!("{}/resources", path(sandbox, "EPUB3"))).await.expect_status(200).json;
        let codes = async || {
            let seen = user.get(&edition_path(sandbox)).await.expect_status(200).json;
            seen["titleAccessAlerts"].as_array().unwrap().iter().map(|alert| alert["code"].clone()).collect::<Vec<_>>()
        };
        assert!(!codes().await.contains(&json!("DOWNLOADED_BEFORE")));
        let file = sandbox.get(&link(&list["titleFileResources"][0], "self").unwrap()).send().await.expect_status(302);
        sandbox.get(file.header("location")).send().await.expect_status(200);
        assert!(codes().await.contains(&json!("DOWNLOADED_BEFORE")));
    }

    async fn its_files_can_be_downloaded_one_by_one(sandbox: Sandbox) {
        let list = format!("{}/resources", path(sandbox, "EPUB3"));
        sandbox.guest(&list).send().await.expect_error(401, "UNAUTHORIZED");
        let user = User::sign_in(sandbox, "individual").await;
        let all = user.get(&format!("{list}?limit=100")).await.expect_status(200).json;
        let files = all["titleFileResources"].as_array().unwrap();
        assert_eq!(all["totalResults"], files.len());
        for file in files {
            let signed = file["links"][0]["href"].as_str().unwrap();
            assert!(signed.starts_with(&format!("{}{list}/", sandbox.base())), "{signed}");
            let reply = sandbox.get(signed).send().await.expect_status(302);
            assert_eq!(reply.json["key"], "AVAILABLE");
            let bytes = sandbox.get(reply.header("location")).send().await.expect_status(200);
            assert_eq!(bytes.bytes.len() as u64, file["size"].as_u64().unwrap());
            assert_eq!(bytes.header("content-type"), file["mimeType"].as_str().unwrap());
        }
        let mut page = user.get(&format!("{list}?limit=2")).await.expect_status(200).json;
        let mut count = page["titleFileResources"].as_array().unwrap().len();
        while let Some(next) = link(&page, "next") {
            page = user.get(&next).await.expect_status(200).json;
            count += page["titleFileResources"].as_array().unwrap().len();
        }
        assert_eq!(count, files.len());

        let signed = files[0]["links"][0]["href"].as_str().unwrap();
        let (plain, query) = signed.split_once('?').unwrap();
        sandbox.get(plain).send().await.expect_error(403, "INVALID_API_KEY");
        sandbox.guest(plain).send().await.expect_error(401, "UNAUTHORIZED");
        user.get(plain.strip_prefix(sandbox.base()).unwrap()).await.expect_status(302);
        user.get(&format!("{list}/nothing")).await.expect_error(404, "RESOURCE_NOT_FOUND");
        sandbox.get(&format!("{plain}x?{query}")).send().await.expect_error(403, "LINK_EXPIRED");
        sandbox.get(&format!("{signed}&speed=2")).send().await.expect_error(400, "INVALID_PARAMETER");
        // The ticket is that of one edition of one periodical in one format.
        for (from, to) in [("demo-the-merrow-weekly", "demo-slow-knowledge"), ("/EPUB3/", "/DAISY/"), (edition(sandbox), "other")] {
            sandbox.get(&signed.replace(from, to)).send().await.expect_error(403, "LINK_EXPIRED");
        }
    }
}
