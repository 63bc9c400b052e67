//! /system/trace: the download that a leaked copy was made for.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Parts, Reply, Sandbox, package, post_form_parts};

const PATH: &str = "/system/trace";

async fn upload(sandbox: &Sandbox, administrator: &mut Reader<'_>, file: &[u8]) -> Reply {
    let token = hidden_field(&administrator.read(PATH).await, "token");
    let parts = Parts::default().text("token", &token).file("file", "found.epub", file);
    administrator.send(post_form_parts(sandbox, PATH, parts.end())).await
}

one! {
    async fn a_leaked_copy_names_its_download(sandbox: Sandbox) {
        let token = sandbox.token("individual").await;
        let title = sandbox.title("copyright");
        let copy = package(sandbox, Some(&token), &format!("/v2/titles/{title}/EPUB3")).await;
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let found = upload(sandbox, &mut administrator, &copy).await.expect_status(200).text();
        assert!(found.contains("Ines Okafor (demo-individual)"), "{found}");
        assert!(found.contains(&format!("href=\"/collection/titles/{title}\"")), "{found}");
        let audit = administrator.read("/desk/audit?kind=reads&user=demo-individual").await;
        assert!(audit.contains("POST /system/trace"), "{audit}");
        let other = upload(sandbox, &mut administrator, b"Dear reader").await.expect_status(200).text();
        assert!(other.contains("no fingerprint of this library") && !other.contains("Ines"), "{other}");
        let empty = upload(sandbox, &mut administrator, b"").await.expect_status(400).text();
        assert!(has_tied_errors(&empty), "{empty}");
    }
}
