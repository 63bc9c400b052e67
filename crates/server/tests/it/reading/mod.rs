//! Bookmarks, highlights, reading events and the reading position (docs/rules/endpoints.md#rule-7).

mod bookmarks;
mod highlights;
mod position;

use reqwest::Method;
use serde_json::Value;

use crate::support::{Reply, Sandbox};

/// One of a user's devices: signed in, with the ordinary app's key.
struct Device<'a> {
    sandbox: &'a Sandbox,
    token: String,
}

impl<'a> Device<'a> {
    async fn sign_in(sandbox: &'a Sandbox, user: &str) -> Self {
        Self { sandbox, token: sandbox.token(user).await }
    }

    /// Asks with parameters in the query.
    async fn ask(&self, method: Method, path: &str, query: &[(&str, &str)]) -> Reply {
        let call = self.sandbox.call(method, path).query(&[("api_key", self.sandbox.key("app"))]);
        call.query(query).bearer(&self.token).send().await
    }

    async fn get(&self, path: &str, query: &[(&str, &str)]) -> Reply {
        self.ask(Method::GET, path, query).await
    }

    /// Sends a form.
    async fn form(&self, method: Method, path: &str, form: &[(&str, &str)]) -> Reply {
        let call = self.sandbox.call(method, path).query(&[("api_key", self.sandbox.key("app"))]);
        call.form(form).bearer(&self.token).send().await
    }

    async fn post(&self, path: &str, form: &[(&str, &str)]) -> Reply {
        self.form(Method::POST, path, form).await
    }
}

/// A member of each item of a list, in the list's order.
fn column<'a>(reply: &'a Reply, list: &str, name: &str) -> Vec<&'a Value> {
    let items = reply.json[list].as_array().unwrap_or_else(|| panic!("no {list} in {}", reply.json));
    items.iter().map(|item| &item[name]).collect()
}

/// The names of a record's members, sorted.
fn members(record: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = record.as_object().expect("a record").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
