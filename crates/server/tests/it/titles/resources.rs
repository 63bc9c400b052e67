//! The files of a title (docs/rules/downloads.md#rule-7, docs/rules/records.md#rule-14).

use serde_json::{Value, json};

use crate::one;
use crate::support::{Sandbox, link, repeat_until_packaged};

/// The package document comes first (docs/rules/records.md#rule-14).
fn has_extension(path: &str, expected: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extension == expected)
}

one! {
    async fn files_come_in_package_order_with_signed_addresses(sandbox: Sandbox) {
        let path = format!("/v2/titles/{}/EPUB3/resources?limit=100", sandbox.title("copyright"));
        let reply = sandbox.call_signed_in("individual", &path).await.send().await.expect_status(200);
        let files = reply.json["titleFileResources"].as_array().unwrap();
        assert_eq!(reply.json["totalResults"], json!(files.len()));
        assert!(has_extension(files[0]["localURI"].as_str().unwrap(), "opf"), "{}", files[0]);
        for file in files {
            let first = &file["links"][0];
            assert_eq!(first["rel"], "self");
            assert_eq!(first["type"], file["mimeType"]);
            let ready = sandbox.get(first["href"].as_str().unwrap()).send().await.expect_status(302);
            assert_eq!(ready.json["key"], "AVAILABLE");
            assert_eq!(ready.json["messages"][0], ready.header("location"));
            let bytes = sandbox.get(ready.header("location")).send().await.expect_status(200);
            assert_eq!(bytes.bytes.len() as u64, file["size"].as_u64().unwrap(), "{}", file["localURI"]);
            assert_eq!(bytes.header("content-type"), file["mimeType"].as_str().unwrap());
        }
    }

    /// Files of text travel compressed when the client reads that: whole, and noted like any other fetch.
    async fn the_first_fetch_of_a_compressed_file_is_whole(sandbox: Sandbox) {
        let path = format!("/v2/titles/{}/EPUB3/resources?limit=100", sandbox.title("copyright"));
        let downloaded = async || {
            let history = sandbox.call_signed_in("individual2", "/v2/myAccount/history?limit=100").await.send().await;
            let lines = history.expect_status(200).json["titleDownloads"].as_array().unwrap().clone();
            let title = sandbox.title("copyright").to_string();
            lines.iter().any(|line| line["serviceId"] == title && line["downloadStatus"]["key"] == "DOWNLOADED")
        };
        let reply = sandbox.call_signed_in("individual2", &path).await.send().await.expect_status(200);
        assert!(!downloaded().await, "a list is no fetch");
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let mut fetched = 0;
        for file in reply.json["titleFileResources"].as_array().unwrap() {
            let (name, size) = (file["localURI"].as_str().unwrap(), file["size"].as_u64().unwrap());
            if !(has_extension(name, "opf") || has_extension(name, "xhtml")) || size < 1000 {
                continue;
            }
            let found = sandbox.get(file["links"][0]["href"].as_str().unwrap()).send().await.expect_status(302);
            let address = found.header("location");
            let coded = sandbox.get(address).header("accept-encoding", "gzip").send().await.expect_status(200);
            assert_eq!(coded.header("content-encoding"), "gzip", "{name}");
            assert!(coded.bytes.starts_with(&[0x1f, 0x8b]) && (coded.bytes.len() as u64) < size, "{name}");
            assert!(coded.header("etag").starts_with("W/"), "{name}: a tag for other bytes too");
            let plain = sandbox.get(address).send().await.expect_status(200);
            assert!(plain.header("etag").starts_with('"'), "{name}");
            // This client decodes what it gets.
            let decoded = http.get(address).send().await.unwrap().bytes().await.unwrap();
            assert_eq!((decoded.len() as u64, &decoded[..]), (size, &plain.bytes[..]), "{name}");
            fetched += 1;
        }
        assert!(fetched > 1, "the package document and texts");
        assert!(downloaded().await, "the fetch is recorded");
        let log = std::fs::read_to_string(sandbox.library.dir.path().join("log.txt")).unwrap();
        assert!(!log.contains("panicked"), "{log}");
    }

    /// docs/rules/sandbox.md#rule-5: every title opens in every format that it offers. The addresses of free
    /// titles name the converted book itself, by its hash, so they are the longest.
    async fn every_file_of_every_free_title_is_delivered(sandbox: Sandbox) {
        let all = sandbox.guest("/v2/titles?limit=100").send().await.expect_status(200);
        let mut opened = 0;
        for title in all.json["titles"].as_array().unwrap() {
            // To guests, free titles are, and no others.
            if title["available"] != true {
                continue;
            }
            for format in ["EPUB3", "DAISY", "BRF", "DOCX"] {
                let path = format!("/v2/titles/{}/{format}", title["serviceId"]);
                let reply = sandbox.guest(&format!("{path}/resources?limit=100")).send().await;
                if reply.status == 400 {
                    continue;
                }
                for file in reply.expect_status(200).json["titleFileResources"].as_array().unwrap() {
                    let found = sandbox.get(file["links"][0]["href"].as_str().unwrap()).send().await.expect_status(302);
                    let bytes = sandbox.get(found.header("location")).send().await.expect_status(200);
                    assert_eq!(bytes.bytes.len() as u64, file["size"].as_u64().unwrap(), "{path} {}", file["localURI"]);
                    opened += 1;
                }
                let whole = repeat_until_packaged(async || sandbox.guest(&path)).await.expect_status(302);
                sandbox.get(whole.header("location")).send().await.expect_status(200);
            }
        }
        assert!(opened > 100, "{opened} files");
    }

    async fn pages_of_files_follow_each_other(sandbox: Sandbox) {
        let base = format!("/v2/titles/{}/DAISY/resources", sandbox.title("publicDomain"));
        let all = sandbox.guest(&format!("{base}?limit=100")).send().await.expect_status(200);
        let names = |reply: &Value| -> Vec<String> {
            let files = reply["titleFileResources"].as_array().unwrap();
            files.iter().map(|f| f["localURI"].as_str().unwrap().to_owned()).collect()
        };
        let mut reply = sandbox.guest(&format!("{base}?limit=2")).send().await.expect_status(200);
        let mut seen = names(&reply.json);
        while let Some(next) = link(&reply.json, "next") {
            reply = sandbox.get(&next).send().await.expect_status(200);
            seen.extend(names(&reply.json));
        }
        assert_eq!(seen, names(&all.json));
        assert!(has_extension(&seen[0], "opf"), "{seen:?}");
    }

    async fn without_a_ticket_the_ordinary_rules_apply(sandbox: Sandbox) {
        let list = format!("/v2/titles/{}/EPUB3/resources", sandbox.title("copyright"));
        sandbox.guest(&list).send().await.expect_error(401, "UNAUTHORIZED");
        let reply = sandbox.call_signed_in("individual", &list).await.send().await.expect_status(200);
        let signed = reply.json["titleFileResources"][0]["links"][0]["href"].as_str().unwrap().to_owned();
        let (plain, _) = signed.split_once('?').unwrap();
        sandbox.get(plain).send().await.expect_error(403, "INVALID_API_KEY");
        sandbox.guest(plain).send().await.expect_error(401, "UNAUTHORIZED");
        let token = sandbox.token("individual").await;
        sandbox.guest(plain).bearer(&token).send().await.expect_status(302);
        sandbox.get(&format!("{plain}?ticket=nonsense")).send().await.expect_error(403, "LINK_EXPIRED");
        sandbox.get(&format!("{plain}x?{}", signed.split_once('?').unwrap().1)).send().await.expect_error(403, "LINK_EXPIRED");
        sandbox.guest(&format!("{list}/nothing")).bearer(&token).send().await.expect_error(404, "RESOURCE_NOT_FOUND");
    }

    async fn narration_is_available_at_another_speed(sandbox: Sandbox) {
        let list = format!("/v2/titles/{}/EPUB3/resources?limit=100", sandbox.title("audio"));
        let reply = sandbox.guest(&list).send().await.expect_status(200);
        let files = reply.json["titleFileResources"].as_array().unwrap();
        let mp3 = files.iter().find(|f| f["mimeType"] == "audio/mpeg").expect("the book has narration");
        let text = files.iter().find(|f| f["mimeType"] == "application/xhtml+xml").expect("the book has text");
        let at = async |file: &Value, speed: &str| {
            let href = file["links"][0]["href"].as_str().unwrap();
            sandbox.get(&format!("{href}&speed={speed}")).send().await
        };
        let fast = at(mp3, "2").await.expect_status(302);
        let slow = at(mp3, "1").await.expect_status(302);
        let fast = sandbox.get(fast.header("location")).send().await.expect_status(200);
        let slow = sandbox.get(slow.header("location")).send().await.expect_status(200);
        assert_eq!(fast.header("content-type"), "audio/mpeg");
        assert!(fast.bytes.len() < slow.bytes.len(), "{} < {}", fast.bytes.len(), slow.bytes.len());
        for speed in ["0.45", "3.55", "1.02", "fast"] {
            at(mp3, speed).await.expect_error(400, "INVALID_PARAMETER");
        }
        at(text, "2").await.expect_error(400, "INVALID_PARAMETER");
        at(text, "1.0").await.expect_status(302);
    }
}
