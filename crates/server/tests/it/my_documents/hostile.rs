//! Bodies that no honest client sends.

use futures_util::stream;
use reqwest::{Body, Method};

use super::{BOUNDARY, Owner, PATH, PPTX, Parts, form, list_stored_files, two_slides};
use crate::one;
use crate::support::{Reply, Sandbox};

/// Sends bytes under a media type, with key and token.
async fn send(owner: &Owner<'_>, media: &str, body: impl Into<Body>) -> Reply {
    owner.call(Method::POST, PATH).header("content-type", media).body(body).send().await
}

fn media() -> String {
    format!("multipart/form-data; boundary={BOUNDARY}")
}

/// A body of `pieces` pieces, sent as it is generated.
fn endless(begin: String, piece: &'static [u8], pieces: usize) -> Body {
    let first = std::iter::once(Ok::<_, std::io::Error>(begin.into_bytes()));
    Body::wrap_stream(stream::iter(first.chain((0..pieces).map(move |_| Ok(piece.to_vec())))))
}

one! {
    async fn a_body_that_is_not_a_form_is_refused(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let whole = form("A", PPTX, &two_slides());
        let cases: Vec<(String, Vec<u8>)> = vec![
            ("multipart/form-data".into(), whole.clone()),
            ("multipart/form-data; boundary=".into(), whole.clone()),
            ("multipart/form-data; boundary=another".into(), whole.clone()),
            (media(), Vec::new()),
            (media(), b"nothing".to_vec()),
            (media(), format!("--{BOUNDARY}").into_bytes()),
            (media(), format!("--{BOUNDARY}\r\n").into_bytes()),
            (media(), format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"a\"").into_bytes()),
            (media(), format!("--{BOUNDARY}\r\nno header\r\n\r\nx\r\n--{BOUNDARY}--\r\n").into_bytes()),
            // Cut off in the file, and before the end.
            (media(), whole[..whole.len() / 2].to_vec()),
            (media(), whole[..whole.len() - BOUNDARY.len() - 6].to_vec()),
            (media(), Parts::default().with_raw_part("Content-Disposition: form-data; name=\"name\"\r\n", b"\xFF\xFE").end()),
        ];
        for (n, (media, body)) in cases.into_iter().enumerate() {
            let reply = send(&owner, &media, body).await;
            assert_eq!((reply.status, reply.json["key"].as_str()), (400, Some("BAD_REQUEST")), "case {n}: {}", reply.text());
        }
        assert_eq!(owner.names("").await, Vec::<String>::new());
        assert_eq!(list_stored_files(sandbox, "documents"), Vec::<String>::new());
    }

    async fn a_body_without_end_is_not_kept_in_memory(sandbox: Sandbox) {
        static X: [u8; 64 << 10] = [b'x'; 64 << 10];
        let owner = Owner::sign_in(sandbox, "individual").await;
        let begin = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"name\"\r\n");
        // Headers, a text, an unknown part, and data before the first boundary.
        for (begin, key) in [
            (format!("{begin}X-Endless: "), "BAD_REQUEST"),
            (format!("{begin}\r\n"), "BAD_REQUEST"),
            (format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"b\"; filename=\"b\"\r\n\r\n"), "BAD_REQUEST"),
            (format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"b\"\r\n\r\n"), "FILE_TOO_LARGE"),
            (String::new(), "BAD_REQUEST"),
        ] {
            let reply = send(&owner, &media(), endless(begin.clone(), &X, 1000)).await;
            assert_eq!((reply.status, reply.json["key"].as_str()), (400, Some(key)), "{begin}: {}", reply.text());
        }
        assert_eq!(list_stored_files(sandbox, "documents"), Vec::<String>::new());
    }

    async fn a_thousand_parts_are_too_many(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let many = |n| (0..n).fold(Parts::default().text("name", "Many").text("mimeType", PPTX), |all, n| all.text(&format!("p{n}"), "x"));
        owner.send(many(150).file("file", "a", &two_slides()).end()).await.expect_status(201);
        owner.send(many(1000).file("file", "a", &two_slides()).end()).await.expect_error(400, "BAD_REQUEST");
    }

    async fn names_of_parts_are_only_names(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let body = Parts::default()
            .file("file", "../../../etc/passwd\\..\\x", &two_slides())
            .text("name", "../../name")
            .text("mimeType", PPTX)
            .end();
        owner.send(body).await.expect_status(201);
        assert_eq!(owner.names("").await, ["../../name"]);
        let stored = list_stored_files(sandbox, "documents");
        // A file that is being written, as the book that is made meanwhile, has a `#` after its name.
        let plain = |name: &String| name.bytes().all(|b| b.is_ascii_alphanumeric() || b".#".contains(&b));
        assert!(stored.iter().all(plain), "{stored:?}");
    }
}
