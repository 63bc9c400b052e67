//! /v2/lists and /v2/myLists (docs/rules/lists.md#rule-3, docs/rules/lists.md#rule-1).

mod editing;
mod members;
mod seeing;
mod subscriptions;
mod titles;

use crate::support::{Reply, Sandbox, User};

/// The path of one of the sandbox's lists.
fn list(sandbox: &Sandbox, name: &str) -> String {
    format!("/v2/lists/{}", id(sandbox, name))
}

/// The identifier of one of the sandbox's lists.
fn id(sandbox: &Sandbox, name: &str) -> String {
    sandbox.demo["readingLists"][name].as_str().unwrap().to_owned()
}

/// Names of a page of lists.
fn names(reply: &Reply) -> Vec<String> {
    let lists = reply.json["lists"].as_array().unwrap();
    lists.iter().map(|list| list["name"].as_str().unwrap().to_owned()).collect()
}

/// Makes a list and returns its path.
async fn make(user: &User<'_>, name: &str, access: &str) -> String {
    let form = [("name", name), ("access", access)];
    let reply = user.post("/v2/myLists", &form).await.expect_status(200);
    format!("/v2/lists/{}", reply.json["readingListId"].as_str().unwrap())
}
