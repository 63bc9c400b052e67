//! Every error of an upload, in the order of the checks (docs/rules/requests.md#rule-5).

use reqwest::Method;

use super::{
    MAX_DOCUMENT_BYTES, Owner, PATH, PDF, PPTX, Parts, count_stored, form, list_stored_files, post,
    two_slides,
};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn all_missing_and_invalid_fields_are_reported_together(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let reply = owner.send(Parts::default().text("x", "y").end()).await.expect_error(400, "MISSING_PARAMETER");
        let messages: Vec<_> = reply.json["messages"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(messages.len(), 3, "{messages:?}");
        for name in ["name: ", "mimeType: ", "file: "] {
            assert!(messages.iter().any(|message| message.starts_with(name)), "{name} in {messages:?}");
        }
        let named = |mime: &str| Parts::default().text("name", "A").text("mimeType", mime);
        let file = two_slides();
        let cases = [
            (named(PPTX).end(), "FILE_REQUIRED"),
            (Parts::default().text("mimeType", PPTX).file("file", "a", &file).end(), "MISSING_PARAMETER"),
            (Parts::default().text("name", "A").file("file", "a", &file).end(), "MISSING_PARAMETER"),
            (named("text/plain").file("file", "a", &file).end(), "INVALID_FILE_TYPE"),
            (named("application/PDF").file("file", "a", &file).end(), "INVALID_FILE_TYPE"),
            (named(PPTX).text("partnerDriveFileId", "7").file("file", "a", &file).end(), "CONFLICTING_PARAMETERS"),
            (named(PPTX).file("file", "a", &file).file("file", "b", &file).end(), "INVALID_PARAMETER"),
            (Parts::default().text("name", &"a".repeat(256)).text("mimeType", PPTX).file("file", "a", &file).end(), "INVALID_PARAMETER"),
            (Parts::default().text("name", " ").text("mimeType", PPTX).file("file", "a", &file).end(), "INVALID_PARAMETER"),
        ];
        for (n, (body, key)) in cases.into_iter().enumerate() {
            let reply = owner.send(body).await;
            assert_eq!((reply.status, reply.json["key"].as_str()), (400, Some(key)), "case {n}: {}", reply.text());
        }
        assert_eq!(owner.names("").await, Vec::<String>::new());
        assert_eq!(list_stored_files(sandbox, "documents"), Vec::<String>::new());
    }

    async fn the_content_must_match_the_media_type(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let files: [(&str, &[u8]); 5] = [
            (PDF, b"%PDF-1.7\n%%EOF"),
            ("image/jpeg", b"\xFF\xD8\xFF\xE0 jpeg"),
            ("image/png", b"\x89PNG\r\n\x1A\n png"),
            ("image/heif", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
            (PPTX, &two_slides()),
        ];
        for (said, _) in files {
            for (is, bytes) in files {
                let reply = owner.send(form("A", said, bytes)).await;
                let expected = if said == is { 201 } else { 400 };
                assert_eq!(reply.status, expected, "{is} sent as {said}: {}", reply.text());
                assert!(expected == 201 || reply.json["key"] == "INVALID_FILE_TYPE");
            }
            for other in [b"GIF89a".as_slice(), b"<html>", b"PK\x03\x04", &books::testkit::small_book()] {
                owner.send(form("A", said, other)).await.expect_error(400, "INVALID_FILE_TYPE");
            }
        }
        assert_eq!(owner.names("").await.len(), files.len());
    }

    async fn a_document_has_at_most_20_megabytes(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let pdf = |size: usize| {
            let mut bytes = b"%PDF-1.7\n".to_vec();
            bytes.resize(size, b' ');
            bytes
        };
        owner.send(form("Full", PDF, &pdf(MAX_DOCUMENT_BYTES))).await.expect_status(201);
        owner.send(form("Fuller", PDF, &pdf(MAX_DOCUMENT_BYTES + 1))).await.expect_error(400, "FILE_TOO_LARGE");
        // However large: the answer is heard, though the client sends everything first.
        owner.send(form("Huge", PDF, &pdf(3 * MAX_DOCUMENT_BYTES))).await.expect_error(400, "FILE_TOO_LARGE");
        // Too large before the key is known.
        let key = sandbox.key("app");
        let late = |size| {
            Parts::default().text("name", "Late").text("mimeType", PDF).file("file", "a", &pdf(size)).text("api_key", key).end()
        };
        let send = async |size| post(sandbox, PATH, late(size)).bearer(&owner.token).send().await;
        send(MAX_DOCUMENT_BYTES + 1).await.expect_error(400, "FILE_TOO_LARGE");
        send(3 * MAX_DOCUMENT_BYTES).await.expect_error(400, "FILE_TOO_LARGE");
        assert_eq!(owner.names("").await, ["Full"]);
        assert_eq!(count_stored(sandbox, "pdf"), 1);
    }

    async fn a_refused_caller_leaves_no_file(sandbox: Sandbox) {
        let token = sandbox.token("individual").await;
        let key = sandbox.key("app");
        let whole = || form("A", PPTX, &two_slides());
        let media = "multipart/form-data";
        post(sandbox, PATH, whole()).header("accept", "text/html").send().await.expect_error(406, "NOT_ACCEPTABLE");
        post(sandbox, PATH, whole()).bearer(&token).send().await.expect_error(403, "INVALID_API_KEY");
        for bad in ["nobody", ""] {
            post(sandbox, PATH, whole()).query(&[("api_key", bad)]).bearer(&token).send().await.expect_error(403, "INVALID_API_KEY");
        }
        post(sandbox, PATH, whole()).query(&[("api_key", key)]).send().await.expect_error(401, "UNAUTHORIZED");
        post(sandbox, PATH, whole()).query(&[("api_key", key)]).bearer("no-token").send().await.expect_error(401, "UNAUTHORIZED");
        let behind = Parts::default().file("file", "a", &two_slides()).text("api_key", "nobody").text("access_token", &token).end();
        post(sandbox, PATH, behind).send().await.expect_error(403, "INVALID_API_KEY");
        let behind = Parts::default().file("file", "a", &two_slides()).text("api_key", key).text("access_token", "none").end();
        post(sandbox, PATH, behind).send().await.expect_error(401, "UNAUTHORIZED");
        // Key and token go before what is wrong with the body.
        let nothing = sandbox.call(Method::POST, PATH).header("content-type", media).body("x");
        nothing.query(&[("api_key", key)]).send().await.expect_error(401, "UNAUTHORIZED");
        assert_eq!(list_stored_files(sandbox, "documents"), Vec::<String>::new());
    }

    async fn files_are_taken_nowhere_else(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        for (method, path) in [
            (Method::POST, "/v2/myLists"),
            (Method::PUT, "/v2/myAccount"),
            (Method::POST, "/v2/partnerAccessToken"),
            (Method::DELETE, "/v2/myDocuments/1"),
        ] {
            let media = format!("multipart/form-data; boundary={}", super::BOUNDARY);
            let call = owner.call(method, path).header("content-type", &media).body(form("A", PPTX, &two_slides()));
            call.send().await.expect_error(415, "UNSUPPORTED_MEDIA_TYPE");
        }
        let xml = owner.call(Method::POST, PATH).header("content-type", "text/xml").body("<a/>");
        xml.send().await.expect_error(415, "UNSUPPORTED_MEDIA_TYPE");
        owner.call(Method::PUT, PATH).send().await.expect_error(405, "METHOD_NOT_ALLOWED");
    }
}
