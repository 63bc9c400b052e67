//! A reading app, signed in by a device or not.

use reqwest::Method;
use serde_json::Value;

use crate::support::{Call, Reply, Sandbox, field};

pub struct App<'a> {
    /// The place where it is used.
    pub sandbox: &'a Sandbox,
    /// The device's name and password. `None` for a guest.
    pub device: Option<(String, String)>,
}

impl<'a> App<'a> {
    /// An app that nobody has signed in to.
    pub fn guest(sandbox: &'a Sandbox) -> Self {
        Self { sandbox, device: None }
    }

    /// An app with a new device of a user of `demo.json`.
    pub fn with_new_device(sandbox: &'a Sandbox, user: &str) -> Self {
        let record = sandbox.user(user);
        let account = record["username"].as_str().or(record["userAccountId"].as_str()).expect("a name");
        let made = sandbox.command(&["admin", "devices", "create", account, "--name", "Test app"]);
        Self { sandbox, device: Some((field(&made, "sign-in"), field(&made, "password"))) }
    }

    /// A request; `path` may be a whole address.
    pub fn call(&self, method: Method, path: &str) -> Call {
        let call = self.sandbox.call(method, path);
        match &self.device {
            Some((name, password)) => call.basic(name, password),
            None => call,
        }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.call(Method::GET, path).send().await
    }

    /// A feed or publication of OPDS 2.0.
    pub async fn json(&self, path: &str) -> Value {
        let reply = self.get(path).await.expect_status(200);
        assert!(reply.json.is_object(), "{path}: {}", reply.text());
        reply.json
    }
}

/// The address of the first link with a relation, and of a type if one is asked for.
pub fn link<'a>(of: &'a Value, rel: &str, media_type: Option<&str>) -> Option<&'a str> {
    let links = of["links"].as_array()?;
    let fits = |link: &&Value| link["rel"] == rel && media_type.is_none_or(|one| link["type"] == one);
    links.iter().find(fits)?["href"].as_str()
}
