//! /v2/myDocuments and /v2/partnerAccessToken (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-5, docs/rules/documents.md#rule-2, docs/rules/access.md#rule-23).

mod create;
mod drive;
mod faults;
mod hostile;
mod own;
mod stand_in;

use books::testkit::two_slides;
use reqwest::Method;

use crate::support::{BOUNDARY, Call, Parts, Reply, Sandbox, eventually, post_parts as post};

const PATH: &str = "/v2/myDocuments";
const PDF: &str = "application/pdf";
const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
/// The largest document.
const MAX_DOCUMENT_BYTES: usize = 20 << 20;

/// A whole form with a file.
fn form(name: &str, mime_type: &str, bytes: &[u8]) -> Vec<u8> {
    Parts::default().text("name", name).text("mimeType", mime_type).file("file", "a.bin", bytes).end()
}

/// A signed-in owner of documents.
struct Owner<'a> {
    sandbox: &'a Sandbox,
    token: String,
}

impl<'a> Owner<'a> {
    async fn sign_in(sandbox: &'a Sandbox, user: &str) -> Self {
        Self { sandbox, token: sandbox.token(user).await }
    }

    fn call(&self, method: Method, path: &str) -> Call {
        self.sandbox.call(method, path).query(&[("api_key", self.sandbox.key("app"))]).bearer(&self.token)
    }

    async fn get(&self, path: &str) -> Reply {
        self.call(Method::GET, path).send().await
    }

    async fn delete(&self, path: &str) -> Reply {
        self.call(Method::DELETE, path).send().await
    }

    /// Sends a body with the key and the token in query and header.
    async fn send(&self, body: Vec<u8>) -> Reply {
        let call = post(self.sandbox, PATH, body).query(&[("api_key", self.sandbox.key("app"))]);
        call.bearer(&self.token).send().await
    }

    /// A new document; its number.
    async fn document(&self, name: &str) -> i64 {
        let reply = self.send(form(name, PPTX, &two_slides())).await.expect_status(201);
        reply.json["serviceId"].as_i64().unwrap()
    }

    /// The document's record when its conversion has ended.
    async fn wait_for_end(&self, id: i64) -> Reply {
        eventually(&format!("the conversion of {id} ends"), async || {
            let reply = self.get(&format!("/v2/titles/{id}")).await.expect_status(200);
            if reply.json["formatStatuses"][0]["status"] == "PENDING" { Err(reply.json) } else { Ok(reply) }
        })
        .await
    }

    async fn names(&self, query: &str) -> Vec<String> {
        let reply = self.get(&format!("{PATH}?{query}")).await.expect_status(200);
        let titles = reply.json["titles"].as_array().unwrap();
        titles.iter().map(|title| title["title"].as_str().unwrap().to_owned()).collect()
    }
}

/// Files of one folder of the sandbox's file store.
fn list_stored_files(sandbox: &Sandbox, folder: &str) -> Vec<String> {
    let folder = sandbox.library.dir.path().join("files").join(folder);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Counts the documents in the file store with this extension.
fn count_stored(sandbox: &Sandbox, extension: &str) -> usize {
    let has = |name: &String| std::path::Path::new(name).extension().is_some_and(|found| found == extension);
    list_stored_files(sandbox, "documents").iter().filter(|name| has(name)).count()
}
