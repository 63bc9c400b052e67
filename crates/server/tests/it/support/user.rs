//! One user of a sandbox, signed in once for many calls.

use reqwest::Method;

use super::{Reply, Sandbox, post_parts};

/// A signed-in user.
pub struct User<'a> {
    sandbox: &'a Sandbox,
    key: &'a str,
    token: String,
}

impl<'a> User<'a> {
    /// Signs in a user of `demo.json`.
    pub async fn sign_in(sandbox: &'a Sandbox, name: &str) -> Self {
        let key = sandbox.key(if name.starts_with("lab") { "otherSite" } else { "trusted" });
        Self { sandbox, key, token: sandbox.token(name).await }
    }

    /// Signs in somebody else, by user name and password.
    pub async fn sign_in_with_password(sandbox: &'a Sandbox, username: &str, password: &str) -> Self {
        let reply = sandbox.sign_in("trusted", username, password).await.expect_status(200);
        let token = reply.json["access_token"].as_str().expect("an access token").to_owned();
        Self { sandbox, key: sandbox.key("trusted"), token }
    }

    /// The access token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The user with the key of another app.
    #[must_use]
    pub fn with_key_of(mut self, app: &str) -> Self {
        self.key = self.sandbox.key(app);
        self
    }

    /// Sends a request with a form.
    pub async fn send(&self, method: Method, path: &str, form: &[(&str, &str)]) -> Reply {
        let call = self.sandbox.call(method, path).query(&[("api_key", self.key)]).bearer(&self.token);
        if form.is_empty() { call.send().await } else { call.form(form).send().await }
    }

    /// GET; `path` may be a `next` link, which has its key.
    pub async fn get(&self, path: &str) -> Reply {
        if path.starts_with("http") {
            return self.sandbox.get(path).bearer(&self.token).send().await;
        }
        self.send(Method::GET, path, &[]).await
    }

    pub async fn post(&self, path: &str, form: &[(&str, &str)]) -> Reply {
        self.send(Method::POST, path, form).await
    }

    /// POST of a body with files.
    pub async fn post_files(&self, path: &str, body: Vec<u8>) -> Reply {
        let call = post_parts(self.sandbox, path, body).query(&[("api_key", self.key)]);
        call.bearer(&self.token).send().await
    }

    pub async fn put(&self, path: &str, form: &[(&str, &str)]) -> Reply {
        self.send(Method::PUT, path, form).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, &[]).await
    }
}
