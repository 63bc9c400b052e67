//! GET /v2/titles/{serviceId}/{format} and the delivery address (docs/rules/downloads.md#rule-1).

use domain::AccountId;
use serde_json::Value;

use crate::both;
use crate::one;
use crate::support::{Call, Reply, Sandbox, eventually};

fn path(sandbox: &Sandbox, title: &str, format: &str) -> String {
    format!("/v2/titles/{}/{format}", sandbox.title(title))
}

/// Asks until the package is ready, as clients do.
async fn poll(call: impl Fn() -> Call) -> Reply {
    eventually("the package is ready", async || {
        let reply = call().send().await;
        if reply.status != 202 {
            return Ok(reply);
        }
        assert_eq!(reply.json["key"], "SUBMITTED", "{}", reply.json);
        assert!(!reply.header("retry-after").is_empty());
        Err(reply.json)
    })
    .await
}

/// The package of a user, and the delivery address.
pub async fn package(sandbox: &Sandbox, user: &str, path: &str) -> (Reply, String) {
    let token = sandbox.token(user).await;
    let ready = poll(|| sandbox.guest(path).bearer(&token)).await.expect_status(302);
    let address = ready.header("location").to_owned();
    assert_eq!(ready.json["key"], "COMPLETED");
    assert_eq!(ready.json["messages"][0], Value::String(address.clone()));
    (sandbox.get(&address).send().await.expect_status(200), address)
}

/// The texts of a zip's documents, joined.
fn texts(zip: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(zip)).expect("a zip");
    let mut all = String::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("an entry");
        let mut bytes = Vec::new();
        std::io::copy(&mut entry, &mut bytes).expect("the entry is whole");
        all.push_str(&String::from_utf8_lossy(&bytes));
    }
    all
}

one! {
    async fn a_guest_gets_a_free_title_without_marks(sandbox: Sandbox) {
        let path = path(sandbox, "publicDomain", "EPUB3");
        let ready = poll(|| sandbox.guest(&path)).await.expect_status(302);
        let file = sandbox.get(ready.header("location")).send().await.expect_status(200);
        assert_eq!(file.header("content-type"), "application/octet-stream");
        assert_eq!(file.header("content-length"), file.bytes.len().to_string());
        assert!(file.header("content-disposition").starts_with("attachment"));
        assert!(file.header("content-disposition").contains("the-count-at-anstey-ferry.epub"));
        assert!(file.bytes.starts_with(b"PK"));
        let out = sandbox.library.dir.path().join("guest.epub");
        std::fs::write(&out, &file.bytes).unwrap();
        let flags = sandbox.flags();
        let file = out.display().to_string();
        let mut args = vec!["trace", &file];
        args.extend(flags.iter().map(String::as_str));
        let traced = crate::support::Program::run(&args);
        assert!(!traced.status.success(), "no fingerprint in a free title");
    }

    async fn the_address_of_a_copy_ends_with_the_account_of_its_reader(sandbox: Sandbox) {
        let (_, address) = package(sandbox, "individual", &path(sandbox, "copyright", "BRF")).await;
        let account = AccountId::from(sandbox.user("individual")["userAccountId"].as_str().unwrap());
        let db = sandbox.database().await;
        for (locked, status) in [(true, 403), (false, 200)] {
            let mut tx = db.begin().await.unwrap();
            assert!(store::accounts::set_locked(&mut tx, &account, locked).await.unwrap());
            tx.commit().await.unwrap();
            sandbox.get(&address).send().await.expect_status(status);
        }
        db.close().await;
    }

    /// docs/rules/access.md: others than sponsors and staff name nobody but themselves; a guest is nobody to
    /// name.
    async fn a_guest_who_names_somebody_has_to_sign_in(sandbox: Sandbox) {
        for format in ["EPUB3", "EPUB3/resources", "EPUB3/resources/nothing"] {
            let path = path(sandbox, "publicDomain", format);
            for who in ["demo-orgMember", "nobody-at-all"] {
                let call = sandbox.guest(&path).query(&[("forUser", who)]);
                call.send().await.expect_error(401, "UNAUTHORIZED");
            }
        }
        let gone = sandbox.guest(&path(sandbox, "withdrawn", "EPUB3")).query(&[("forUser", "demo-orgMember")]);
        gone.send().await.expect_error(403, "TITLE_NOT_LIVE");
    }

    async fn a_copyright_title_is_marked_for_its_reader(sandbox: Sandbox) {
        for format in ["EPUB3", "DAISY", "DOCX"] {
            let (file, _) = package(sandbox, "individual", &path(sandbox, "copyright", format)).await;
            assert!(texts(&file.bytes).contains("Ines Okafor"), "{format}: the visible notice");
            let out = sandbox.library.dir.path().join(format!("copy.{format}"));
            std::fs::write(&out, &file.bytes).unwrap();
            let traced = sandbox.command(&["trace", &out.display().to_string()]);
            assert!(traced.contains("for demo-individual") && traced.contains(format), "{traced}");
        }
    }

    async fn a_copyright_title_is_marked_as_pdf(sandbox: Sandbox) {
        let (file, _) = package(sandbox, "individual", &path(sandbox, "copyright", "PDF")).await;
        assert!(file.header("content-disposition").contains(".pdf") && file.bytes.starts_with(b"%PDF-"));
        let out = sandbox.library.dir.path().join("copy.pdf");
        std::fs::write(&out, &file.bytes).unwrap();
        let traced = sandbox.command(&["trace", &out.display().to_string()]);
        assert!(traced.contains("for demo-individual") && traced.contains("PDF"), "{traced}");
        if let Ok(text) = std::process::Command::new("pdftotext").arg(&out).arg("-").output() {
            assert!(String::from_utf8_lossy(&text.stdout).contains("Ines Okafor"), "the visible notice");
        }
    }

    async fn each_reader_gets_a_copy_of_the_own(sandbox: Sandbox) {
        let path = path(sandbox, "copyright", "epub3");
        let (first, _) = package(sandbox, "individual", &path).await;
        let (second, _) = package(sandbox, "individual2", &path).await;
        assert!(texts(&first.bytes).contains("Ines Okafor") && !texts(&first.bytes).contains("Bram Lindqvist"));
        assert!(texts(&second.bytes).contains("Bram Lindqvist") && !texts(&second.bytes).contains("Ines Okafor"));
    }

    async fn a_sponsor_names_the_member(sandbox: Sandbox) {
        let path = path(sandbox, "copyright", "EPUB3");
        let token = sandbox.token("sponsor").await;
        let reply = sandbox.guest(&path).bearer(&token).send().await.expect_error(400, "FOR_USER_REQUIRED");
        assert!(reply.json["messages"][0].as_str().unwrap().starts_with("forUser: "), "{}", reply.json);
        let call = || sandbox.guest(&path).bearer(&token);
        call().query(&[("forUser", "demo-individual")]).send().await.expect_error(403, "NOT_ORG_MEMBER");
        call().query(&[("forUser", "nobody-at-all")]).send().await.expect_error(403, "NOT_ORG_MEMBER");
        let ready = poll(|| call().query(&[("forUser", "demo-orgMember2")])).await.expect_status(302);
        let file = sandbox.get(ready.header("location")).send().await.expect_status(200);
        assert!(texts(&file.bytes).contains("Otto Reyes"));
    }

    async fn the_checks_come_in_their_order(sandbox: Sandbox) {
        let get = |title: &str, format: &str| sandbox.guest(&path(sandbox, title, format));
        get("copyright", "HTML").send().await.expect_error(400, "INVALID_FORMAT");
        get("labOnly", "EPUB3").send().await.expect_error(404, "TITLE_NOT_FOUND");
        get("withdrawn", "EPUB3").send().await.expect_error(403, "TITLE_NOT_LIVE");
                let reply = get("copyright", "EPUB3").send().await.expect_error(401, "UNAUTHORIZED");
        assert!(reply.header("www-authenticate").starts_with("Bearer realm=\"service\""));
    }

    async fn each_rule_is_a_403_with_its_key(sandbox: Sandbox) {
        for (user, title, key) in [
            ("unqualified", "copyright", "AGREEMENT_MISSING"),
            ("minor", "adult", "ADULT_CONTENT"),
            ("individual", "nimac", "NIMAC_RESTRICTED"),
            ("individual", "countryRestricted", "COUNTRY_RESTRICTED"),
            ("volunteer", "copyright", "ROLE_NOT_ALLOWED"),
            ("orgMember", "mending", "NOT_ASSIGNED"),
        ] {
            let call = sandbox.call_signed_in(user, &path(sandbox, title, "EPUB3")).await;
            call.send().await.expect_error(403, key);
        }
        let call = sandbox.call_signed_in("individual", &path(sandbox, "copyright", "EPUB3")).await;
        call.query(&[("forUser", "demo-individual2")]).send().await.expect_error(403, "FORBIDDEN");
    }

    async fn collection_staff_may_check_what_is_withdrawn(sandbox: Sandbox) {
        let (file, _) = package(sandbox, "collectionAssistant", &path(sandbox, "withdrawn", "EPUB3")).await;
        assert!(texts(&file.bytes).contains("Cora Bell"), "staff copies are marked too");
    }

    async fn the_delivery_address_needs_nothing_and_serves_ranges(sandbox: Sandbox) {
        let (whole, address) = package(sandbox, "individual", &path(sandbox, "copyright", "EPUB3")).await;
        let ignored = sandbox.get(&address).query(&[("api_key", "nobody")]).bearer("nonsense").header("accept", "text/html");
        assert_eq!(ignored.send().await.expect_status(200).bytes, whole.bytes);
        let part = sandbox.get(&address).header("range", "bytes=10-19").send().await.expect_status(206);
        assert_eq!(part.bytes, whole.bytes[10..20]);
        assert_eq!(part.header("content-range"), format!("bytes 10-19/{}", whole.bytes.len()));
        for far in ["bytes=999999999-", "bytes=99999999999999999999-"] {
            let reply = sandbox.get(&address).header("range", far).send().await.expect_status(416);
            assert_eq!(reply.header("content-range"), format!("bytes */{}", whole.bytes.len()));
        }
    }

    /// RFC 9110, 8.8 and 13: a copy has one strong tag whatever ticket it is fetched with, so a download that
    /// broke off is taken up again, and never on another file.
    async fn a_download_that_broke_off_is_taken_up_again(sandbox: Sandbox) {
        let path_of = path(sandbox, "copyright", "EPUB3");
        let (whole, first) = package(sandbox, "individual", &path_of).await;
        let (again, second) = package(sandbox, "individual", &path_of).await;
        let (tag, date) = (whole.header("etag"), whole.header("last-modified"));
        assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 2, "{tag}");
        assert!(date.ends_with(" GMT"), "{date}");
        assert_ne!(first, second);
        assert_eq!((again.header("etag"), again.header("last-modified")), (tag, date));
        let ask = async |name: &str, value: &str, range: &str| {
            sandbox.get(&second).header(name, value).header("range", range).send().await
        };
        let rest = ask("if-range", tag, "bytes=1000-").await.expect_status(206);
        assert_eq!([&whole.bytes[..1000], &rest.bytes].concat(), whole.bytes);
        assert_eq!(rest.header("etag"), tag);
        let (others, _) = package(sandbox, "individual2", &path_of).await;
        assert_ne!(others.header("etag"), tag);
        for other in [others.header("etag"), &format!("W/{tag}"), "\"nothing\"", "Sun, 06 Nov 1994 08:49:37 GMT"] {
            let all = ask("if-range", other, "bytes=1000-").await.expect_status(200);
            assert_eq!((all.bytes.len(), all.header("content-range")), (whole.bytes.len(), ""), "{other}");
        }
        for (name, value) in [("if-none-match", tag), ("if-modified-since", date)] {
            let same = sandbox.get(&second).header(name, value).send().await.expect_status(304);
            assert_eq!((same.bytes.len(), same.header("etag")), (0, tag), "{name}");
        }
        sandbox.get(&second).header("if-match", "\"nothing\"").send().await.expect_status(412);
        sandbox.get(&second).header("if-match", tag).send().await.expect_status(200);
    }

    async fn a_damaged_ticket_is_403(sandbox: Sandbox) {
        let (_, address) = package(sandbox, "individual", &path(sandbox, "copyright", "EPUB3")).await;
        let mut damaged = address.into_bytes();
        let last = damaged.len() - 3;
        damaged[last] = if damaged[last] == b'A' { b'B' } else { b'A' };
        sandbox.get(&String::from_utf8(damaged).unwrap()).send().await.expect_error(403, "LINK_EXPIRED");
        sandbox.get("/delivery/nonsense").send().await.expect_error(403, "LINK_EXPIRED");
    }

    async fn asking_again_finds_the_same_package_with_a_fresh_address(sandbox: Sandbox) {
        let path = path(sandbox, "copyright", "DAISY");
        let (first, address) = package(sandbox, "individual", &path).await;
        let (second, other) = package(sandbox, "individual", &path).await;
        assert_eq!(first.bytes, second.bytes);
        assert_ne!(address, other);
    }
}

both! {
    async fn many_concurrent_requests_make_one_package(sandbox: Sandbox) {
        let path = path(sandbox, "mending", "DAISY");
        let token = sandbox.token("individual2").await;
        let calls = (0..8).map(|_| poll(|| sandbox.guest(&path).bearer(&token)));
        let replies = futures_util::future::join_all(calls).await;
        assert!(replies.iter().all(|reply| reply.status == 302));
        let jobs = sandbox.command(&["jobs", "list", "--state", "done"]);
        assert_eq!(jobs.lines().filter(|line| line.split_whitespace().nth(2) == Some("package")).count(), 1, "{jobs}");
    }
}
